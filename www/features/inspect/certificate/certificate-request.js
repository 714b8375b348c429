// The request for the certificate. Pure.

import { isOpen } from '../../../store/panels.js';
import { hasPlanes, methodOf } from '../../settings/settings.js';

/** @type {import('../../../core/protocol.js').RequestKind<import('./certificate-state.js').CertificateState>} */
export const CERTIFICATE_REQUEST = {
  type: 'certificate', answer: 'certificate/certificate',
  wanted: (state, { run, iteration }) =>
    (isOpen(state, 'certificate') && hasPlanes(methodOf(state.catalog, run.settings))
      ? { type: 'certificate', run: run.id, iteration, page: state.certificate.page }
      : null),
};
