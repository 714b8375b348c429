// The messages between the page in a frame and the page around it: reads those of the host, and names every fault.
// Pure, no DOM.

import { PROTOCOL, VERSION } from '../../../lib/host-protocol.js';
import { LONGEST, LONGEST_FILE } from '../links/url.js';

const LONGEST_DATA = 5_000_000; // characters of LETOR text
const LONGEST_NAME = 255;
const MOST_SETTINGS = 100;
export const THEMES = /** @type {const} */ (['system', 'light', 'dark']);

/**
 * A message of the host. `id`: its own word for it, which the reply repeats.
 * @typedef {{ type: 'set-data', id: Id, letor: string, name: string, validation: string | null, test: string | null }
 *   | { type: 'set-state', id: Id, link: string | null, settings: Record<string, unknown> | null }
 *   | { type: 'set-theme', id: Id, theme: 'system' | 'light' | 'dark' }
 *   | { type: 'open-lesson', id: Id, name: string | null, lesson: string | null, step: number }
 *   | { type: 'get-result', id: Id } | { type: 'get-answers', id: Id }} HostMessage
 */
/** @typedef {string | number | null} Id */
/** A greeting; `opaque`: the host has no origin and knows it. @typedef {{ version: unknown, opaque: boolean }} Hello */
/** @typedef {{ type: string, id: Id, problem: string }} Refusal */

/** The fields of each message beside `protocol`, `version`, `type` and `id`. */
export const UNDERSTOOD = /** @type {Record<HostMessage['type'], string[]>} */ ({
  'set-data': ['letor', 'name', 'validation', 'test'],
  'set-state': ['link', 'settings'],
  'set-theme': ['theme'],
  'open-lesson': ['lesson', 'name', 'step'],
  'get-result': [],
  'get-answers': [],
});

/** Returns a greeting; null for any other value. @param {unknown} value @returns {Hello | null} */
export function readHello(value) {
  if (!isRecord(value) || value.protocol !== PROTOCOL || value.type !== 'hello') return null;
  return { version: value.version, opaque: value.opaque === true };
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
    case 'set-data': return { type, id, letor: text(value, 'letor', LONGEST_DATA),
      name: optional(value, 'name', LONGEST_NAME) ?? 'data of the host page',
      validation: optional(value, 'validation', LONGEST_DATA), test: optional(value, 'test', LONGEST_DATA) };
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
function stateOf(id, value) {
  if ((value.link === undefined) === (value.settings === undefined)) {
    throw new Error('set-state must have either a link or settings');
  }
  const { settings } = value;
  if (settings === undefined) {
    const link = text(value, 'link', LONGEST);
    return { type: 'set-state', id, link: link.replace(/^[^#]*#/s, ''), settings: null };
  }
  if (!isRecord(settings) || Object.keys(settings).length > MOST_SETTINGS) {
    throw new Error(`settings must be an object of at most ${MOST_SETTINGS} settings`);
  }
  return { type: 'set-state', id, link: null, settings };
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

/** @param {Record<string, unknown>} value @param {string} key @param {number} most */
function text(value, key, most) {
  const one = value[key];
  if (typeof one !== 'string' || !one.trim()) throw new Error(`${key} must be a text`);
  if (one.length > most) throw tooLong(key, one.length, most);
  return one;
}

/** @param {Record<string, unknown>} value @param {string} key @param {number} most */
const optional = (value, key, most) => ((value[key] ?? null) === null ? null : text(value, key, most));

/** @param {string} key @param {number} length @param {number} most */
const tooLong = (key, length, most) => new Error(
  `${key} has ${length.toLocaleString('en-US')} characters; at most ${most.toLocaleString('en-US')} are allowed`);

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
