// Moving through the iterations of a run: Play and slow motion. Pure: no DOM, no worker, no clock.

import { isOpen } from '../../../store/panels.js';
import { canResume, isWorking, newest, sameSettings } from '../training/run-state.js';

/** @typedef {import('../training/training-state.js').TrainingState} TrainingState */
/** @typedef {import('../training/training-state.js').TrainingAction} TrainingAction */
/** @typedef {import('../../../wasm/rankscope.js').Motion} Motion */

/** @typedef {import('../../../wasm/rankscope.js').StepMotion} StepMotion */

/** Every kind of iteration has four phases, from 0. @typedef {0 | 1 | 2 | 3} Phase */
/** @type {Phase[]} */
export const PHASES = [0, 1, 2, 3];

/** The first phase that shows what led to the next iteration. It is known once that iteration is there. */
const LATE = 2;

/** Iterations per second that Play can go at. */
export const SPEEDS = [1, 2, 5, 15, 50];

/** The panel of slow motion. */
export const SLOW = 'slow-motion';

/** An iteration with cutting planes, or one of another method. @typedef {Motion | StepMotion} AnyMotion */

/**
 * `motion` is the newest answer of the worker; it has a problem where the core refuses.
 * @typedef {{ run: number, motion: AnyMotion | null, problem: string }} MotionReply
 * @typedef {{ playing: boolean, speed: number, phase: Phase, motion: MotionReply | null }} Playback
 */

/**
 * @typedef {{ type: 'playback/play', on: boolean } | { type: 'playback/speed', speed: number }
 *   | { type: 'playback/tick' }
 *   | { type: 'playback/slow motion', open: boolean } | { type: 'playback/phase', phase: Phase }
 *   | { type: 'playback/walk', by: 1 | -1 }
 *   | { type: 'playback/motion' } & MotionReply} PlaybackAction
 */

/** @typedef {{ playback: Playback }} PlaybackSlice */

/** The slices that the panels of this feature read. @typedef {PlaybackSlice & TrainingState} PlaybackState */
/** @typedef {import('../../../store/store.js').Store<PlaybackState, PlaybackAction | TrainingAction>} PlaybackStore */

/** @type {Playback} */
export const NO_PLAYBACK = { playing: false, speed: 5, phase: 0, motion: null };

/**
 * Returns the changed state, and the action that is left for the page; null if playback handled all of it.
 * @template {PlaybackState} S
 * @param {S} state
 * @param {PlaybackAction | TrainingAction} action
 * @returns {[S, TrainingAction | null]}
 */
export function reducePlayback(state, action) {
  const { playback: old, run, cursor } = state;
  /** @param {Partial<Playback>} change @returns {S} */
  const now = (change) => ({ ...state, playback: { ...old, ...change } });
  switch (action.type) {
    case 'playback/play': {
      const end = newest(run);
      if (!action.on || end === 0) return [now({ playing: false }), null];
      // At the end it plays again from the start.
      return [now({ playing: true }), cursor.iteration < end ? null : { type: 'cursor', iteration: 0 }];
    }
    case 'playback/speed': return [now({ speed: action.speed }), null];
    case 'playback/tick':
      if (!old.playing) return [state, null];
      return [now({ playing: cursor.iteration + 1 < newest(run) }),
        { type: 'cursor', iteration: cursor.iteration + 1 }];
    case 'cursor': return [now({ playing: false }), action];
    case 'playback/slow motion': {
      // At the end of a run there is nothing to walk through: it starts with the first iteration.
      const isEnd = action.open && Boolean(run?.stop) && cursor.iteration === newest(run);
      const next = withSlowMotion(now({ playing: false, ...(isEnd && { phase: 0 }) }), action.open);
      return [next, isEnd ? { type: 'cursor', iteration: 0 } : null];
    }
    case 'playback/phase': return [now({ phase: action.phase }), null];
    case 'playback/walk': return action.by > 0 ? forward(state) : backward(state);
    case 'step': {
      // With slow motion open a step of this run is a phase. Links and lessons request whole iterations.
      const mine = isOpen(state, SLOW) && !action.whole && run && !run.workerLost
        && sameSettings(run.settings, state.settings) && canWalk(state);
      // Who steps wants to see the step, so the cursor leaves an earlier iteration.
      if (!mine) return [{ ...now({ playing: false }), cursor: { ...cursor, follow: true } }, action];
      if (isWorking(run)) return [now({ playing: false }), action];
      return needsTraining(state)
        ? [{ ...now({ phase: LATE, playing: false }), cursor: { ...cursor, follow: false } }, action] : forward(state);
    }
    case 'playback/motion': {
      const { run: of, motion, problem } = action;
      return [run?.id === of ? now({ motion: { run: of, motion, problem } }) : state, null];
    }
    default: return [state, action];
  }
}

/**
 * Opens or closes slow motion.
 * @template {import('../../../store/panels.js').PanelsState} S
 * @param {S} state
 * @param {boolean} open
 * @returns {S}
 */
export const withSlowMotion = (state, open) => ({ ...state, panels: { ...state.panels, [SLOW]: open } });

/**
 * Another run begins its own history.
 * @template {PlaybackState} S
 * @param {S} previous
 * @param {S} state
 * @returns {S}
 */
export function settlePlayback(previous, state) {
  if (previous.run?.id === state.run?.id) return state;
  return { ...state, playback: { ...state.playback, playing: false, phase: 0, motion: null } };
}

/** Whether the QP and the update of the cursor's iteration are known. @param {PlaybackState} state */
export function isDone({ run, cursor }) {
  return cursor.iteration < newest(run);
}

/** Whether the next phase is one that has to be trained first. @param {PlaybackState} state */
export function needsTraining(state) {
  return !isDone(state) && canResume(state) && state.playback.phase !== 0;
}

/** Whether there is a phase after this one. @param {PlaybackState} state */
export function canWalk(state) {
  const { phase } = state.playback;
  return isDone(state) || phase < LATE || needsTraining(state);
}

/** @template {PlaybackState} S @param {S} state @returns {[S, TrainingAction | null]} */
function forward(state) {
  if (!canWalk(state)) return [state, null];
  const { phase } = state.playback;
  /** @type {Phase | undefined} */
  const next = PHASES[phase + 1];
  const playback = { ...state.playback, playing: false, phase: next ?? 0 };
  return [{ ...state, playback }, next ? null : { type: 'cursor', iteration: state.cursor.iteration + 1 }];
}

/** @template {PlaybackState} S @param {S} state @returns {[S, TrainingAction | null]} */
function backward(state) {
  const { phase } = state.playback;
  if (phase > 0) return [{ ...state, playback: { ...state.playback, playing: false, phase: PHASES[phase - 1] } }, null];
  const { iteration } = state.cursor;
  if (iteration === 0) return [state, null];
  return [{ ...state, playback: { ...state.playback, playing: false, phase: 3 } },
    { type: 'cursor', iteration: iteration - 1 }];
}

/**
 * Returns the iteration to which a key moves the cursor; null for other keys.
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
