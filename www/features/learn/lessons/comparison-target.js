// What a step of a lesson wants of the tab Compare, and the next action on the way to it. Pure.

import { gridOf } from '../../library/comparison/comparison-plan.js';

/** @typedef {import('../../library/comparison/comparison-state.js').Comparison} Comparison */
/** @typedef {import('../../library/comparison/comparison-state.js').Choices} Choices */
/** @typedef {import('../../library/comparison/comparison-state.js').ComparisonAction} ComparisonAction */
/** What is compared, and whether it is to be run. @typedef {{ choices: Choices, isRun: boolean }} ComparisonTarget */

const RUN = 'run';
/** Values of the words that a step leaves out. @type {Record<string, string>} */
const USUAL = { methods: 'dorm', grid: '0.1,1,10,100', measures: 'ndcg@10', folds: '5' };

/**
 * Returns what the words of a step mean, such as `["methods=dorm", "folds=3", "run"]`, or the fault of a word.
 * @param {unknown} words
 * @returns {{ target: ComparisonTarget, fault: null } | { target: null, fault: string }}
 */
export function comparisonTarget(words) {
  const fields = { ...USUAL };
  if (!Array.isArray(words)) return { target: null, fault: 'must be a list such as ["methods=dorm", "run"]' };
  for (const word of words.filter((one) => one !== RUN)) {
    const [key, value] = String(word).split('=');
    if (!Object.hasOwn(USUAL, key) || !isValue(key, value ?? '')) {
      return { target: null, fault: `“${String(word).slice(0, 40)}” is not ${RUN}, or one of `
        + `${Object.keys(USUAL).join(', ')} with a value, as in folds=5` };
    }
    fields[key] = value;
  }
  const { methods, grid, measures, folds } = fields;
  return { fault: null, target: {
    choices: { methods: methods.split(','), grid: grid.replaceAll(',', ', '),
      measures: measures.replaceAll(',', ', '), folds: Number(folds), ranker: false },
    isRun: words.includes(RUN) } };
}

/** @param {string} key @param {string} value */
function isValue(key, value) {
  if (key === 'folds') return /^\d{1,2}$/.test(value);
  if (key === 'grid') return gridOf(value).every((c) => c > 0);
  return /^[a-z][\w@,-]{0,80}$/.test(value);
}

/**
 * Returns the next action on the way to the target, null to wait, undefined if it is reached, or why it cannot be.
 * @param {ComparisonTarget} target
 * @param {Comparison} comparison
 * @param {boolean} isOurs whether the newest comparison was started for this target
 * @returns {ComparisonAction | null | undefined | { problem: string }}
 */
export function towardsComparison({ choices, isRun }, comparison, isOurs) {
  if (JSON.stringify(comparison.choices) !== JSON.stringify(choices)) {
    return { type: 'comparison/choices', change: choices };
  }
  if (!isRun) return undefined;
  if (!isOurs) return comparison.problem ? { problem: comparison.problem.message } : { type: 'comparison/start' };
  if (comparison.status === 'running') return null;
  return comparison.status === 'done' ? undefined : { problem: comparison.note };
}
