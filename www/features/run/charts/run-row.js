// The run strip as one row of numbers, with a thin chart behind the slider in the place of the three charts. The row
// stands there on a low window, and where the reader folds the charts; in a lesson the charts are whole.

import { fill, h, s, say } from '../../../ui/dom.js';
import { keptChoice } from '../../../ui/kept-choice.js';
import { isLow, isNarrow, onHeightChange, onWidthChange } from '../../../ui/media.js';
import { term } from '../../../ui/term.js';
import { count } from '../../../lib/format.js';
import { newest } from '../training/run-state.js';
import { chartsOf } from './charts-of.js';
import { rowFigures, thinLines } from './row-figures.js';

/** @typedef {import('./charts-state.js').ChartsStore} Store */
/** @typedef {import('./row-figures.js').RowFigure} RowFigure */

const BOX = { width: 240, height: 40, room: 4 }; // of the thin chart, in its own units
const KEPT = keptChoice('charts');

/**
 * @param {HTMLElement} strip
 * @param {{ bar: HTMLElement, track: HTMLElement }} timeline gets the button and the thin chart
 * @param {Store} store
 */
export function mount(strip, { bar, track }, store) {
  const kept = KEPT.read();
  if (kept !== null) store.dispatch({ type: 'charts/fold', folded: kept === 'folded' });
  const numbers = numberList();
  const row = h('div', { class: 'run-row', hidden: true }, numbers.element);
  const thin = thinChart();
  const button = h('button', { type: 'button', class: 'charts-button', 'aria-controls': 'charts',
    onclick: () => {
      const folded = !isFolded();
      store.dispatch({ type: 'charts/fold', folded });
      KEPT.write(folded ? 'folded' : 'open');
    } }, 'Charts');
  strip.prepend(row);
  track.prepend(thin.element);
  bar.append(button);

  const isFolded = () => {
    const { charts: { folded }, lessons } = store.get();
    return !lessons.open && !isNarrow() && (folded ?? isLow());
  };
  function fold() {
    const folded = isFolded();
    row.hidden = !folded;
    strip.classList.toggle('in-row', folded);
    button.setAttribute('aria-expanded', String(!folded));
    render();
  }
  function render() {
    if (row.hidden) return;
    const { run, cursor } = store.get();
    const report = run?.reports.at(cursor.iteration);
    const end = newest(run);
    const place = { name: 'iteration', term: '', value: count(cursor.iteration), kind: '', of: ` of ${count(end)}` };
    numbers.show(report ? [place, ...rowFigures(report)] : []);
    thin.show(thinLines(chartsOf(store.get())[0], run, BOX));
  }
  onHeightChange(fold);
  onWidthChange(fold);
  store.watch(({ charts, lessons }) => [charts.folded, lessons.open !== null], fold);
  store.watch((state) => [state.run, state.cursor, state.settings.method], render);
}

/** A list of numbers with their names. Its elements stay while the names do, because the numbers change often. */
function numberList() {
  const element = h('dl', { class: 'run-numbers' });
  let names = '';
  /** @type {HTMLElement[]} */
  let values = [];
  return {
    element,
    /** @param {(RowFigure & { of?: string })[]} figures */
    show(figures) {
      const now = figures.map(({ name }) => name).join('|');
      if (now !== names) {
        names = now;
        values = figures.map(({ kind, of }) => h('dd', { class: kind }, h('b', {}), of !== undefined && h('span', {})));
        fill(element, figures.map(({ name, term: id }, at) =>
          h('div', {}, h('dt', {}, id ? term(id, name) : name), values[at])));
      }
      figures.forEach(({ value, of }, at) => {
        const [number, rest] = values[at].children;
        say(number, value);
        if (rest) say(rest, of ?? '');
      });
    },
  };
}

/** The curves of the first chart, as wide as the way of the slider's thumb. */
function thinChart() {
  const band = s('path', { class: 'thin-band' });
  const lines = s('g', {});
  const element = s('svg', { class: 'thin-chart', viewBox: `0 0 ${BOX.width} ${BOX.height}`, 'aria-hidden': 'true',
    preserveAspectRatio: 'none' }, band, lines);
  return {
    element,
    /** @param {ReturnType<typeof thinLines>} drawing */
    show(drawing) {
      band.setAttribute('d', drawing.band);
      while (lines.children.length > drawing.lines.length) lines.lastElementChild?.remove();
      while (lines.children.length < drawing.lines.length) lines.append(s('path', {}));
      drawing.lines.forEach(({ color, isDashed, path }, at) => {
        const line = /** @type {SVGPathElement} */ (lines.children[at]);
        line.setAttribute('d', path);
        line.setAttribute('class', isDashed ? 'thin-line dashed' : 'thin-line');
        line.style.setProperty('stroke', `var(${color})`);
      });
    },
  };
}
