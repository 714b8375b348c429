// w at the cursor's iteration: as a picture where documents are pictures, as bars otherwise.

import { h, fill, say } from '../dom.js';
import { count, fixed, plural, significant } from '../format.js';
import { diverging } from '../pictures.js';

const BARS = 12;
const MOST = 500; // rows of the table

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const about = h('span', { class: 'about' });
  const body = h('div', { class: 'weights' });
  const numbersPlace = h('div', { class: 'weights-table', tabIndex: 0, role: 'region', 'aria-label': 'All weights' });
  const numbers = h('details', { class: 'more', ontoggle: () => tabulate() }, h('summary', {}, 'Weights as a table'), numbersPlace);
  root.append(h('section', { class: 'card', 'aria-labelledby': 'weights-title' }, h('div', { class: 'card-head' }, h('h2', { id: 'weights-title' }, 'Weights w'), about), body, numbers));

  // Folded, it costs nothing.
  function tabulate() {
    const { look, data } = store.get();
    numbers.hidden = !look?.weights;
    if (!look || !numbers.open) return;
    const picture = data?.request.picture;
    fill(numbersPlace, picture && look.weights.length <= picture.width * picture.height ? gridOf(look.weights, picture) : listOf(look.weights, data?.request.features ?? null));
  }
  store.watch((state) => [state.look, state.run?.status === 'lost'], ([look]) => { if (look || !store.get().data || store.get().run?.status === 'lost') tabulate(); });

  store.watch((state) => [state.look, state.data, state.theme, state.run?.status === 'lost'], ([look, data]) => {
    // What was shown stays until the first look at other data.
    if (!look && data && store.get().run?.status !== 'lost') return say(about, '');
    const weights = look?.weights;
    if (!weights) {
      say(about, '');
      return fill(body, h('p', { class: 'muted' }, 'w appears with the data.'));
    }
    const norm = Math.hypot(...weights.slice(0, 50_000));
    say(about, `iteration ${count(look.iteration)} · ‖w‖ ${significant(norm)}`);
    const picture = data?.request.picture;
    if (picture && weights.length <= picture.width * picture.height) drawPicture(body, weights, picture);
    else drawBars(body, weights, data?.request.features ?? null);
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
  fill(body, canvas, h('div', { class: 'scale' }, h('span', {}, significant(-top)), h('span', { class: 'ramp', 'aria-hidden': 'true' }), h('span', {}, significant(top))),
    h('p', { class: 'muted' }, 'Ink on blue raises a picture’s score, ink on orange lowers it.'));
}

/**
 * @param {HTMLElement} body
 * @param {Float64Array} weights
 * @param {string[] | null} names
 */
function drawBars(body, weights, names) {
  const order = Array.from(weights.keys()).sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b).slice(0, BARS);
  const top = Math.abs(weights[order[0]] ?? 0) || 1;
  const used = weights.reduce((sum, weight) => sum + (weight === 0 ? 0 : 1), 0);
  if (!used) return fill(body, h('p', { class: 'muted' }, 'w = 0: every document has the same score, so every order is as good as any other.'));
  fill(body, h('ul', { class: 'bars' }, order.filter((feature) => weights[feature] !== 0).map((feature) => {
    const weight = weights[feature];
    const bar = h('span', { class: weight < 0 ? 'wbar negative' : 'wbar', 'aria-hidden': 'true' });
    bar.style.setProperty('--share', `${(50 * Math.abs(weight)) / top}%`);
    return h('li', {}, h('span', { class: 'feature' }, names?.[feature] ?? `feature ${feature + 1}`), h('span', { class: 'wtrack', 'aria-hidden': 'true' }, bar), h('span', { class: 'value' }, fixed(weight, 3)));
  })), h('p', { class: 'muted' }, used > BARS ? `The ${BARS} largest of ${count(used)} that are not 0.` : `${plural(used, 'weight')} not 0.`));
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
 * @param {string[] | null} names
 */
function listOf(weights, names) {
  const order = Array.from(weights.keys()).sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b);
  return [h('table', { class: 'numbers' }, h('caption', { class: 'hidden' }, 'Weights, the largest first'),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col', class: 'name' }, 'feature'), h('th', { scope: 'col' }, 'weight'))),
    h('tbody', {}, order.slice(0, MOST).map((feature) => h('tr', {}, h('th', { scope: 'row', class: 'name' }, names?.[feature] ?? `feature ${feature + 1}`), h('td', {}, significant(weights[feature], 5)))))),
  order.length > MOST && h('p', { class: 'muted' }, `The ${count(MOST)} largest of ${count(order.length)}.`)];
}
