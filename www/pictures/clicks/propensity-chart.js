// The chance that a rank is seen: the truth of a simulation as a line, and estimates with their intervals. Data in,
// drawing out.

import './clicks.css';
import { s } from '../../ui/dom.js';

/** @typedef {import('./sessions-axis.js').Frame} Frame */
/**
 * An estimate with bounds; null without an interval.
 * @typedef {{ p: number, low: number | null, high: number | null }} Estimate
 */
/**
 * By rank. `truth`: null for the log of real users.
 * @typedef {{ truth: readonly number[] | null, estimates: readonly Estimate[] }} PropensityView
 */

const MOST = 1.1; // of the axis; an interval above it is cut

/** @param {Frame} frame @param {PropensityView} view */
export function drawPropensities(frame, { truth, estimates }) {
  const { left, right, top, bottom } = frame;
  const ranks = Math.max(truth?.length ?? 0, estimates.length, 2);
  const x = (/** @type {number} */ rank) => left + 20 + ((right - left - 34) * rank) / (ranks - 1);
  const y = (/** @type {number} */ p) => bottom - (Math.min(MOST, Math.max(0, p)) * (bottom - top)) / MOST;
  return [
    [0, 0.5, 1].map((level) => [
      s('path', { class: level ? 'chart-grid' : 'chart-axis', d: `M${left} ${y(level)}H${right}` }),
      s('text', { class: 'axis', x: left - 10, y: y(level) + 5, 'text-anchor': 'end' }, String(level))]),
    Array.from({ length: ranks }, (_, rank) => s('text', { class: 'axis', x: x(rank), y: bottom + 20,
      'text-anchor': 'middle' }, String(rank + 1))),
    truth && s('polyline', { class: 'clicks-truth',
      points: truth.map((p, rank) => `${x(rank).toFixed(1)},${y(p).toFixed(1)}`).join(' ') }),
    estimates.map(({ p, low, high }, rank) => [
      low !== null && high !== null && s('path', { class: 'clicks-interval', d: `M${x(rank)} ${y(low)}V${y(high)}` }),
      // Rank 1 is 1 by definition.
      s('circle', { class: rank === 0 ? 'clicks-estimate fixed' : 'clicks-estimate', cx: x(rank), cy: y(p), r: 4.5 })]),
  ].flat(3);
}
