// w at the cursor's iteration: as a picture where documents are pictures, as bars otherwise.

import { h, fill, say } from '../dom.js';
import { count, fixed, plural, significant } from '../format.js';
import { featureName, normOf } from '../insight.js';
import { diverging } from '../pictures.js';
import { namesPicker, weightsOrder } from './names.js';

const BARS = 12;
const MOST = 500; // rows of the table
const ZERO = 'w = 0: every document has the same score, so every order is as good as any other.';

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const about = h('span', { class: 'about' });
  const body = h('div', { class: 'weights' });
  const order = weightsOrder(store);
  const more = h('button', { type: 'button', class: 'quiet', onclick: () => store.dispatch({ type: 'weights all', all: !store.get().insight.all }) });
  const numbersPlace = h('div', { class: 'weights-table', tabIndex: 0, role: 'region', 'aria-label': 'All weights' });
  const numbers = h('details', { class: 'more', ontoggle: () => tabulate() }, h('summary', {}, 'Weights as a table'), numbersPlace);
  root.append(h('section', { class: 'card', 'aria-labelledby': 'weights-title' }, h('div', { class: 'card-head' }, h('h2', { id: 'weights-title' }, 'Weights w'), about), order, body, more, numbers, namesPicker(store)));

  // Folded, it costs nothing.
  function tabulate() {
    const state = store.get();
    const { look, data } = state;
    numbers.hidden = !look?.weights;
    if (!look || !numbers.open) return;
    const picture = data?.request.picture;
    fill(numbersPlace, picture && look.weights.length <= picture.width * picture.height ? gridOf(look.weights, picture) : listOf(look.weights, state));
  }
  store.watch((state) => [state.look, state.insight.names, state.run?.status === 'lost'], ([look]) => { if (look || !store.get().data || store.get().run?.status === 'lost') tabulate(); });

  store.watch((state) => [state.look, state.data, state.theme, state.run?.status === 'lost', state.insight.names, state.insight.order, state.insight.all], ([look, data]) => {
    // What was shown stays until the first look at other data.
    if (!look && data && store.get().run?.status !== 'lost') return say(about, '');
    const weights = look?.weights;
    more.hidden = order.hidden = true;
    if (!weights) {
      say(about, '');
      return fill(body, h('p', { class: 'muted' }, 'w appears with the data.'));
    }
    say(about, `iteration ${count(look.iteration)} · ‖w‖ ${significant(normOf(weights))}`);
    const picture = data?.request.picture;
    if (picture && weights.length <= picture.width * picture.height) drawPicture(body, weights, picture);
    else {
      const used = drawBars(body, weights, store.get());
      const { all } = store.get().insight;
      order.hidden = used < 2;
      more.hidden = used <= BARS;
      more.setAttribute('aria-expanded', String(all));
      say(more, all ? `Show ${BARS} weights` : 'Show all weights');
    }
  });
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
  canvas.setAttribute('aria-label', `Weights as a picture of ${size.width} by ${size.height} pixels, from ${significant(-top)} to ${significant(top)}`);
  const scale = h('div', { class: 'scale' }, h('span', {}, significant(-top)), h('span', { class: 'ramp', 'aria-hidden': 'true' }), h('span', {}, significant(top)));
  fill(body, canvas, top > 0 && scale, h('p', { class: 'muted' }, top > 0 ? 'Ink on blue raises a picture’s score, ink on orange lowers it.' : ZERO));
}

/**
 * Says how many weights are not 0.
 * @param {HTMLElement} body
 * @param {Float64Array} weights
 * @param {import('../reducer.js').State} state
 */
function drawBars(body, weights, state) {
  const { order, all } = state.insight;
  const used = Array.from(weights.keys()).filter((feature) => weights[feature] !== 0);
  if (!used.length) {
    fill(body, h('p', { class: 'muted' }, ZERO));
    return 0;
  }
  const sorted = order === 'index' ? used : used.sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b);
  const top = used.reduce((most, feature) => Math.max(most, Math.abs(weights[feature])), 0);
  fill(body, h('ul', { class: 'bars' }, sorted.slice(0, all ? used.length : BARS).map((feature) => {
    const weight = weights[feature];
    const bar = h('span', { class: weight < 0 ? 'wbar negative' : 'wbar', 'aria-hidden': 'true' });
    bar.style.setProperty('--share', `${(50 * Math.abs(weight)) / top}%`);
    const name = featureName(state, feature);
    return h('li', {}, h('span', { class: 'feature', title: `${name}, index ${feature + 1}` }, name), h('span', { class: 'wtrack', 'aria-hidden': 'true' }, bar), h('span', { class: 'value' }, `${weight > 0 ? '+' : ''}${fixed(weight, 3)}`));
  })), h('p', { class: 'muted' }, used.length > BARS && !all ? `The ${BARS} ${order === 'index' ? 'first' : 'largest'} of ${count(used.length)} that are not 0.` : `${plural(used.length, 'weight')} not 0.`));
  return used.length;
}

/**
 * One cell per pixel, where the picture has it.
 * @param {Float64Array} weights
 * @param {{ width: number, height: number }} size
 */
function gridOf(weights, { width, height }) {
  return h('table', { class: 'numbers' }, h('caption', { class: 'hidden' }, 'Weights by row and column'),
    h('thead', {}, h('tr', {}, h('td', {}), Array.from({ length: width }, (_, column) => h('th', { scope: 'col' }, column + 1)))),
    h('tbody', {}, Array.from({ length: height }, (_, row) => h('tr', {}, h('th', { scope: 'row' }, row + 1),
      Array.from({ length: width }, (_none, column) => h('td', {}, fixed(weights[row * width + column] ?? 0, 3)))))));
}

/**
 * The largest first.
 * @param {Float64Array} weights
 * @param {import('../reducer.js').State} state
 */
function listOf(weights, state) {
  const order = Array.from(weights.keys()).sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b);
  return [h('table', { class: 'numbers' }, h('caption', { class: 'hidden' }, 'Weights, the largest first'),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col', class: 'name' }, 'feature'), h('th', { scope: 'col' }, 'weight'))),
    h('tbody', {}, order.slice(0, MOST).map((feature) => h('tr', {}, h('th', { scope: 'row', class: 'name' }, featureName(state, feature)), h('td', {}, significant(weights[feature], 5)))))),
  order.length > MOST && h('p', { class: 'muted' }, `The ${count(MOST)} largest of ${count(order.length)}.`)];
}
