// Curves of kept runs as further lines of the three charts. Pure.

import { measureName } from '../../../lib/format.js';

/** @typedef {import('./curves.js').Chart} Chart */
/** @typedef {import('./curves.js').Curve} Curve */
/** @typedef {import('../../library/runs/runs-state.js').KeptRun} KeptRun */

const PARTS = ['train', 'valid', 'test'];
const DASHES = [[9, 3], [4, 3], [9, 3, 2, 3]];

/**
 * A chart with one curve of each kept run: the one that represents it best. For a measure that is the most held-out
 * part that both have; another measure than the chart's has no place on its axis, and the legend says so.
 * @param {Chart} chart
 * @param {KeptRun[]} runs
 * @param {string} measure key of the chart's measure
 * @returns {Chart}
 */
export function withOverlays(chart, runs, measure) {
  const laid = runs.map((one, at) => {
    const last = /** @type {import('../../../core/protocol.js').StepReport} */ (one.reports.at(-1));
    const curve = chart.curves.findLast(({ key, of }) => key === 'primal' || key === 'slack'
        || (PARTS.includes(key) && of(last) !== null)) ?? chart.curves[0];
    const own = last.train[0]?.measure ?? '';
    const common = /** @type {Curve} */ (
      { ...curve, key: `${curve.key}-of-${one.id}`, label: `${one.name}: ${curve.label}`,
        color: `--series-kept-${at + 1}`, dash: DASHES[at % DASHES.length], width: 1.5, anew: false, place: at + 1,
        reports: one.reports });
    return PARTS.includes(curve.key) && own !== measure
      ? { ...common, label: `${one.name}: in ${measureName(own)}, not drawn`, drawn: false, of: () => null } : common;
  });
  return { ...chart, curves: [...chart.curves, ...laid] };
}
