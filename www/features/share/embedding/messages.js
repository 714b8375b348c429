// The messages between the page in a frame and the page around it: reads those of the host, and names every fault.
// Pure, no DOM.

import { PROTOCOL, VERSION } from '../../../lib/host-protocol.js';
import { LONGEST, LONGEST_FILE } from '../links/url.js';

/**
 * Characters of LETOR text, or bytes of packed text, in all parts of a message. A number of a row takes at least four
 * characters, and at most 27 bytes of the matrix (a row with more than 30 % of its numbers is stored with its zeros).
 * So a text takes at most 0.34 GB in the worker, twice as much scaled, which is less than the gigabyte from which on
 * loading waits for a reader. What a packed text takes is estimated before it is read, as that of a file is.
 */
const LONGEST_DATA = 50_000_000;
const LONGEST_NAME = 255;
const MOST_SETTINGS = 100;
export const THEMES = /** @type {const} */ (['system', 'light', 'dark']);

/**
 * A message of the host. `id`: its own word for it, which the reply repeats.
 * @typedef {{ type: 'set-data', id: Id, letor: Text, name: string, validation: Text | null, test: Text | null }
 *   | { type: 'set-state', id: Id, link: string } | { type: 'set-state', id: Id, settings: Record<string, unknown> }
 *   | { type: 'set-state', id: Id, query: string | null }
 *   | { type: 'set-theme', id: Id, theme: 'system' | 'light' | 'dark' }
 *   | { type: 'open-lesson', id: Id, name: string | null, lesson: string | null, step: number }
 *   | { type: 'train' | 'get-result' | 'get-model' | 'get-picture' | 'get-answers', id: Id }} HostMessage
 */
/** LETOR text; as a Blob it may be packed by gzip. @typedef {string | Blob} Text */
/** @typedef {string | number | null} Id */
/**
 * A greeting; `opaque`: the host has no origin and knows it.
 * @typedef {{ id: Id, version: unknown, opaque: boolean }} Hello
 */
/** @typedef {{ type: string, id: Id, problem: string }} Refusal */

/** The fields of each message beside `protocol`, `version`, `type` and `id`. */
export const UNDERSTOOD = /** @type {Record<HostMessage['type'], string[]>} */ ({
  'set-data': ['letor', 'name', 'validation', 'test'],
  'set-state': ['link', 'settings', 'query'],
  'set-theme': ['theme'],
  'open-lesson': ['lesson', 'name', 'step'],
  train: [],
  'get-result': [],
  'get-model': [],
  'get-picture': [],
  'get-answers': [],
});

/** Returns a greeting; null for any other value. @param {unknown} value @returns {Hello | null} */
export function readHello(value) {
  if (!isRecord(value) || value.protocol !== PROTOCOL || value.type !== 'hello') return null;
  return { id: idOf(value.id), version: value.version, opaque: value.opaque === true };
}

/**
 * Returns the message, or why it is refused. Never throws.
 * @param {unknown} value
 * @returns {HostMessage | Refusal}
 */
