// Settings that differ, in the words of the controls. Pure.

import { changes } from './keeping.js';
import { measureName, percent } from './format.js';
import { methodLabel } from './settings.js';

/** @typedef {import('./protocol.js').Catalog} Catalog */
/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */

/** @type {Record<string, string>} Names of settings that belong to no method alone. */
const WORDS = {
  method: 'Method', measure: 'Measure', decay: 'Decay profile c', offset: 'Offset', decay_cut: 'Decay cut', reference: 'Reference ranking', cut_off: 'Cut-off k',
  working_set: 'Working set', c: 'C', gap: 'Stop at gap', max_iterations: 'Most iterations', threshold: 'Good from grade', scale: 'Scaling',
  drop_zero: 'Leave out empty documents', drop_near_duplicates: 'Leave out near duplicates', seed: 'Seed', measures: 'Measures',
};

/**
 * @param {Catalog} catalog
 * @param {TrainingSettings} from
 * @param {TrainingSettings} to
 */
export function differences(catalog, from, to) {
  return changes(from, to).map((change) => ({
    name: change.name,
    label: WORDS[change.name] ?? catalog.methods.flatMap(({ options }) => options).find(({ name }) => name === change.name)?.label ?? change.name.replaceAll('_', ' '),
    from: valueText(catalog, change.name, change.from), to: valueText(catalog, change.name, change.to),
  }));
}

/** @param {Catalog} catalog @param {string} name @param {unknown} value */
function valueText(catalog, name, value) {
  if (value === undefined || value === null || value === '') return 'none';
  if (name === 'method') return methodLabel(catalog, String(value));
  if (name === 'measure') return measureName(String(value));
  if (name === 'gap') return percent(Number(value));
  if (name === 'components' && Array.isArray(value)) return value.map((one) => methodLabel(catalog, one)).join(' + ');
  if (Array.isArray(value)) return value.map((one) => measureName(String(one))).join(', ') || 'none';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
