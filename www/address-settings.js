// Settings as words of the address, and back; and what both halves of an address need to tell good words from bad. Pure.

/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('./address.js').Check} Check */

const LONGEST_VALUE = 4_096;
/** Settings that may be absent. */
const OPTIONAL = ['decay_cut', 'cut_off'];

/**
 * @param {URLSearchParams} written
 * @param {string} prefix
 * @param {TrainingSettings} from
 * @param {TrainingSettings} to
 */
export function writeSettings(written, prefix, from, to) {
  for (const [name, value] of Object.entries({ ...Object.fromEntries(OPTIONAL.map((key) => [key, undefined])), ...to })) {
    if (JSON.stringify(value) === JSON.stringify(Reflect.get(from, name))) continue;
    // An emptied field has no number to give.
    if (typeof value === 'number' && !Number.isFinite(value)) continue;
    written.set(prefix + name, value === undefined ? 'none' : Array.isArray(value) ? value.join(' ') : String(value));
  }
}

/**
 * Settings on top of `base`. What the core refuses is left out, one setting after the other.
 * @param {string} prefix
 * @param {TrainingSettings} base
 * @param {TrainingSettings} defaults they tell what kind of value each setting has
 * @param {Map<string, string>} given what is a setting is taken out of it
 * @param {Check} check
 * @param {(key: string, value: string, why: string) => void} ignore
 * @returns {TrainingSettings}
 */
export function readSettings(prefix, base, defaults, given, check, ignore) {
  /** @type {Map<string, unknown>} */
  const wanted = new Map();
  for (const name of new Set([...Object.keys(defaults), ...OPTIONAL])) {
    const text = given.get(prefix + name);
    if (text === undefined) continue;
    given.delete(prefix + name);
    const value = text.length > LONGEST_VALUE ? null : valueOf(text, name, Reflect.get(defaults, name));
    if (value === null) ignore(prefix + name, text, 'is not a value of this setting');
    else wanted.set(name, value);
  }
  const made = () => /** @type {TrainingSettings} */ ({ ...base, ...Object.fromEntries(wanted) });
  while (wanted.size) {
    const problem = check(made());
    if (!problem) break;
    // Faults that name no setting are found one by one: numbers that no setting can hold.
    const alone = [...wanted.keys()].find((name) => check({ ...defaults, [name]: wanted.get(name) })?.field === problem.field);
    const culprit = problem.field !== null && wanted.has(problem.field) ? problem.field : alone ?? [...wanted.keys()].at(-1) ?? '';
    ignore(prefix + culprit, String(wanted.get(culprit)), `cannot be used: ${shown(problem.message, 200)}`);
    wanted.delete(culprit);
  }
  return made();
}

/**
 * A value of the kind that a setting has, or null.
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
