// The mixture at a rank, by SmoothRank's formula, and the NDCG that it smooths. The core reports the smoothed measure
// of a run with the σ of its stage; a σ that the reader tries has none, so it is computed here from the run's scores.
// Gains and discounts are the core's.

import { blocksOfOrder } from '../../order-measures.js';

/** The widths of SmoothRank's stages. */
export const SIGMAS = /** @type {const} */ ([4, 2, 1, 0.5, 0.25, 0.125, 0.0625]);

/** How near a score is to that of a page, from 0 to 1. @param {number} distance @param {number} sigma */
export const nearness = (distance, sigma) => Math.exp(-(distance ** 2) / sigma);

/**
 * The share of each page in the mixture around a score. @param {readonly number[]} scores @param {number} center
 * @param {number} sigma @returns {number[]}
 */
export function sharesAround(scores, center, sigma) {
  const near = scores.map((score) => nearness(score - center, sigma));
  const sum = near.reduce((all, one) => all + one, 0);
  return near.map((one) => one / sum);
}

/**
 * The mean gain of the mixture at each rank, the gain of the page there, and NDCG with both.
 * @param {readonly number[]} grades from the first rank on @param {readonly number[]} scores likewise
 * @param {number} sigma
 */
export function smoothed(grades, scores, sigma) {
  const { gains, discounts, sum, best } = blocksOfOrder(grades);
  const means = scores.map((center) =>
    sharesAround(scores, center, sigma).reduce((all, share, page) => all + share * gains[page], 0));
  return { gains, means, smooth: means.reduce((all, mean, rank) => all + mean * discounts[rank], 0) / best,
    exact: sum / best };
}
