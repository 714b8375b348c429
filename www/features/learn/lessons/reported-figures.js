// Which figures the methods report, by family, and where one method differs from its family. A test trains every method
// and compares. Pure.

import { methodOf } from '../../settings/settings.js';
import { FIGURES } from './expressions.js';

/** @typedef {import('../../../core/protocol.js').Catalog} Catalog */
/** @typedef {import('../../../core/protocol.js').TrainingSettings} TrainingSettings */

/** @param {string} names */
const list = (names) => names.split(' ');
/** @param {string} names @param {string} [ends] */
const steps = (names, ends = '') => [
  ...list(`iteration train valid test${names && ` ${names}`}`).map((name) => `report.${name}`),
  ...list(`iterations best_iteration${ends && ` ${ends}`}`).map((name) => `stop.${name}`)];

const INSPECTED = [
  ...list('loss margin hinge predicted_loss predicted_value working_slack reference.grade predicted.grade '
    + 'violator.grade').map((name) => `inspection.${name}`), 'rows.loss'];
const GREEDY = list('greedy.loss greedy.margin greedy.hinge greedy.grade');
const MODEL = list('model.features model.uses model.steps model.rise model.trees');
const DESCENT = 'mean_loss norm objective best_objective pair_error';
const BOOSTED = 'pair_error alpha edge';
const BOOSTED_BY_OBJECTIVE = `objective best_objective ${BOOSTED}`;

/** @type {Record<string, string[]>} */
const OF_FAMILY = {
  'max-margin': [...steps('round primal best_primal dual gap mean_slack mean_loss norm cuts added worst_violation '
    + 'objective best_objective', 'gap best_objective best_primal dual'), 'weight', ...INSPECTED],
  descent: [...steps(`${DESCENT} gradient_norm gap`, 'gap best_objective'), 'weight'],
};

/** Methods of hinges over documents, whose planes are not listed. */
const BY_BOUNDS = [
  ...steps('mean_loss norm objective best_objective gap', 'gap best_objective best_primal dual'), 'weight'];
/** @type {Record<string, string[]>} */
const OF_METHOD = {
  'svm-ndcg': [...OF_FAMILY['max-margin'], ...GREEDY],
  'svm-ndcg-nc': [...OF_FAMILY['max-margin'], ...GREEDY],
  smoothrank: [...steps(`${DESCENT} gradient_norm smoothing`, 'best_objective'), 'weight'],
  'lambdarank-linear': [...steps(`${DESCENT} gradient_norm gap moved`, 'gap best_objective'), 'weight'],
  lambdarank: [...steps(`${DESCENT} rate`, 'best_objective'), ...MODEL],
  approxndcg: [...steps(`${DESCENT} gradient_norm`, 'best_objective'), 'weight'],
  softrank: [...steps(`${DESCENT} gradient_norm`, 'best_objective'), 'weight'],
  'svm-binary': BY_BOUNDS,
  'svm-multiclass': BY_BOUNDS,
  ranknet: [...steps(`${DESCENT} rate`, 'best_objective'), ...MODEL],
  rankboost: [...steps(`${BOOSTED_BY_OBJECTIVE} feature threshold`, 'best_objective'), ...MODEL],
  frank: [...steps(`${BOOSTED_BY_OBJECTIVE} given_up feature threshold`, 'best_objective'), ...MODEL],
  adarank: [...steps('objective best_objective alpha edge entropy feature', 'best_objective'), ...MODEL],
  mcrank: [...steps(BOOSTED_BY_OBJECTIVE, 'best_objective'), ...MODEL],
  lambdamart: [...steps(BOOSTED), ...MODEL],
  prank: [...steps('mean_loss norm'), 'weight'],
  perceptron: [...steps('norm gradient_norm rate paid regret bound'), 'weight'],
  'single-feature': [...steps('feature'), ...MODEL],
  'mean-difference': [...steps(''), 'weight'],
};

/**
 * Figures that the page has whatever the method: of the data, the queries, other tabs, pictures and the reader's order.
 */
export const PAGE_FIGURES = FIGURES.filter((name) => /^rows\.(slack|value|count)$/.test(name)
  || /^(overview|settings|pulls|ratings|comparison|order|turn|stretch|clicks|learned)\./.test(name)
  || /^(generalisation|margins|planes|passes|push)\./.test(name));

/**
 * The figures that a run with these settings reports, beside those of the page; null for a method of another catalogue.
 * @param {Catalog} catalog @param {TrainingSettings} settings
 * @returns {{ method: string, figures: string[] } | null}
 */
export function reportedFigures({ methods }, settings) {
  const method = methodOf(/** @type {Catalog} */ ({ methods: methods ?? [] }), settings);
  const figures = method && (OF_METHOD[method.name] ?? OF_FAMILY[method.family]);
  return figures ? { method: method.label, figures } : null;
}

/**
 * Returns why a run with these settings cannot have a figure; null if it can.
 * @param {import('./expressions.js').Lookup} lookup @param {Catalog} catalog @param {TrainingSettings} settings
 */
export function whyNotReported({ value, measure }, catalog, settings) {
  if (PAGE_FIGURES.includes(value)) return null;
  const reported = reportedFigures(catalog, settings);
  if (!reported) return null;
  const { method, figures } = reported;
  if (!figures.includes(value)) return `${method} does not report “${value}”; it reports ${figures.join(', ')}`;
  const measures = settings.measures?.map((name) => name.trim().toLowerCase()) ?? [];
  if (measure === undefined || !measures.length || !/^report\.(train|valid|test)$/.test(value)) return null;
  return measures.includes(measure.toLowerCase()) ? null
    : `the run does not report the measure “${measure}”; it reports ${measures.join(', ')}`;
}
