// Checks the expressions and conditions of an untrusted lesson before they are evaluated. Pure.

import { FIGURES, PLACES, SUMS } from './expressions.js';
import { isRecord, list, named, oneOf, record, words } from './schema-values.js';

/** @typedef {import('./schema-values.js').Judge} Judge */

const DEEPEST = 12;

/**
 * Names the figures of the same kind if the kind is known, else all kinds.
 * @param {unknown} value @param {string} place @param {Judge} judge
 */
function figure(value, place, judge) {
  if (typeof value === 'string' && FIGURES.includes(value)) return;
  const kind = typeof value === 'string' ? value.split('.', 1)[0] : '';
  const near = FIGURES.filter((name) => name.split('.', 1)[0] === kind);
  oneOf(value, place, near.length ? near : [...new Set(FIGURES.map((name) => name.replace(/\..*/, '.…')))], judge);
}

/**
 * @param {unknown} value
 * @param {string} place
 * @param {Set<string>} names
 * @param {Judge} judge
 * @param {number} [depth]
 */
export function sum(value, place, names, judge, depth = 0) {
  if (typeof value === 'number') return void (Number.isFinite(value) || judge.say(place, 'must be a number'));
  if (depth > DEEPEST) return judge.say(place, 'is nested too deeply');
  if (!isRecord(value)) return judge.say(place, 'must be a number or an expression');
  if ('value' in value) {
    const lookup = record(value, place,
      { value: true, run: false, at: false, measure: false, of: false, rank: false, feature: false }, judge);
    if (!lookup) return;
    figure(lookup.value, `${place}.value`, judge);
    if (lookup.run !== undefined && !(typeof lookup.run === 'string' && names.has(lookup.run))) {
      judge.say(`${place}.run`, `“${named(lookup.run)}” is not remembered by an earlier step`);
    }
    if (lookup.at !== undefined
        && !(typeof lookup.at === 'number' ? Number.isInteger(lookup.at) && lookup.at >= 0
          : PLACES.some((place) => place === lookup.at))) {
      judge.say(`${place}.at`, `must be an iteration, or one of ${PLACES.join(', ')}`);
    }
    for (const key of /** @type {const} */ (['measure', 'of'])) {
      if (lookup[key] !== undefined) words(lookup[key], `${place}.${key}`, judge, 200);
    }
    for (const key of /** @type {const} */ (['rank', 'feature'])) {
      if (lookup[key] !== undefined && !(Number.isInteger(lookup[key]) && Number(lookup[key]) >= 1)) {
        judge.say(`${place}.${key}`, 'must be a whole number from 1');
      }
    }
    return;
  }
  const keys = Object.keys(value);
  const [key] = keys;
  if (keys.length !== 1 || (key !== 'size' && !SUMS.some((name) => name === key))) {
    return judge.say(place, `must be one of value, size, ${SUMS.join(', ')}`);
  }
  if (key === 'size') return sum(value.size, `${place}.size`, names, judge, depth + 1);
  pair(value[key], `${place}.${key}`, names, judge, depth, key === 'minus' || key === 'over');
}

/**
 * @param {unknown} value
 * @param {string} place
 * @param {Set<string>} names
 * @param {Judge} judge
 * @param {number} depth
 * @param {boolean} two
 */
function pair(value, place, names, judge, depth, two) {
  const parts = list(value, place, judge, 10);
  if (Array.isArray(value) && (two ? parts.length !== 2 : parts.length < 2)) {
    judge.say(place, two ? 'must have two parts' : 'must have at least two parts');
  }
  parts.forEach((part, at) => sum(part, `${place}[${at}]`, names, judge, depth + 1));
}

/**
 * @param {unknown} value
 * @param {string} place
 * @param {Set<string>} names
 * @param {Judge} judge
 * @param {number} [depth]
 */
export function condition(value, place, names, judge, depth = 0) {
  if (depth > DEEPEST) return judge.say(place, 'is nested too deeply');
  if (!isRecord(value)) return judge.say(place, 'must be a condition');
  const { within, ...rest } = value;
  const [key, ...more] = Object.keys(rest);
  if (more.length || !['less', 'more', 'same', 'all', 'any', 'not'].includes(key)) {
    return judge.say(place, 'must be one of less, more, same, all, any, not');
  }
  if (within !== undefined && (key !== 'same' || typeof within !== 'number' || !(within >= 0))) {
    judge.say(`${place}.within`, 'must be a number from 0, beside “same”');
  }
  if (key === 'not') return condition(rest.not, `${place}.not`, names, judge, depth + 1);
  if (key === 'all' || key === 'any') {
    return list(rest[key], `${place}.${key}`, judge, 20)
      .forEach((one, at) => condition(one, `${place}.${key}[${at}]`, names, judge, depth + 1));
  }
  pair(rest[key], `${place}.${key}`, names, judge, depth, true);
}

/** @param {unknown} value @param {string} place @param {Set<string>} names @param {Judge} judge */
export function conditions(value, place, names, judge) {
  if (value !== undefined) {
    list(value, place, judge, 20).forEach((one, at) => condition(one, `${place}[${at}]`, names, judge));
  }
}
