// Writes settings to an address. Pure.

/** @typedef {import('../../../core/protocol.js').TrainingSettings} TrainingSettings */

import { usesRankSvm } from '../../settings/older-settings.js';

/** Settings that may be absent. */
export const OPTIONAL = [
  'decay_cut', 'cut_off', 'rounds', 'epochs', 'patience', 'depth', 'first_queries', 'label_gain',
];

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
