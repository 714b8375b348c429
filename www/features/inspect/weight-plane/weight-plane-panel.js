// The plane of w at the iteration shown, with the loss in every direction and the hinge along a line beside it.

import '../feature-plane/plane.css';
import './weight-plane.css';
import { sentence } from '../../../lib/format.js';
import { ofRun } from '../../../lib/of-run.js';
import { fill, h, say } from '../../../ui/dom.js';
import { isOpen } from '../../../store/panels.js';
import { featureName } from '../model/weight-names.js';
import { SLOW } from '../../run/playback/playback-state.js';
import { methodOf } from '../../settings/settings.js';
import { endsOf } from '../../../pictures/plane-geometry.js';
import { GRIDS, ROWS } from './grid.js';
import { newestOf, refined } from './floor.js';
import { AnglePart } from './angle-part.js';
import { PhaseStrip, phaseOf } from './phase-strip.js';
import { PlaneChoice } from './plane-choice.js';
import { PlanePicture, squareOf } from './plane-drawing.js';
import { labelOf, pathTable, storyOf, whichPlane } from './plane-text.js';
import { PlanesPart } from './planes-part.js';
import { ProbePart } from './probe-part.js';
import { linesOf, mostDemanding } from './query-lines.js';
import { showLine, showSlice } from './side-parts.js';
import { ViolatorPart, areFew } from './violator-part.js';
import { keyOf } from './weight-plane-state.js';

/** @typedef {import('./weight-plane-state.js').PlaneOfWStore} Store */
/** @typedef {import('./weight-plane-state.js').PlaneOfWState} State */
/** @typedef {import('./weight-plane-state.js').WeightPlane} WeightPlane */
/** @typedef {import('./weight-plane-state.js').ObjectiveGrid} ObjectiveGrid */
/** @typedef {import('./floor.js').CutOnPlane} CutOnPlane */

