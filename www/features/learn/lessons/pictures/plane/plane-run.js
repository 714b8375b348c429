// What the core says of a small run with one search and two features, in the words of the pictures. No DOM.

import { featureNames, trainSmall } from '../../figures/small-run.js';

/** @typedef {import('../../../../../pictures/plane-geometry.js').Point} Point */
/** @typedef {import('../../../../../pictures/plane-geometry.js').Line} Line */
/** @typedef {{ title: string, grade: number }} Page */
/**
 * A turn of training: the w at which the oracle looks, the violator found there with its line, and the bounds after
 * it. `ranking`: the violator's pages from the top. `lowest`: the lowest point of the floor with the new line.
 * @typedef {{ w: Point, line: Line | null, ranking: number[], loss: number, best: number, floor: number,
 *   lowest: Point }} Turn
 */

/** The features: the second one lies across, the first one upwards. */
const AXES = Uint32Array.of(1, 0);

/** @param {readonly string[]} lines @param {import('../../../../../wasm/rankscope.js').TrainingSettings} settings */
export function planeRun(lines, settings) {
  const run = trainSmall(lines, settings);
  const { training, iterations, reports } = run;
  const { documents, id } = training.inspect(0, 0);
  /** @type {Page[]} */
  const pages = documents.map(({ comment, grade }) => ({ title: comment, grade }));
  const last = training.weight_plane(iterations, AXES);
  const { axes, price, path } = last;
  /** @type {Turn[]} */
  const turns = reports.map((report, at) => {
    const [cut] = training.weight_plane(at, AXES).new;
    const { violator, loss } = training.inspect(at, 0);
    const figures = /** @type {Record<string, any>} */ (report);
    const next = path[Math.min(at + 1, iterations)];
    return { w: [path[at].x, path[at].y], ranking: violator, loss,
      line: cut ? { loss: cut.loss, x: cut.x, y: cut.y } : null,
      best: Number(report.best_objective), floor: Number(figures.dual), lowest: [next.x, next.y] };
  });
  /** @param {Point} w */
  const probe = (w) => training.probe_weights(0, axes, Float64Array.from(w), Uint32Array.of(0));
  return {
    id, pages, turns, features: featureNames(run), end: run.end,
    /** The pages by score at w, its NDCG, its slack and its price. @param {Point} w */
    at(w) {
      const { ranking, slack, measures, objective } = probe(w);
      return { ranking: (ranking?.places ?? []).map(({ document }) => document), slack: slack ?? 0, objective,
        ndcg: measures[0]?.value ?? Number.NaN,
        isTied: (ranking?.places ?? []).some(({ first, last: end }) => first !== end) };
    },
    /** The true slack at points. @param {readonly Point[]} points */
    slacks(points) {
      const prices = training.objective_on_plane(0, axes, Float64Array.from(points.flat()));
      return points.map(([x, y], at) => (prices[at] - (x * x + y * y) / 2) / price);
    },
    /** The price by the first lines alone. @param {number} count of turns @returns {(w: Point) => number} */
    floorBy(count) {
      const known = turns.slice(0, count).flatMap(({ line }) => line ?? []);
      return ([x, y]) => (x * x + y * y) / 2
        + price * Math.max(0, ...known.map((line) => line.loss - line.x * x - line.y * y));
    },
  };
}

/** @typedef {ReturnType<typeof planeRun>} PlaneRun */
