// The values of a comparison over C: one curve at a time, chosen by method and measure, and as a table.

import { h, fill, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { sizedPicture } from '../../../ui/sized-picture.js';
import { fixed, measureName } from '../../../lib/format.js';
import { curveDrawing, meanName } from './curve-drawing.js';

/** @typedef {import('./comparison-state.js').ComparisonStore} Store */
/** @typedef {import('../../../wasm/rankscope.js').ComparisonCurve} ComparisonCurve */
/** @typedef {import('../../../wasm/rankscope.js').ComparisonTable} ComparisonTable */

/**
 * Returns the part, and what chooses the curve of a cell of the table.
 * @param {Store} store
 */
export function curvePart(store) {
  const cell = { row: 0, column: 0 };
  const choose = (/** @type {Partial<typeof cell>} */ change) => {
    Object.assign(cell, change);
    render();
  };
  const method = selection('Method', (row) => choose({ row }));
  const measure = selection('Measure', (column) => choose({ column }));
  const place = h('div', { class: 'curve-picture' });
  const advice = h('p', { class: 'curve-advice', 'aria-live': 'polite' });
  const table = h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Values over C' });
  const numbers = h('details', { class: 'more', ontoggle: () => render() },
    h('summary', {}, 'Values over C as a table'), table);
  const heading = h('h3', { id: freshId('curve') }, 'Curves over C');
  const element = h('section', { class: 'comparison-curves', 'aria-labelledby': heading.id, hidden: true },
    heading,
    h('p', { class: 'muted' }, 'Press a value of the table, or choose here. On the left C is too small to fit the '
      + 'data; on a plateau any C is as good; where the curve gets worse towards the right, training over-fits.'),
    h('div', { class: 'curve-choice' }, method.element, measure.element), advice, place, numbers);
  const draw = sizedPicture(place, (wide) => {
    const { curve, names } = current(store.get().comparison, cell);
    return curve && names ? curveDrawing(curve, wide, names) : null;
  });

  function render() {
    const { comparison } = store.get();
    const { curves, table: filled } = comparison;
    element.hidden = !curves.length || !filled;
    if (!filled || element.hidden) return;
    const { curve, names } = current(comparison, cell);
    if (!curve || !names) return;
    method.update([...new Set(curves.map(({ row }) => row))].map((row) => [row, filled.rows[row].label]), curve.row);
    measure.update(filled.measures.map((key, column) => [column, measureName(key)]), curve.column);
    say(advice, adviceOf(curve, comparison.status));
    advice.classList.toggle('problem', curve.at_edge);
    draw();
    if (numbers.open) fill(table, valuesTable(curve, names));
  }
  store.watch(({ comparison }) => [comparison.curves, comparison.table, comparison.status], render);
  return { element, choose };
}

/**
 * The curve that is chosen, or the first one if there is none.
 * @param {Pick<import('./comparison-state.js').Comparison, 'curves' | 'table'>} comparison
 * @param {{ row: number, column: number }} shown
 */
export function current({ curves, table }, { row, column }) {
  const curve = curves.find((one) => one.row === row && one.column === column)
    ?? curves.find((one) => one.row === row) ?? curves[0] ?? null;
  const names = curve && table
    ? { method: table.rows[curve.row].label, measure: table.measures[curve.column] } : null;
  return { curve, names };
}

/** What the chosen C means. @param {ComparisonCurve} curve @param {string} status */
export function adviceOf({ points, chosen, at_edge: atEdge }, status) {
  if (chosen === undefined || chosen === null) {
    return status === 'running' ? 'C is chosen once all runs of the method are done. Until then the curve grows.'
      : 'C is not chosen, because not all runs of the method are done.';
  }
  const { c } = points[chosen];
  if (points.length < 2) return 'There is only one value of C, so there was nothing to choose.';
  if (!atEdge) return `C ${c} has the best validation value.`;
  const [end, way] = chosen === 0 ? ['smallest', 'smaller'] : ['largest', 'larger'];
  return `C ${c} is the ${end} value of the grid, and it is better than the value next to it. A ${way} C may be better `
    + 'still: add it to Values of C.';
}

/** @param {ComparisonCurve} curve @param {{ method: string, measure: string }} names */
function valuesTable(curve, { method, measure }) {
  const { points, folds, chosen } = curve;
  const heads = ['C', ...Array.from({ length: folds }, (_, fold) => `fold ${fold + 1}`), meanName(curve), 'test'];
  return h('table', { class: 'numbers' },
    h('caption', { class: 'hidden' }, `${measureName(measure)} of ${method} over C`),
    h('thead', {}, h('tr', {}, heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, points.map(({ c, valid, test, folds: values }, at) => h('tr', { class: at === chosen ? 'now' : '' },
      h('th', { scope: 'row' }, String(c), at === chosen && ' · chosen'),
      [...values, valid, test].map((value) => h('td', {}, fixed(value, 4)))))));
}

/** A menu of numbered choices. @param {string} label @param {(value: number) => void} act */
function selection(label, act) {
  const id = freshId('curve');
  const select = h('select', { id, onchange: () => act(Number(select.value)) });
  let known = '';
  return {
    element: h('div', { class: 'field' }, h('label', { htmlFor: id }, label), h('div', { class: 'select' }, select)),
    /** @param {[value: number, text: string][]} choices @param {number} chosen */
    update(choices, chosen) {
      const key = JSON.stringify(choices);
      if (key !== known) fill(select, choices.map(([value, text]) => h('option', { value: String(value) }, text)));
      known = key;
      select.value = String(chosen);
    },
  };
}
