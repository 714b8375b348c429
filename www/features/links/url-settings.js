// Writes settings to an address and reads them; also the checks that both need. Pure.

/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../settings/settings-state.js').Check} Check */

import { usesRankSvm } from '../settings/older-settings.js';

const LONGEST_VALUE = 4_096;
/** Settings that may be absent. */
const OPTIONAL = ['decay_cut', 'cut_off', 'rounds', 'epochs'];

/**
 * Writes the settings of `to` that differ from those of `from`. `pairs_of` is always written where RankSVM begins,
 * because links without it are older than this setting.
 * @param {URLSearchParams} written
 * @param {string} prefix
 * @param {TrainingSettings} from
 * @param {TrainingSettings} to
 */
export function writeSettings(written, prefix, from, to) {
  for (const [name, value] of Object.entries(
      { ...Object.fromEntries(OPTIONAL.map((key) => [key, undefined])), ...to })) {
    const isNeeded = name === 'pairs_of' && usesRankSvm(to) && !usesRankSvm(from);
    if (!isNeeded && JSON.stringify(value) === JSON.stringify(Reflect.get(from, name))) continue;
    // An empty field has no number.
    if (typeof value === 'number' && !Number.isFinite(value)) continue;
    written.set(prefix + name, value === undefined ? 'none' : Array.isArray(value) ? value.join(' ') : String(value));
  }
}

/**
 * Returns settings on top of `base`. Settings that the core refuses are removed one by one. If RankSVM begins without
 * `pairs_of`, the link is older than this setting, and RankSVM compares good documents with bad ones.
 * @param {string} prefix
 * @param {TrainingSettings} base
 * @param {TrainingSettings} defaults they show what kind of value each setting has
 * @param {Map<string, string>} given what is a setting is taken out of it
 * @param {Check} check
 * @param {(key: string, value: string, why: string) => void} ignore
 * @returns {TrainingSettings}
 */
export function readSettings(prefix, base, defaults, given, check, ignore) {
  /** @type {Map<string, unknown>} */
  const wanted = new Map();
  const isOld = !given.has(`${prefix}pairs_of`);
  for (const name of new Set([...Object.keys(defaults), ...OPTIONAL])) {
    const text = given.get(prefix + name);
    if (text === undefined) continue;
    given.delete(prefix + name);
    const value = text.length > LONGEST_VALUE ? null : valueOf(text, name, Reflect.get(defaults, name));
    if (value === null) ignore(prefix + name, text, 'is not a value of this setting');
    else wanted.set(name, value);
  }
  const made = () => {
    const settings = /** @type {TrainingSettings} */ ({ ...base, ...Object.fromEntries(wanted) });
    return isOld && usesRankSvm(settings) && !usesRankSvm(base) ? { ...settings, pairs_of: 'threshold' } : settings;
  };
  while (wanted.size) {
    const problem = check(made());
    if (!problem) break;
    // If the fault names no setting of the link, each setting is tried alone.
    const alone = [...wanted.keys()].find((name) =>
        check({ ...defaults, [name]: wanted.get(name) })?.field === problem.field);
    const culprit = problem.field !== null && wanted.has(problem.field) ? problem.field
      : alone ?? [...wanted.keys()].at(-1) ?? '';
    ignore(prefix + culprit, String(wanted.get(culprit)), `cannot be used: ${shown(problem.message, 200)}`);
    wanted.delete(culprit);
  }
  return made();
}

/**
 * Returns a text as a value of the setting's type, or null.
 * @param {string} text
 * @param {string} name
 * @param {unknown} usual
 */
function valueOf(text, name, usual) {
  if (OPTIONAL.includes(name)) return text === 'none' ? undefined : numberOf(text);
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
