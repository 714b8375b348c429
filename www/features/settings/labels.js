// Settings by the labels that people see. Pure.

import { measureName, sentence } from '../../lib/format.js';
import { hasOption, hasTrainingOption, methodOf } from './settings.js';

/** @typedef {import('../../core/protocol.js').Catalog} Catalog */

/**
 * @type {Record<string,
 *   string>} Labels of settings that belong to no method alone; those of the methods' options are in the catalogue.
 */
const LABELS = {
  method: 'Method', measure: 'Measure', decay: 'Decay profile c', offset: 'Offset', decay_cut: 'Zero from rank',
  reference: 'Reference ranking', cut_off: 'Cut-off k',
  working_set: 'Working set', c: 'C', gap: 'Stop at gap', max_iterations: 'Max iterations',
  threshold: 'Good from grade', scale: 'Scaling',
  drop_zero: 'Drop documents without any feature', drop_near_duplicates: 'Drop near-duplicates of unequal grade',
  seed: 'Seed', measures: 'Charted measure',
};

/** @param {Catalog} catalog @param {string} name key of a setting @returns {string | undefined} */
function known(catalog, name) {
  return LABELS[name]
    ?? [...catalog.methods?.flatMap(({ options }) => options) ?? [], ...catalog.run ?? []]
      .find((option) => option.name === name)?.label;
}

/**
 * The method, its measure and C in one line, where there is no room for the controls.
 * @param {Catalog} catalog
 * @param {import('../../core/protocol.js').TrainingSettings} settings
 */
export function settingsLine(catalog, settings) {
  const method = methodOf(catalog, settings);
  const measure = hasOption(method, 'measure') ? measureName(settings.measure) : null;
  const price = hasTrainingOption(method, 'c')
    ? `C\u00a0${Number.isFinite(settings.c) ? settings.c : 'is empty'}` : null;
  return [method?.label ?? settings.method, measure, price].filter(Boolean).join(' · ');
}

/** @param {Catalog} catalog @param {string} name key of a setting */
export function labelOf(catalog, name) {
  return known(catalog, name) ?? name.replaceAll('_', ' ');
}

/**
 * What is wrong with which setting, for a place where the control is not at hand.
 * @param {Catalog} catalog
 * @param {{ field: string | null, message: string }} problem
 */
export function problemText(catalog, { field, message }) {
  return field === null ? message : `${labelOf(catalog, field)}: ${message}`;
}

/**
 * A message of the core as a sentence: where it begins with the key of a setting, it begins with its label.
 * @param {Catalog} catalog
 * @param {string} message
 */
export function messageText(catalog, message) {
  const [, key = '', rest = ''] = /^([a-z_]+): (.*)$/s.exec(message) ?? [];
  const label = known(catalog, key);
  return sentence(label ? `${label}: ${rest}` : message);
}
