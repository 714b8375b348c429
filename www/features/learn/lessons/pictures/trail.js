// How far the reader has turned w: the arc of directions met so far. Pure.

import { FULL } from '../figures/turn.js';

/** The present angle, not wrapped, and the least and the greatest so far. @typedef {{ angle: number, low: number,
 *   high: number }} Trail */

/** @param {number} angle @returns {Trail} */
export const trailAt = (angle) => ({ angle, low: angle, high: angle });

/** A turn to the direction by the shorter way. @param {Trail} trail @param {number} to @returns {Trail} */
export function turnedTo({ angle, low, high }, to) {
  const by = to - angle - FULL * Math.round((to - angle) / FULL);
  const now = angle + by;
  return { angle: now, low: Math.min(low, now), high: Math.max(high, now) };
}

/** Whether some direction of an arc has been met. @param {Trail} trail @param {{ from: number, to: number }} arc */
export function isMet({ low, high }, { from, to }) {
  const first = Math.ceil((low - to) / FULL);
  const turns = first * FULL + to === low ? first + 1 : first;
  return from + turns * FULL <= high;
}

/**
 * The parts of (−π, π) that have been met, ascending.
 * @param {Trail} trail @returns {[number, number][]}
 */
export function metParts({ low, high }) {
  if (high - low >= FULL) return [[-Math.PI, Math.PI]];
  const turns = Math.round((low + high) / 2 / FULL);
  return [-1, 0, 1].map((more) => (more - turns) * FULL)
    .map((by) => /** @type {[number, number]} */ ([Math.max(-Math.PI, low + by), Math.min(Math.PI, high + by)]))
    .filter(([from, to]) => from <= to);
}
