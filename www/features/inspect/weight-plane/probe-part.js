// The probe: a w of the picture that pointer and keys move, and what the core says of it.

import { count, figure, measureName, significant } from '../../../lib/format.js';
import { documentName } from '../../../lib/document-name.js';
import { ofRun } from '../../../lib/of-run.js';
import { fill, h, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { SIDE } from './plane-drawing.js';
import { quietWhileMoving } from '../../../ui/live-regions.js';
import { throttle } from '../../../ui/throttle.js';
import { listenToGrip, placeOn } from '../../../pictures/handles.js';
import { weightsAt } from '../../../pictures/plane-geometry.js';

/** @typedef {import('./weight-plane-state.js').WeightPlane} WeightPlane */
/** @typedef {import('./weight-plane-state.js').PlaneOfWStore} Store */
/** @typedef {import('../../../wasm/rankscope.js').Probe} Probe */
/** @typedef {import('./plane-drawing.js').PlanePicture} PlanePicture */
/** @typedef {import('./grid.js').Frame} Frame */

const SHOWN = 6; // documents of the ranking
const HINT = 'Drag w in the plane, or focus it and press arrow keys: list, lines and numbers follow.';
const SPEAKS = 900; // least ms between two announcements

export class ProbePart {
  #store;
  #picture;
  /** @type {WeightPlane | null} */
  #plane = null;
  #handle;
  #back;
  #hint = h('p', { class: 'muted' });
  /** What stands beside the list: how to move w, and what the place is worth. */
  note = h('div', { class: 'probe-note' });
  #table = h('div', { class: 'probe-tables' });
  #spoken = h('p', { class: 'hidden' });
  #say;
  element;

  /** @param {Store} store @param {PlanePicture} picture */
  constructor(store, picture) {
    this.#store = store;
    this.#picture = picture;
    const help = h('p', { class: 'hidden', id: freshId('probe-help') },
      'The arrow keys move it, with Shift by large steps. Home puts it on the w of the iteration.');
    // A button takes focus and keys on every platform; an element of the drawing does not.
    this.#handle = h('button', { type: 'button', class: 'probe-handle', 'aria-describedby': help.id,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event) }, h('i', { 'aria-hidden': 'true' }, 'w'));
    picture.frame.append(this.#handle);
    this.#back = h('button', { type: 'button', class: 'quiet', onclick: () => {
      this.#handle.focus({ preventScroll: true });
      store.dispatch({ type: 'weightplane/release' });
    } });
    listenToGrip({ canvas: picture.frame, place: (event) => placeOn(picture.frame, event, SIDE) }, this.#handle, {
      at: (spot) => {
        const [x, y] = weightsAt(picture.square, spot);
        this.moveTo({ x, y });
      },
    });
    quietWhileMoving(store, this.#spoken);
    this.#say = throttle(SPEAKS, () => say(this.#spoken, this.#words()));
    this.element = h('section', { class: 'probe', 'aria-labelledby': 'probe-head' },
      h('h3', { id: 'probe-head' }, 'Probe ', h('span', { class: 'muted' }, 'what another w would be worth')),
      this.#table);
    this.note.append(help, this.#hint, this.#back, this.#spoken);
  }

  /**
   * @param {WeightPlane} plane @param {[string, string]} names of the axes
   * @param {import('./scene.js').Phase | null} phase of slow motion
   */
  show(plane, names, phase) {
    this.#plane = plane;
    const at = this.#at();
    const [x, y] = this.#picture.spot(at);
    Object.assign(this.#handle.style, { left: `${x / 4}%`, top: `${y / 4}%` });
    const isSet = Boolean(this.#set());
    // Slow motion moves the w of the run itself.
    this.#handle.classList.toggle('is-quiet', !isSet && phase !== null);
    this.#picture.pointTo(phase === null || isSet ? at : null);
    this.#handle.setAttribute('aria-label', `Probe at ${significant(at.x)}, ${significant(at.y)}`);
    const reply = this.#reply();
    const reading = reply?.reading ?? null;
    say(this.#hint, reply?.problem || (reading ? worthText(reading) : HINT));
    this.#back.hidden = !isSet;
    say(this.#back, `Back to the w of iteration ${count(plane.iteration)}`);
    this.element.hidden = !reading;
    fill(this.#table, reading && readingTables(reading, names));
    if (reading) this.#say(true);
  }

  /** The reply about this run and this kind of plane. */
  #reply() {
    const { run, weightplane: { reading } } = this.#store.get();
    return this.#set() ? ofRun(reading, run) : null;
  }

  #set() {
    const { run, weightplane: { probe } } = this.#store.get();
    return ofRun(probe, run);
  }

  #at() {
    const { path, iteration } = /** @type {WeightPlane} */ (this.#plane);
    return this.#set() ?? path[iteration];
  }

  #words() {
    const reading = this.#reply()?.reading;
    return reading ? readingText(reading) : '';
  }

  /** Moves w within the picture. @param {{ x: number, y: number }} place */
  moveTo(place) {
    const { run } = this.#store.get();
    if (!run) return;
    const { x, y } = this.#picture.square;
    this.#store.dispatch({ type: 'weightplane/probe', run: run.id,
      x: Math.min(x[1], Math.max(x[0], place.x)), y: Math.min(y[1], Math.max(y[0], place.y)) });
  }

  /** Turns w, which has the length of the run's w where the picture has room. @param {number} angle */
  turnTo(angle) {
    const { path, iteration, best } = /** @type {WeightPlane} */ (this.#plane);
    const length = (/** @type {{ x: number, y: number }} */ { x, y }) => Math.hypot(x, y);
    this.moveTo(turned(angle, length(path[iteration]) || length(path[best]), this.#picture.square));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#plane) return;
    const { path, iteration } = this.#plane;
    const next = event.key === 'Home' ? path[iteration]
      : keyed(event.key, event.shiftKey, this.#at(), this.#picture.square);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    this.moveTo(next);
  }
}

/**
 * The w of a direction with a length, or as long as the picture has room.
 * @param {number} angle @param {number} length @param {Pick<Frame, 'x' | 'y'>} frame around 0
 */
export function turned(angle, length, { x, y }) {
  const [across, up] = [Math.cos(angle), Math.sin(angle)];
  const room = (/** @type {number} */ part, /** @type {[number, number]} */ [low, high]) =>
    (part ? (part > 0 ? high : low) / part : Infinity);
  const radius = Math.min(length, room(across, x), room(up, y));
  return { x: radius * across, y: radius * up };
}

/**
 * The place to which a key moves the probe; null for other keys.
 * @param {string} key @param {boolean} far @param {{ x: number, y: number }} at
 * @param {Pick<Frame, 'x'>} frame
 */
export function keyed(key, far, { x, y }, { x: [left, right] }) {
  const step = (far ? 0.1 : 0.01) * (right - left);
  switch (key) {
    case 'ArrowLeft': return { x: x - step, y };
    case 'ArrowRight': return { x: x + step, y };
    case 'ArrowDown': return { x, y: y - step };
    case 'ArrowUp': return { x, y: y + step };
    default: return null;
  }
}

/** The figures of a probe by name. @param {Probe} probe @returns {[string, string][]} */
export function figuresOf({ objective, floor, slack, loss, measures, norm }) {
  const isBelow = floor !== null && floor !== undefined;
  return [
    ['objective', figure(objective)],
    ...(isBelow ? /** @type {[string, string][]} */ ([['floor', figure(floor)],
      ['gap between them', figure(Math.max(0, objective - floor))],
      ['mean slack', figure(slack)], ['mean loss Δ', figure(loss)]])
      : /** @type {[string, string][]} */ ([['mean loss', figure(loss)]])),
    ...measures.map(({ measure, value }) => /** @type {[string, string]} */ ([measureName(measure), figure(value)])),
    ['length ‖w‖', figure(norm)],
  ];
}

/** What a w is worth, in a line beside the list. @param {Probe} probe */
export function worthText({ objective, slack, loss, measures: [measure] }) {
  return [`objective ${figure(objective)}`, typeof slack === 'number' && `mean slack ${figure(slack)}`,
    `mean loss ${figure(loss)}`, measure && `${measureName(measure.measure)} ${figure(measure.value)}`]
    .filter(Boolean).join(' · ');
}

/** A probe in a sentence, which is spoken. @param {Probe} probe */
export function readingText(probe) {
  const [first, ...others] = figuresOf(probe).map(([name, value]) => `${name} ${value}`);
  const best = probe.ranking?.places.filter(({ first: rank }) => rank === 1) ?? [];
  const names = best.map(({ comment, document }) => documentName({ comment }, document)).join(', ');
  const ranking = probe.ranking && names ? ` First in query ${probe.ranking.id}: ${names}.` : '';
  return `Probe at ${significant(probe.at.x)}, ${significant(probe.at.y)}: ${[first, ...others].join(', ')}.${ranking}`;
}

/** @param {Probe} probe @param {[string, string]} names */
function readingTables(probe, names) {
  const places = [[names[0], significant(probe.at.x)], [names[1], significant(probe.at.y)]];
  return [
    h('table', { class: 'numbers' }, h('caption', { class: 'hidden' }, 'The probe'),
      h('tbody', {}, [...places, ...figuresOf(probe)].map(([name, value]) =>
        h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, value))))),
    probe.ranking && rankingTable(probe.ranking),
  ];
}

/** @param {NonNullable<Probe['ranking']>} ranking */
function rankingTable({ id, documents, places }) {
  const firstPlaces = places.slice(0, SHOWN);
  const rank = (/** @type {number} */ first, /** @type {number} */ last) =>
    (first === last ? `${first}` : `${first}–${last}`);
  return h('table', { class: 'numbers' },
    h('caption', {},
      `Query ${id} by this w${documents > firstPlaces.length ? `, the first ${firstPlaces.length}` : ''}`),
    h('thead', {}, h('tr', {}, ['rank', 'document', 'grade', 'score'].map((head) =>
      h('th', { scope: 'col', class: head === 'document' ? 'name' : '' }, head)))),
    h('tbody', {}, firstPlaces.map(({ document, comment, grade, score, first, last }) => h('tr', {},
      h('td', { title: first === last ? '' : 'These documents have exactly the same score' }, rank(first, last)),
      h('th', { scope: 'row', class: 'name' }, documentName({ comment }, document)),
      h('td', {}, String(grade)), h('td', {}, figure(score))))));
}
