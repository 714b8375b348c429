// The plots of a study, drawn by the core as SVG, each with its table and its files.

import { figure } from '../../../lib/format.js';
import { fill, h, s } from '../../../ui/dom.js';
import { download } from '../../../ui/download.js';
import { fileName } from './export-files.js';
import { pngOf } from './picture.js';
import { withMarks } from './series-marks.js';
import { elementsOf } from './svg-elements.js';

/** @typedef {import('./study-state.js').StudyStore} Store */
/** @typedef {import('../../../core/study-protocol.js').DrawnPlot} DrawnPlot */
/** @typedef {import('../../../core/study-protocol.js').MarksPlot} MarksPlot */

/** @param {Store} store */
export function plotsPart(store) {
  const section = h('section', { class: 'study-plots', 'aria-label': 'Plots of the study' });
  /** @type {ReturnType<typeof plotView>[]} */
  let views = [];
  store.watch(({ study }) => [study.measured?.plots ?? null], ([plots]) => {
    const drawn = plots ?? [];
    if (views.length !== drawn.length) {
      views = drawn.map((_, at) => plotView(store, at));
      fill(section, views.map(({ element }) => element));
    }
    drawn.forEach((one, at) => views[at].update(one));
  });
  return section;
}

/** @param {Store} store @param {number} at */
function plotView(store, at) {
  const picture = h('div', { class: 'study-picture scroll', tabIndex: 0, role: 'group' });
  const table = h('table', { class: 'numbers' });
  /** @type {DrawnPlot | null} */
  let drawn = null;
  const svg = h('button', { type: 'button', class: 'quiet', onclick: () => {
    if (drawn?.svg) download(drawn.svg, 'image/svg+xml', fileName(store.get().study, `plot-${at + 1}`, 'svg'));
  } }, 'SVG');
  const png = h('button', { type: 'button', class: 'quiet', onclick: async () => {
    const image = drawn?.svg && await pngOf(drawn.svg);
    if (image) download(image, 'image/png', fileName(store.get().study, `plot-${at + 1}`, 'png'));
  } }, 'PNG');
  const details = h('details', {}, h('summary', {}, 'Values of this plot'), h('div', { class: 'scroll' }, table));
  /** @param {number} row */
  const list = (row) => store.dispatch({ type: 'study/queries', row });
  const element = h('figure', {}, picture, h('figcaption', {}, details, h('span', {}, svg, png)));
  return {
    element,
    /** @param {DrawnPlot} one */
    update(one) {
      const isSame = drawn?.svg === one.svg;
      drawn = one;
      if (isSame) return;
      const { plot } = one;
      picture.setAttribute('aria-label', plot.title);
      svg.setAttribute('aria-label', `Save ${plot.title} as SVG`);
      png.setAttribute('aria-label', `Save ${plot.title} as PNG`);
      svg.disabled = png.disabled = one.svg === null;
      picture.classList.toggle('table', plot.kind === 'table');
      const drawing = one.svg === null ? null : elementsOf(one.svg, plot.title);
      if (drawing) {
        withMarks(drawing);
        linkPoints(drawing, plot, list);
      }
      fill(picture, drawing ?? h('p', { class: 'empty' }, 'No values yet.'));
      fill(table, tableOf(plot, list));
    },
  };
}

/**
 * Makes the drawn points list their queries. There is one mark per point, in their order; the table below has
 * buttons for the keyboard.
 * @param {Element} drawing @param {MarksPlot} plot @param {(row: number) => void} list
 */
function linkPoints(drawing, { series }, list) {
  const circles = drawing.querySelectorAll('.study-mark');
  const points = series.flatMap((one) => one.points);
  if (circles.length !== points.length) return;
  points.forEach(({ tag, x, y }, at) => {
    if (tag === undefined) return;
    const circle = circles[at];
    circle.classList.add('study-point');
    circle.append(s('title', {}, `${figure(x)}, ${figure(y)}: press to list its queries`));
    circle.addEventListener('click', () => list(tag));
  });
}

/** @param {MarksPlot} plot @param {(row: number) => void} list */
function tableOf({ title, kind, series, x_names: names, x_label: xLabel, y_label: yLabel }, list) {
  const hasInterval = series.some(({ points }) => points.some(({ interval }) => interval));
  const isBox = kind === 'box';
  const heads = ['series', xLabel, yLabel, ...(hasInterval ? ['95 % from', 'to'] : []),
    ...(isBox ? ['minimum', 'lower quartile', 'median', 'upper quartile', 'maximum'] : [])];
  const rows = series.flatMap(({ name, points }) => points.map(({ x, y, interval, quartiles, tag }) => ({ tag, cells: [
    name, names.length ? names[x] ?? '' : figure(x), figure(y),
    ...(hasInterval ? [interval ? figure(interval[0]) : '', interval ? figure(interval[1]) : ''] : []),
    ...(isBox ? (quartiles ?? []).map((value) => figure(value)) : [])] })));
  const hasRows = rows.some(({ tag }) => tag !== undefined);
  const isUnnamed = series.every(({ name }) => !name);
  const cut = (/** @type {string[]} */ cells) => (isUnnamed ? cells.slice(1) : cells);
  return [h('caption', {}, title),
    h('thead', {}, h('tr', {}, cut(heads).map((head) => h('th', { scope: 'col' }, head)),
      hasRows && h('th', { scope: 'col' }, 'test queries'))),
    h('tbody', {}, rows.map(({ tag, cells }) => h('tr', {},
      cut(cells).map((text, at) => (at === 0 ? h('th', { scope: 'row' }, text) : h('td', {}, text))),
      hasRows && h('td', {}, tag !== undefined && h('button', { type: 'button', class: 'quiet',
        'aria-label': `List the queries of ${cut(cells).slice(0, 2).join(', ')}`,
        onclick: () => list(tag) }, 'List')))))];
}
