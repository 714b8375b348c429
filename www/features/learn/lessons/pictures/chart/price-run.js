// What the core says of small data at each price of slack: the measures of the trained model on training, validation
// and test data. No DOM.

import { LetorReader, Training } from '../../../../../wasm/rankscope.js';

/** Prices of slack, C, at which a model is trained. */
export const GRID = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000];

const BUDGET = 1e6;
const MOST_ADVANCES = 5_000;
const PARTS = /** @type {const} */ (['train', 'valid', 'test']);

/** @typedef {{ train: number, valid: number, test: number, norm: number }} Point */
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
  return {
    queries,
    /** What the model at a stop of the grid is worth. @param {number} stop @returns {Point} */
    at(stop) {
      const point = known.get(stop) ?? measured(data, { ...settings, c: GRID[stop] });
      known.set(stop, point);
      return point;
    },
    end: () => PARTS.forEach((part) => data[part].free()),
  };
}

/** @param {Data} data @param {import('../../../../../wasm/rankscope.js').TrainingSettings} settings @returns {Point} */
function measured(data, settings) {
  const training = new Training(data.train, settings);
  for (let at = 0; at < MOST_ADVANCES; at += 1) if (training.advance(BUDGET).state === 'stopped') break;
  const model = training.model();
  const value = (/** @type {typeof PARTS[number]} */ part) =>
    model.evaluate(data[part], [String(settings.measure ?? 'ndcg')], 'skip')[0]?.value ?? Number.NaN;
  const point = { train: value('train'), valid: value('valid'), test: value('test'),
    norm: Math.hypot(...model.weights()) };
  model.free();
  training.free();
  return point;
}

/** @typedef {ReturnType<typeof trained>} PriceRun */

/** The stop of the grid with the highest validation measure, the lowest price of equal ones. @param {PriceRun} run */
export const peakOf = (run) =>
  GRID.reduce((best, _c, stop) => (run.at(stop).valid > run.at(best).valid ? stop : best), 0);
