// The three charts, each with a legend that tells the values under the cursor and a table of the same numbers.

import { h, s, fill, say } from '../dom.js';
import { chartOn } from '../charts.js';
import { charts, lastOf, rounds, valueAt } from '../curves.js';
import { freshId } from '../fields.js';
import { count } from '../format.js';
import { overlays } from '../keeping.js';
import { withOverlays } from '../overlays.js';
import { isWorking, newest } from '../running.js';
import { heeds, methodLabel, methodOf } from '../settings.js';

/** @typedef {import('../store.js').Store} Store */
/** @typedef {import('../curves.js').Chart} Chart */
/** @typedef {import('../reducer.js').Run} Run */

const CALM = 600; // ms between two changes of a chart's spoken name

/** @param {HTMLElement} root @param {Store} store */
export function mount(root, store) {
  const cards = [0, 1, 2].map((at) => card(store, () => chartsOf(store.get())[at]));
  root.append(h('div', { class: 'charts' }, cards.map(({ element }) => element)));
  const update = () => cards.forEach((one) => one.update());
  store.watch((state) => [state.run, state.cursor, state.settings.method, state.settings.measure, state.theme, state.archive.runs, state.archive.overlaid], update);
  // On a narrow screen Train is pressed out of sight of what it moves.
  store.subscribe((_state, { type }) => {
    if (type !== 'train' || !matchMedia('(max-width: 760px)').matches) return;
    const { top } = root.getBoundingClientRect();
    if (top >= 0 && top < innerHeight / 3) return;
    root.scrollIntoView({ block: 'start', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
  });
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) matchMedia(query).addEventListener('change', update);
}

/** @param {import('../reducer.js').State} state */
function chartsOf({ run, settings, catalog, archive }) {
  const measure = heeds(methodOf(catalog, settings), 'measure') ? settings.measure : '';
  const laid = overlays(archive);
  const key = run?.reports[newest(run)]?.train[0]?.measure ?? run?.overview?.measures[0] ?? measure;
  return charts(run, measure, (name) => methodLabel(catalog, name)).map((chart) => (laid.length ? withOverlays(chart, laid, key) : chart));
}

/**
 * @param {Store} store
 * @param {() => Chart} read
 */
function card(store, read) {
  const id = freshId('chart');
  const title = h('h2', { id }, '');
  const about = h('span', { class: 'about' });
  const canvas = h('canvas', { role: 'img' });
  const empty = h('p', { class: 'empty' }, 'Train draws the curve here.');
  const legend = h('ul', { class: 'legend' });
  const again = h('li', { class: 'again', title: 'At each upright line y* was re-ordered by the new w: another problem begins, and its lower bound starts anew.' }, 'y* re-aligned');
  const tablePlace = h('div', { class: 'chart-table', hidden: true, tabIndex: 0, role: 'region' });
  const toggle = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Show as table', title: 'Show as table', 'aria-expanded': 'false', onclick: () => showTable(Boolean(tablePlace.hidden)) }, 'Table');
  const plot = h('div', { class: 'plot' }, canvas, empty);
  const element = h('section', { class: 'card chart', 'aria-labelledby': id }, h('div', { class: 'card-head' }, title, about, toggle), plot, tablePlace, legend);
  const drawing = chartOn(canvas, () => ({ chart: read(), run: store.get().run, cursor: store.get().cursor.iteration }));
  const table = numbers();
  const spoken = calmly((text) => canvas.setAttribute('aria-label', text));
  // Nobody reads rows that come many times a second, and long tables are slow to lay out.
  const fillTable = calmly(() => { if (!tablePlace.hidden) table.update(read(), store.get().run, store.get().cursor.iteration); });
  tablePlace.append(table.element);

  /** @param {boolean} on */
  function showTable(on) {
    tablePlace.hidden = !on;
    plot.hidden = on;
    toggle.setAttribute('aria-expanded', String(on));
    say(toggle, on ? 'Table ✓' : 'Table');
    update();
    if (on) fillTable('', true);
  }

  /** @param {PointerEvent} event */
  const follow = (event) => {
    if (!(event.buttons & 1) && event.type === 'pointermove') return;
    const iteration = drawing.iterationAt(event.offsetX, newest(store.get().run));
    if (iteration !== null) store.dispatch({ type: 'cursor', iteration });
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    follow(event);
  });
  canvas.addEventListener('pointermove', follow);

  function update() {
    const chart = read();
    const { run, cursor } = store.get();
    const report = run?.reports[cursor.iteration] ?? null;
    say(title, chart.name);
    say(about, chart.about);
    tablePlace.setAttribute('aria-label', `${chart.name} as a table`);
    empty.hidden = lastOf(chart, run) > 0;
    again.hidden = chart.band === null || !run || rounds(run).length === 0;
    const values = chart.curves.map((curve) => ({ curve, text: curve.text(valueAt(curve, run, cursor.iteration)) }));
    legendOf(legend, values, again);
    spoken(report ? `${chart.name}: ${values.map(({ curve, text }) => `${curve.label} ${text}`).join(', ')} at iteration ${cursor.iteration}` : `${chart.name}: nothing trained yet`, !isWorking(run));
    drawing.schedule();
    if (!tablePlace.hidden) fillTable('', !isWorking(run));
  }
  return { element, update };
}

