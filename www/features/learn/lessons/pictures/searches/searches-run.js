// What one weight does to every search: its list, its loss, and its two bounds. The core measures every value.

import { trainSmall } from '../../figures/small-run.js';

/** @typedef {import('../../../../../wasm/rankscope.js').TrainingSettings} TrainingSettings */
/** By stop of w: the hinge, the ramp bound, and the loss that both bound.
 * @typedef {{ hinge: number[], ramp: number[], loss: number[] }} Bounds */
/** `kind`: the first word of its name. `pages`: the feature of each page.
 * @typedef {{ id: string, kind: string, pages: { value: number, isGood: boolean }[] } & Bounds} Search */
/**
 * `objective`: of each bound by stop of w, and C times the loss. `lowest`: the stop with the lowest ramp objective.
 * @typedef {{ stops: number[], searches: Search[], objective: Bounds, mean: Bounds, lowest: number, measure: string,
 *   value: (w: number) => number, end: () => void }} SearchesRun
 */

export const STEP = 0.25;
const [LEAST, MOST] = [-3, 12];
/** The stops of w. */
export const STOPS = Array.from({ length: (MOST - LEAST) / STEP + 1 }, (_, at) => LEAST + at * STEP);
export const ZERO = STOPS.indexOf(0);

/** Lines with nothing but their first feature. @param {string} line */
const firstFeature = (line) => line.split(/\s+/).slice(0, 3).join(' ');

/** @param {string} line */
const searchOf = (line) => /qid:(\S+)/.exec(line)?.[1] ?? '';

/**
 * Both bounds at every stop. @param {readonly string[]} lines @param {TrainingSettings} settings
 * @returns {{ bounds: Bounds, run: import('../../figures/small-run.js').SmallRun }}
 */
function boundsOf(lines, settings) {
  const run = trainSmall(lines, settings);
  // The line leads through the first w of training, which is one number here.
  const [w] = run.training.weights(Math.min(1, run.iterations));
  const { hinge, ramp, loss } = run.training.bounds_along(1, Float64Array.from(STOPS, (stop) => stop / w));
  if (!ramp) throw new Error('the loss has no ramp bound');
  return { run, bounds: { hinge, ramp, loss } };
}

/**
 * @param {readonly string[]} lines of LETOR; only the first feature counts @param {TrainingSettings} settings
 * @returns {SearchesRun}
 */
export function searchesRun(lines, settings) {
  const used = lines.filter((line) => searchOf(line)).map(firstFeature);
  const own = { ...settings, reference: 'averaged', max_iterations: 1 };
  const { run, bounds: mean } = boundsOf(used, own);
  const searches = [...new Set(used.map(searchOf))].map((id) => {
    const pages = used.filter((line) => searchOf(line) === id);
    const { run: one, bounds } = boundsOf(pages, own);
    one.end();
    return { id, kind: id.replace(/-?\d+$/, ''), ...bounds, pages: pages.map((line) => ({
      value: Number(/\s1:(\S+)/.exec(line)?.[1]), isGood: !line.startsWith('0') })) };
  });
  const length = (/** @type {number} */ at) => STOPS[at] ** 2 / 2;
  const { c = 0, measure = '' } = settings;
  const objective = { hinge: mean.hinge.map((value, at) => length(at) + c * value),
    ramp: mean.ramp.map((value, at) => length(at) + c * value), loss: mean.loss.map((value) => c * value) };
  const axes = { features: undefined, origin: [0], x: [1], y: [0] };
  return {
    stops: STOPS, searches, mean, objective, lowest: objective.ramp.indexOf(Math.min(...objective.ramp)),
    measure, end: run.end,
    value: (w) => run.training.probe_weights(1, axes, Float64Array.of(w, 0), Uint32Array.of()).measures
      .find((one) => one.measure === measure)?.value ?? Number.NaN,
  };
}

/** Whether a search has its good page first, whatever the lot. @param {Search} search @param {number} stop */
export const isServed = ({ loss }, stop) => loss[stop] < 1e-9;
