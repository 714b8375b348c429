// A list whose items can be put in another order: by dragging, by keys, and through what stands beside it. Knows no state.

import { h, fill } from './dom.js';
import { freshId } from './fields.js';

const APART = 4; // pixels that a pointer moves before it drags
const EDGE = 28; // pixels from the edges where dragging scrolls

/**
 * @param {{ label: string, choose: (item: number) => void, move: (item: number, to: number) => void }} does
 */
export function rearrangeable({ label, choose, move }) {
  const id = freshId('order');
  const list = h('ul', { role: 'listbox', class: 'rearrange', tabIndex: 0, 'aria-label': label, onkeydown: keys });
  const line = h('div', { class: 'drop-line', hidden: true });
  const element = h('div', { class: 'rearrange-place' }, list, line);
  /** @type {number[]} */
  let order = [];
  /** @type {number | null} */
  let chosen = null;
  let length = 0;

  /** @param {KeyboardEvent} event */
  function keys(event) {
    const at = chosen === null ? -1 : order.indexOf(chosen);
    const last = length - 1;
    const to = /** @type {Record<string, number>} */ ({ ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last, PageUp: at - 10, PageDown: at + 10 })[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.altKey && chosen !== null) move(chosen, Math.min(last, Math.max(0, to)));
    else if (!event.altKey) choose(order[Math.min(order.length - 1, Math.max(0, to))]);
  }

  /** @type {{ item: number, id: number, from: number, to: number | null } | null} */
  let drag = null;
  /** The rank where the dragged item would be dropped, and the place of the line. @param {number} y */
  const target = (y) => {
    const items = [...list.children];
    const box = list.getBoundingClientRect();
    const row = (items[0]?.getBoundingClientRect().height ?? 1) + 4;
    const gap = Math.min(items.length, Math.max(0, Math.round((y - box.top + list.scrollTop) / row)));
    line.style.top = `${gap * row - list.scrollTop - 3}px`;
    const from = drag ? order.indexOf(drag.item) : 0;
    return gap > from ? gap - 1 : gap;
  };
  list.addEventListener('pointerdown', (event) => {
    const part = event.target instanceof Element ? event.target.closest('[role=option]') : null;
    if (!part || event.button !== 0) return;
    const item = Number(part.getAttribute('data-item'));
    choose(item);
    // A finger that is not on the handle scrolls.
    if (event.pointerType !== 'mouse' && !(event.target instanceof Element && event.target.closest('.handle'))) return;
    drag = { item, id: event.pointerId, from: event.clientY, to: null };
  });
  list.addEventListener('pointermove', (event) => {
    if (drag?.id !== event.pointerId || (drag.to === null && Math.abs(event.clientY - drag.from) < APART)) return;
    if (drag.to === null) list.setPointerCapture(event.pointerId);
    const box = list.getBoundingClientRect();
    if (event.clientY < box.top + EDGE) list.scrollTop -= 8;
    if (event.clientY > box.bottom - EDGE) list.scrollTop += 8;
    drag.to = target(event.clientY);
    line.hidden = false;
    list.classList.add('dragging');
  });
  /** @param {boolean} drops */
  const end = (drops) => {
    const done = drag;
    drag = null;
    line.hidden = true;
    list.classList.remove('dragging');
    if (drops && done && done.to !== null && done.to !== order.indexOf(done.item)) move(done.item, done.to);
  };
  list.addEventListener('pointerup', () => end(true));
  list.addEventListener('pointercancel', () => end(false));

  return {
    element, list,
    /**
     * @param {number[]} items the first ones of the order
     * @param {number} all how many there are
     * @param {number | null} now the chosen one
     * @param {(item: number, rank: number) => import('./dom.js').Child[]} content
     */
    update(items, all, now, content) {
      [order, length, chosen] = [items, all, now];
      const { scrollTop } = list;
      fill(list, items.map((item, rank) => h('li', { role: 'option', id: `${id}-${item}`, 'aria-selected': String(item === now), 'aria-posinset': rank + 1, 'aria-setsize': all, dataset: { item: String(item) } },
        h('span', { class: 'handle', 'aria-hidden': 'true' }, '⠿'), content(item, rank))));
      list.scrollTop = scrollTop;
      const at = now === null ? -1 : items.indexOf(now);
      if (at < 0) return list.removeAttribute('aria-activedescendant');
      list.setAttribute('aria-activedescendant', `${id}-${now}`);
      // The chosen one is kept in sight inside the list; the page stays where it is.
      const part = /** @type {HTMLElement} */ (list.children[at]);
      if (part.offsetTop < list.scrollTop) list.scrollTop = part.offsetTop;
      else if (part.offsetTop + part.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = part.offsetTop + part.offsetHeight - list.clientHeight;
    },
  };
}
