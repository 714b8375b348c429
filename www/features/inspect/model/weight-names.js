// The names of features and of weights, and the numbers that are shown for them. Pure.

import { allFeatures, placeInData } from '../../data/data-state.js';
import { documentName } from '../../../lib/document-name.js';

/** @typedef {import('./model-state.js').ModelState} ModelState */

/**
 * Returns the names of all features, `undefined` for those without. A names file counts before the head of the data,
 * and the head before the names of the sample.
 * @param {ModelState} state
 * @param {number} features
 * @returns {(string | undefined)[]}
 */
export function namesOf({ model, data }, features) {
  return Array.from({ length: features }, (_, at) =>
    nameInData({ model, data }, placeInData(data, at)) ?? data?.summaries.train.feature_names?.[at] ?? undefined);
}

/**
 * A feature as the learner sees it; with a feature map the monomial, or the coordinate of the kernel.
 * @param {ModelState} state @param {number} at from 0
 */
export function featureName(state, at) {
  const { kind = 'none', monomials = [] } = state.snapshot?.columns ?? {};
  if (kind === 'poly' && monomials[at]) return monomialName(monomials[at], (one) => rawName(state, one));
  return kind === 'rbf' ? `coordinate ${at + 1}` : rawName(state, at);
}

/**
 * The name of one of the numbers of `shownWeights`: of a feature, or of a landmark.
 * @param {ModelState} state @param {number} at from 0
 */
export function weightName(state, at) {
  const { kind, landmarks = [] } = state.snapshot?.columns ?? {};
  return kind === 'rbf' && landmarks[at] ? landmarkName(landmarks[at]) : featureName(state, at);
}

/** @param {import('../../../wasm/rankscope.js').LandmarkInfo} landmark */
export const landmarkName = ({ query, document, comment }) => `${query} · ${documentName({ comment }, document)}`;

/**
 * A product of features, with powers.
 * @param {number[]} features sorted, from 0
 * @param {(feature: number) => string} nameOf
 */
export function monomialName(features, nameOf) {
  return [...new Set(features)].map((feature) => {
    const power = features.filter((one) => one === feature).length;
    return nameOf(feature) + (power > 1 ? '⁰¹²³⁴⁵⁶⁷⁸⁹'[power] : '');
  }).join(' · ');
}

/** @param {ModelState} state @param {number} at from 0 */
const rawName = (state, at) => placeName(state, placeInData(state.data, at));

/**
 * The name of a feature by its place among all features of the data, also of those that are left out.
 * @param {Pick<ModelState, 'model' | 'data'>} state @param {number} place from 0
 */
export const placeName = (state, place) => nameInData(state, place) ?? `feature ${place + 1}`;

/** @param {Pick<ModelState, 'model' | 'data'>} state @param {number} place from 0 */
function nameInData({ model, data }, place) {
  return model.names?.names[place] || (data && allFeatures(data).names?.[place]) || data?.request.features?.[place]
    || undefined;
}

/**
 * Returns the numbers to show for a linear scorer: the weights, or the coefficients of the landmarks of a kernel map.
 * @param {import('../../../core/protocol.js').Snapshot | null} snapshot
 */
export function shownWeights(snapshot) {
  if (!snapshot?.weights || snapshot.columns?.kind !== 'rbf') return snapshot?.weights ?? null;
  return Float64Array.from(snapshot.columns.coefficients);
}

/** ‖w‖, of however many and however large weights. @param {Float64Array} weights */
export function normOf(weights) {
  const top = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  return top && top * Math.sqrt(weights.reduce((sum, weight) => sum + (weight / top) ** 2, 0));
}
