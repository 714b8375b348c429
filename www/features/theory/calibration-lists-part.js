// Three documents: the expected measure of the six orders along a tilt, and the order that each loss picks.

import { fixed } from '../../lib/format.js';
import { drawOrders, measureName, ordersLayout, pickText, pointAt, regretText, tiltAt, tiltText
} from '../../pictures/orders-chart.js';
import { isNarrow, onWidthChange } from '../../ui/media.js';
import { fill, h, s, say } from '../../ui/dom.js';
import { selectField } from '../../ui/fields.js';
import { handle } from './lab-handle.js';
import { MEASURES } from './lab-values.js';

/** @typedef {import('../../wasm/rankscope.js').ListCalibration} ListCalibration */
/** @typedef {import('./lab-view.js').Values} Values */

/** @param {(values: Values) => void} change @returns {import('./lab-view.js').CalibrationPart} */
export function listsPart(change) {
  const measure = selectField('Measure', (value) => change({ measure: value }));
  const tilt = handle('Tilt t', [-0.1, 0.1, 0.0025], (value) => change({ tilt: String(value) }));
  const words = h('p', { class: 'lab-words', 'aria-live': 'polite' });
  const picture = h('div', { class: 'lab-picture' });
  const table = h('table', { class: 'numbers' });
  const element = h('div', { class: 'lab-part', hidden: true }, h('p', { class: 'lab-idea' },
    'The best order of three documents jumps at t = 0. No convex loss follows the jump: the order of its minimiser is '
    + 'wrong somewhere. High bars are right, low ones wrong.'),
  measure.element, tilt.element, words, picture, h('details', {}, h('summary', {}, 'Values at this t'),
    h('div', { class: 'scroll' }, table)));
  /** @type {{ lab: ListCalibration, t: number } | null} */
  let seen = null;
  const draw = () => {
    if (!seen) return;
    const { lab, t } = seen;
    const layout = ordersLayout(isNarrow(), lab.methods.length);
    const svg = s('svg', { viewBox: `0 0 ${layout.width} ${layout.height}`, role: 'img',
      'aria-label': `Expected ${measureName(lab.measure)} of six orders along the tilt, and the picks of `
        + `${lab.methods.length} losses. ${wordsOf(lab, t)}` },
    drawOrders(layout, lab, { t, shown: lab.methods.map((_, at) => at) }));
    svg.addEventListener('pointerdown', (event) => follow(event, svg, (x) => {
      change({ tilt: String(Math.max(-0.1, Math.min(0.1, pointAt(lab, tiltAt(layout, lab, x)).t))) });
    }, layout.width));
    fill(picture, svg);
  };
  onWidthChange(draw);
  return { element,
    update({ lists }, values) {
      if (!lists) return;
      const t = Number(values.tilt);
      seen = { lab: lists, t };
      measure.update(MEASURES, values.measure, null);
      tilt.update(t, tiltText(t));
      say(words, wordsOf(lists, t));
      draw();
      fill(table, tableOf(lists, t));
    } };
}

/**
 * The pointer moves the tilt while it is down. The picture is drawn anew meanwhile, so the window listens.
 * @param {PointerEvent} event @param {SVGSVGElement} svg @param {(x: number) => void} move @param {number} width
 */
function follow(event, svg, move, width) {
  const { left, width: shown } = svg.getBoundingClientRect();
  const to = (/** @type {PointerEvent} */ { clientX }) => move(((clientX - left) / shown) * width);
  const end = new AbortController();
  to(event);
  window.addEventListener('pointermove', to, { signal: end.signal });
  for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) {
    window.addEventListener(type, () => end.abort(), { signal: end.signal });
  }
}

/** @param {ListCalibration} lab @param {number} t */
function wordsOf(lab, t) {
  const { best, picks } = pointAt(lab, t);
  const wrong = picks.filter(({ worst_regret: worst }) => worst > 1e-9).length;
  const most = Math.max(...picks.map(({ regret }) => regret));
  const names = best.map((order) => lab.orders[order].name).join(' and ');
  return `Best ${best.length > 1 ? 'are' : 'is'} ${names}. ${wrong} of ${picks.length} losses pick a worse order; the `
    + `largest regret is ${regretText(most)}.`;
}

/** @param {ListCalibration} lab @param {number} t */
function tableOf(lab, t) {
  const { values, best, picks, probabilities } = pointAt(lab, t);
  const head = (/** @type {string[]} */ names) =>
    h('thead', {}, h('tr', {}, names.map((name) => h('th', { scope: 'col' }, name))));
  const row = (/** @type {string[]} */ [name, ...cells]) =>
    h('tr', {}, h('th', { scope: 'row' }, name), cells.map((cell) => h('td', {}, cell)));
  return [h('caption', {}, lab.cases.map((grades, at) => `grades (${grades.join(',')}) with probability `
    + `${fixed(probabilities[at], 4)}`).join('; ')),
  head(['order or loss', `expected ${measureName(lab.measure)}, or order`, 'regret']),
  h('tbody', {}, lab.orders.map(({ name }, at) => row([name, fixed(values[at], 7),
    regretText(values[best[0]] - values[at])])),
  lab.methods.map(({ label }, at) => row([label, pickText(lab, picks[at].orders), regretText(picks[at].regret)])))];
}
