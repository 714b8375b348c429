// The plane of w at the iteration shown, with the loss in every direction and the hinge along a line beside it.

import '../plane/plane.css';
import './weight-plane.css';
import { ofRun } from '../../lib/of-run.js';
import { count, figure, plural } from '../../lib/format.js';
import { h, fill, say } from '../../ui/dom.js';
import { term } from '../../ui/term.js';
import { namesOf } from '../model/model-state.js';
import { hasPlanes, methodOf } from '../settings/settings.js';
import { border, demandAt, frameOf } from './grid.js';
import { drawing, newestOf } from './plane-drawing.js';
import { angleDrawing, degrees, lineDrawing } from './side-views.js';
import { keyOf } from './weight-plane-state.js';

/** @typedef {import('./weight-plane-state.js').PlaneOfWStore} Store */
/** @typedef {import('./weight-plane-state.js').PlaneOfWState} State */
/** @typedef {import('./weight-plane-state.js').WeightPlane} WeightPlane */
/** @typedef {import('./grid.js').CutOnPlane} CutOnPlane */

const ROWS = 8; // of the table of new planes
const PATH_ROWS = 12; // of the table of the path

/** What stands in it. @param {Store} store */
export function body(store) {
  const says = h('p', { class: 'muted' });
  const story = h('p', { class: 'story' });
  const picture = h('div', { class: 'plane-picture' });
  const key = h('ul', { class: 'plane-key' });
  const angle = h('section', { 'aria-labelledby': 'angle-head' });
  const line = h('section', { 'aria-labelledby': 'line-head' });
  const found = h('section', { 'aria-labelledby': 'found-head' });
  const numbers = h('details', { class: 'more', ontoggle: () => render() }, h('summary', {}, 'Path of w as a table'));
  const table = h('div', { class: 'plane-table', tabIndex: 0, role: 'region', 'aria-label': 'Path of w' });
  numbers.append(table);
  const all = h('div', { class: 'weight-plane' }, story, h('div', {}, picture, key, numbers),
    h('div', { class: 'side-views' }, angle, line, found));

  function render() {
    const state = store.get();
    const { run, weightplane: view } = state;
    const plane = ofRun(view.reply, run)?.plane ?? null;
    all.hidden = !plane || !run;
    say(says, wordsOf(state, plane));
    if (!plane || !run) return;
    const of = keyOf(run, plane);
    const grid = ofRun(view.grid, run);
    const values = grid?.key === of && grid.rows * grid.rows === grid.values.length ? grid.values : null;
    const newest = newestOf(plane);
    const chosen = newest.find(({ query }) => query === state.snapshot?.inspection?.query) ?? newest[0] ?? null;
    fill(story, storyOf(plane, newest));
    fill(picture, drawing({ plane, values, newest, chosen, names: axisNames(state, plane) }));
    fill(key, keyItems(state, plane, chosen, Boolean(values)));
    const angles = ofRun(view.angle, run);
    fill(angle, anglePart(plane, angles?.key === of ? angles.view : null));
    fill(line, linePart(state, plane));
    fill(found, foundPart(state, plane, newest, store));
    if (numbers.open) fill(table, pathTable(plane));
  }
  store.watch((state) => [state.weightplane, state.run, state.snapshot, state.theme], render);
  return [
    h('p', {}, 'Every point of the picture is a w. The cutting planes found so far make a floor below the objective; '
      + 'the next w goes towards its lowest point.'),
    all, says];
}

/** What is missing, and why. @param {State} state @param {WeightPlane | null} plane */
function wordsOf({ run, catalog, settings, weightplane: { reply, grid } }, plane) {
  const method = methodOf(catalog, run?.settings ?? settings);
  if (!hasPlanes(method)) return `${method?.label} is trained without cutting planes, so there is no floor to draw.`;
  if (plane) return ofRun(grid, run)?.problem ?? '';
  return ofRun(reply, run)?.problem || (run?.reports.length ? 'Computing …' : 'Waits for the first iteration.');
}

/** @param {State} state @param {WeightPlane} plane @returns {[string, string]} */
function axisNames(state, { axes }) {
  if (!axes.are_features) return ['along the best w', 'where the path turns off'];
  const [x, y] = namesOf(state, 2).map((name, at) => `weight of ${name ?? `feature ${at + 1}`}`);
  return [x, y];
}

/** What happens at this iteration. @param {WeightPlane} plane @param {CutOnPlane[]} newest */
function storyOf({ iteration, path, best, held, axes }, newest) {
  const { x, y, off } = path[iteration];
  const length = Math.hypot(x, y, off);
  const far = !axes.are_features && off > 0.005 * (length || 1)
    ? ` This w lies ${figure(off)} beside the picture, which has two of the directions only.` : '';
  const at = iteration === best ? 'This is the best w so far.' : `The star is the best w, of iteration ${count(best)}.`;
  if (!newest.length) {
    return [h('b', {}, `Iteration ${count(iteration)}: no plane is violated.`),
      ` ${plural(held.length, 'plane')} hold w. `, at, far];
  }
  const next = path[iteration + 1];
  const arrives = newest.length === 1 ? '1 plane arrives.' : `${count(newest.length)} planes arrive.`;
  return [h('b', {}, `Iteration ${count(iteration)}: ${arrives}`),
    ` ${plural(held.length, 'plane')} ${held.length === 1 ? 'was' : 'were'} there. `,
    next ? 'The ring is the next w. ' : '', at, far];
}

/**
 * @param {State} state @param {WeightPlane} plane @param {CutOnPlane | null} chosen @param {boolean} isExact
 */
