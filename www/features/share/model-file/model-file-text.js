// The words about the model of a file. Pure.

import { count, fixed, measureName, plural, sentence } from '../../../lib/format.js';
import { hasOption, methodOf } from '../../settings/settings.js';

/** @typedef {import('./model-file-state.js').ModelOfFile} ModelOfFile */
/** @typedef {import('../../../core/protocol.js').AppliedModel} AppliedModel */
/** @typedef {import('../../../core/protocol.js').DatasetSummary} DatasetSummary */

/** The data on which models are compared, in words. */
export const PART_WORDS = { train: 'training', valid: 'validation', test: 'test' };

/**
 * The method, its measure, and what the model reads.
 * @param {import('../../../core/protocol.js').Catalog} catalog
 * @param {ModelOfFile} model
 */
export function summaryText(catalog, { method, measure, features, map, scaling }) {
  const choice = methodOf(catalog, /** @type {any} */ ({ method }));
  return [choice?.label ?? method, hasOption(choice, 'measure') && measureName(measure),
    features > 0 && plural(features, 'feature'),
    map !== 'none' && `map ${map}`, scaling !== 'none' && `scaling ${scaling}`].filter(Boolean).join(' · ');
}

/**
 * The name of a feature: that of the model file, else that of the page.
 * @param {Pick<ModelOfFile, 'names'>} model @param {(string | null | undefined)[]} called names on the page
 * @param {number} feature from 0
 */
export function featureOf({ names }, called, feature) {
  return names[feature] || called[feature] || `feature ${feature + 1}`;
}

/** @param {readonly number[]} without */
const featuresText = (without) => (without.length
  ? `without ${without.length === 1 ? 'feature' : 'features'} ${without.join(', ')}` : 'with all features');

/**
 * Why the data may not fit the model; empty if they do.
 * @param {ModelOfFile} model
 * @param {Pick<DatasetSummary, 'features'> & { feature_names?: (string | null | undefined)[] }} data
 * @param {readonly number[]} [without] numbers of the features that the page leaves out
 */
export function misfitText(model, { features: there, feature_names: called = [] }, without = []) {
  const { features, names, foreign, list } = model;
  if (!list && !foreign && (model.without ?? []).join() !== without.join()) {
    return `The numbers below mean nothing: the model was trained ${featuresText(model.without)}, and the page has the `
      + `data ${featuresText(without)}. Switch the same features off in the tab Weights, then train.`;
  }
  // The core joins the features of another program, and says how.
  if (list) return '';
  if (foreign) {
    const isJoined = names.some((name) => name && called.includes(name));
    const lack = isJoined || there >= features ? [] : [`the data have ${plural(there, 'feature')} and the model `
      + `${count(features)}: the others ${foreign.followsGaps ? 'are gaps to the model' : 'count as 0'}`];
    return [...lack, ...foreign.notes].map(sentence).join(' ');
  }
  const other = names.findIndex((name, at) => name && called[at] && name !== called[at]);
  const renamed = other < 0 ? ''
    : ` Feature ${other + 1} is “${names[other]}” in the model and “${called[other]}” in the data.`;
  const extra = there - features;
  if (extra > 0) {
    return `The data have ${plural(extra, 'feature')} more than the model; the model does not use them.${renamed}`;
  }
  if (extra === 0) return renamed.trim();
  const missing = there + 1 === features ? `feature ${count(features)} is missing and counts`
    : `features ${count(there + 1)} to ${count(features)} are missing and count`;
  return `The data do not fit the model: ${missing} as 0.${renamed}`;
}

/**
 * How the rankings of the model and of the run differ, in two sentences; empty without a run.
 * @param {AppliedModel['agreement']} agreement
 */
export function agreementText(agreement) {
  if (!agreement) return '';
  const { part, measure, queries, better, worse, rbo, tau } = agreement;
  return `On the ${PART_WORDS[part]} queries the run is better in ${measureName(measure)} on `
    + `${plural(better, 'query', 'queries')}, worse on ${count(worse)} and the same on `
    + `${count(queries - better - worse)}. The rankings agree by RBO ${fixed(rbo, 3)} and τ-b ${fixed(tau, 3)} on `
    + 'average.';
}
