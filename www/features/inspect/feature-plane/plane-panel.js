// The score over the plane of two raw features: shades, contours, documents by grade, landmarks of a kernel map.

import './plane.css';
import { ofRun } from '../../../lib/of-run.js';
import { h, fill, s, say } from '../../../ui/dom.js';
import { diverging } from '../../../ui/pixel-image.js';
import { count, figure, plural, significant } from '../../../lib/format.js';
import { namesOf } from '../model/weight-names.js';
import { contour, extremes, levelsOf } from '../../../lib/contours.js';

/** @typedef {import('./plane-state.js').PlaneStore} Store */
/** @typedef {import('./plane-state.js').PlaneReply} Reply */
/** @typedef {import('./plane-state.js').Plane} Plane */

const LEVELS = 12;
const SIDE = 400; // of the drawing, in its own units
const CROSS = 4;
const ROWS = 9; // of the table

/** What stands in it. @param {Store} store */
export function body(store) {
  const says = h('p', { class: 'muted' });
  const picture = h('div', { class: 'plane-picture' });
  const key = h('ul', { class: 'plane-key' });
  const place = h('div', { class: 'plane-table', tabIndex: 0, role: 'region', 'aria-label': 'Scores over the plane' });
  const numbers = h('details', { class: 'more', ontoggle: () => render() },
    h('summary', {}, 'Scores as a table'), place);
  function render() {
    const state = store.get();
    const reply = ofRun(state.plane.reply, state.run);
    const plane = reply?.plane ?? null;
    const [x, y] = namesOf(state, 2).map((name, at) => name ?? `feature ${at + 1}`);
    picture.hidden = key.hidden = numbers.hidden = !plane;
    fill(picture, plane && drawing(plane, x, y));
    fill(key, plane && keyOf(plane));
    if (numbers.open) fill(place, plane && tableOf(plane, x, y));
    say(says, wordsOf(state, reply));
  }
  store.watch((state) => [state.plane.reply, state.run, state.theme, state.model.names], render);
  return [picture, key, numbers, says];
}

/** What is missing, and why. @param {import('./plane-state.js').PlaneState} state @param {Reply | null} reply */
function wordsOf({ run }, reply) {
  const features = run?.overview?.features;
  if (features !== undefined && features !== 2) {
    return `The picture needs data with two features, such as the sample “Ring”. These data have ${count(features)}.`;
  }
  if (!reply) return run?.reports.length ? 'Computing …' : '';
  if (reply.problem) return reply.problem;
  const [low, high] = reply.plane ? extremes(reply.plane.scores) : [0, 0];
  return low === high ? 'All points have the same score, so there are no contours.' : '';
}

