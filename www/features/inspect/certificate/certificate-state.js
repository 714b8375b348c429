// State of the certificate: the page of planes that is shown, and the view before a plane was opened. Pure.

import { isOpen } from '../../../store/panels.js';
import { SLOW, withSlowMotion } from '../../run/playback/playback-state.js';

/** @typedef {import('../../../wasm/rankscope.js').Certificate} Certificate */
/** @typedef {import('../../../wasm/rankscope.js').LedgerPage} LedgerPage */
/** @typedef {import('../../../wasm/rankscope.js').LedgerRow} LedgerRow */
/** @typedef {import('../../run/playback/playback-state.js').PlaybackState} PlaybackState */
/** @typedef {import('../model/model-state.js').ModelState} ModelState */
/** @typedef {import('../../run/training/training-state.js').TrainingAction} TrainingAction */

/** Planes on a page of the table. */
export const PLANES = 10;

/**
 * The view before `plane` was opened.
 * @typedef {{ iteration: number, query: number | null, slow: boolean, plane: LedgerRow }} WayBack
 */

/**
 * `certificate` is the newest reply of the worker.
 * @typedef {{ page: LedgerPage, certificate: { run: number, certificate: Certificate } | null, back: WayBack
 *   | null }} CertificateView
 */

/**
 * @typedef {{ type: 'certificate/page', change: Partial<LedgerPage> }
 *   | { type: 'certificate/open plane', plane: LedgerRow } | { type: 'certificate/back' }
 *   | { type: 'certificate/certificate', run: number, certificate: Certificate }} CertificateAction
 */

/** @typedef {{ certificate: CertificateView }} CertificateSlice */

/**
 * What the panel of this feature sees of the state.
 * @typedef {CertificateSlice & PlaybackState & ModelState} CertificateState
 */
/** @typedef {import('../../../store/store.js').Store<CertificateState, CertificateAction>} CertificateStore */

/** @type {CertificateView} */
export const NO_CERTIFICATE = { page: { order: 'dual', descending: true, offset: 0, count: PLANES }, certificate: null,
  back: null };

/**
 * Returns the changed state, and the action for the other reducers, null if none of them handles it.
 * @template {CertificateState} S
 * @param {S} state
 * @param {CertificateAction | TrainingAction} action
 * @returns {[S, TrainingAction | null]}
 */
export function reduceCertificate(state, action) {
  const { certificate: old, run, cursor } = state;
  /** @param {Partial<CertificateView>} change @returns {S} */
  const now = (change) => ({ ...state, certificate: { ...old, ...change } });
  switch (action.type) {
    case 'cursor': return [old.back?.iteration === action.iteration ? now({ back: null }) : state, action];
    case 'certificate/page': {
      const { order, descending } = { ...old.page, ...action.change };
      const sorted = order === old.page.order && descending === old.page.descending;
      // With another sort order the table starts at its first page.
      return [now({ page: { ...old.page, ...action.change, ...(sorted ? {} : { offset: 0 }) } }), null];
    }
    case 'certificate/open plane': {
      const { plane } = action;
      const back = old.back ? { ...old.back, plane }
        : { iteration: cursor.iteration, query: state.query, slow: isOpen(state, SLOW), plane };
      // Slow motion is hidden until the way back, so that the ranking is in sight.
      return [{ ...withSlowMotion(now({ back }), false), query: plane.query ?? state.query },
        { type: 'cursor', iteration: plane.found_at }];
    }
    case 'certificate/back':
      if (!old.back) return [state, null];
      return [{ ...withSlowMotion(now({ back: null }), old.back.slow), query: old.back.query },
        { type: 'cursor', iteration: old.back.iteration }];
    case 'certificate/certificate': return [run?.id === action.run
        ? now({ certificate: { run: action.run, certificate: action.certificate } }) : state, null];
    default: return [state, action];
  }
}

/**
 * A new run starts at the first page of planes.
 * @template {CertificateState} S
 * @param {S} previous
 * @param {S} state
 * @returns {S}
 */
export function settleCertificate(previous, state) {
  if (previous.run?.id === state.run?.id) return state;
  const { page } = state.certificate;
  return { ...state, certificate: { page: { ...page, offset: 0 }, certificate: null, back: null } };
}
