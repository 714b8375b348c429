// State of the ranks over time: the ranks at some iterations so far, and the request for the next ones. Pure.

import { isOpen } from '../../../store/panels.js';
import { newest } from '../../run/training/run-state.js';

/** @typedef {import('../../../wasm/rankscope.js').RanksAt} RanksAt */
/** The ranks of a query, by iteration. @typedef {import('../../../core/protocol.js').RanksReply} RankHistory */
/**
 * What the panel of this feature sees of the state.
 * @typedef {{ ranks: RankHistory } & import('../../../store/panels.js').PanelsState
 *   & import('../../run/training/training-state.js').TrainingState} RanksState
 */
/** @typedef {{ type: 'ranks/points' } & RankHistory} RanksAction */
/**
 * @typedef {import('../../../store/store.js').Store<RanksState, RanksAction
 *   | import('../../run/training/training-state.js').TrainingAction>} RanksStore
 */

const MOST = 40; // steps between the iterations shown
const SLICE = 4; // iterations of one request: each calls the oracles of the query

/** @type {RankHistory} */
export const NO_RANKS = { run: 0, query: 0, points: [], problem: '' };

/**
 * Returns the iterations that are shown: all of a short run, else every 2nd, 5th, 10th …, and the newest.
 * @param {number} last
 */
export function shownIterations(last) {
  let step = 1;
  for (let at = 0; last / step > MOST; at += 1) step *= at % 3 === 1 ? 2.5 : 2;
  const iterations = [];
  for (let at = 0; at < last; at += step) iterations.push(at);
  return [...iterations, last];
}

/**
 * The ranks of a query of a run, none before the first reply.
 * @param {RankHistory} ranks @param {number} run @param {number} query
 */
const pointsOf = (ranks, run, query) => (ranks.run === run && ranks.query === query ? ranks.points : []);

/**
 * @param {RankHistory} old
 * @param {RankHistory} reply
 * @param {Pick<RanksState, 'run'>} state
 * @returns {RankHistory}
 */
export function reduceRanks(old, { run: of, query, points, problem }, { run }) {
  if (of !== run?.id) return old;
  const iterations = shownIterations(newest(run));
  const all = [...pointsOf(old, of, query), ...points].filter(({ iteration }) => iterations.includes(iteration));
  return { run: of, query, points: all.sort((a, b) => a.iteration - b.iteration), problem };
}

/** @type {import('../../../core/protocol.js').RequestKind<RanksState>} */
export const RANKS_REQUEST = {
  type: 'rank history', answer: 'ranks/points',
  wanted: (state, { run: { id }, query }) => {
    const { run, ranks } = state;
    if (!isOpen(state, 'ranks') || run?.id !== id || query === null) return null;
    const known = pointsOf(ranks, id, query);
    const iterations = shownIterations(newest(run)).filter((at) => !known.some(({ iteration }) => iteration === at));
    return iterations.length
      ? { type: 'rank history', run: id, query, iterations: iterations.slice(0, SLICE) } : null;
  },
};
