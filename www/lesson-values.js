// Values of a stranger's lesson, judged one by one: of which kind they are, how long, how large. Pure.

/** Where what is wrong is said. @typedef {{ say: (place: string, what: string) => void }} Judge */

/** Text with `{{name}}` for figures. @param {unknown} value @param {string} place @param {Judge} judge @param {number} most @param {Set<string>} [figures] */
export function words(value, place, judge, most, figures) {
  if (typeof value !== 'string' || !value.trim()) return judge.say(place, 'it is no text');
  if (value.length > most) return judge.say(place, `it has ${value.length.toLocaleString('en-US')} characters; ${most.toLocaleString('en-US')} are the most`);
  for (const [, name] of figures ? value.matchAll(/\{\{(\w+)\}\}/g) : []) if (!figures?.has(name)) judge.say(place, `{{${short(name)}}} is not among the figures beside it`);
}

/** @param {unknown} value @param {string} place @param {Judge} judge */
export function digits(value, place, judge) {
  if (!(typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6)) judge.say(place, 'it is a whole number from 0 to 6');
}

/** @param {unknown} value @param {string} place @param {Judge} judge @param {number} least @param {number} most */
export function amount(value, place, judge, least, most) {
  if (!(typeof value === 'number' && value >= least && value <= most)) judge.say(place, `it is a number from ${least} to ${most.toLocaleString('en-US')}`);
}

/** @param {unknown} value @param {string} place @param {readonly string[]} known @param {Judge} judge */
export function oneOf(value, place, known, judge) {
  if (typeof value !== 'string' || !known.includes(value)) judge.say(place, `“${named(value)}” is none of ${known.join(', ')}`);
}

/** @param {unknown} value @param {string} place @param {Judge} judge @param {number} most @returns {unknown[]} */
export function list(value, place, judge, most) {
  if (!Array.isArray(value)) judge.say(place, 'it is no list');
  else if (value.length > most) judge.say(place, `it has ${value.length.toLocaleString('en-US')} entries; ${most} are the most`);
  else return value;
  return [];
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An object with these fields and no others; `true` for those it must have.
 * @template {string} Key
 * @param {unknown} value @param {string} place @param {Record<Key, boolean>} fields @param {Judge} judge
 * @returns {Partial<Record<Key, unknown>> | null}
 */
export function record(value, place, fields, judge) {
  if (!isRecord(value)) {
    judge.say(place, 'it is no object');
    return null;
  }
  const prefix = place ? `${place}.` : '';
  for (const key of Object.keys(value)) if (!Object.hasOwn(fields, key)) judge.say(`${prefix}${short(key)}`, `no such field; there are ${Object.keys(fields).join(', ')}`);
  for (const [key, needed] of Object.entries(fields)) if (needed && !Object.hasOwn(value, key)) judge.say(`${prefix}${key}`, 'it is missing');
  return /** @type {Partial<Record<Key, unknown>>} */ (value);
}

/** What stands where a word should. An object is not asked: its own `toString` may be no function. @param {unknown} value */
export function named(value) {
  return typeof value === 'object' && value ? (Array.isArray(value) ? 'a list' : 'an object') : short(String(value));
}

/** A stranger's word as it may be shown. @param {string} text @param {number} [most] */
export function short(text, most = 40) {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
