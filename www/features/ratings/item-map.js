// The map of items: items as points V_i, one user as an arrow U_u that can be dragged. Part of the panel of ratings.

import { count, figure, plural, significant } from '../../lib/format.js';
import { fill, h, s, say } from '../../ui/dom.js';
import { freshId } from '../../ui/fields.js';
import {
  MOST_ITEMS, SIDE, clamped, drawn, footOf, keyedArrow, leading, pointsOf, scaleOf, undrawn,
} from './map-geometry.js';
import { shownRow } from './ratings-state.js';

/** @typedef {import('./ratings-state.js').RatingsStore} Store */
/** @typedef {import('./ratings-state.js').RatingsView} RatingsView */
/** @typedef {import('./ratings-state.js').Trained} Trained */

const MIDDLE = SIDE / 2;

/** @param {Store} store */
export function itemMap(store) {
  return new ItemMap(store).element;
}

class ItemMap {
  #store;
  #items = s('g', { class: 'map-items' });
  #top = s('g', { class: 'map-top' });
  #line = s('path', { class: 'map-line' });
  #head = s('path', { class: 'map-head' });
  #learned = s('path', { class: 'map-learned' });
  #picture;
  #handle;
  #note = h('p', { class: 'muted' });
  element;
  /** @type {import('./map-geometry.js').Scale} */
  #scale = { perItem: 1, perUser: 1 };
  #isDragged = false;
  #frame = 0;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    const help = h('p', { class: 'hidden', id: freshId('arrow-help') },
      'The arrow keys move the tip, with Shift by small steps. Home resets it to the learned arrow. The number fields '
      + 'beside the map do the same.');
    this.#picture = s('svg', { viewBox: `0 0 ${SIDE} ${SIDE}`, role: 'img' },
      s('path', { class: 'map-axes', d: `M0 ${MIDDLE}H${SIDE}M${MIDDLE} 0V${SIDE}` }),
      this.#items, this.#learned, this.#top, this.#line, this.#head);
    // A button takes focus and keys on every platform; an element of the drawing does not.
    this.#handle = h('button', { type: 'button', class: 'map-handle', 'aria-describedby': help.id,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event) });
    const frame = h('div', { class: 'map-frame' }, this.#picture, this.#handle);
    this.#listenToPointer(frame);
    this.element = h('section', { class: 'item-map', 'aria-label': 'Map of items' },
      h('h3', {}, 'Map of items'), frame, help, key(), this.#note);
    store.watch(({ ratings }) => [ratings.trained], ([trained]) => this.#drawItems(trained));
    store.watch(({ ratings }) => [ratings.trained, ratings.view], () => this.#colour());
    store.watch(({ ratings }) => [ratings.trained, ratings.user, ratings.arrow, ratings.view], () => this.#schedule());
  }

  /** @param {Trained | null} trained */
  #drawItems(trained) {
    if (!trained) return;
    const { factors } = trained;
    this.#scale = scaleOf(factors);
    fill(this.#items, pointsOf(factors, this.#scale).map(({ item, x, y, radius }) => s('circle',
      { 'data-item': item, cx: x.toFixed(1), cy: y.toFixed(1), r: radius.toFixed(1) })));
    const drop = factors.items.length - MOST_ITEMS;
    const axes = factors.rank > 2
      ? `The axes are the two leading of ${factors.rank} singular directions. The others keep their learned values.`
      : factors.rank === 1 ? 'Rank 1 has one direction.' : 'The axes are the two singular directions.';
    say(this.#note, `${axes} An item’s score is its bias b plus its projection on the line of the arrow times the `
      + 'length of the arrow. The order of the projections is the personal part of the order.'
      + `${drop > 0 ? ` ${plural(drop, 'item')} with the lowest biases are not drawn.` : ''}`);
  }

  /** Fills the items that the user rated by their grades. */
  #colour() {
    const { view } = this.#store.get().ratings;
    const grades = new Map(view?.rated.items.map((item, at) => [item, { grade: view.rated.grades[at],
      isKnown: at < view.rated.known }]));
    for (const circle of /** @type {Iterable<SVGCircleElement>} */ (this.#items.children)) {
      const rated = grades.get(Number(circle.dataset.item));
      if (rated) {
        circle.dataset.grade = String(Math.min(5, rated.grade));
        circle.dataset.part = rated.isKnown ? 'train' : 'test';
      } else {
        delete circle.dataset.grade;
        delete circle.dataset.part;
      }
    }
  }

  #schedule() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#drawArrow(this.#store.get().ratings);
    });
  }

  /** @param {RatingsView} ratings */
  #drawArrow(ratings) {
    const { trained, user, arrow, view } = ratings;
    if (!trained) return;
    const { factors } = trained;
    const { perItem, perUser } = this.#scale;
    const at = leading(shownRow(ratings), factors.rank, 0);
    const tip = drawn(at, perUser);
    const length = Math.hypot(...at);
    const [dx, dy] = length > 0 ? [at[0] / length, -at[1] / length] : [0, 0];
    const far = SIDE; // clipped by the frame
    this.#line.setAttribute('d',
      segment([MIDDLE - far * dx, MIDDLE - far * dy], [MIDDLE + far * dx, MIDDLE + far * dy]));
    this.#head.setAttribute('d', headOf(tip, [dx, dy]));
    const learned = drawn(leading(factors.tastes, factors.rank, user), perUser);
    this.#learned.setAttribute('d', arrow ? segment([MIDDLE, MIDDLE], learned) : '');
    const isCurrent = view?.user === user;
    fill(this.#top, isCurrent && view.view.top.map((item, place) => {
      const spot = leading(factors.places, factors.rank, item);
      const [x, y] = drawn(spot, perItem);
      const foot = footOf(spot, at, perItem);
      return s('g', {}, foot && s('path', { class: 'map-foot', d: segment([x, y], foot) }),
        s('circle', { class: 'map-ring', cx: x.toFixed(1), cy: y.toFixed(1), r: '10' }),
      place < 3 && s('text', { x: (x + (x > SIDE - 40 ? -12 : 12)).toFixed(1), y: (y - 8).toFixed(1),
        'text-anchor': x > SIDE - 40 ? 'end' : 'start' }, String(place + 1)));
    }));
    Object.assign(this.#handle.style, { left: `${(100 * tip[0]) / SIDE}%`, top: `${(100 * tip[1]) / SIDE}%` });
    this.#handle.disabled = !trained.isLive;
    this.#name(ratings, at);
  }

  /** @param {RatingsView} ratings @param {[number, number]} at */
  #name({ trained, user, arrow, view }, at) {
    if (!trained) return;
    const { users, items } = trained.factors;
    const best = view?.user === user ? nameOfItem(trained, view.view.top[0]) : '';
    this.#handle.setAttribute('aria-label', `Arrow of user ${users[user]}: ${significant(at[0])}, ${significant(at[1])}`
      + `${arrow ? ', moved' : ', learned'}${best ? `. First item: ${best}` : ''}`);
    this.#picture.setAttribute('aria-label', `${count(items.length)} items as points, larger for a larger bias, and `
      + `user ${users[user]} as an arrow to ${significant(at[0])}, ${significant(at[1])}. The lists have the same `
      + 'orders.');
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { ratings } = this.#store.get();
    if (event.key === 'Home') {
      event.preventDefault();
      return this.#store.dispatch({ type: 'ratings/arrow', arrow: null });
    }
    const at = leading(shownRow(ratings), ratings.trained?.factors.rank ?? 1, 0);
    const next = keyedArrow(event.key, event.shiftKey, at, this.#scale);
    if (!next) return;
    event.preventDefault();
    this.#store.dispatch({ type: 'ratings/arrow', arrow: next });
  }

  /** @param {HTMLElement} frame */
  #listenToPointer(frame) {
    /** @param {PointerEvent} event */
    const move = (event) => {
      const box = frame.getBoundingClientRect();
      const point = /** @type {[number, number]} */ ([SIDE * (event.clientX - box.left) / Math.max(1, box.width),
        SIDE * (event.clientY - box.top) / Math.max(1, box.height)]);
      const arrow = clamped(undrawn(point, this.#scale.perUser), this.#scale.perUser);
      this.#store.dispatch({ type: 'ratings/arrow', arrow });
    };
    frame.addEventListener('pointerdown', (event) => {
      // A touch beside the tip scrolls the page.
      const isBeside = event.pointerType === 'touch' && event.target !== this.#handle;
      if (event.button !== 0 || this.#handle.disabled || isBeside) return;
      event.preventDefault();
      frame.setPointerCapture(event.pointerId);
      this.#isDragged = true;
      this.#handle.focus({ preventScroll: true });
      move(event);
    });
    frame.addEventListener('pointermove', (event) => { if (this.#isDragged) move(event); });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      frame.addEventListener(end, () => { this.#isDragged = false; });
    }
  }
}

/** The shaft and the head of an arrow. @param {[number, number]} tip @param {number[]} direction */
function headOf([x, y], [dx, dy]) {
  const point = (/** @type {number} */ back, /** @type {number} */ side) =>
    `${(x - back * dx - side * dy).toFixed(1)} ${(y - back * dy + side * dx).toFixed(1)}`;
  const tip = `${x.toFixed(1)} ${y.toFixed(1)}`;
  return `M${MIDDLE} ${MIDDLE}L${tip}M${point(12, 6)}L${tip}L${point(12, -6)}`;
}

/** @param {[number, number]} from @param {[number, number]} to */
function segment(from, to) {
  const [start, end] = [from, to].map((point) => point.map((value) => value.toFixed(1)).join(' '));
  return `M${start}L${end}`;
}

/** The title of an item, or its name; generated items are named i and a number. @param {Trained} trained
 * @param {number | undefined} item */
export function nameOfItem({ factors: { titles, items } }, item) {
  return item === undefined ? '' : titles[item] || items[item]?.replace(/^i(?=\d+$)/, 'item ') || figure(item);
}

/** What the marks mean. */
function key() {
  const dot = (/** @type {Record<string, string>} */ dataset, /** @type {string} */ text) =>
    h('li', {}, h('span', { class: 'map-dot', dataset, 'aria-hidden': 'true' }), text);
  return h('ul', { class: 'map-key' },
    [1, 2, 3, 4, 5].map((grade) => dot({ grade: String(grade) }, `grade ${grade}${grade === 5 ? ' or more' : ''}`)),
    dot({}, 'not rated'), dot({ part: 'train' }, 'thick rim: for training'), dot({ top: 'yes' }, 'ring: top 10'));
}