function keyItems(state, { axes, path }, chosen, isExact) {
  const who = typeof chosen?.query === 'number' ? `the newest plane of query ${idOf(state, chosen.query)}`
    : 'the newest plane';
  return [
    h('li', {}, h('span', { class: 'swatch exact', 'aria-hidden': 'true' }),
      isExact ? 'objective, dark where it is low' : 'objective: shown once training rests and it is computed'),
    h('li', {}, h('span', { class: 'swatch floor', 'aria-hidden': 'true' }), 'floor, at the same levels'),
    chosen && (border(chosen, frameOf(path))
      ? h('li', {}, h('span', { class: 'swatch forbidden', 'aria-hidden': 'true' }),
        `${who} forbids this side, unless slack is paid`)
      : h('li', {}, `${who} demands slack everywhere in this picture`)),
    h('li', {}, h('span', { class: 'swatch path', 'aria-hidden': 'true' }), 'path of w from 0'),
    !axes.are_features && h('li', {}, 'the plane through 0 and the best w that is nearest to the path'),
  ];
}

/** @param {State} state @param {number | undefined} query */
const idOf = ({ snapshot }, query) => snapshot?.rows?.find((row) => row.query === query)?.id ?? `${query ?? '–'}`;

/** @param {WeightPlane} plane @param {import('./weight-plane-state.js').AngleView | null} view */
function anglePart({ path, iteration, best }, view) {
  const { x, y } = path[iteration];
  const here = x || y ? Math.atan2(y, x) : null;
  const radius = Math.hypot(path[best].x, path[best].y);
  return [
    h('h3', { id: 'angle-head' }, 'Angle view ', h('span', { class: 'muted' }, 'every direction of w')),
    view ? angleDrawing(view, here)
      : h('p', { class: 'muted' },
        radius ? 'It is computed once training rests.' : 'The best w is 0, which has no direction.'),
    view && h('ul', { class: 'plane-key' },
      h('li', {}, h('span', { class: 'swatch bound' }), `mean slack at the length of the best w, ${figure(radius)}`),
      h('li', {}, h('span', { class: 'swatch steps' }), term('loss', 'mean loss Δ'),
        view.is_exact ? ': steps, no slope to follow' : ': steps, drawn at 720 angles'),
      here !== null && h('li', {}, h('span', { class: 'swatch here' }), `w points to ${degrees(here)}`)),
  ];
}

/** @param {State} state @param {WeightPlane} plane */
function linePart(state, { iteration }) {
  const reply = ofRun(state.weightplane.line, state.run);
  const line = reply?.iteration === iteration ? reply.line : null;
  const name = reply ? `query ${idOf(state, reply.query)}` : '';
  return [
    h('h3', { id: 'line-head' }, 'Line view ', h('span', { class: 'muted' }, `${name} on the way to the best w`)),
    line ? lineDrawing(line, iteration) : h('p', { class: 'muted' }, reply?.problem || 'Computing …'),
    line && h('ul', { class: 'plane-key' },
      h('li', {}, h('span', { class: 'swatch hinge' }), hingeText(line)),
      h('li', {}, h('span', { class: 'swatch old-plane' }), 'planes found before'),
      h('li', {}, h('span', { class: 'swatch new-plane' }), 'found at this iteration')),
  ];
}

/** @param {import('./weight-plane-state.js').HingeOnLine} line */
const hingeText = ({ kinks, is_exact: isExact }) => `hinge H, the highest line of all permutations: `
  + `${plural(Math.max(0, kinks.length - 2), 'kink')}${isExact ? '' : ', and more that are not drawn'}`;

/** @param {State} state @param {WeightPlane} plane @param {CutOnPlane[]} newest @param {Store} store */
function foundPart(state, { path, iteration }, newest, store) {
  const shared = newest[0]?.query === null || newest[0]?.query === undefined;
  const row = (/** @type {CutOnPlane} */ cut) => h('tr', {},
    h('th', { scope: 'row' }, shared || cut.query === undefined || cut.query === null ? 'all queries'
      : h('button', { type: 'button', class: 'quiet', title: 'Show its permutation', onclick: () => {
        store.dispatch({ type: 'query', query: cut.query });
        store.dispatch({ type: 'panel', panel: 'inspector', open: true });
      } }, idOf(state, cut.query))),
    h('td', {}, figure(cut.loss)), h('td', {}, figure(demandAt(cut, path[iteration]))));
  return [
    h('h3', { id: 'found-head' }, 'Planes found here ', h('span', { class: 'muted' }, newest.length > ROWS
      ? `the ${ROWS} that demand most, of ${count(newest.length)}` : 'press a query for its permutation')),
    newest.length === 0 ? h('p', { class: 'muted' }, 'None: no ranking is violated by more than the tolerance.')
      : h('table', { class: 'numbers' },
        h('caption', { class: 'hidden' }, `Planes found at iteration ${iteration}`),
        h('thead', {}, h('tr', {},
          ['query', 'loss Δ', 'slack demanded'].map((head) => h('th', { scope: 'col' }, head)))),
        h('tbody', {}, newest.slice(0, ROWS).map(row))),
  ];
}

/** The newest points of the path. @param {WeightPlane} plane */
function pathTable({ path, iteration }) {
  const first = Math.max(0, iteration + 1 - PATH_ROWS);
  return h('table', { class: 'numbers' },
    h('caption', { class: 'hidden' }, `w of iterations ${first} to ${iteration}`),
    h('thead', {}, h('tr', {},
      ['iteration', 'across', 'up', 'beside the picture'].map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, path.slice(first, iteration + 1).map(({ x, y, off }, at) => h('tr', {},
      h('th', { scope: 'row' }, count(first + at)), [x, y, off].map((value) => h('td', {}, figure(value)))))));
}
