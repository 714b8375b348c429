// What the handle of the pair weights stops at: the turns of training, numbers of pairs that count, or rules of
// weights. Pure but for the core.

import { owpcRun } from './owpc-run.js';

/** @typedef {import('./owpc-run.js').OwpcRun} OwpcRun */
/** @typedef {{ name: string, pages: OwpcRun['pages'], turn: OwpcRun['turns'][number] }} Stop */

/** The rules: of one list of weights, the first alone counts with `top:1`. */
const RULES = [{ generator: 'constant', name: 'mean' }, { generator: 'inverse-rank', name: '1/j' },
  { generator: 'top:1', name: 'maximum' }];

/** Whether the handle goes from the mean over 1/j to the maximum. @param {readonly string[]} show */
export const hasRules = (show) => show.includes('between') || show.includes('maximum');

/** Returns what trains a search, and remembers it. @param {import('../losses/pair-loss.js').PairLoss} loss */
export function owpcRuns(loss) {
  /** @type {Map<string, OwpcRun>} */
  const known = new Map();
  return (/** @type {readonly string[]} */ lines, /** @type {string} */ generator, /** @type {number} */ c) => {
    const key = JSON.stringify([lines, generator, c]);
    const run = known.get(key) ?? owpcRun(lines, generator, c, loss);
    known.set(key, run);
    return run;
  };
}

/** The stop of a w that has every pair in order. */
export const IN_ORDER = 'another w';

/**
 * What the mean of all pairs makes of a w that was trained with other weights.
 * @param {OwpcRun['turns'][number]} turn @param {number} c
 */
function underMean(turn, c) {
  const weight = 1 / turn.pairs.length;
  const loss = turn.pairs.reduce((sum, { hinge }) => sum + weight * hinge, 0);
  return { ...turn, loss, price: c * loss + turn.norm ** 2 / 2,
    pairs: turn.pairs.map((pair) => ({ ...pair, weight })) };
}

/**
 * @param {readonly string[]} show @param {(generator: string) => OwpcRun} run @param {number} c
 * @returns {Stop[]}
 */
export function stopsOf(show, run, c) {
  const { pages, turns } = run('constant');
  if (show.includes('iterations')) {
    const trained = turns.map((turn, at) => ({ name: String(at), pages, turn }));
    const other = show.includes('order') ? run('inverse-rank').turns.at(-1) : undefined;
    return other ? [...trained, { name: IN_ORDER, pages, turn: underMean(other, c) }] : trained;
  }
  const count = pages.length - 1;
  // A little more than the share, so that rounding does not leave out a pair.
  const topOf = (/** @type {number} */ most) => `top:${(most / count) * 100 + 1e-6}`;
  const rules = hasRules(show) ? RULES : pages.slice(1).map((_, at) => ({ name: String(count - at),
    generator: at ? topOf(count - at) : 'constant' }));
  return rules.map(({ name, generator }) => ({ name, pages, turn: run(generator).turns.at(-1) ?? turns[0] }));
}
