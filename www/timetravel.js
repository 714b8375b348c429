// Moving through the iterations of a run: Play, slow motion, and the planes of the ledger. Pure: no DOM, no worker, no clock.

import { isOpen } from './reducer.js';
import { canResume, isWorking, newest, sameSettings } from './running.js';

/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./reducer.js').Action} Action */
/** @typedef {import('./reducer.js').PageAction} PageAction */
/** @typedef {import('./wasm/rankscope.js').Motion} Motion */
/** @typedef {import('./wasm/rankscope.js').Certificate} Certificate */
/** @typedef {import('./wasm/rankscope.js').LedgerPage} LedgerPage */
/** @typedef {import('./wasm/rankscope.js').LedgerRow} LedgerRow */

/** @typedef {'oracle' | 'cut' | 'qp' | 'update'} PhaseName */
/** @type {PhaseName[]} */
export const PHASES = ['oracle', 'cut', 'qp', 'update'];

/** Iterations per second that Play can go at. */
export const SPEEDS = [1, 2, 5, 15, 50];

/** The panel of slow motion. */
export const SLOW = 'slow-motion';

/** Planes on a page of the ledger. */
export const PLANES = 10;

/**
 * `motion` and `certificate` are the newest answers of the worker; they belong to the run and iteration that they name.
 * `back`: what was shown before a plane was opened.
 * @typedef {{ playing: boolean, speed: number, phase: PhaseName, motion: { run: number, motion: Motion } | null,
 *   page: LedgerPage, certificate: { run: number, certificate: Certificate } | null,
 *   back: { iteration: number, query: number | null, slow: boolean, plane: LedgerRow } | null }} Travel
 */

/**
 * @typedef {{ type: 'play', on: boolean } | { type: 'play speed', speed: number } | { type: 'play tick' }
 *   | { type: 'slow motion', open: boolean } | { type: 'phase', phase: PhaseName } | { type: 'walk', by: 1 | -1 }
 *   | { type: 'ledger page', change: Partial<LedgerPage> } | { type: 'open plane', plane: LedgerRow } | { type: 'back' }
 *   | { type: 'motion', run: number, motion: Motion } | { type: 'certificate', run: number, certificate: Certificate }} TravelAction
 */

/** @type {Travel} */
export const NO_TRAVEL = {
  playing: false, speed: 5, phase: 'oracle', motion: null,
  page: { order: 'dual', descending: true, offset: 0, count: PLANES }, certificate: null, back: null,
};

/**
 * What an action changes here, and what of it is left for the page to do.
 * @param {State} state
 * @param {Action} action
 * @returns {[State, PageAction | null]}
 */
export function travel(state, action) {
  const { travel: old, run, cursor } = state;
  /** @param {Partial<Travel>} change @returns {State} */
  const now = (change) => ({ ...state, travel: { ...old, ...change } });
  switch (action.type) {
    case 'play': {
      const end = newest(run);
      if (!action.on || end === 0) return [now({ playing: false }), null];
      // At the end it plays again from the start.
      return [now({ playing: true }), cursor.iteration < end ? null : { type: 'cursor', iteration: 0 }];
    }
    case 'play speed': return [now({ speed: action.speed }), null];
    case 'play tick':
      if (!old.playing) return [state, null];
      return [now({ playing: cursor.iteration + 1 < newest(run) }), { type: 'cursor', iteration: cursor.iteration + 1 }];
    case 'cursor': return [now({ playing: false, back: old.back?.iteration === action.iteration ? null : old.back }), action];
    case 'slow motion': return [slowly(now({ playing: false }), action.open), null];
    case 'phase': return [now({ phase: action.phase }), null];
    case 'walk': return action.by > 0 ? forward(state) : backward(state);
    case 'step': {
      // With slow motion open a step of this run is a phase; who asks for iterations, as links and lessons do, gets them whole.
      const mine = isOpen(state, SLOW) && !action.whole && run && !run.gone && sameSettings(run.settings, state.settings) && canWalk(state);
      if (!mine || isWorking(run)) return [now({ playing: false }), action];
      return needsTraining(state) ? [{ ...now({ phase: 'qp', playing: false }), cursor: { ...cursor, follow: false } }, action] : forward(state);
    }
    case 'ledger page': {
      const { order, descending } = { ...old.page, ...action.change };
      const sorted = order === old.page.order && descending === old.page.descending;
      // Sorted otherwise, the rows begin at the first again.
      return [now({ page: { ...old.page, ...action.change, ...(sorted ? {} : { offset: 0 }) } }), null];
    }
    case 'open plane': {
      const { plane } = action;
      const back = old.back ? { ...old.back, plane } : { iteration: cursor.iteration, query: state.query, slow: isOpen(state, SLOW), plane };
      // Slow motion makes room for the permutation until one goes back.
      return [{ ...slowly(now({ back, playing: false }), false), query: plane.query ?? state.query }, { type: 'cursor', iteration: plane.born }];
    }
    case 'back':
      if (!old.back) return [state, null];
      return [{ ...slowly(now({ back: null }), old.back.slow), query: old.back.query }, { type: 'cursor', iteration: old.back.iteration }];
    case 'motion': return [run?.id === action.run ? now({ motion: { run: action.run, motion: action.motion } }) : state, null];
    case 'certificate': return [run?.id === action.run ? now({ certificate: { run: action.run, certificate: action.certificate } }) : state, null];
    default: return [state, action];
  }
}

