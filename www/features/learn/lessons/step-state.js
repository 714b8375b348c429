// The whole state that a step of a lesson sets, in the form of a link. Pure, no DOM.

import { viewOf } from '../../share/links/url-reader.js';

/**
 * The fields of a link, `data`: LETOR lines, `ratings` and `comparison`: words about these tabs, and `order`: the
 * reader's own order of the documents.
 * @typedef {Record<string, string | number | boolean | null | string[]>} StepState
 */
/** What the states of a lesson's steps follow from. @typedef {{ measures?: string[],
 *   steps: { state?: StepState, question?: { state?: StepState } }[] }} StepStates */
/** @typedef {import('../../share/links/url.js').World} World */

/** Fields of a state that links do not have, besides `data`. */
export const OTHER_VIEWS = ['ratings', 'comparison', 'order'];
/** Fields of a state that change the view but not the run. */
const VIEW_FIELDS = [...OTHER_VIEWS, 'trained', 'iteration', 'query', 'open', 'tab', 'shown', 'one-per-group'];

/**
 * Returns the whole state of a step: its own fields on top of those of earlier steps. New data reset the state, and a
 * changed setting starts a new run.
 * @param {StepStates} lesson
 * @param {number} step
 * @param {boolean} revealed whether the question of this step has been answered
 * @returns {StepState}
 */
export function stateAt(lesson, step, revealed) {
  /** @type {StepState} */
  let whole = {};
  lesson.steps.slice(0, step + 1).forEach(({ state, question }, at) => {
    whole = joined(whole, state);
    if (at < step || revealed) whole = joined(whole, question?.state);
  });
  return lesson.measures && whole.measures === undefined ? { measures: lesson.measures, ...whole } : whole;
}

/**
 * Returns the state of a step in the form of a link, and its faults.
 * @param {StepState} state
 * @param {World} world
 */
export function viewOfState(state, world) {
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    if (key === 'data' || OTHER_VIEWS.includes(key)) continue;
    if (key === 'trained' && value === 'end') {
      words.set('trained', '1');
      words.set('ended', 'true');
    } else words.set(key,
    value === null ? 'none' : Array.isArray(value) ? value.join(key === 'open' ? ',' : ' ') : String(value));
  }
  return viewOf(words.toString(), world);
}

/** @param {StepState} base @param {StepState | undefined} more @returns {StepState} */
function joined(base, more) {
  if (!more) return base;
  if ('sample' in more || 'data' in more) return more;
  const { trained, iteration, ...kept } = base;
  const other = Object.keys(more).some((key) => !VIEW_FIELDS.includes(key));
  return { ...kept, ...(!other && trained !== undefined ? { trained } : {}),
    ...(!other && iteration !== undefined && !('trained' in more) ? { iteration } : {}), ...more };
}
