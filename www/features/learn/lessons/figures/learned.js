// What models learn from the clicks of the made shop, as figures that lessons can look up.

import { meanOf, valuesOf } from '../../../../pictures/clicks/log-values.js';
import { clickRun } from './click-runs.js';

/** @typedef {import('../../../../core/clicks-protocol.js').ClickSettings} ClickSettings */
/** @typedef {import('../../../../core/clicks-protocol.js').Learned} Learned */

/** Rank j is seen by one session in j, and clicks are divided by that chance. @type {ClickSettings} */
export const GENTLE = { users: 'pbm', eta: 1, noise: 0.1, logger: 'feature:popular', swaps: false, divisor: 'true',
  assumed: 1, clips: false };
/** Rank j is seen by one session in j². @type {ClickSettings} */
export const STEEP = { ...GENTLE, eta: 2 };
/** Small chances count as 1/√sessions. @type {ClickSettings} */
export const CLIPPED = { ...STEEP, clips: true };
/** Eyes tire as in GENTLE, but clicks are divided as if they tired as in STEEP. @type {ClickSettings} */
export const WRONG = { ...GENTLE, divisor: 'assumed', assumed: 2 };

/** Whose model is meant, by the names of figures. @type {Record<'gentle' | 'steep', [string, ClickSettings][]>} */
const MODELS = { gentle: [['divided', GENTLE]], steep: [['divided', STEEP], ['clipped', CLIPPED], ['wrong', WRONG]] };

/**
 * The figures of a step: `ndcg`, `low` and `high` over the logs, by model and sessions, and `share` also by feature
 * from 1. Null if they are not wanted any more.
 * @param {readonly string[]} show the parts of the picture
 */
export async function learnedFigures(show) {
  const models = MODELS[show.some((part) => part.startsWith('steep')) ? 'steep' : 'gentle'];
  /** @type {[string, number][]} */
  const figures = [];
  for (const [at, [name, settings]] of models.entries()) {
    const run = await clickRun(settings);
    if (!run) return null;
    for (const { sessions, naive, corrected } of run.points) {
      figures.push(...figuresOf(name, sessions, corrected));
      if (at === 0) {
        figures.push(...figuresOf('naive', sessions, naive), ...figuresOf('full', sessions, run.grounds.full));
      }
      // The wrong divisor meets other users.
      if (name === 'wrong') figures.push(...figuresOf('naive-of-wrong', sessions, naive));
    }
  }
  return Object.fromEntries(figures);
}

/** @param {string} model @param {number} sessions @param {Learned | null} learned @returns {[string, number][]} */
function figuresOf(model, sessions, learned) {
  const mean = meanOf(learned);
  if (!learned || mean === null) return [];
  const values = valuesOf(learned);
  const place = `${model}/${sessions}`;
  return [[`learned.ndcg/${place}`, mean], [`learned.low/${place}`, Math.min(...values)],
    [`learned.high/${place}`, Math.max(...values)],
    ...learned.shares.map((share, feature) => /** @type {[string, number]} */ (
      [`learned.share/${place}/${feature + 1}`, share]))];
}
