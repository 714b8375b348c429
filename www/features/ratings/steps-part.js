// The steps of the final training with objective and gap, and the held-out measure of every candidate. Part of the
// panel of ratings.

import { count, figure, fixed, percent, plural } from '../../lib/format.js';
import { fill, h, s } from '../../ui/dom.js';

/** @typedef {import('./ratings-state.js').RatingsStore} Store */
/** @typedef {import('../../core/ratings-protocol.js').Step} Step */

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [420, 190, 52, 70, 12, 28];
const DASHES = ['', '7 4', '2 4', '9 3 2 3', '1 3', '12 4'];

/** @type {Record<string, string>} */
const KINDS = { biases: 'Biases', users: 'Users', items: 'Items', balance: 'Balance' };

/** @param {Store} store */
export function stepsPart(store) {
  const pictures = h('div', { class: 'ratings-pictures' });
  const place = h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Steps of the final training' });
  const details = h('details', { class: 'more', ontoggle: () => render() },
    h('summary', {}, 'Steps as a table'), place);
  function render() {
    const { trained } = store.get().ratings;
    const last = trained?.steps.filter(({ isFinal }) => isFinal) ?? [];
    fill(place, details.open && trained && tableOf(last));
    fill(pictures, trained && [objectiveChart(last), heldOutChart(trained.steps.filter(({ isFinal }) => !isFinal))]);
  }
  store.watch(({ ratings }) => [ratings.trained], render);
  return h('section', { class: 'ratings-steps', 'aria-label': 'Training on ratings' },
    h('h3', {}, 'Training'), pictures, details);
}

/** @param {Step[]} steps */
function tableOf(steps) {
  return h('table', { class: 'numbers' },
    h('caption', { class: 'hidden' }, 'Steps of the final training'),
    h('thead', {}, h('tr', {}, ['Round', 'Turn', 'Step', 'J before', 'J', 'Lower bound', 'Gap of the step', 'Passes',
      'Planes'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, steps.map(({ step }) => h('tr', {}, h('td', {}, count(step.round)), h('td', {}, count(step.turn)),
      h('td', {}, KINDS[step.kind]), h('td', {}, figure(step.before)), h('td', {}, figure(step.objective)),
      h('td', {}, figure(step.dual)), h('td', {}, percent(step.gap)), h('td', {}, count(step.passes)),
      h('td', {}, count(step.planes))))));
}

/**
 * J after the biases and after every turn of the final training. Inside the first turn J also has the start of V, which
 * would flatten the line.
 * @param {Step[]} steps
 */
function objectiveChart(steps) {
  const points = steps.filter(({ step }) => step.kind === 'biases' || step.kind === 'balance')
    .map(({ step }) => /** @type {[number, number]} */ ([step.turn, step.objective]));
  return chart('Objective J of the final training', 'turns; 0 are the biases alone', [{ name: 'J', dash: '', points }],
    figure);
}

/** NDCG@10 on held-out ratings after the biases and every turn, a line for each C. @param {Step[]} steps */
function heldOutChart(steps) {
  const values = [...new Set(steps.map(({ c }) => c))];
  const lines = values.map((c, at) => ({ name: `C ${c.toLocaleString('en-US')}`, dash: DASHES[at % DASHES.length],
    points: steps.filter((one) => one.c === c && one.heldOut !== null)
      .map(({ step, heldOut }) => /** @type {[number, number]} */ ([step.turn, heldOut ?? 0])) }));
  return chart('NDCG@10 on held-out ratings', 'turns; 0 are the biases alone',
    lines.filter(({ points }) => points.length), (value) => fixed(value, 3));
}

/**
 * A small chart of lines with their names at the ends.
 * @param {string} title @param {string} below
 * @param {{ name: string, dash: string, points: [number, number][] }[]} lines
 * @param {(value: number) => string} format
 */
function chart(title, below, lines, format) {
  const all = lines.flatMap(({ points }) => points);
  if (!all.length) return h('p', { class: 'muted' }, `${title}: nothing was reported.`);
  const [far, low, high] = [Math.max(1, ...all.map(([at]) => at)), Math.min(...all.map(([, value]) => value)),
    Math.max(...all.map(([, value]) => value))];
  const bottom = HEIGHT - BOTTOM;
  const x = (/** @type {number} */ at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / far;
  const y = (/** @type {number} */ value) => (high > low ? bottom - ((bottom - TOP) * (value - low)) / (high - low)
    : (bottom + TOP) / 2);
  const ticks = high > low ? [low, (low + high) / 2, high] : [low];
  const label = `${title}. ${lines.map(({ name, points }) => `${name}: ${format(points[0][1])} at first, `
    + `${format(points[points.length - 1][1])} at the end, ${plural(points.length, 'value')}`).join('. ')}.`;
  const ends = apart(lines.map(({ points }) => y(points[points.length - 1][1])));
  return h('figure', {}, h('figcaption', {}, title), s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img',
    'aria-label': label },
  ticks.flatMap((value) => [s('path', { class: 'grid', d: `M${LEFT} ${y(value).toFixed(1)}H${WIDTH - RIGHT}` }),
    s('text', { x: LEFT - 6, y: (y(value) + 4).toFixed(1), 'text-anchor': 'end' }, format(value))]),
  s('text', { x: LEFT, y: HEIGHT - 8 }, '0'),
  s('text', { x: WIDTH - RIGHT, y: HEIGHT - 8, 'text-anchor': 'end' }, count(far)),
  s('text', { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 8, 'text-anchor': 'middle' }, below),
  lines.flatMap(({ name, dash, points }, at) => [
    s('path', { class: 'curve', 'stroke-dasharray': dash || 'none', d: points.map(([at, value], place) =>
      `${place ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('') }),
    s('text', { class: 'end', x: WIDTH - RIGHT + 6, y: (ends[at] + 4).toFixed(1) }, name)])));
}

/** Pushes the heights of labels apart. @param {number[]} heights */
function apart(heights) {
  const order = heights.map((_, at) => at).sort((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  order.forEach((at, place) => {
    if (place) placed[at] = Math.max(placed[at], placed[order[place - 1]] + 14);
  });
  const over = Math.max(0, Math.max(...placed) - (HEIGHT - BOTTOM));
  return placed.map((height) => height - over);
}
