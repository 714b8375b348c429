// What the core says of models over the plane of two features: the score at a grid of points, NDCG on the test data,
// and the landmarks of a kernel. Every model is trained when it is first asked for. No DOM.

import { LetorReader, Model } from '../../../../../wasm/rankscope.js';
import { extremes } from '../../../../../lib/contours.js';
import { trainSmall } from '../../figures/small-run.js';

/** @typedef {import('../../../../../wasm/rankscope.js').TrainingSettings} TrainingSettings */
/** @typedef {{ x: number, y: number, isGood: boolean }} Dot */
/** @typedef {{ x: number, y: number, weight: number }} Landmark */
/** `heights`: the score at each point of the grid, from 0 for the lowest to 1 for the highest.
 * @typedef {{ heights: Float64Array, value: number, landmarks: Landmark[] }} Surface */
/** @typedef {{ name: string, part: string, hills: number }} Stop */

export const SIZE = 64; // points of the grid in each direction
const MARGIN = 0.06;
const USUAL = 'rbf:4';

/** The models of the handle. @type {Stop[]} */
export const STOPS = [
  { name: 'straight line', part: 'line', hills: 0 },
  { name: 'products', part: 'products', hills: 0 },
  ...[6, 20, 40].map((hills) => ({ name: `${hills} hills`, part: 'few', hills })),
  { name: '80 hills', part: 'hills', hills: 80 },
  { name: 'trees', part: 'trees', hills: 0 },
];

/** The kernel of a feature map, without its landmarks. @param {TrainingSettings} settings */
export const kernelOf = ({ map }) => /^rbf:[\d.]+/.exec(map ?? '')?.[0] ?? USUAL;

/** @param {readonly string[]} lines */
function read(lines) {
  const reader = new LetorReader();
  reader.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  return reader.finish();
}

/**
 * @param {readonly string[]} lines of the training data @param {readonly string[]} tests
 * @param {TrainingSettings} settings of the run; the map and the method are those of each stop
 */
export function hillsRun(lines, tests, settings) {
  const { measure = 'ndcg@10', c, scale } = settings;
  const [data, test] = [read(lines), read(tests)];
  const places = placesOf(data);
  data.free();
  const ranges = [rangeOf(places.map(({ x }) => x)), rangeOf(places.map(({ y }) => y))];
  const points = gridOf(ranges);
  /** @param {Model} model @param {Landmark[]} landmarks @returns {Surface} */
  const surfaceOf = (model, landmarks) => ({ heights: heightsOf(model.score_points(points)), landmarks,
    value: model.evaluate(test, [measure], 'skip')[0].value ?? Number.NaN });
  /** @type {Map<string, Surface>} */
  const known = new Map();
  const line = trainSmall(lines, { measure, c, scale });
  const trained = line.training.model();
  const file = JSON.parse(trained.json());
  const angle = (Math.atan2(file.weights[1], file.weights[0]) * 180) / Math.PI;
  trained.free();
  line.end();
  /** @param {string} key @param {() => Surface} make */
  function once(key, make) {
    const surface = known.get(key) ?? make();
    known.set(key, surface);
    return surface;
  }
  return {
    measure, places, ranges,
    /** Of the trained w, in degrees. */
    trained: (angle + 360) % 360,
    /** A linear score in any direction. @param {number} degrees */
    towards: (degrees) => once(`${degrees}`, () => {
      const turned = (degrees * Math.PI) / 180;
      const model = Model.parse(JSON.stringify({ ...file, weights: [Math.cos(turned), Math.sin(turned)] }));
      const surface = surfaceOf(model, []);
      model.free();
      return surface;
    }),
    /** The hill of the first landmark, whose weight is 1. */
    hill: () => once('one', () => {
      const run = trainSmall(lines, { measure, c, scale, map: `${kernelOf(settings)}:1` });
      const own = run.training.model();
      const model = Model.parse(JSON.stringify({ ...JSON.parse(own.json()), weights: [1] }));
      const surface = surfaceOf(model, []);
      for (const one of [own, model]) one.free();
      run.end();
      return surface;
    }),
    /** @param {Stop} stop */
    at: (stop) => once(stop.name, () => {
      const run = trainSmall(lines, { measure, c, scale, ...choiceOf(stop, settings) });
      const model = run.training.model();
      const surface = surfaceOf(model, stop.hills ? landmarksOf(run, places) : []);
      model.free();
      run.end();
      return surface;
    }),
    end: () => test.free(),
  };
}

/** @typedef {ReturnType<typeof hillsRun>} HillsRun */

/** What a stop sets. @param {Stop} stop @param {TrainingSettings} settings @returns {TrainingSettings} */
function choiceOf({ part, hills }, settings) {
  if (hills) return { map: `${kernelOf(settings)}:${hills}` };
  return part === 'trees' ? { method: 'lambdamart' } : { map: part === 'products' ? 'poly:2' : 'none' };
}

/** @param {import('../../figures/small-run.js').SmallRun} run @param {(Dot & { line: number })[]} places */
function landmarksOf({ training, best }, places) {
  const { landmarks, coefficients } = training.map_columns(best);
  const byLine = new Map(places.map((place) => [place.line, place]));
  return landmarks.flatMap(({ line }, at) => {
    const place = byLine.get(line ?? 0);
    return place ? [{ x: place.x, y: place.y, weight: coefficients[at] }] : [];
  });
}

/** @param {import('../../../../../wasm/rankscope.js').Dataset} data */
function placesOf(data) {
  return Array.from({ length: data.summary().queries }, (_, query) =>
    data.documents(query).map(({ document, line, grade }) => {
      const [x, y] = data.features(query, document);
      return { x, y, line: line ?? 0, isGood: grade > 0 };
    })).flat();
}

/** @param {number[]} values @returns {[number, number]} */
function rangeOf(values) {
  const [low, high] = extremes(values);
  return [low - MARGIN * (high - low), high + MARGIN * (high - low)];
}

/** The points of the grid, the lowest row first. @param {[number, number][]} ranges */
function gridOf([[left, right], [low, high]]) {
  const points = new Float64Array(2 * SIZE * SIZE);
  for (let at = 0; at < SIZE * SIZE; at += 1) {
    points[2 * at] = left + ((right - left) * (at % SIZE)) / (SIZE - 1);
    points[2 * at + 1] = low + ((high - low) * Math.floor(at / SIZE)) / (SIZE - 1);
  }
  return points;
}

/** @param {Float64Array} scores */
function heightsOf(scores) {
  const [low, high] = extremes(scores);
  return scores.map((score) => (high > low ? (score - low) / (high - low) : 0));
}
