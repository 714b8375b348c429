// What happens when w becomes longer or shorter while its direction stays: loss and slack of every query. The core
// measures every length.

import { Sketch } from '../../../../wasm/rankscope.js';

/** @typedef {import('./small-run.js').SmallRun} SmallRun */
/** @typedef {import('../../../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {{ loss: number, slack: number }} Pair */
/**
 * @typedef {{ names: string[], direction: [number, number], trained: number, end: () => void,
 *   at: (length: number) => { queries: Pair[], mean: Pair } }} Stretch
 * `trained`: the length of the trained w. `names`: of the queries.
 */

/** The longest w of the picture. */
export const LONGEST = 4;
const STOPS = 80;

/**
 * @param {SmallRun} run @param {TrainingSettings} settings
 * @param {[number, number]} [arrow] the direction; else that of the trained w @returns {Stretch}
 */
export function stretchOf({ data, training, iterations }, settings, arrow) {
  const sketch = new Sketch(data, settings);
  const { best } = training.weight_plane(iterations, new Uint32Array([0, 1]));
  const w = training.weights(best);
  const trained = Math.hypot(...w);
  const [x, y] = arrow ?? (trained > 0 ? w : [1, 0]);
  const size = Math.hypot(x, y);
  /** @type {[number, number]} */
  const direction = [x / size, y / size];
  /** @param {import('../../../../wasm/rankscope.js').SketchValues} values @returns {Pair} */
  const pair = ({ loss, bound }) => ({ loss: loss ?? 0, slack: bound ?? 0 });
  return { direction, trained, names: training.queries(0).map(({ id }) => id.replaceAll('-', ' ')),
    at: (length) => {
      const { queries, mean } = sketch.figures(new Float64Array(direction.map((one) => length * one)));
      return { queries: queries.map(pair), mean: pair(mean) };
    },
    end: () => sketch.free() };
}

/** The figures of a stretch that lessons can look up. @param {Stretch} stretch @returns {Record<string, number>} */
export function stretchFigures({ at }) {
  // At length 0 all documents tie, and the loss is that of a random order.
  const views = Array.from({ length: STOPS }, (_, one) => at((LONGEST * (one + 1)) / STOPS));
  const range = (/** @type {number[]} */ values) => Math.max(...values) - Math.min(...values);
  return {
    'stretch.loss_change': range(views.map(({ mean }) => mean.loss)),
    'stretch.slack_change': range(views.map(({ mean }) => mean.slack)),
    'stretch.least_room': Math.min(...[at(0), ...views].flatMap(({ queries }) =>
      queries.map(({ loss, slack }) => slack - loss))),
  };
}
