// Two documents with grades (2,0) with probability p, else (0,1): the p from which on each loss puts document 0 first.

import { fixed } from '../../lib/format.js';
import { isNarrow, onWidthChange } from '../../ui/media.js';
import { fill, h, s, say } from '../../ui/dom.js';
import { handle } from './lab-handle.js';

/** @typedef {import('../../wasm/rankscope.js').DcgCalibration} DcgCalibration */
/** @typedef {import('./lab-view.js').Values} Values */

/** @param {(values: Values) => void} change @returns {import('./lab-view.js').CalibrationPart} */
export function dcgPart(change) {
  const slider = handle('p', [0, 1, 0.01], (value) => change({ p: String(value) }));
  const words = h('p', { class: 'lab-words', 'aria-live': 'polite' });
  const picture = h('div', { class: 'lab-picture' });
  const element = h('div', { class: 'lab-part', hidden: true }, h('p', { class: 'lab-idea' },
    'Two documents have the grades 2 and 0 with probability p, else 0 and 1. Each loss puts document 0 first from a p '
    + 'of its own on. For DCG that is right from ¼ on, for NDCG from ½ on.'), slider.element, words, picture);
  /** @type {{ dcg: DcgCalibration, p: number } | null} */
  let seen = null;
  const draw = () => { if (seen) fill(picture, drawing(seen.dcg, seen.p, isNarrow())); };
  onWidthChange(draw);
  return { element,
    update({ dcg }, values) {
      if (!dcg) return;
      const p = Number(values.p);
      seen = { dcg, p };
      slider.update(p, fixed(p, 2));
      say(words, wordsOf(dcg, p));
      draw();
    } };
}

/** Best expected measure minus that of the picked order. @param {number[]} values @param {boolean} isFirst */
const regretOf = (values, isFirst) => Math.max(...values) - values[isFirst ? 0 : 1];

/** @param {DcgCalibration} dcg @param {number} p */
const pointOf = ({ points }, p) => points[Math.round(p * (points.length - 1))];

/** @param {DcgCalibration} dcg @param {number} p */
function wordsOf(dcg, p) {
  const wrong = dcg.methods.filter(({ border }) => (p > border) !== (p > dcg.dcg_border)).length;
  const { dcg: values } = pointOf(dcg, p);
  return `Best for DCG is document ${p > dcg.dcg_border ? 0 : 1} first. ${wrong} of ${dcg.methods.length} losses put `
    + `the other first, which costs ${fixed(Math.abs(values[0] - values[1]), 4)} of DCG.`;
}

/** @param {DcgCalibration} dcg @param {number} p @param {boolean} isPhone */
function drawing(dcg, p, isPhone) {
  const [width, left, right, lane] = isPhone ? [366, 132, 282, 24] : [940, 190, 730, 20];
  const x = (/** @type {number} */ value) => left + value * (right - left);
  const top = 26;
  const rows = [{ label: 'right for DCG', border: dcg.dcg_border, isRule: true },
    { label: 'right for NDCG', border: dcg.ndcg_border, isRule: true },
    ...dcg.methods.map(({ method, border }) => ({ label: method.label, border, isRule: false }))];
  const height = top + rows.length * lane + 40;
  const foot = top + rows.length * lane;
  const values = pointOf(dcg, p).dcg;
  return s('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': wordsOf(dcg, p) },
    s('text', { class: 'axis', x: left, y: 14 }, isPhone ? '1 first' : 'document 1 first'),
    s('text', { class: 'axis', x: right, y: 14, 'text-anchor': 'end' }, isPhone ? '0 first' : 'document 0 first'),
    s('text', { class: 'axis', x: right + 10, y: 14 }, isPhone ? 'from p' : 'from p · DCG regret here'),
    rows.map(({ label, border, isRule }, at) => {
      const y = top + at * lane;
      const regret = regretOf(values, p > border);
      return s('g', { class: isRule ? 'dcg-rule' : 'dcg-loss' },
        s('text', { class: 'orders-loss', x: left - 8, y: y + lane / 2 + 4, 'text-anchor': 'end' },
          isPhone ? label.replace('Regression on', 'Regr.,').replace(/, (hinge|logistic|p =|squared).*$/, '') : label),
        s('rect', { class: 'orders-pick order-of-1', x: left, width: x(border) - left, y: y + 3, height: lane - 6 }),
        s('rect', { class: 'orders-pick order-of-0', x: x(border), width: right - x(border), y: y + 3,
          height: lane - 6 }),
        s('text', { class: regret > 0 && !isRule ? 'orders-wrong' : 'orders-loss', x: right + 10, y: y + lane / 2 + 4 },
          isRule || isPhone ? fixed(border, 4) : `${fixed(border, 10)} · ${regret > 0 ? fixed(regret, 4) : '0'}`));
    }),
    s('path', { class: 'dcg-border', d: `M${x(dcg.dcg_border)} ${top}V${foot}` }),
    s('path', { class: 'orders-now', d: `M${x(p)} ${top - 4}V${foot + 4}` }),
    [0, 0.25, 0.5, 0.75, 1].map((tick) => s('text', { class: 'axis', x: x(tick), y: foot + 20,
      'text-anchor': 'middle' }, fixed(tick, 2))),
    s('text', { class: 'axis', x: (left + right) / 2, y: foot + 36, 'text-anchor': 'middle' },
      'p, the chance of the grades (2,0)'));
}
