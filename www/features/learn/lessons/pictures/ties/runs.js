// Training with each reference: slack and loss by iteration of the chosen run, and figures at the end of all three.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { hiddenBox } from '../drawn-frame.js';
import { pathOf } from '../../../../../pictures/plane-geometry.js';
import { drawRuns, lastOf, runPlace } from '../run-bars.js';
import { WAYS } from './ties-run.js';

/** @typedef {import('../../expressions.js').LessonSnapshot} LessonSnapshot */

/** @type {import('../run-bars.js').RunFigure[]} */
const FIGURES = [
  { name: 'slack', about: 'with the loss inside', kind: 'slack', most: 1, text: (value) => fixed(value, 3),
    value: (run) => lastOf(run).mean_slack ?? 0, inner: (run) => lastOf(run).mean_loss ?? 0 },
  { name: '‖w‖', about: 'length of w', kind: 'length', most: 1, text: lengthText,
    value: (run) => lastOf(run).norm ?? 0 },
  { name: 'new searches', short: 'new', about: 'NDCG@5', kind: 'test', most: 1, text: (value) => fixed(value, 3),
    value: (run) => lastOf(run).test[0]?.value ?? 0 },
];

/** A length that may be tiny. @param {number} value */
function lengthText(value) {
  return fixed(value, value < 0.001 ? 5 : 3);
}

/** Where the switch stands above the figures. @param {boolean} isPhone */
export function wayPlace(isPhone) {
  const { x, step, width } = runPlace(isPhone, 0);
  return { x, step, width, y: isPhone ? 160 : 322, height: isPhone ? 44 : 50 };
}

/**
 * @param {Record<string, LessonSnapshot | undefined>} remembered by reference @param {number} chosen
 * @param {boolean} isPhone @param {number} grown
 */
export function drawTraining(remembered, chosen, isPhone, grown) {
  const runs = WAYS.map((way) => ({ name: way, snapshot: remembered[way] }));
  return [...drawCurves(runs[chosen].snapshot, isPhone),
    ...drawRuns(runPlace(isPhone, isPhone ? 214 : 396), runs, FIGURES, isPhone, grown)];
}

/** @param {LessonSnapshot | undefined} snapshot @param {boolean} isPhone */
function drawCurves(snapshot, isPhone) {
  const [left, width, top, height] = isPhone ? [96, 226, 16, 104] : [200, 520, 84, 180];
  const y = (/** @type {number} */ value) => top + height * (1 - value);
  const axis = [0, 0.5, 1].flatMap((tick) => [
    s('line', { class: 'chart-grid', x1: left, x2: left + width, y1: y(tick), y2: y(tick) }),
    s('text', { class: 'axis', x: left - 8, y: y(tick) + 5, 'text-anchor': 'end' }, tick.toFixed(1))]);
  if (!snapshot) return [...axis, hiddenBox(left, top, width, height)];
  const { reports } = snapshot;
  const x = (/** @type {number} */ at) => left + (width * at) / Math.max(1, reports.length - 1);
  const path = (/** @type {'mean_slack' | 'mean_loss'} */ of) =>
    pathOf(reports.map((report, at) => [x(at), y(Math.min(1, report[of] ?? 0))]));
  const last = lastOf(snapshot);
  const slack = y(Math.min(1, last.mean_slack ?? 0));
  return [...axis, s('path', { class: 'run-curve loss', d: path('mean_loss') }),
    s('path', { class: 'run-curve slack', d: path('mean_slack') }),
    s('text', { class: 'strong theirs', x: left + width + 8, y: slack + 5 }, 'slack'),
    s('text', { class: 'strong', x: left + width + 8, y: Math.max(slack + 24, y(last.mean_loss ?? 0) + 5) }, 'loss'),
    s('text', { class: 'axis', x: left, y: top + height + (isPhone ? 18 : 24) }, '0'),
    s('text', { class: 'axis', x: left + width, y: top + height + (isPhone ? 18 : 24), 'text-anchor': 'end' },
      `iteration ${reports.length - 1}`)];
}