/** What stands in it. @param {Store} store */
export function body(store) {
  const says = h('p', { class: 'muted' });
  const about = h('p', { class: 'plane-about muted' });
  const story = h('p', { class: 'story' });
  const key = h('ul', { class: 'plane-key' });
  const slice = h('section', { 'aria-labelledby': 'slice-head' });
  const line = h('section', { 'aria-labelledby': 'line-head' });
  const picture = new PlanePicture();
  const strip = new PhaseStrip(store);
  const choice = new PlaneChoice(store);
  const planes = new PlanesPart(store, picture);
  const probe = new ProbePart(store, picture);
  const angle = new AnglePart((to) => probe.turnTo(to));
  const numbers = h('details', { class: 'more', ontoggle: () => render() }, h('summary', {}, 'Path of w as a table'));
  const table = h('div', { class: 'plane-table', tabIndex: 0, role: 'region', 'aria-label': 'Path of w' });
  numbers.append(table);
  const violator = new ViolatorPart(store);
  const all = h('div', { class: 'weight-plane' },
    h('div', { class: 'plane-head' }, about, choice.element, strip.element),
    h('div', { class: 'plane-main' }, picture.element, key),
    h('div', { class: 'plane-side' }, violator.element, probe.note),
    h('div', { class: 'plane-below' }, story, planes.note),
    h('div', { class: 'side-views' }, slice, angle.element, probe.element, line, planes.element, numbers));

  const differs = changes();

  /** Draws what follows the iteration, the phase and the theme. */
  function render() {
    const state = store.get();
    const { run, weightplane: view } = state;
    const plane = ofRun(view.reply, run)?.plane ?? null;
    all.hidden = !plane || !run;
    say(says, wordsOf(state, plane));
    if (!plane || !run) return;
    const of = keyOf(run, plane);
    const grid = ofRun(view.grid, run);
    const values = grid?.key === of ? surfaceOf(grid) : null;
    const isFine = grid?.rows === ROWS;
    const newest = newestOf(plane);
    const nameOf = (/** @type {CutOnPlane} */ { query }) =>
      (typeof query === 'number' ? `query ${idOf(state, plane, query)}` : 'all queries');
    const square = squareOf(plane.path);
    const crossing = newest.filter((cut) => endsOf(square, cut));
    const slow = phaseOf(state);
    const query = state.snapshot?.inspection?.query ?? null;
    const lines = linesOf(plane, query, square);
    // The plane that demands most at the w that is shown; slow motion speaks of the newest one.
    const at = ofRun(view.probe, run) ?? plane.path[plane.iteration];
    const chosen = slow === null ? mostDemanding(lines, at) : lines[0] ?? null;
    const names = axisNames(state, plane);
    const isNew = differs([plane, chosen, state.snapshot?.rows, names.join()]);
    if (isNew('story', slow)) fill(story, storyOf(plane, newest, slow));
    strip.show(plane, newest, crossing.length, nameOf);
    choice.show(state, plane);
    picture.show({ plane, values, lines, chosen, phase: slow, names, theme: state.theme, nameOf,
      hasProbe: ofRun(view.probe, run) !== null, label: labelOf(plane, values, names) });
    if (isNew('planes', ...lines)) planes.show(plane, lines, newest, nameOf);
    const who = chosen && nameOf(chosen);
    say(about, aboutText(plane, lines.length ? who : null));
    if (isNew('key', values, isFine, slow === null)) {
      fill(key, keyItems(plane, who, { values, isSlow: slow !== null, isCoarse: !isFine }));
    }
    const angles = ofRun(view.angle, run);
    slice.hidden = angle.element.hidden = line.hidden = !plane.has_floor;
    if (isNew('slice', values, isFine, at.x, at.y, slow)) {
      picture.cutAt(plane.has_floor ? at : null);
      if (plane.has_floor) showSlice(slice, plane, { square, at, values: isFine ? values : null, names,
        c: run.settings.c, isRisen: slow !== 0 });
    }
    angle.show(plane, angles?.key === of ? angles.view : null, at);
    if (isNew('line', view.line)) showLine(line, state, (query) => idOf(state, plane, query));
    if (numbers.open && isNew('table', numbers.open)) fill(table, pathTable(plane, names));
    probe.show(plane, names, slow);
    violator.show(slow !== null);
  }
  followPage(store, picture);
  store.watch(({ weightplane: { reply, grid, angle: angles, line: lines, features }, run, snapshot, theme, playback,
    ...state }) => [reply, surfaceKey(grid), angles, lines, features, run, snapshot, theme, playback.phase,
    isOpen(state, SLOW)], render);
  // The lines follow the probe too.
  store.watch(({ weightplane }) => [weightplane.probe, weightplane.reading], render);
  return [all, says];
}

/** Tells of each part of a drawing whether it must be drawn again. */
function changes() {
  /** What each part was last drawn from. @type {Map<string, unknown[]>} */
  const drawnFrom = new Map();
  return (/** @type {unknown[]} */ common) => (/** @type {string} */ part, /** @type {unknown[]} */ ...own) => {
    const now = [...common, ...own];
    const old = drawnFrom.get(part);
    drawnFrom.set(part, now);
    return !old || now.length !== old.length || now.some((value, at) => value !== old[at]);
  };
}

/** What depends on the page around the picture. @param {Store} store @param {PlanePicture} picture */
function followPage(store, picture) {
  // A table of few queries says no more than their chips.
  store.watch((state) => [isOpen(state, 'weightplane') && areFew(state.snapshot?.rows)], ([few]) =>
    document.body.classList.toggle('few-queries', few));
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', () => picture.restyle());
  }
}

/** How many grids are known completely. @param {ObjectiveGrid} grid */
const known = ({ rows }) => (rows >= ROWS ? 3 : rows >= 17 ? 2 : Number(rows >= 5));

