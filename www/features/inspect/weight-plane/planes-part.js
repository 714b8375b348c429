// The planes found at an iteration: lines of the picture that can be pointed at and chosen, and the table of them.

import { count, figure } from '../../../lib/format.js';
import { documentName } from '../../../lib/document-name.js';
import { fill, h, s, say } from '../../../ui/dom.js';
import { demandAt } from './floor.js';
import { SIDE, lineKey } from './plane-drawing.js';

/** @typedef {import('./weight-plane-state.js').WeightPlane} WeightPlane */
/** @typedef {import('./weight-plane-state.js').PlaneOfWStore} Store */
/** @typedef {import('./floor.js').CutOnPlane} CutOnPlane */

const ROWS = 8; // of the table
const HINT = 'Point at a line to see its query and its permutation. Press it to open them.';

export class PlanesPart {
  #store;
  #picture;
  #targets = s('svg', { viewBox: `0 0 ${SIDE} ${SIDE}`, class: 'plane-targets' });
  /** Names the plane that is pointed at. */
  note = h('p', { class: 'plane-note muted' }, HINT);
  element = h('section', { class: 'found-planes', 'aria-labelledby': 'found-head' });
  /** @type {Map<string, string>} */
  #words = new Map();

  /** @param {Store} store @param {import('./plane-drawing.js').PlanePicture} picture */
  constructor(store, picture) {
    this.#store = store;
    this.#picture = picture;
    picture.frame.append(this.#targets);
  }

  /**
   * @param {WeightPlane} plane @param {CutOnPlane[]} drawn as lines @param {CutOnPlane[]} newest all of them
   * @param {(cut: CutOnPlane) => string} nameOf
   */
  show(plane, drawn, newest, nameOf) {
    this.element.hidden = this.note.hidden = !plane.has_floor;
    this.#words = new Map([...newest, ...drawn].map((cut) =>
      [lineKey(cut), wordsOf(plane, cut, nameOf(cut))]));
    const had = this.#focused();
    fill(this.#targets, drawn.map((cut) => this.#target(cut)));
    this.#table(plane, newest, nameOf);
    if (had) /** @type {HTMLElement | null} */ (this.#picture.frame.querySelector(had))?.focus();
    this.#point(null);
  }

  /** What has the focus among the lines, which are made anew. */
  #focused() {
    const key = this.#targets.contains(document.activeElement)
      ? document.activeElement?.getAttribute('data-line') : null;
    return key && `.plane-targets [data-line="${key}"]`;
  }

  /** @param {string | null} key */
  #point(key) {
    this.#picture.point(key);
    say(this.note, (key === null ? null : this.#words.get(key)) ?? HINT);
  }

  /** Pointing at an element names the plane. @param {Element} element @param {string} key */
  #names(element, key) {
    for (const begin of ['pointerenter', 'focusin']) element.addEventListener(begin, () => this.#point(key));
    for (const end of ['pointerleave', 'focusout']) element.addEventListener(end, () => this.#point(null));
  }

  /** @param {CutOnPlane} cut */
  #open({ query }) {
    if (query === null || query === undefined) return;
    this.#store.dispatch({ type: 'query', query });
    this.#store.dispatch({ type: 'panel', panel: 'inspector', open: true });
  }

  /** A wide, invisible line over the thin one. @param {CutOnPlane} cut */
  #target(cut) {
    const key = lineKey(cut);
    const ends = this.#picture.borders.get(key);
    if (!ends) return null;
    const [[x1, y1], [x2, y2]] = ends;
    const target = s('line', { x1, y1, x2, y2, 'data-line': key, tabindex: '0',
      role: typeof cut.query === 'number' ? 'button' : 'img', 'aria-label': this.#words.get(key) ?? '' });
    this.#names(target, key);
    // A press on a line does not move the probe.
    target.addEventListener('pointerdown', (event) => event.stopPropagation());
    target.addEventListener('click', () => this.#open(cut));
    target.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      this.#open(cut);
    });
    return target;
  }

  /** @param {WeightPlane} plane @param {CutOnPlane[]} newest @param {(cut: CutOnPlane) => string} nameOf */
  #table({ path, iteration }, newest, nameOf) {
    const row = (/** @type {CutOnPlane} */ cut) => {
      const name = nameOf(cut);
      const line = h('tr', {},
        h('th', { scope: 'row' }, typeof cut.query !== 'number' ? name
          : h('button', { type: 'button', class: 'quiet', title: 'Show its permutation',
            onclick: () => this.#open(cut) }, name.replace(/^query /, ''))),
        h('td', {}, figure(cut.loss)), h('td', {}, figure(demandAt(cut, path[iteration]))));
      this.#names(line, lineKey(cut));
      return line;
    };
    fill(this.element, h('h3', { id: 'found-head' }, 'Planes found here ',
      h('span', { class: 'muted' }, newest.length > ROWS
        ? `the ${ROWS} that demand most, of ${count(newest.length)}` : 'press a query for its permutation')),
    newest.length === 0 ? h('p', { class: 'muted' }, 'None: no ranking is violated by more than the tolerance.')
      : h('table', { class: 'numbers' },
        h('caption', { class: 'hidden' }, `Planes found at iteration ${iteration}`),
        h('thead', {}, h('tr', {},
          ['query', 'loss Δ', 'slack demanded'].map((head) => h('th', { scope: 'col' }, head)))),
        h('tbody', {}, newest.slice(0, ROWS).map(row))));
  }
}

/** A plane in words. @param {WeightPlane} plane @param {CutOnPlane} cut @param {string} name */
export function wordsOf({ rankings, path, iteration }, cut, name) {
  const demand = demandAt(cut, path[iteration]);
  const wants = demand > 0 ? `it demands slack ${figure(demand)} at w` : 'it demands no slack at w';
  const ranking = cut.found_at === iteration ? rankings.find(({ slack }) => slack === cut.slack) : undefined;
  const first = ranking?.first.map(([document, comment]) => documentName({ comment }, document)).join(' › ');
  if (!ranking) {
    const when = cut.found_at === iteration ? '' : `, found at iteration ${count(cut.found_at)}`;
    return `Plane of ${name}${when}: loss Δ ${figure(cut.loss)}, ${wants}.`;
  }
  const more = ranking.documents > ranking.first.length ? ` › … of ${count(ranking.documents)}` : '';
  return `Plane of ${name}: the permutation ${first}${more}; loss Δ ${figure(cut.loss)}, ${wants}.`;
}
