// The plots of a study, drawn by the core as SVG, each with its table and its files.

import { figure } from '../../lib/format.js';
import { fill, h } from '../../ui/dom.js';
import { download } from '../../ui/download.js';
import { fileName } from './export-files.js';
import { pngOf } from './picture.js';

/** @typedef {import('./study-state.js').StudyStore} Store */
/** @typedef {import('../../core/study-protocol.js').DrawnPlot} DrawnPlot */
/** @typedef {import('../../core/study-protocol.js').MarksPlot} MarksPlot */

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
  let shown = null;
  const svg = h('button', { type: 'button', class: 'quiet', onclick: () => {
    if (shown?.svg) download(shown.svg, 'image/svg+xml', fileName(store.get().study, `plot-${at + 1}`, 'svg'));
  } }, 'SVG');
  const png = h('button', { type: 'button', class: 'quiet', onclick: async () => {
    const image = shown?.svg && await pngOf(shown.svg);
    if (image) download(image, 'image/png', fileName(store.get().study, `plot-${at + 1}`, 'png'));
  } }, 'PNG');
  const details = h('details', {}, h('summary', {}, 'Values of this plot'), h('div', { class: 'scroll' }, table));
  const element = h('figure', {}, picture, h('figcaption', {}, details, h('span', {}, svg, png)));
  return {
    element,
    /** @param {DrawnPlot} one */
    update(one) {
      const isSame = shown?.svg === one.svg;
      shown = one;
      if (isSame) return;
      const { plot } = one;
      picture.setAttribute('aria-label', plot.title);
      svg.setAttribute('aria-label', `Save ${plot.title} as SVG`);
      png.setAttribute('aria-label', `Save ${plot.title} as PNG`);
      svg.disabled = png.disabled = one.svg === null;
      picture.classList.toggle('paper', plot.kind === 'table');
      fill(picture, one.svg === null ? h('p', { class: 'empty' }, 'No values yet.') : parsed(one.svg, plot.title));
      fill(table, tableOf(plot));
    },
  };
}

/**
 * The picture as elements, so that its colours follow the page's. The core writes the markup and escapes all texts.
 * @param {string} text @param {string} title
 */
function parsed(text, title) {
  const svg = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', title);
  return svg;
}

/** @param {MarksPlot} plot */
function tableOf({ title, kind, series, x_names: names, x_label: xLabel, y_label: yLabel }) {
  const hasInterval = series.some(({ points }) => points.some(({ interval }) => interval));
  const isBox = kind === 'box';
  const heads = ['series', xLabel, yLabel, ...(hasInterval ? ['95 % from', 'to'] : []),
    ...(isBox ? ['minimum', 'lower quartile', 'median', 'upper quartile', 'maximum'] : [])];
  const rows = series.flatMap(({ name, points }) => points.map(({ x, y, interval, quartiles }) => [
    name, names.length ? names[x] ?? '' : figure(x), figure(y),
    ...(hasInterval ? [interval ? figure(interval[0]) : '', interval ? figure(interval[1]) : ''] : []),
    ...(isBox ? (quartiles ?? []).map((value) => figure(value)) : [])]));
  const isUnnamed = series.every(({ name }) => !name);
  const cut = (/** @type {string[]} */ cells) => (isUnnamed ? cells.slice(1) : cells);
  return [h('caption', {}, title),
    h('thead', {}, h('tr', {}, cut(heads).map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, rows.map((cells) => h('tr', {}, cut(cells).map((text, at) =>
      (at === 0 ? h('th', { scope: 'row' }, text) : h('td', {}, text))))))];
}
