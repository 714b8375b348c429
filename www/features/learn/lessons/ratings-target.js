// What a step of a lesson wants of the mode Ratings. Pure.

import { numbersOf } from '../../ratings/ratings-state.js';

/** @typedef {import('../../ratings/ratings-state.js').FactorizationSettings} Settings */
/** @typedef {import('../../../core/ratings-protocol.js').GeneratedRatings} Generated */

/** Generated ratings, settings, and whether they are trained. @typedef {{ generated: Required<Generated>,
 *   settings: Pick<Settings, 'rank' | 'keep' | 'rounds' | 'c'>, isTrained: boolean }} RatingsTarget */

/** Values of the words that a step leaves out. @type {Record<string, string>} */
const USUAL = { users: '300', items: '200', noise: 'true', scale: 'true', seed: '1', rank: '3', keep: '20', rounds: '3',
  c: '30,100,300,1000' };
const TRAIN = 'train';
const MOST = 1_000; // users and items

/**
 * Returns what the words of a step mean, such as `["noise=false", "train"]`, or the fault of a word.
 * @param {unknown} words
 * @returns {{ target: RatingsTarget, fault: null } | { target: null, fault: string }}
 */
export function ratingsTarget(words) {
  const fields = { ...USUAL };
  if (!Array.isArray(words)) return { target: null, fault: 'must be a list such as ["noise=false", "train"]' };
  for (const word of words.filter((one) => one !== TRAIN)) {
    const [name, value] = String(word).split('=');
    const key = name === 'whim' ? 'noise' : name; // an older name
    if (!Object.hasOwn(USUAL, key) || !isValue(key, value ?? '')) {
      return { target: null, fault: `“${String(word).slice(0, 40)}” is not ${TRAIN}, or one of `
        + `${Object.keys(USUAL).join(', ')} with a value, as in rank=3` };
    }
    fields[key] = value;
  }
  const number = (/** @type {string} */ key) => Number(fields[key]);
  return { fault: null, target: {
    generated: { users: number('users'), items: number('items'), noise: fields.noise === 'true',
      scale: fields.scale === 'true', seed: number('seed') },
    settings: { rank: number('rank'), keep: number('keep'), rounds: number('rounds'), c: numbersOf(fields.c) },
    isTrained: words.includes(TRAIN) } };
}

/** @param {string} key @param {string} value */
function isValue(key, value) {
  if (key === 'noise' || key === 'scale') return value === 'true' || value === 'false';
  if (key === 'c') return /^[\d.]+(,[\d.]+){0,9}$/.test(value);
  return /^\d{1,9}$/.test(value) && (!['users', 'items'].includes(key) || Number(value) <= MOST);
}