/**
 * @param {HTMLElement} legend
 * @param {{ curve: import('../curves.js').Curve, text: string }[]} values
 * @param {HTMLElement} last
 */
function legendOf(legend, values, last) {
  const keys = values.map(({ curve }) => curve.key + curve.label).join();
  if (legend.dataset.keys !== keys) {
    legend.dataset.keys = keys;
    fill(legend, values.map(({ curve }) => h('li', {}, swatch(curve), ` ${curve.label} `, h('b', {}))), last);
  }
  values.forEach(({ text }, at) => say(/** @type {Element} */ (legend.children[at].querySelector('b')), text));
}

/** @param {import('../curves.js').Curve} curve */
function swatch({ key, dash, drawn, place }) {
  if (key.startsWith('component-') || (place && !drawn)) return null;
  if (!drawn) return s('svg', { class: 'swatch', viewBox: '0 0 22 10', 'aria-hidden': 'true' }, s('rect', { class: `band-${key}`, x: 0, y: 0, width: 22, height: 10, rx: 2 }));
  return s('svg', { class: 'swatch', viewBox: '0 0 22 10', 'aria-hidden': 'true' }, s('path', { class: place ? `line-kept-${place}` : `line-${key}`, d: 'M1 5H21', 'stroke-dasharray': dash.join(' ') }));
}

/** The table behind a chart: grows by rows while training, is made anew for another run. */
function numbers() {
  const head = h('tr', {});
  const body = h('tbody', {});
  const caption = h('caption', { class: 'hidden' });
  const element = h('table', { class: 'numbers' }, caption, h('thead', {}, head), body);
  let made = '';
  let settled = 0; // rows that will not change
  return {
    element,
    /**
     * @param {Chart} chart
     * @param {Run | null} run
     * @param {number} cursor
     */
    update(chart, run, cursor) {
      const wanted = `${run?.id}/${chart.name}/${chart.curves.map(({ key, label }) => key + label).join()}`;
      if (wanted !== made) {
        made = wanted;
        settled = 0;
        fill(body);
        fill(head, h('th', { scope: 'col' }, 'iteration'), chart.curves.map(({ label }) => h('th', { scope: 'col' }, label)));
        say(caption, chart.name);
      }
      const reached = run?.reports.length ?? 0;
      const rows = chart.curves.some(({ reports }) => reports) ? lastOf(chart, run) + 1 : reached;
      // Rows beyond the run's own iterations hold only the runs laid over, until it gets there.
      while (body.rows.length > settled) body.deleteRow(-1);
      for (let at = settled; at < rows; at += 1) body.append(h('tr', {}, h('th', { scope: 'row' }, count(at)), chart.curves.map((curve) => h('td', {}, curve.text(valueAt(curve, run, at))))));
      settled = reached;
      body.querySelector('.now')?.classList.remove('now');
      body.rows[cursor]?.classList.add('now');
      bring(body.querySelector('.now'));
    },
  };
}

/** Brings a row into the view of the box that scrolls it, and leaves the page where it is. @param {Element | null} row */
function bring(row) {
  const box = row?.closest('.chart-table');
  if (!row || !box) return;
  const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
  const head = box.querySelector('thead')?.getBoundingClientRect().height ?? 0;
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 2;
  else if (inner.top < outer.top + head) box.scrollTop -= outer.top + head - inner.top;
}

/**
 * Calls at most once per CALM milliseconds unless it is told at once, and always with the last text.
 * @param {(text: string) => void} tell
 */
function calmly(tell) {
  let last = -CALM;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  return (/** @type {string} */ text, /** @type {boolean} */ atOnce) => {
    clearTimeout(later);
    const now = () => {
      last = performance.now();
      tell(text);
    };
    const wait = atOnce ? 0 : last + CALM - performance.now();
    if (wait > 0) later = setTimeout(now, wait);
    else now();
  };
}
