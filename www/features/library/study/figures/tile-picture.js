// The small picture of a figure: the printed numbers in grey, the results on this device in colour, each with axes of
// their own; without both, empty axes with the kind of the plot.

import { h, s } from '../../../../ui/dom.js';
import { shareOf } from './axis.js';
import { printedOf } from './gallery.js';
import { plotFor } from './kept-picture.js';
import { PAIR_LOSSES } from './pair-losses.js';
import { linesOf, panelsOf } from './printed-numbers.js';

/** @typedef {import('./gallery.js').Named} Named */
/** @typedef {import('./kept-picture.js').KeptPicture} KeptPicture */
/** @typedef {import('./kept-picture.js').KeptPlot} KeptPlot */
/** @typedef {import('./figures.js').PrintedTable} PrintedTable */
/** @typedef {import('./printed-numbers.js').Panel} Panel */
/** Where a picture stands. `floor`: the axis of x. @typedef {{ left: number, width: number, top: number,
 *   floor: number }} Box */
/** @typedef {[number, number]} Point */
/** How lines are drawn. @typedef {{ xLog?: boolean, yLog?: boolean, kind: string, areDots?: boolean }} Look */

const [WIDTH, HEIGHT, TOP, FLOOR] = [144, 64, 4, 62];
const [ROW, NAME] = [40, 14]; // heights of a picture above another, and of the name below it
const EDGE = 3; // between the axes and what they hold
const APART = 12; // between two pictures of a tile
const LEAST_STEP = 2.4; // of hollow bars

/** @param {Named} one @param {KeptPicture | null} kept the results that repeat the figure */
export function tilePicture(one, kept) {
  const { figure: { x, y, kind, axes, shows, exact } } = one;
  const tables = printedOf(one);
  const plot = plotFor(kept, shows);
  const halves = exact ? PAIR_LOSSES.map(({ name }) => name) : tables.length && plot ? ['paper', 'here'] : [];
  const isLine = tables.some(({ each }) => each === 'number');
  const panels = isLine ? [] : panelsFor(tables, y);
  // Bars that are too many for a half get the whole width, above the results.
  const areRows = halves.length > 0 && panels.length > 0 && stepIn(halfOf(0), panels) < LEAST_STEP;
  const [first, second] = areRows ? [0, 1].map(rowOf) : halves.length ? [0, 1].map(halfOf) : [WHOLE, WHOLE];
  const ghost = tables.length > 0 && (isLine
    ? drawLines(first, tables.flatMap((table) => linesOf(table).map(({ points }) => points)), { kind: 'ghost' })
    : drawPanels(first, panels, tables.some(({ log }) => log)));
  const drawn = exact ? PAIR_LOSSES.flatMap(({ lines }, at) => drawLines(at ? second : first,
    lines.map(({ points }) => points), { kind: 'result' })) : plot && drawPlot(second, plot);
  const range = (/** @type {number[] | undefined} */ ends) => (ends ? ` ${ends[0]}–${ends[1]}` : '');
  return h('span', { class: 'tile-picture', 'aria-hidden': 'true' },
    h('span', { class: 'tile-axis-name' }, y + range(axes?.y)),
    s('svg', { viewBox: `0 0 ${WIDTH} ${areRows ? second.floor + 2 : HEIGHT}` }, drawAxes(first),
      areRows && s('text', { class: 'tile-row', x: WIDTH / 2, y: first.floor + NAME - 3 }, halves[0]),
      halves.length > 0 && drawAxes(second),
      ghost, drawn, !ghost && !drawn && s('text', { class: 'tile-kind', x: WIDTH / 2, y: HEIGHT / 2 + 4 }, kind)),
    h('span', { class: 'tile-axis-name' }, areRows ? h('span', {}, halves[1])
      : halves.length ? halves.map((name) => h('span', {}, name))
      : h('span', { class: 'tile-x' }, x + range(axes?.x))));
}

/** The whole picture. @type {Box} */
const WHOLE = { left: 1, width: WIDTH - 2, top: TOP, floor: FLOOR };

/** One of two pictures side by side. @param {number} at @returns {Box} */
function halfOf(at) {
  const width = (WIDTH - 2 - APART) / 2;
  return { ...WHOLE, left: 1 + at * (width + APART), width };
}

/** One of two pictures above each other. @param {number} at @returns {Box} */
function rowOf(at) {
  const top = TOP + at * (ROW + NAME);
  return { ...WHOLE, top, floor: top + ROW };
}

/** @param {Box} box */
const drawAxes = ({ left, width, top, floor }) =>
  s('path', { class: 'tile-axes', d: `M${left} ${top}V${floor}H${left + width}` });

