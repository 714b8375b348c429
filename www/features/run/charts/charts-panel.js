// The three charts, each with the name and the value of a curve at its end, and a table of the same numbers.

import { throttle } from '../../../ui/throttle.js';
import { isNarrow, scrollTo } from '../../../ui/media.js';
import { h, say } from '../../../ui/dom.js';
import { chartOn } from './chart-canvas.js';
import { chartsOf } from './charts-of.js';
import { lastOf, valueAt } from './curves.js';
import { endLabels } from './end-label-list.js';
import { freshId } from '../../../ui/fields.js';
import { count } from '../../../lib/format.js';
import { markedIteration, needsName } from '../training/run-end.js';
import { isWorking, newest } from '../training/run-state.js';
import { measureTerm } from '../../learn/glossary/measure-term.js';
import { showNotFetched } from '../../../store/alert-state.js';
import { term } from '../../../ui/term.js';
import { visibleText } from '../../../lib/visible-text.js';

/** @typedef {import('./charts-state.js').ChartsStore} Store */
/** @typedef {import('./curves.js').Chart} Chart */
/** @typedef {import('../training/run-state.js').Run} Run */

/** @type {Readonly<Record<string, string>>} */
const CHART_TERMS = { 'Objective': 'objective', 'Slack and loss': 'slack' };
const CALM = 600; // ms between two changes of a chart's spoken name

/** @param {HTMLElement} root @param {Store} store */
export function mount(root, store) {
  const cards = [0, 1, 2].map((at) => card(store, () => chartsOf(store.get())[at]));
  root.append(h('div', { class: 'charts' }, cards.map(({ element }) => element)));
  const restyle = () => cards.forEach((one) => one.restyle());
  store.watch((state) => [state.theme], restyle);
  /** @type {readonly unknown[]} */
  let before = [];
  store.watch((state) =>
      [state.cursor, state.run, state.settings.method, state.settings.measure, state.runs.list,
      state.runs.overlaid, state.charts], ([, ...all]) => {
    const isMove = all.every((part, at) => part === before[at]);
    before = all;
    cards.forEach((one) => one.update(isMove));
  });
  // On a narrow screen Train is pressed out of sight of what it moves.
  store.subscribe((_state, { type }) => {
    if (type !== 'train' || !isNarrow()) return;
    const { top } = root.getBoundingClientRect();
    if (top >= 0 && top < innerHeight / 3) return;
    scrollTo(root);
  });
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', restyle);
  }
}

/**
 * @param {Store} store
 * @param {() => Chart | undefined} find a method may have fewer charts than there is room for
 */
