// What the core says of small data at each cost of slack: the measures of the trained model on training, validation
// and test data. No DOM.

import { LetorReader, Training } from '../../../../../wasm/rankscope.js';

/** Prices of slack, C, at which a model is trained. */
export const GRID = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000];

const BUDGET = 1e6;
const MOST_ADVANCES = 5_000;
const PARTS = /** @type {const} */ (['train', 'valid', 'test']);

/**
 * `each`: the measure of every validation query.
 * @typedef {{ train: number, valid: number, test: number, norm: number, each: number[] }} Point
 */
/** @typedef {Record<typeof PARTS[number], import('../../../../../wasm/rankscope.js').Dataset>} Data */

/**
 * Reads the three files of a sample. @param {import('../../../../data/data-state.js').DataRequest} request
 * @param {import('../../../../../wasm/rankscope.js').TrainingSettings} settings
 */
export async function priceRun(request, settings) {
  const read = await Promise.all(PARTS.map(async (part) => {
    const source = request[part];
    if (source?.kind !== 'url') throw new Error(`the picture needs a file of ${part} data`);
    const response = await fetch(source.url);
    if (!response.ok) throw new Error(`${source.name} could not be fetched: ${response.status}`);
    const reader = new LetorReader();
    reader.push(new Uint8Array(await response.arrayBuffer()));
    return reader.finish();
  }));
  return trained({ train: read[0], valid: read[1], test: read[2] }, settings);
}

/** Trains a model at a price when it is first asked for. @param {Data} data
 * @param {import('../../../../../wasm/rankscope.js').TrainingSettings} settings */
export function trained(data, settings) {
  /** @type {Map<number, Point>} */
  const known = new Map();
  const queries = /** @type {Record<typeof PARTS[number], number>} */ (
    Object.fromEntries(PARTS.map((part) => [part, data[part].summary().queries])));
  // One fold for each query leaves one query in each.
  const single = Array.from({ length: queries.valid }, (_, fold) => {
    const [others, one] = data.valid.fold(queries.valid, fold, 0);
    others.free();
    return one;
  });
  return {
    queries,
    /** What the model at a stop of the grid is worth. @param {number} stop @returns {Point} */
    at(stop) {
      const point = known.get(stop) ?? measured(data, single, { ...settings, c: GRID[stop] });
      known.set(stop, point);
      return point;
    },
    end: () => [...PARTS.map((part) => data[part]), ...single].forEach((one) => one.free()),
  };
}

/**
 * @param {Data} data @param {Data['valid'][]} single the validation queries, one by one
 * @param {import('../../../../../wasm/rankscope.js').TrainingSettings} settings @returns {Point}
 */
function measured(data, single, settings) {
  const training = new Training(data.train, settings);
  for (let at = 0; at < MOST_ADVANCES; at += 1) if (training.advance(BUDGET).state === 'stopped') break;
  const model = training.model();
  const value = (/** @type {Data['valid']} */ part) =>
    model.evaluate(part, [String(settings.measure ?? 'ndcg')], 'skip')[0]?.value ?? Number.NaN;
  const point = { train: value(data.train), valid: value(data.valid), test: value(data.test),
    norm: Math.hypot(...model.weights()), each: single.map(value) };
  model.free();
  training.free();
  return point;
}

/** @typedef {ReturnType<typeof trained>} PriceRun */

/** The stop of the grid with the highest validation measure, the lowest price of equal ones. @param {PriceRun} run */
export const peakOf = (run) =>
  GRID.reduce((best, _c, stop) => (run.at(stop).valid > run.at(best).valid ? stop : best), 0);

/**
 * How far a stop lies from the peak on validation data, and the standard error of this difference over the queries.
 * @param {PriceRun} run @param {number} stop
 */
export function fromPeak(run, stop) {
  const peak = run.at(peakOf(run)).each;
  const differences = run.at(stop).each.map((value, query) => value - peak[query]).filter(Number.isFinite);
  const count = differences.length;
  const mean = differences.reduce((sum, one) => sum + one, 0) / count;
  const squares = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (count - 1) / count) };
}
