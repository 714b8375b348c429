// The view of w at the shown iteration: a picture if documents are pictures, else bars.

import './weights.css';
import { awaitsSnapshot } from '../../run/training/snapshot-state.js';
import { h, fill, say } from '../../../ui/dom.js';
import { count, fixed, plural, signed, significant } from '../../../lib/format.js';
import { weightName, normOf, shownWeights } from './weight-names.js';
import { diverging } from '../../../ui/pixel-image.js';
import { namesPicker, weightsOrder } from './feature-names.js';
import { featureSwitches, keepingSwitch, switchedName } from './feature-switches.js';
import { pictureOf } from '../../data/data-state.js';

const BARS = 12;
const MOST = 500; // rows of the table
const ZERO = 'w = 0: all documents have the same score, so no order is preferred.';

/** @param {HTMLElement} root @param {import('./model-state.js').ModelStore} store */
export function mount(root, store) {
  const about = h('span', { class: 'about' });
  const body = h('div', { class: 'weights' });
  const order = weightsOrder(store);
  const more = h('button',
    { type: 'button', class: 'quiet',
      onclick: () => store.dispatch({ type: 'model/all', all: !store.get().model.all }) });
  const numbersPlace = h('div', { class: 'weights-table', tabIndex: 0, role: 'region', 'aria-label': 'All weights' });
  const numbers = h('details', { class: 'more', ontoggle: () => tabulate() },
    h('summary', {}, 'Weights as a table'), numbersPlace);
  const title = h('h2', { id: 'weights-title' }, 'Weights w');
  const { off, below } = featureSwitches(root, store);
  root.append(h('div', { class: 'card-head' }, title, about), off, order, body, more, numbers, ...below,
    namesPicker(store));
  more.hidden = order.hidden = numbers.hidden = true;

  // A closed table is not updated.
  function tabulate() {
    const state = store.get();
    const { snapshot, data } = state;
    const weights = shownWeights(snapshot);
    numbers.hidden = !weights;
    if (!weights || !numbers.open) return;
    const picture = snapshot?.columns ? null : pictureOf(data);
    fill(numbersPlace,
      picture && weights.length <= picture.width * picture.height ? gridOf(weights, picture)
        : listOf(weights, state));
  }
  store.watch((state) => [state.snapshot, state.model.names, state.run?.status === 'lost'], () => {
    if (!awaitsSnapshot(store.get())) tabulate();
  });

  store.watch((state) =>
      [state.snapshot, state.data, state.theme, state.run?.status === 'lost', state.model.names, state.model.order,
      state.model.all], ([snapshot, data]) => {
    if (awaitsSnapshot(store.get())) return say(about, '');
    const weights = shownWeights(snapshot);
    const { kind } = snapshot?.columns ?? {};
    more.hidden = order.hidden = true;
    say(title, snapshot?.scorer ? 'Model' : kind === 'rbf' ? 'Landmarks' : 'Weights w');
    if (snapshot?.scorer) {
      say(about, `iteration ${count(snapshot.iteration)}`);
      return void draw(body, store);
    }
    if (!weights || !snapshot?.weights) {
      say(about, '');
      return fill(body, h('p', { class: 'muted' }, 'The weights appear when data are loaded.'));
    }
    say(about, `iteration ${count(snapshot.iteration)} · ‖w‖ ${significant(normOf(snapshot.weights))}`);
    const picture = kind ? null : pictureOf(data);
    if (picture && weights.length <= picture.width * picture.height) drawPicture(body, weights, picture);
    else {
      const used = drawBars(body, weights, store);
      const { all } = store.get().model;
      order.hidden = used < 2;
      more.hidden = used <= BARS;
      more.setAttribute('aria-expanded', String(all));
      say(more, all ? `Show ${BARS} weights` : 'Show all weights');
    }
  });
}

/**
 * Draws a scorer that is not linear; its view is fetched when it is first needed.
 * @param {HTMLElement} body @param {import('./model-state.js').ModelStore} store
 */
async function draw(body, store) {
  const { drawScorer } = await import('./scorer-view.js');
  // Meanwhile another iteration may be shown.
  const state = store.get();
  const { scorer } = state.snapshot ?? {};
  if (scorer) keepingSwitch(body, () => drawScorer(body, scorer, store, (feature) => switchedName(store, feature)));
}