function card(store, find) {
  /** The chart of a card that is shown. */
  const read = () => /** @type {Chart} */ (find());
  const id = freshId('chart');
  const name = term('measure', '');
  const title = h('h2', { id }, name);
  const about = h('span', { class: 'about' });
  const canvas = h('canvas', { role: 'img' });
  const empty = h('p', { class: 'empty' }, h('span', { class: 'without-lesson' }, 'Train draws the curve here.'),
    h('span', { class: 'with-lesson' }, 'The run comes with Reveal.'));
  const labels = endLabels();
  const tablePlace = h('div', { class: 'chart-table', hidden: true, tabIndex: 0, role: 'region' });
  const toggle = h('button',
    { type: 'button', class: 'quiet', 'aria-label': 'Show as table', title: 'Show as table', 'aria-expanded': 'false',
      onclick: () => showTable(Boolean(tablePlace.hidden)) }, 'Table');
  const isLogarithmic = () => store.get().charts.logarithmic.includes(read().name);
  const scale = h('button',
    { type: 'button', class: 'quiet', 'aria-label': 'Log axis', title: 'Logarithmic axis', onclick: () =>
      store.dispatch({ type: 'charts/scale', chart: read().name, logarithmic: !isLogarithmic() }) }, 'Log');
  const drawing = chartOn(canvas,
    () => ({ chart: read(), run: store.get().run, cursor: store.get().cursor.iteration, logarithmic: isLogarithmic() }),
    (frame) => finish(canvas, labels, frame, read(), store.get()));
  const plot = h('div', { class: 'plot' }, canvas, drawing.cursor, empty, labels.element);
  const element = h('section', { class: 'chart', 'aria-labelledby': id },
    h('div', { class: 'card-head' }, title, about, scale, toggle), plot, tablePlace);
  /** @type {ReturnType<typeof import('./chart-table.js').chartTable> | undefined} */
  let table;
  let words = '';
  const speak = throttle(CALM, () => canvas.setAttribute('aria-label', visibleText(words)));
  // Rows that change many times a second cannot be read, and long tables are slow to lay out.
  const fillTable = throttle(CALM, () => {
    if (find() && !tablePlace.hidden) table?.update(read(), store.get().run, store.get().cursor.iteration);
  });

  /** @param {boolean} on */
  async function showTable(on) {
    if (!table) {
      const part = await import('./chart-table.js').catch((error) =>
        void store.dispatch(showNotFetched('The table could not be shown.', 'Open it again', error)));
      if (!part) return;
      table ??= part.chartTable();
      tablePlace.append(table.element);
    }
    tablePlace.hidden = !on;
    plot.hidden = on;
    toggle.setAttribute('aria-expanded', String(on));
    say(toggle, on ? 'Table ✓' : 'Table');
    update(true);
    if (on) fillTable(false);
  }

  followPointer(canvas, (x) => {
    const iteration = drawing.iterationAt(x, newest(store.get().run));
    if (iteration !== null) store.dispatch({ type: 'cursor', iteration });
  });

  /** @param {boolean} isMove whether nothing but the cursor has changed */
  function update(isMove) {
    const chart = find();
    element.hidden = !chart;
    if (!chart) return;
    const { run, cursor } = store.get();
    const report = run?.reports.at(cursor.iteration) ?? null;
    say(name, chart.name);
    name.dataset.term = CHART_TERMS[chart.name] ?? measureTerm(chart.name);
    say(about, chart.about);
    tablePlace.setAttribute('aria-label', `${chart.name} as a table`);
    scale.hidden = !chart.scales || lastOf(chart, run) === 0;
    scale.setAttribute('aria-pressed', String(isLogarithmic()));
    empty.hidden = lastOf(chart, run) > 0;
    const values = chart.curves.map((curve) => ({ curve, text: curve.text(valueAt(curve, run, cursor.iteration)) }));
    labels.update(values, lastOf(chart, run) > 0,
      needsName(run, cursor.iteration) ? `iteration ${count(cursor.iteration)}` : '');
    words = report ? `${chart.name}: ${values.map(({ curve, text }) => `${curve.label} ${text}`).join(', ')} at `
      + `iteration ${cursor.iteration}${keptWords(run)}` : `${chart.name}: nothing trained yet`;
    speak(isWorking(run));
    drawing.schedule(isMove);
    if (!tablePlace.hidden) fillTable(isWorking(run));
  }
  return { element, update, restyle: () => drawing.restyle() };
}

/**
 * Puts the names beside a picture that was drawn, and notes what it shows. It is drawn later than the page's numbers,
 * and nothing else tells when.
 * @param {HTMLCanvasElement} canvas
 * @param {ReturnType<typeof endLabels>} labels
 * @param {import('../../../core/protocol.js').ChartFrame | null} frame
 * @param {Chart} chart
 * @param {import('./charts-state.js').ChartsState} state
 */
function finish(canvas, labels, frame, chart, { run, cursor }) {
  labels.place(frame, chart, run, cursor.iteration);
  canvas.dataset.drawn = `iteration ${cursor.iteration} of ${newest(run)}`;
}

/** @param {HTMLCanvasElement} canvas @param {(x: number) => void} moved called with CSS pixels from its left edge */
function followPointer(canvas, moved) {
  /** @param {PointerEvent} event */
  const follow = (event) => { if (event.buttons & 1 || event.type === 'pointerdown') moved(event.offsetX); };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    follow(event);
  });
  canvas.addEventListener('pointermove', follow);
}

/** @param {Run | null} run */
function keptWords(run) {
  const marked = markedIteration(run);
  return marked === null ? '' : `; a ring marks the kept iteration ${marked}`;
}
