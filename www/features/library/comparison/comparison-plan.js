// The plan of a comparison by the choices of the user. Pure: no DOM, no worker, no wasm.

import { hasTrainingOption } from '../../settings/settings.js';
import { plural } from '../../../lib/format.js';

/** @typedef {import('./comparison-state.js').Comparison} Comparison */
/** @typedef {import('./comparison-state.js').ComparisonState} ComparisonState */
/** @typedef {import('./comparison-state.js').Plan} Plan */

/**
 * Returns the values of C in a text, separated by commas, semicolons or blanks, each once. Other parts become NaN.
 * @param {string} text
 */
export function gridOf(text) {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean).map(Number))];
}

/**
 * Returns the measures in a text, separated by commas, semicolons or blanks, each once. Commas inside `eru:5,2` do not
 * separate.
 * @param {string} text
 */
export function measuresOf(text) {
  return [
    ...new Set(text.toLowerCase().split(/[\s,;]+(?=[^\d\s,;])/).map((part) => part.replace(/[\s,;]+$|^[\s,;]+/g, ''))
        .filter(Boolean))];
}

/** The line without any training, which every comparison shows: what training adds is what a method has above it. */
const UNTRAINED = 'mean-difference';

/**
 * The methods that are ticked at first: those with cutting planes, and the line without any training.
 * @param {import('../../../core/protocol.js').Catalog} catalog
 */
function usualMethods({ methods }) {
  return methods.filter(({ name, family }) => family === 'max-margin' || name === UNTRAINED)
    .map(({ name }) => name);
}

/** @param {string[]} methods */
const withUntrained = (methods) => (methods.length && !methods.includes(UNTRAINED) ? [...methods, UNTRAINED] : methods);

/**
 * The name of a list in the study, where a data file may have its name.
 * @param {string} name @param {import('../../data/data-state.js').Data | null} data
 */
export function rankerFile(name, data) {
  const { train, valid, test } = data?.request ?? {};
  return [train, valid, test].some((source) => source?.name === name) ? `list ${name}` : name;
}

/** @param {ComparisonState} state */
export function planOf({ comparison: { choices, ranker }, settings, data, catalog }) {
  return /** @type {Plan} */ ({
    settings,
    methods: withUntrained(choices.methods ?? usualMethods(catalog)),
    c_grid: gridOf(choices.grid),
    measures: measuresOf(choices.measures),
    folds: data?.summaries.valid ? undefined : choices.folds ?? 0,
    rankers: ranker && choices.ranker ? [rankerFile(ranker.name, data)] : [],
  });
}

/**
 * Returns why the page refuses a plan for these data, or null. The core checks further reasons.
 * @param {ComparisonState} state
 * @returns {Comparison['problem']}
 */
export function obstacle(state) {
  const { data, comparison: { choices } } = state;
  if (!data) return { field: null, message: 'Load data first.' };
  // A study names its files as they are.
  if (data.request.without?.length) {
    return { field: null, message: 'Some features are off, and Compare trains with all of them. Press Switch all on in '
      + 'the tab Weights, then Train.' };
  }
  if (!data.summaries.test) {
    return { field: null, message: 'Test data are missing. Choose Hold out, or choose a Test file.' };
  }
  const { methods, c_grid: grid, measures, folds } = planOf(state);
  if (!methods.length) return { field: 'methods', message: 'Tick at least one method.' };
  if (!grid.length || !grid.every((c) => Number.isFinite(c) && c > 0)) {
    return { field: 'c_grid', message: 'Enter positive numbers, separated by commas.' };
  }
  if (!measures.length) return { field: 'measures', message: 'Name at least one measure.' };
  const { queries } = data.summaries.train;
  if (folds !== undefined && !(Number.isInteger(choices.folds) && folds >= 2 && folds <= queries)) {
    return { field: 'folds', message: `Enter a whole number from 2 to ${queries}, the number of training queries.` };
  }
  return null;
}

/**
 * How many runs a plan takes: methods without C are trained once.
 * @param {Plan} plan
 * @param {import('../../../core/protocol.js').Catalog} catalog
 */
export function runsOf({ methods, c_grid: grid, folds }, catalog) {
  const hasC = (/** @type {string} */ name) =>
    hasTrainingOption(catalog.methods.find((method) => method.name === name), 'c');
  const values = methods.map((name) => (hasC(name) ? grid.length : 1));
  return values.reduce((sum, count) => sum + count, 0) * ((folds ?? 0) + 1);
}

/** How C is picked, in words. @param {ComparisonState} state */
export function howPicked({ data }) {
  if (data?.summaries.valid) {
    return `C is chosen by the ${plural(data.summaries.valid.queries, 'validation query', 'validation queries')}.`;
  }
  return 'There are no validation data, so C is chosen by cross-validation: each fold of the training queries is held '
    + 'out once.';
}