export function readMessage(value) {
  const type = isRecord(value) ? short(value.type) : '';
  const id = isRecord(value) ? idOf(value.id) : null;
  try {
    if (!isRecord(value)) throw new Error('the message must be an object');
    if (value.protocol !== PROTOCOL || value.version !== VERSION) {
      throw new Error(`protocol must be "${PROTOCOL}" and version ${VERSION}`);
    }
    if (typeof value.type !== 'string' || !Object.hasOwn(UNDERSTOOD, value.type)) {
      throw new Error(`“${type}” is no message of this protocol`);
    }
    const known = [...UNDERSTOOD[/** @type {HostMessage['type']} */ (value.type)], 'protocol', 'version', 'type', 'id'];
    const unknown = Object.keys(value).find((key) => !known.includes(key));
    if (unknown !== undefined) throw new Error(`unknown field “${short(unknown)}”; known are ${known.join(', ')}`);
    return bodyOf(/** @type {HostMessage['type']} */ (value.type), id, value);
  } catch (error) {
    return { type, id, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** @param {HostMessage['type']} type @param {Id} id @param {Record<string, unknown>} value @returns {HostMessage} */
function bodyOf(type, id, value) {
  switch (type) {
    case 'set-data': return dataOf(id, value);
    case 'set-theme': {
      const theme = THEMES.find((one) => one === value.theme);
      if (!theme) throw new Error(`theme must be one of ${THEMES.join(', ')}`);
      return { type, id, theme };
    }
    case 'set-state': return stateOf(id, value);
    case 'open-lesson': return lessonOf(id, value);
    default: return { type, id };
  }
}

/** @param {Id} id @param {Record<string, unknown>} value @returns {HostMessage} */
function dataOf(id, value) {
  const [letor, validation, test] = ['letor', 'validation', 'test'].map((key) => letorOf(value, key));
  if (letor === null) throw new Error('letor must be a text, or a Blob with one');
  const length = [letor, validation, test].reduce((sum, part) => sum + lengthOf(part), 0);
  if (length > LONGEST_DATA) {
    throw tooLong(validation ?? test ? 'letor, validation and test together' : 'letor', length, LONGEST_DATA);
  }
  return { type: 'set-data', id, letor, name: optional(value, 'name', LONGEST_NAME) ?? 'data of the host page',
    validation, test };
}

/** @param {Record<string, unknown>} value @param {string} key @returns {Text | null} */
function letorOf(value, key) {
  const part = value[key];
  return part instanceof Blob && part.size > 0 ? part : optional(value, key, Infinity, 'a text, or a Blob with one');
}

/** @param {Text | null} part */
const lengthOf = (part) => (part instanceof Blob ? part.size : part?.length ?? 0);

/** @param {Id} id @param {Record<string, unknown>} value @returns {HostMessage} */
function stateOf(id, value) {
  const given = ['link', 'settings', 'query'].filter((key) => value[key] !== undefined);
  if (given.length !== 1) throw new Error('set-state must have either a link or settings, or a query');
  const { settings, query } = value;
  if (query !== undefined) {
    return { type: 'set-state', id, query: query === null ? null : text(value, 'query', LONGEST_NAME) };
  }
  if (settings === undefined) {
    return { type: 'set-state', id, link: text(value, 'link', LONGEST).replace(/^[^#]*#/s, '') };
  }
  if (!isRecord(settings) || Object.keys(settings).length > MOST_SETTINGS) {
    throw new Error(`settings must be an object of at most ${MOST_SETTINGS} settings`);
  }
  return { type: 'set-state', id, settings };
}

/** @param {Id} id @param {Record<string, unknown>} value @returns {HostMessage} */
function lessonOf(id, value) {
  const { lesson, name, step = 1 } = value;
  if ((lesson === undefined) === (name === undefined)) {
    throw new Error('open-lesson must have either a lesson or the name of one');
  }
  if (!Number.isInteger(step) || Number(step) < 1 || Number(step) > 1000) {
    throw new Error('step must be a whole number from 1');
  }
  if (name !== undefined) {
    return { type: 'open-lesson', id, name: text(value, 'name', 60), lesson: null, step: Number(step) };
  }
  const json = typeof lesson === 'string' ? lesson : JSON.stringify(lesson);
  if (json.length > LONGEST_FILE) throw tooLong('lesson', json.length, LONGEST_FILE);
  return { type: 'open-lesson', id, name: null, lesson: json, step: Number(step) };
}

/**
 * @param {Record<string, unknown>} value @param {string} key @param {number} most
 * @param {string} [what] is expected
 */
function text(value, key, most, what = 'a text') {
  const one = value[key];
  if (typeof one !== 'string' || !one.trim()) throw new Error(`${key} must be ${what}`);
  if (one.length > most) throw tooLong(key, one.length, most);
  return one;
}

/**
 * @param {Record<string, unknown>} value @param {string} key @param {number} most
 * @param {string} [what] is expected
 */
const optional = (value, key, most, what) => ((value[key] ?? null) === null ? null : text(value, key, most, what));

/** @param {string} key @param {number} length @param {number} most */
const tooLong = (key, length, most) => new Error(
  `${key} ${key.includes(' ') ? 'have' : 'has'} ${length.toLocaleString('en-US')} characters; `
  + `at most ${most.toLocaleString('en-US')} are allowed`);

/** The host's own word for a message. @param {unknown} value @returns {Id} */
function idOf(value) {
  return typeof value === 'number' ? value : typeof value === 'string' ? value.slice(0, 100) : null;
}

/** A stranger's text in one short line. @param {unknown} value */
function short(value) {
  const line = typeof value === 'string' ? value.replace(/[\p{C}\s]+/gu, ' ').trim() : typeof value;
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
