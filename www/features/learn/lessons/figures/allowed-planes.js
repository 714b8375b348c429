// Planes that the theory allows and planes that training needs, along ε, for several costs C of slack.

import { labResult } from './lab-results.js';

/** @typedef {import('./lab-results.js').DataRequest} DataRequest */
/** @typedef {Extract<import('./lab-results.js').LabResult, { lab: 'steps' }>} Steps */

const COSTS = [0.1, 1, 10, 100, 1000];
/** C of the steps along ε. */
export const COST = 10;

/** @param {DataRequest | undefined} request @returns {Promise<Steps[]>} */
export async function allowedPlanes(request) {
  const all = [];
  for (const c of COSTS) all.push(await labResult(request, 'steps', [`c=${c}`, 'decay=power:0.5', 'scale=query']));
  return all;
}

/** @param {readonly Steps[]} all @param {number} cost */
export const atCost = (all, cost) => {
  const found = all.find(({ c }) => c === cost);
  if (!found) throw new Error(`the laboratory has no C = ${cost}`);
  return found;
};

/** The figures that lessons can look up, `of` a run such as `C=10 ε=0.001`. @param {readonly Steps[]} all
 * @returns {Record<string, number>} */
export const planeFigures = (all) => Object.fromEntries(all.flatMap(({ c, rows }) =>
  rows.flatMap(({ epsilon, bound, planes, iterations }) =>
    Object.entries({ allowed: bound, needed: planes, iterations }).flatMap(([name, value]) =>
      (typeof value === 'number' ? [[`planes.${name}/C=${c} ε=${epsilon}`, value]] : [])))));