/** @param {Plane} plane @param {string} x @param {string} y names of the features */
function drawing(plane, x, y) {
  const { low, high, size, scores, documents, landmarks } = plane;
  const [least, most] = extremes(scores);
  const middle = (least + most) / 2;
  // The first row of the picture is the largest y. Half the strength leaves the documents readable.
  const shades = Float64Array.from(scores, (_, at) =>
    scores[(size - 1 - Math.floor(at / size)) * size + (at % size)] - middle);
  const canvas = diverging(shades, { width: size, height: size }, (most - least) / 2 / 0.55 || 1);
  canvas.className = 'plane-shades';
  canvas.setAttribute('aria-hidden', 'true');
  const left = (/** @type {number} */ value) => (SIDE * (value - low.x)) / (high.x - low.x);
  const top = (/** @type {number} */ value) => SIDE - (SIDE * (value - low.y)) / (high.y - low.y);
  const step = SIDE / (size - 1);
  const point = (/** @type {number} */ column, /** @type {number} */ row) =>
    `${(column * step).toFixed(1)} ${(SIDE - row * step).toFixed(1)}`;
  const path = (/** @type {number} */ level) =>
    contour(scores, size, level).map(([a, b, c, d]) => `M${point(a, b)}L${point(c, d)}`).join('');
  const levels = levelsOf(scores, LEVELS);
  const label = `The score over ${x} from ${significant(low.x)} to ${significant(high.x)} and ${y} from `
    + `${significant(low.y)} to ${significant(high.y)}: from ${figure(least)} to ${figure(most)}, with `
    + `${plural(levels.length, 'contour')} and ${plural(documents.length, 'document')}`
    + `${landmarks.length ? `, ${plural(landmarks.length, 'landmark')}` : ''}. The table has the numbers.`;
  const overlay = s('svg', { viewBox: `0 0 ${SIDE} ${SIDE}`, role: 'img', 'aria-label': label },
    levels.map((level) => s('path', { class: 'contour', d: path(level) })),
    documents.map((one) => s('circle', { class: 'document', 'data-grade': String(Math.min(one.grade, 5)),
      cx: left(one.x).toFixed(1), cy: top(one.y).toFixed(1), r: '4' })),
    landmarks.map((one) => s('path', { class: 'landmark', d: crossAt(left(one.x), top(one.y)) })));
  const end = (/** @type {number} */ value) => h('span', {}, significant(value, 2));
  return [
    h('div', { class: 'plane-y', 'aria-hidden': 'true' }, end(high.y), h('span', { class: 'name' }, y), end(low.y)),
    h('div', { class: 'plane-frame' }, canvas, overlay),
    h('div', { class: 'plane-x', 'aria-hidden': 'true' }, end(low.x), h('span', { class: 'name' }, x), end(high.x)),
  ];
}

/** @param {number} x @param {number} y */
const crossAt = (x, y) => `M${(x - CROSS).toFixed(1)} ${(y - CROSS).toFixed(1)}`
  + `l${2 * CROSS} ${2 * CROSS}m0 ${-2 * CROSS}l${-2 * CROSS} ${2 * CROSS}`;

/** @param {Plane} plane */
function keyOf({ scores, documents, omitted, landmarks }) {
  const [low, high] = extremes(scores);
  const levels = levelsOf(scores, LEVELS);
  const grades = [...new Set(documents.map(({ grade }) => grade))].sort((a, b) => a - b);
  return [
    h('li', {}, 'score', h('b', {}, figure(low)), h('span', { class: 'plane-ramp', 'aria-hidden': 'true' }),
      h('b', {}, figure(high))),
    levels.length > 1 && h('li', {}, h('span', { class: 'swatch line' }),
      `a contour every ${significant(levels[1] - levels[0], 2)}`),
    ...grades.map((grade) => h('li', {},
      h('span', { class: 'swatch dot', dataset: { grade: String(Math.min(grade, 5)) } }), `grade ${grade}`)),
    landmarks.length > 0 && h('li', {}, h('span', { class: 'swatch', 'aria-hidden': 'true' }, '×'),
      plural(landmarks.length, 'landmark')),
    omitted > 0 && h('li', {}, `${count(omitted)} more documents are not drawn`),
  ];
}

/** Some rows and columns of the grid, the largest y first. @param {Plane} plane @param {string} x @param {string} y */
function tableOf({ low, high, size, scores }, x, y) {
  const places = Array.from({ length: ROWS }, (_, at) => Math.round((at * (size - 1)) / (ROWS - 1)));
  const value = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ place) =>
    significant(from + ((to - from) * place) / (size - 1), 2);
  return h('table', { class: 'numbers' },
    h('caption', { class: 'hidden' }, `Scores; rows are values of ${y}, columns values of ${x}`),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, `${y} \\ ${x}`),
      places.map((column) => h('th', { scope: 'col' }, value(low.x, high.x, column))))),
    h('tbody', {}, places.toReversed().map((row) => h('tr', {}, h('th', { scope: 'row' }, value(low.y, high.y, row)),
      places.map((column) => h('td', {}, significant(scores[row * size + column])))))));
}
