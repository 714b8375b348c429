// The two terms of the margin bound along γ, and how many searches the bound would need for a promise.

import { marginCurveOf } from '../../../../pictures/lab-series.js';
import { labResult } from './lab-results.js';

/** @typedef {import('./lab-results.js').DataRequest} DataRequest */
/** @typedef {Extract<import('./lab-results.js').LabResult, { lab: 'margins' }>} Margins */
/** `promise`: a sum of both terms. @typedef {{ promise: number, searches: number }} Need */

/** The bad document at place j weighs 1/j. */
const WEIGHTS = 'inverse-rank';
const OPTIONS = ['scorer=ranksvm', 'scale=query'];
const PROMISES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.45, 0.4, 0.35, 0.32];

/** @param {DataRequest | undefined} request */
export async function marginsOf(request) {
  const result = await labResult(request, 'margins', OPTIONS);
  /** @type {Need[]} */
  const needs = [];
  for (const promise of PROMISES) {
    const { queries_needed: searches } = marginCurveOf(
      await labResult(request, 'margins', [...OPTIONS, `wanted=${promise}`]), WEIGHTS);
    if (typeof searches === 'number') needs.push({ promise, searches });
  }
  return { result, curve: marginCurveOf(result, WEIGHTS), needs };
}

/** @typedef {Awaited<ReturnType<typeof marginsOf>>} MarginRuns */

/**
 * The figures that lessons can look up: the terms `of` a γ such as `0.1`, and the searches needed `of` a promise.
 * @param {MarginRuns} runs @returns {Record<string, number>}
 */
export function marginFigures({ result, curve, needs }) {
  const { gammas, second_chosen: second, queries } = result;
  /** @type {[string, number | null | undefined][]} */
  const figures = [['searches', queries], ['least', curve.best_sum], ['least_at', curve.best_gamma],
    ...gammas.flatMap((gamma, at) => /** @type {[string, number | null | undefined][]} */ (
      [[`error/${gamma}`, curve.first[at]], [`second/${gamma}`, second[at]], [`sum/${gamma}`, curve.sum[at]]])),
    ...needs.map(({ promise, searches }) => /** @type {[string, number]} */ ([`needed/${promise}`, searches]))];
  return Object.fromEntries(figures.flatMap(([name, value]) =>
    (typeof value === 'number' ? [[`margins.${name}`, value]] : [])));
}