/** @param {State} state @param {boolean} open @returns {State} */
const slowly = (state, open) => ({ ...state, panels: { ...state.panels, [SLOW]: open } });

/**
 * Another run begins its own history.
 * @param {State} previous
 * @param {State} state
 * @returns {State}
 */
export function settle(previous, state) {
  if (previous.run?.id === state.run?.id) return state;
  const { page } = state.travel;
  return { ...state, travel: { ...state.travel, playing: false, phase: 'oracle', motion: null, certificate: null, back: null, page: { ...page, offset: 0 } } };
}

/** Whether iterations follow each other by themselves: by training, or by Play. One step is waited for. @param {Pick<State, 'run' | 'travel'>} state */
export function isMoving({ run, travel }) {
  return travel.playing || run?.status === 'running' || (run?.status === 'stepping' && (run.steps ?? 1) > 1);
}

/** Whether the QP and the update of the cursor's iteration are known. @param {State} state */
export function isDone({ run, cursor }) {
  return cursor.iteration < newest(run);
}

/** Whether the next phase is one that has to be trained first. @param {State} state */
export function needsTraining(state) {
  return !isDone(state) && canResume(state) && state.travel.phase !== 'oracle';
}

/** Whether there is a phase after this one. @param {State} state */
export function canWalk(state) {
  const { phase } = state.travel;
  return isDone(state) || phase === 'oracle' || phase === 'cut' || needsTraining(state);
}

/** @param {State} state @returns {[State, PageAction | null]} */
function forward(state) {
  if (!canWalk(state)) return [state, null];
  const { phase } = state.travel;
  const next = PHASES[PHASES.indexOf(phase) + 1];
  const travelled = { ...state.travel, playing: false, phase: next ?? 'oracle' };
  return [{ ...state, travel: travelled }, next ? null : { type: 'cursor', iteration: state.cursor.iteration + 1 }];
}

/** @param {State} state @returns {[State, PageAction | null]} */
function backward(state) {
  const at = PHASES.indexOf(state.travel.phase);
  if (at > 0) return [{ ...state, travel: { ...state.travel, playing: false, phase: PHASES[at - 1] } }, null];
  const { iteration } = state.cursor;
  if (iteration === 0) return [state, null];
  return [{ ...state, travel: { ...state.travel, playing: false, phase: 'update' } }, { type: 'cursor', iteration: iteration - 1 }];
}

/**
 * Where a key leads the cursor; null for keys that lead nowhere.
 * @param {string} key
 * @param {number} iteration
 * @param {number} end
 */
export function keyTarget(key, iteration, end) {
  if (end === 0) return null;
  switch (key) {
    case 'ArrowLeft': return Math.max(0, iteration - 1);
    case 'ArrowRight': return Math.min(end, iteration + 1);
    case 'Home': return 0;
    case 'End': return end;
    default: return null;
  }
}
