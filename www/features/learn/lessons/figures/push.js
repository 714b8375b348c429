// The p-norm push at each p of a slider, trained by the page's own core: how long w is, how well it ranks, and which
// bad documents of one search it pulls down.

import { Training } from '../../../../wasm/rankscope.js';
import { pause, sampleData } from './lab-results.js';

/** @typedef {import('./lab-results.js').DataRequest} DataRequest */
/** @typedef {import('../../../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {Pick<TrainingSettings, 'c' | 'scale' | 'gap' | 'measure' | 'measures'>} Shared */
/**
 * `p`: Infinity for the infinite push. `shares`: of the pull on bad documents, from the highest score down; empty for
 * the infinite push, which has no pulls. `value`: the first measure of the run.
 * @typedef {{ p: number, norm: number, objective: number, value: number, shares: number[] }} Pushed
 */

export const NORMS = [1, 2, 4, 8, 16, 32, 64, Number.POSITIVE_INFINITY];
/** The search whose documents are drawn. */
export const SEARCH = 1;
const BUDGET = 1e6;
const MOST_ADVANCES = 5_000;

/** @type {{ key: string, all: Promise<Pushed[]> } | null} */
let known = null;

/** The trained models at each p; the method of the settings does not matter. @param {DataRequest | undefined} request
 * @param {TrainingSettings} settings @returns {Promise<Pushed[]>} */
export function pushOf(request, { c, scale, gap, measure, measures }) {
  const shared = { c, scale, gap, measure, measures };
  const key = `${request?.sample} ${JSON.stringify(shared)}`;
  if (known?.key === key) return known.all;
  const all = trainAll(request, shared);
  known = { key, all };
  all.catch(() => { if (known?.all === all) known = null; });
  return all;
}

/** @param {DataRequest | undefined} request @param {Shared} settings */
async function trainAll(request, settings) {
  const data = await sampleData(request);
  const all = [];
  for (const p of NORMS) {
    await pause();
    all.push(pushed(data, settings, p));
  }
  return all;
}

/** @param {import('./lab-results.js').Dataset} data @param {Shared} settings @param {number} p
 * @returns {Pushed} */
function pushed(data, settings, p) {
  const isInfinite = p === Number.POSITIVE_INFINITY;
  const training = new Training(data, { ...settings,
    ...(isInfinite ? { method: 'infinite-push' } : { method: 'pnorm-push', p }) });
  let stop = null;
  for (let at = 0; at < MOST_ADVANCES && !stop; at += 1) {
    const progress = training.advance(BUDGET);
    if (progress.state === 'stopped') stop = progress.stop;
  }
  if (!stop) throw new Error(`the push with p = ${p} does not end`);
  const { best_iteration: best, best_objective: objective } = stop;
  const model = training.model();
  const value = model.evaluate(data, [settings.measures?.[0] ?? String(settings.measure)], 'skip')[0]?.value ?? NaN;
  const point = { p, norm: Math.hypot(...training.weights(best)), objective: objective ?? NaN, value,
    shares: isInfinite ? [] : sharesOf(training.pulls(best, SEARCH)) };
  model.free();
  training.free();
  return point;
}

/** How the pull down is shared among the bad documents, from the highest score down.
 * @param {import('../../../../core/protocol.js').Pulls} pulls */
function sharesOf({ documents, predicted, pull }) {
  const down = Array.from(predicted).filter((one) => documents[one].grade === 0).map((one) => -(pull?.[one] ?? 0));
  const whole = down.reduce((sum, one) => sum + one, 0);
  return down.map((one) => one / whole);
}

/** The figures that lessons can look up, `of` a p such as `64` or `infinite`; `share` has the place of a bad document.
 * @param {readonly Pushed[]} all @returns {Record<string, number>} */
export const pushFigures = (all) => Object.fromEntries(all.flatMap(({ p, norm, objective, value, shares }) => {
  const name = p === Number.POSITIVE_INFINITY ? 'infinite' : String(p);
  return [[`push.norm/${name}`, norm], [`push.objective/${name}`, objective], [`push.value/${name}`, value],
    ...shares.map((share, place) => [`push.share/${name}/${place + 1}`, share])];
}));
