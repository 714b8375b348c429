// Reads settings from an address; also the checks of its other values. Pure.

import { OLDER_NAMES, usesRankSvm } from '../../settings/older-settings.js';
import { OPTIONAL } from './url-settings.js';

/** @typedef {import('../../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../../settings/settings-state.js').Check} Check */

const LONGEST_VALUE = 4_096;

/**
 * Returns settings on top of `base`. Settings that the core refuses are removed one by one. If RankSVM begins without
 * `pairs_of`, the link is older than this setting, and RankSVM compares good documents with bad ones.
 * @param {string} prefix
 * @param {TrainingSettings} base
 * @param {TrainingSettings} defaults they show what kind of value each setting has
 * @param {Map<string, string>} words what is a setting is taken out of it
 * @param {Check} check
 * @param {(key: string, value: string, why: string) => void} ignore
 * @returns {TrainingSettings}
 */
export function readSettings(prefix, base, defaults, words, check, ignore) {
  /** @type {Map<string, unknown>} */
  const wanted = new Map();
  const isOld = !words.has(`${prefix}pairs_of`);
  for (const name of new Set([...Object.keys(defaults), ...OPTIONAL])) {
    const key = prefix + (words.has(prefix + name) ? name : OLDER_NAMES[name] ?? name);
    const text = words.get(key);
    if (text === undefined) continue;
    words.delete(key);
    const value = text.length > LONGEST_VALUE ? null : readValue(text, name, Reflect.get(defaults, name));
    if (value === null) ignore(key, text, 'is not a value of this setting');
    else wanted.set(name, value);
  }
  const candidate = () => {
    const settings = /** @type {TrainingSettings} */ ({ ...base, ...Object.fromEntries(wanted) });
    return isOld && usesRankSvm(settings) && !usesRankSvm(base) ? { ...settings, pairs_of: 'threshold' } : settings;
  };
  while (wanted.size) {
    const problem = check(candidate());
    if (!problem) break;
    // If the fault names no setting of the link, each setting is tried alone.
    const alone = [...wanted.keys()].find((name) =>
        check({ ...defaults, [name]: wanted.get(name) })?.field === problem.field);
    const culprit = problem.field !== null && wanted.has(problem.field) ? problem.field
      : alone ?? [...wanted.keys()].at(-1) ?? '';
    ignore(prefix + culprit, String(wanted.get(culprit)), `cannot be used: ${shown(problem.message, 200)}`);
    wanted.delete(culprit);
  }
  return candidate();
}

/**
 * Returns a text as a value of the setting's type, or null.
 * @param {string} text
 * @param {string} name
 * @param {unknown} usual
 */
function readValue(text, name, usual) {
  if (OPTIONAL.includes(name) && text === 'none') return undefined;
  if (name === 'label_gain') return text;
  if (OPTIONAL.includes(name)) return numberOf(text);
  if (typeof usual === 'number') return numberOf(text);
  if (typeof usual === 'boolean') return text === 'true' ? true : text === 'false' ? false : null;
  if (Array.isArray(usual)) return text.split(/\s+/).filter(Boolean);
  return typeof usual === 'string' ? text : null;
}

/** @param {string} text */
function numberOf(text) {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : null;
}

/** @param {unknown} value @param {number} least @param {number} most */
export function whole(value, least, most) {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

/** A stranger's text as it may be shown: short, in one line. @param {string} text @param {number} [most] characters */
export function shown(text, most = 40) {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line || '(no name)';
}
