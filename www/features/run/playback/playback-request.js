// The request for slow motion. Pure.

import { isOpen } from '../../../store/panels.js';
import { hasPlanes, methodOf } from '../../settings/settings.js';
import { SLOW } from './playback-state.js';

/** @type {import('../../../core/protocol.js').RequestKind<import('./playback-state.js').PlaybackState>} */
export const MOTION_REQUEST = {
  type: 'motion', answer: 'playback/motion',
  wanted: (state, { run, iteration, query }) => (isOpen(state, SLOW) && query !== null
      ? { type: 'motion', run: run.id, iteration, query, planes: hasPlanes(methodOf(state.catalog, run.settings)) }
      : null),
  // The last two phases are known once the next iteration is.
  key: (request, { run }) => JSON.stringify(request)
    + ('iteration' in request && run?.reports.at(request.iteration + 1) ? ' whole' : ''),
};
