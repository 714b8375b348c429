// Loss on drawn searches, and risk on all of them: for several numbers of searches, and along the largest norm B.

import { labResult } from './lab-results.js';

/** @typedef {import('./lab-results.js').DataRequest} DataRequest */
/** @typedef {Extract<import('./lab-results.js').LabResult, { lab: 'generalisation' }>} Generalisation */
/** @typedef {Generalisation['radii'][number]} AtNorm */

/** Searches of a draw. */
export const NUMBERS = [5, 10, 20, 40, 80, 160];
/** The longest w of most steps. */
export const NORM = 5;
/** The draw of the steps along B. */
export const DRAWN = 10;
const LONGEST = 20;
/** The share of draws that a bound promises. */
export const PROMISED = 0.95;
const OPTIONS = [`delta=${(1 - PROMISED).toFixed(2)}`, 'first=1', 'second=2', 'scale=none', 'draws=400', 'seed=1'];

/** @typedef {{ number: number, norms: AtNorm[] }} AtNumber */

/** The results for each number of searches. @param {DataRequest | undefined} request @returns {Promise<AtNumber[]>} */
export async function generalisationOf(request) {
  const all = [];
  for (const number of NUMBERS) {
    const { radii } = await labResult(request, 'generalisation', [`queries=${number}`, ...OPTIONS]);
    all.push({ number, norms: radii.filter(({ radius }) => radius <= LONGEST) });
  }
  return all;
}

/** @param {readonly AtNorm[]} norms @param {number} norm */
export const atNorm = (norms, norm) => {
  const found = norms.find(({ radius }) => radius === norm);
  if (!found) throw new Error(`the laboratory has no B = ${norm}`);
  return found;
};

/** @param {readonly AtNumber[]} all @param {number} number */
export const atNumber = (all, number) => {
  const found = all.find((one) => one.number === number);
  if (!found) throw new Error(`the laboratory has no N = ${number}`);
  return found.norms;
};

/** The figures that lessons can look up, `of` a draw such as `N=10 B=5`. @param {readonly AtNumber[]} all
 * @returns {Record<string, number>} */
export const generalisationFigures = (all) => Object.fromEntries(all.flatMap(({ number, norms }) =>
  norms.flatMap((of) => Object.entries({ training: of.training.mean, risk: of.risk.mean, least: of.least_risk,
    largest: of.deviation.mean, slide: of.slide_bound.mean, full: of.full_bound.mean, held: of.slide_held,
    all_held: of.uniform_held, full_held: of.full_held, signs: of.symmetrised.mean })
    .map(([name, value]) => [`generalisation.${name}/N=${number} B=${of.radius}`, value]))));