/** What of a grid is drawn: coarse, then fine; not every row. @param {ObjectiveGrid | null} grid */
const surfaceKey = (grid) => grid && [grid.run, grid.key, grid.problem, known(grid)].join();

/**
 * The last surface made of a grid, which the picture compares.
 * @type {{ of: string | null, values: Float64Array | null }}
 */
const surface = { of: null, values: null };

/** The exact objective on the finest grid, from coarser ones at first. @param {ObjectiveGrid} grid */
function surfaceOf(grid) {
  const of = surfaceKey(grid);
  if (surface.of !== of) {
    const n = known(grid);
    const values = n ? surfaceOn(grid.values, n - 1) : null;
    Object.assign(surface, { of, values: values?.every(Number.isFinite) ? values : null });
  }
  return surface.values;
}

/** The surface by one of the grids. @param {Float64Array} values of all @param {number} at */
function surfaceOn(values, at) {
  const from = GRIDS.slice(0, at).reduce((sum, { size }) => sum + size ** 2, 0);
  const { size, step } = GRIDS[at];
  const own = values.subarray(from, from + size ** 2);
  return step === 1 ? own : refined(own, size, step);
}

/** What is missing, and why. @param {State} state @param {WeightPlane | null} plane */
function wordsOf({ run, catalog, settings, weightplane: { reply, grid } }, plane) {
  if (plane) return ofRun(grid, run)?.problem ?? '';
  const { problem = '' } = ofRun(reply, run) ?? {};
  const method = methodOf(catalog, run?.settings ?? settings);
  // The core calls a method by its key.
  if (problem) return sentence(problem.replace(/^plane of w: /, '').replace(method?.name ?? '', method?.label ?? ''));
  return run?.reports.length ? 'Computing …' : 'Waits for the first iteration.';
}

/** @param {State} state @param {WeightPlane} plane @returns {[string, string]} */
function axisNames(state, { axes: { features } }) {
  if (!features) return ['along the best w', 'where the path turns off'];
  const [x, y] = features.map((feature) => `weight of ${featureName(state, feature)}`);
  return [x, y];
}

/** @param {State} state @param {WeightPlane} plane @param {number} query */
const idOf = ({ snapshot }, { rankings }, query) => rankings.find((one) => one.query === query)?.id
  ?? snapshot?.rows?.find((row) => row.query === query)?.id ?? `${query}`;

/** @param {WeightPlane} plane @param {string | null} who has the lines */
function aboutText({ has_floor: hasFloor }, who) {
  if (!hasFloor) return 'Every point is a model w.';
  return who ? `Every point is a model w. Lines: what ${who} has demanded so far.`
    : 'Every point is a model w. No line of a plane crosses this picture.';
}

/**
 * @param {WeightPlane} plane @param {string | null} who has the chosen line
 * @param {{ values: Float64Array | null, isSlow: boolean, isCoarse: boolean }} shown
 */
function keyItems(plane, who, { values, isSlow, isCoarse }) {
  const { has_floor: hasFloor, new: found, downhill } = plane;
  const which = whichPlane(plane);
  const item = (/** @type {string} */ kind, /** @type {string} */ words) =>
    h('li', {}, h('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' }), words);
  return [
    values ? h('li', { class: 'price-key' }, 'objective', h('span', {}, 'low'),
      h('span', { class: 'swatch price', 'aria-hidden': 'true' }), h('span', {}, 'high'),
      isCoarse && h('span', {}, '(coarse, being refined)'))
      : h('li', {}, 'The objective is computed once training rests.'),
    isSlow && hasFloor && item('floor', 'floor, at the same levels'),
    isSlow && hasFloor && found.length > 0 && (who
      ? item('forbidden', `the newest plane of ${who} forbids this side, unless slack is paid`)
      : h('li', {}, 'No line of the newest planes crosses this picture.')),
    downhill && item('downhill', 'where the objective falls fastest'),
    which && h('li', {}, which),
  ];
}
