// The orange ring around the panel that a step points at, with a short line from the rail. The ring lies over the page,
// so it changes no layout. It follows its panel when the page scrolls or changes size.

import { h } from '../../ui/dom.js';

const AIR = 6; // px between a control and its ring
const NEAR = 60; // px; a longer line would cross other panels

/** Makes the ring, hidden at first. */
export function createRing() {
  const line = h('div', { class: 'lesson-line' });
  const ring = h('div', { class: 'lesson-ring', hidden: true }, line);
  ring.setAttribute('aria-hidden', 'true');
  document.body.append(ring);
  /** @type {Element | null} */
  let target = null;
  const sizes = new ResizeObserver(() => place());
  window.addEventListener('scroll', () => place(), true);
  window.addEventListener('resize', () => place());

  function place() {
    const box = target?.isConnected ? visibleBox(target) : null;
    ring.hidden = !box;
    if (!box) return;
    Object.assign(ring.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.right - box.left}px`,
      height: `${box.bottom - box.top}px` });
    const from = document.getElementById('rail')?.getBoundingClientRect().right ?? 0;
    const length = box.left - from;
    line.hidden = length <= 0 || length > NEAR;
    line.style.width = `${length}px`;
  }
  return {
    /** @param {Element | null} element */
    moveTo(element) {
      if (element === target) return place();
      sizes.disconnect();
      target = element;
      for (const one of [element, document.getElementById('main')]) if (one) sizes.observe(one);
      place();
    },
    place,
  };
}

/** The part of an element that its scrolling ancestors show; null if none of it. @param {Element} element */
function visibleBox(element) {
  if (!element.checkVisibility()) return null;
  let { left, top, right, bottom } = element.getBoundingClientRect();
  const { paddingLeft, paddingTop, paddingRight, paddingBottom } = getComputedStyle(element);
  // Air where the element has little of its own, so that the ring never runs through letters. The views have their own,
  // and a chart has room below its axis.
  const air = (/** @type {string} */ padding) => (element.id === 'views' ? 0 : Math.max(0, AIR - parseFloat(padding)));
  [left, top] = [left - air(paddingLeft), top - air(paddingTop)];
  [right, bottom] = [right + air(paddingRight), bottom + (element.matches('.chart') ? 0 : air(paddingBottom))];
  for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
    if (!/auto|scroll|hidden/.test(getComputedStyle(outer).overflow)) continue;
    const box = outer.getBoundingClientRect();
    [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
    [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
  }
  return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
}