/** @param {Box} box @param {number} share of the height */
const up = ({ top, floor }, share) => floor - EDGE - (floor - EDGE - top - 3) * share;

/** The width that a panel has, and that its bars have. @param {Box} box @param {Panel[]} panels */
const roomIn = (box, panels) => (box.width - 2 * EDGE) / panels.length;
const barsIn = (/** @type {number} */ room) => room - Math.min(4, room / 4);

/** The width of the narrowest bar. @param {Box} box @param {Panel[]} panels */
const stepIn = (box, panels) => barsIn(roomIn(box, panels)) / Math.max(...panels.map(({ bars }) => bars.length));

/** @param {Box} box @param {number} share of the width */
const across = ({ left, width }, share) => left + 2 * EDGE + (width - 3 * EDGE) * share;

/**
 * The panels of tables that show `y`; all of them where none says so.
 * @param {PrintedTable[]} tables @param {string} y
 */
function panelsFor(tables, y) {
  const all = tables.flatMap((table) => panelsOf(table).map((panel) => ({ panel, title: table.title })));
  const some = all.filter(({ panel, title }) => panel.name === y || title === y);
  return (some.length ? some : all).map(({ panel }) => panel);
}

/** Hollow bars, or dots on logarithmic axes: the bars of a panel stand together. @param {Box} box
 * @param {Panel[]} panels @param {boolean} log */
function drawPanels(box, panels, log) {
  const room = roomIn(box, panels);
  return panels.flatMap(({ bars }, at) => {
    const values = bars.flatMap(({ value }) => value ?? []);
    if (!values.length) return [];
    const height = shareOf(log ? Math.min(...values) : 0, Math.max(...values), log);
    const step = barsIn(room) / bars.length;
    return bars.flatMap(({ value }, bar) => {
      if (value === null) return [];
      const x = box.left + EDGE + at * room + bar * step;
      const y = up(box, height(value));
      // Many hollow bars would be one dark area, so only their upper ends are drawn.
      return [log ? s('circle', { class: 'ghost-mark', cx: (x + step / 2).toFixed(1), cy: y.toFixed(1), r: 2.2 })
        : step < LEAST_STEP ? s('path', { class: 'ghost-tick',
          d: `M${x.toFixed(1)} ${y.toFixed(1)}h${step.toFixed(1)}` })
        : s('rect', { class: 'ghost-bar', x: x.toFixed(1), y: y.toFixed(1), width: (step * 0.8).toFixed(1),
          height: (box.floor - y).toFixed(1) })];
    });
  });
}

/** @param {Box} box @param {Point[][]} lines @param {Look} look */
function drawLines(box, lines, { xLog, yLog, kind, areDots }) {
  const usable = lines.map((points) => points.filter(([x, y]) => (!xLog || x > 0) && (!yLog || y > 0)));
  const all = usable.flat();
  if (!all.length) return [];
  const [x, y] = [0, 1].map((at) => {
    const values = all.map((point) => point[at]);
    return shareOf(Math.min(...values), Math.max(...values), at ? yLog : xLog);
  });
  const place = (/** @type {Point} */ point) => [across(box, x(point[0])).toFixed(1), up(box, y(point[1])).toFixed(1)];
  return usable.flatMap((points, series) => /** @type {SVGElement[]} */ (areDots || points.length === 1
    ? points.map((point) => s('circle', { class: `${kind}-mark`, 'data-series': series, cx: place(point)[0],
      cy: place(point)[1], r: 2.4 }))
    : [s('polyline', { class: `${kind}-line`, 'data-series': series,
      points: points.map((point) => place(point).join()).join(' ') })]));
}

/** @param {Box} box @param {KeptPlot} plot */
function drawPlot(box, { kind, names, xLog, yLog, lines }) {
  const values = lines.flat().map(([, y]) => y);
  if (kind !== 'bars' || yLog || Math.min(...values) < 0) {
    return drawLines(box, lines, { xLog, yLog, kind: 'result', areDots: kind !== 'line' });
  }
  const height = shareOf(0, Math.max(...values));
  const room = (box.width - 2 * EDGE) / Math.max(1, names);
  const step = (0.75 * room) / lines.length;
  return lines.flatMap((points, series) => points.map(([x, y]) => s('rect', { class: 'result-bar',
    'data-series': series, x: (box.left + EDGE + x * room + series * step).toFixed(1), y: up(box, height(y)).toFixed(1),
    width: Math.max(1, step).toFixed(1), height: (box.floor - up(box, height(y))).toFixed(1) })));
}