/**
 * @param {HTMLElement} body
 * @param {Float64Array} weights
 * @param {{ width: number, height: number }} size
 */
function drawPicture(body, weights, size) {
  const top = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const canvas = diverging(weights, size, top);
  canvas.className = 'w-picture';
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label',
    `Weights as a picture of ${size.width} by ${size.height} pixels, from ${significant(-top)} to ${significant(top)}`);
  const scale = h('div', { class: 'scale' }, h('span', {}, significant(-top)),
    h('span', { class: 'ramp', 'aria-hidden': 'true' }), h('span', {}, significant(top)));
  fill(body, canvas, top > 0 && scale,
    h('p', { class: 'muted' }, top > 0 ? 'Ink on blue raises the score of a picture; ink on orange lowers it.' : ZERO));
}

/**
 * Returns the number of weights that are not 0, in words.
 * @param {HTMLElement} body
 * @param {Float64Array} weights
 * @param {import('./model-state.js').ModelStore} store
 */
function drawBars(body, weights, store) {
  const state = store.get();
  const { order, all } = state.model;
  const used = Array.from(weights.keys()).filter((feature) => weights[feature] !== 0);
  if (!used.length) {
    fill(body, h('p', { class: 'muted' }, ZERO));
    return 0;
  }
  const sorted = order === 'index' ? used : used.sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b);
  const top = used.reduce((most, feature) => Math.max(most, Math.abs(weights[feature])), 0);
  const bars = sorted.slice(0, all ? used.length : BARS).map((feature) => {
    const weight = weights[feature];
    const bar = h('span', { class: weight < 0 ? 'wbar negative' : 'wbar', 'aria-hidden': 'true' });
    bar.style.setProperty('--share', `${(50 * Math.abs(weight)) / top}%`);
    return h('li', {}, switchedName(store, feature, weightName(state, feature)),
      h('span', { class: 'wtrack', 'aria-hidden': 'true' }, bar), h('span', { class: 'value' }, signed(weight)));
  });
  keepingSwitch(body, () => fill(body, h('ul', { class: 'bars' }, bars),
    h('p', { class: 'muted' },
      used.length > BARS && !all
        ? `The ${BARS} ${order === 'index' ? 'first' : 'largest'} of ${count(used.length)} that are not 0.`
        : `${plural(used.length, 'weight')} not 0.`),
    state.snapshot?.columns?.kind === 'rbf' && h('p', { class: 'muted' },
      'Each landmark is a training document. The score of x is the sum of u · exp(−γ ‖x − landmark‖²); the bars '
        + 'are u.')));
  return used.length;
}

/**
 * Returns a table with one cell per pixel.
 * @param {Float64Array} weights
 * @param {{ width: number, height: number }} size
 */
function gridOf(weights, { width, height }) {
  return h('table', { class: 'numbers' }, h('caption', { class: 'hidden' }, 'Weights by row and column'),
    h('thead', {},
      h('tr', {}, h('td', {}), Array.from({ length: width }, (_, column) => h('th', { scope: 'col' }, column + 1)))),
    h('tbody', {}, Array.from({ length: height }, (_, row) => h('tr', {}, h('th', { scope: 'row' }, row + 1),
      Array.from({ length: width }, (_none, column) => h('td', {}, fixed(weights[row * width + column] ?? 0, 3)))))));
}

/**
 * Returns a table with the largest weights first.
 * @param {Float64Array} weights
 * @param {import('./model-state.js').ModelState} state
 */
function listOf(weights, state) {
  const order = Array.from(weights.keys()).sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b);
  return [h('table', { class: 'numbers' }, h('caption', { class: 'hidden' }, 'Weights, the largest first'),
    h('thead', {},
      h('tr', {}, h('th', { scope: 'col', class: 'name' }, 'feature'), h('th', { scope: 'col' }, 'weight'))),
    h('tbody', {},
      order.slice(0, MOST)
        .map((feature) =>
          h('tr', {}, h('th', { scope: 'row', class: 'name' }, weightName(state, feature)),
          h('td', {}, significant(weights[feature], 5)))))),
  order.length > MOST && h('p', { class: 'muted' }, `The ${count(MOST)} largest of ${count(order.length)}.`)];
}
