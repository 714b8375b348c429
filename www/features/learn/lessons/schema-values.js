// Checks single values of a lesson: their type, length and range. Pure.

/** What a lesson can name. @typedef {import('../../share/links/url.js').World & { pictures: string[] }} LessonWorld */
/** Takes the faults. @typedef {{ say: (place: string, what: string) => void }} Judge */

/**
 * Checks a text, in which `{{name}}` stands for a figure.
 * @param {unknown} value
 * @param {string} place
 * @param {Judge} judge
 * @param {number} most
 * @param {Set<string>} [figures]
 */
export function words(value, place, judge, most, figures) {
  if (typeof value !== 'string' || !value.trim()) return judge.say(place, 'must be a text');
  if (value.length > most) {
    return judge.say(place,
      `has ${value.length.toLocaleString('en-US')} characters; at most ${most.toLocaleString('en-US')} are allowed`);
  }
  for (const [, name] of figures ? value.matchAll(/\{\{(\w+)\}\}/g) : []) {
    if (!figures?.has(name)) judge.say(place, `{{${short(name)}}} is not among the figures beside it`);
  }
}

/** @param {unknown} value @param {string} place @param {Judge} judge */
export function digits(value, place, judge) {
  if (!(typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6)) {
    judge.say(place, 'must be a whole number from 0 to 6');
  }
}

/** @param {unknown} value @param {string} place @param {Judge} judge @param {number} least @param {number} most */
export function amount(value, place, judge, least, most) {
  if (!(typeof value === 'number' && value >= least && value <= most)) {
    judge.say(place, `must be a number from ${least} to ${most.toLocaleString('en-US')}`);
  }
}

/** @param {unknown} value @param {string} place @param {readonly string[]} known @param {Judge} judge */
export function oneOf(value, place, known, judge) {
  if (typeof value !== 'string' || !known.includes(value)) {
    judge.say(place, `“${named(value)}” is none of ${known.join(', ')}`);
  }
}

/** @param {unknown} value @param {string} place @param {Judge} judge @param {number} most @returns {unknown[]} */
export function list(value, place, judge, most) {
  if (Array.isArray(value) && value.length <= most) return value;
  const what = Array.isArray(value) ? `has ${value.length.toLocaleString('en-US')} entries; at most ${most} are allowed`
    : 'must be a list';
  judge.say(place, what);
  return [];
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Checks that a value is an object with these fields only; `true` marks required fields.
 * @template {string} Key
 * @param {unknown} value @param {string} place @param {Record<Key, boolean>} fields @param {Judge} judge
 * @returns {Partial<Record<Key, unknown>> | null}
 */
export function record(value, place, fields, judge) {
  if (!isRecord(value)) {
    judge.say(place, 'must be an object');
    return null;
  }
  const prefix = place ? `${place}.` : '';
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(fields, key)) {
      judge.say(`${prefix}${short(key)}`, `unknown field; known fields are ${Object.keys(fields).join(', ')}`);
    }
  }
  for (const [key, needed] of Object.entries(fields)) {
    if (needed && !Object.hasOwn(value, key)) judge.say(`${prefix}${key}`, 'is missing');
  }
  return /** @type {Partial<Record<Key, unknown>>} */ (value);
}

/**
 * Returns a value as a word for a message. Objects are named by their type, because their `toString` may throw.
 * @param {unknown} value
 */
export function named(value) {
  return typeof value === 'object' && value ? (Array.isArray(value) ? 'a list' : 'an object') : short(String(value));
}

/**
 * Returns an untrusted text as one short line without control characters.
 * @param {string} text @param {number} [most]
 */
export function short(text, most = 40) {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
