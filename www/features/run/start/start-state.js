// Whether first sight is shown: the page of a visitor who comes without a link. Pure.

/** `closed`: the visitor has gone on, or has begun on this device before. @typedef {{ closed: boolean }} Start */
/** @typedef {{ type: 'start/close' } | { type: 'start/open' }} StartAction */

/**
 * What first sight sees of the state.
 * @typedef {import('../../learn/lessons/lesson-state.js').LessonsState & { start: Start }} StartState
 */
/**
 * @typedef {import('../../../store/store.js').Store<StartState,
 *   StartAction | import('../../learn/lessons/lesson-state.js').LessonsAction>} StartStore
 */

/** @type {Start} */
export const OPEN_START = { closed: false };

/** @param {Start} start @param {StartAction} action @returns {Start} */
export function reduceStart(start, { type }) {
  const closed = type === 'start/close' || (type !== 'start/open' && start.closed);
  return closed === start.closed ? start : { closed };
}

/** Whether first sight is shown, never beside a lesson. @param {Pick<StartState, 'start' | 'lessons'>} state */
export function showsStart({ start, lessons }) {
  return !start.closed && !lessons.open;
}

/**
 * Whether the visitor goes on by this action: to a lesson, a mode, or other data. A run may go on behind first sight.
 * @param {{ type: string, open?: boolean }} action
 */
export function leavesStart({ type, open }) {
  return ['load', 'lessons/open', 'links/open'].includes(type) || (type === 'panel' && open === true);
}
