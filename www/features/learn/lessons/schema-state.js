// Checks the state of a lesson's step: data, settings and what the tabs shall show. Pure, no DOM.

import { PRESETS } from '../../sketch/presets.js';
import { comparisonTarget } from './comparison-target.js';
import { orderOf } from './order-target.js';
import { ratingsTarget } from './ratings-target.js';
import { isRecord, oneOf, short } from './schema-values.js';
import { viewOfState } from './step-state.js';

/** Takes the faults, and knows the page. @typedef {import('./schema-values.js').Judge
 *   & { world: import('./schema-values.js').LessonWorld }} Judge */
/** @typedef {import('./step-state.js').StepState} StepState */

/** Fields of links that a lesson cannot set. */
export const FOREIGN = ['v', 'sample-checksum', 'lines', 'train', 'valid', 'test', 'train-checksum', 'valid-checksum',
  'test-checksum', 'ended', 'numbers', 'lesson', 'step', 'study', 'hide', 'embed',
  'picture'];

/** @param {unknown} value @param {string} place @param {Judge} judge */
export function checkState(value, place, judge) {
  if (value === undefined) return;
  if (!isRecord(value)) return judge.say(place, 'must be an object');
  for (const [key, one] of Object.entries(value)) {
    const here = `${place}.${short(key)}`;
    if (FOREIGN.includes(key) || key.startsWith('next.')) return judge.say(here, 'a lesson cannot set this field');
    const plain = one === null || ['string', 'number', 'boolean'].includes(typeof one)
      || (Array.isArray(one) && one.length <= 100 && one.every((part) => typeof part === 'string'));
    if (!plain || (typeof one === 'number' && !Number.isFinite(one))) {
      return judge.say(here, 'must be a text, a number, true, false, null or a list of texts');
    }
    if (key === 'data') {
      const lines = Array.isArray(one) ? one.join('\n') : one;
      if (typeof lines !== 'string' || !lines.trim() || lines.length > 20_000) {
        return judge.say(here, 'must be LETOR lines of at most 20,000 characters');
      }
    }
  }
  const { sketch, ...rest } = value;
  const { sample, data, ratings, comparison, order } = rest;
  if (sketch !== undefined) oneOf(sketch, `${place}.sketch`, PRESETS.map(({ name }) => name), judge);
  const faults = { ratings: ratings === undefined ? null : ratingsTarget(ratings).fault,
    comparison: comparison === undefined ? null : comparisonTarget(comparison).fault,
    order: order === undefined ? null : orderOf(order).fault };
  for (const [key, fault] of Object.entries(faults)) if (fault) judge.say(`${place}.${key}`, fault);
  if ([sample, data, sketch].filter((one) => one !== undefined).length > 1) {
    judge.say(place, 'must have only one of a sample, data and a sketch');
  }
  // The reader of links checks the settings.
  for (const what of viewOfState(/** @type {StepState} */ (rest), judge.world).ignored) judge.say(place, what);
}
