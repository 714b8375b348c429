// A list whose items can be reordered by dragging, by keys, and by controls beside it. During dragging the order
// follows the pointer. Knows no state.

import { h, fill } from './dom.js';
import { freshId } from './fields.js';

const APART = 4; // px that a pointer moves before dragging starts
const EDGE = 28; // pixels from the edges where dragging scrolls
const GAP = 4; // pixels between two items
const SCROLL = 8; // pixels by which dragging scrolls at a time

/** @typedef {{ label: string, choose: (item: number) => void, move: (item: number, to: number) => void }} Behaviour */
/**
 * The dragged item, and its rank at the start; `moves`: whether the pointer has moved far enough.
 * @typedef {{ item: number, id: number, from: number, home: number, moves: boolean }} Drag
 */

/** @param {Behaviour} behaviour */
export function reorderableList(behaviour) {
  return new ReorderableList(behaviour);
}

class ReorderableList {
  #id = freshId('order');
  /** The items shown, the first ones of the order. @type {number[]} */
  #order = [];
  #length = 0; // of the whole order
  /** @type {number | null} */
  #chosen = null;
  /** @type {Drag | null} */
  #drag = null;
  #behaviour;

  /** @param {Behaviour} behaviour */
  constructor(behaviour) {
    this.#behaviour = behaviour;
    this.list = h('ul', {
      role: 'listbox', class: 'reorderable', tabIndex: 0, 'aria-label': behaviour.label,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
    });
    this.element = h('div', { class: 'reorderable-place' }, this.list);
    this.list.addEventListener('pointerdown', (event) => this.#begin(event));
    this.list.addEventListener('pointermove', (event) => this.#follow(event));
    this.list.addEventListener('pointerup', () => this.#end(true));
    this.list.addEventListener('pointercancel', () => this.#end(false));
  }

  /**
   * @param {number[]} items the first ones of the order
   * @param {number} all how many there are
   * @param {number | null} now the chosen one
   * @param {(item: number, rank: number) => import('./dom.js').Child[]} content
   */
  update(items, all, now, content) {
    [this.#order, this.#length, this.#chosen] = [items, all, now];
    const { list } = this;
    const { scrollTop } = list;
    fill(list, items.map((item, rank) => h('li', {
      role: 'option', id: this.#idOf(item), 'aria-selected': String(item === now), 'aria-posinset': rank + 1,
      'aria-setsize': all, dataset: { item: String(item) },
    }, h('span', { class: 'handle', 'aria-hidden': 'true' }, '⠿'), content(item, rank))));
    list.scrollTop = scrollTop;
    const at = now === null ? -1 : items.indexOf(now);
    if (now === null || at < 0) return list.removeAttribute('aria-activedescendant');
    list.setAttribute('aria-activedescendant', this.#idOf(now));
    this.#keepInSight(/** @type {HTMLElement} */ (list.children[at]));
  }

  /** @param {number} item */
  #idOf(item) {
    return `${this.#id}-${item}`;
  }

  /** Scrolls the list alone; the page stays where it is. @param {HTMLElement} part */
  #keepInSight(part) {
    const { list } = this;
    const [top, bottom] = [part.offsetTop, part.offsetTop + part.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const chosen = this.#chosen;
    const at = chosen === null ? -1 : this.#order.indexOf(chosen);
    const last = this.#length - 1;
    const to = new Map([
      ['ArrowUp', at - 1], ['ArrowDown', at + 1], ['Home', 0], ['End', last], ['PageUp', at - 10],
      ['PageDown', at + 10],
    ]).get(event.key);
    if (to === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.altKey && chosen !== null) this.#behaviour.move(chosen, Math.min(last, Math.max(0, to)));
    else if (!event.altKey) this.#behaviour.choose(this.#order[Math.min(this.#order.length - 1, Math.max(0, to))]);
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const { target } = event;
    const part = target instanceof Element ? target.closest('[role=option]') : null;
    if (!part || event.button !== 0) return;
    const item = Number(part.getAttribute('data-item'));
    this.#behaviour.choose(item);
    // A finger scrolls the list unless it is on the handle.
    const isHandle = target instanceof Element && target.closest('.handle');
    if (event.pointerType !== 'mouse' && !isHandle) return;
    this.#drag = { item, id: event.pointerId, from: event.clientY, home: this.#order.indexOf(item), moves: false };
  }

  /** @param {PointerEvent} event */
  #follow(event) {
    const drag = this.#drag;
    if (drag?.id !== event.pointerId || (!drag.moves && Math.abs(event.clientY - drag.from) < APART)) return;
    const { list } = this;
    if (!drag.moves) list.setPointerCapture(event.pointerId);
    drag.moves = true;
    const box = list.getBoundingClientRect();
    if (event.clientY < box.top + EDGE) list.scrollTop -= SCROLL;
    if (event.clientY > box.bottom - EDGE) list.scrollTop += SCROLL;
    list.classList.add('dragging');
    this.#put(drag.item, this.#target(event.clientY));
  }

  /** The rank at a height of the window. @param {number} y */
  #target(y) {
    const { list } = this;
    const row = (list.children[0]?.getBoundingClientRect().height ?? 1) + GAP;
    const place = Math.floor((y - list.getBoundingClientRect().top + list.scrollTop) / row);
    return Math.min(list.children.length - 1, Math.max(0, place));
  }

  /** @param {number} item @param {number} to */
  #put(item, to) {
    if (to !== this.#order.indexOf(item)) this.#behaviour.move(item, to);
  }

  /** @param {boolean} drops whether the item stays; otherwise it returns to its rank */
  #end(drops) {
    const drag = this.#drag;
    this.#drag = null;
    this.list.classList.remove('dragging');
    if (drag?.moves && !drops) this.#put(drag.item, drag.home);
  }
}
