// What the paper prints of the figures that the chosen study repeats: the numbers as grey pictures with axes of their
// own and as tables, or what the text says.

import { fill, h } from '../../../../ui/dom.js';
import { sizedPicture } from '../../../../ui/sized-picture.js';
import { figuresOf, printedOf } from './gallery.js';
import { textsOf } from './printed-numbers.js';
import { printedPicture } from './printed-picture.js';

/** @typedef {import('../study-state.js').StudyStore} Store */
/** @typedef {import('./figures.js').PrintedTable} PrintedTable */
/** @typedef {import('./gallery.js').Named} Named */

/** @param {Store} store */
export function printedPart(store) {
  const section = h('section', { class: 'study-printed', 'aria-label': 'As printed in the paper' });
  store.watch(({ study }) => [study.papers, study.outline?.repeats.join('\n') ?? ''], ([papers, repeats]) => {
    const figures = figuresOf(papers, repeats.split('\n'));
    section.hidden = !figures.length;
    const hasNumbers = figures.some((one) => printedOf(one).length > 0);
    fill(section, h('h4', {}, hasNumbers ? 'As printed in the paper' : 'What the paper says'),
      hasNumbers && h('p', { class: 'note' }, 'These numbers are of other data, so they cannot be compared with those '
        + 'above. Only the order of the methods can.'),
      figures.map(figureView));
  });
  return section;
}

/** @param {Named} one */
function figureView(one) {
  const { key, figure: { said, needs } } = one;
  const tables = printedOf(one);
  const claim = h('p', { class: 'printed-said' }, h('b', {}, `${key}: `), said,
    needs && ` † Not even the setting can be repeated without ${needs}, so the study runs on other data.`);
  if (!tables.length) return claim;
  return h('figure', {}, h('figcaption', {}, claim), tables.map((table) => tableView(key, table)));
}

/** @param {string} key @param {PrintedTable} table */
function tableView(key, table) {
  const name = `${key}${table.title ? `, ${table.title}` : ''}, as printed`;
  const place = h('div', { class: 'printed-picture' });
  sizedPicture(place, (width) => printedPicture(table, width, name));
  return h('div', { class: 'printed-table' }, table.title && h('h5', {}, table.title), place,
    h('details', {}, h('summary', {}, 'Values as printed'),
      h('div', { class: 'scroll', tabIndex: 0, role: 'group', 'aria-label': name }, numbers(name, table))));
}

/** @param {string} name @param {PrintedTable} table */
function numbers(name, table) {
  const { columns, rows, unit, x, p } = table;
  const head = (/** @type {string | number} */ column, /** @type {number} */ at) =>
    h('th', { scope: 'col' }, Array.isArray(unit) ? `${column}, ${unit[at]}` : String(column));
  const row = (/** @type {string} */ title, /** @type {string[]} */ texts) => h('tr', {},
    h('th', { scope: 'row' }, title), texts.map((text) => h('td', {}, text)));
  return h('table', { class: 'numbers' }, h('caption', {}, Array.isArray(unit) ? name : `${name}: ${unit}`),
    h('thead', {}, h('tr', {}, x ? h('th', { scope: 'col' }, x) : h('td', {}), columns.map(head))),
    h('tbody', {}, Object.entries(rows).map(([title, cells]) => row(title, textsOf(table, cells))),
      p && row('p, best against second', p)));
}
