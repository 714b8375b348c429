// The introduction that a first visit shows in the place of the curves. Pure.

import { newest } from '../training/run-state.js';

/**
 * `closed`: this device has trained, begun a lesson or closed the introduction before.
 * @typedef {{ closed: boolean }} Start
 */
/** @typedef {{ type: 'start/close' }} StartAction */

/**
 * What the panel sees of the state.
 * @typedef {import('../../learn/lessons/lesson-state.js').LessonsState & { start: Start }} StartState
 */
/**
 * @typedef {import('../../../store/store.js').Store<StartState,
 *   StartAction | import('../../learn/lessons/lesson-state.js').LessonsAction>} StartStore
 */

/** @type {Start} */
export const OPEN_START = { closed: false };

/** @param {Start} start @param {StartAction} action @returns {Start} */
export function reduceStart(start, action) {
  return action.type === 'start/close' && !start.closed ? { closed: true } : start;
}

/** Whether the introduction is shown: never beside a lesson or a run that has begun. @param {StartState} state */
export function showsStart({ start, run, lessons }) {
  const idle = !run || run.status === 'ready' || run.status === 'preparing';
  return !start.closed && !lessons.open && idle && newest(run) === 0;
}
