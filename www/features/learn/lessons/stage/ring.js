// The orange ring around the panel that a step points at, with a short line from the rail. The ring lies over the page,
// so it changes no layout. It follows its panel when the page scrolls or changes size.

import { h } from '../../../../ui/dom.js';

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
  // A control, a chart, or letters at the very edge need air; a panel has its own. Below a chart's axis is enough room.
  const isChart = element.matches('.chart');
  const air = isChart || element.matches('.field, button, label, input') || isBare(element) ? AIR : 0;
  [left, top, right, bottom] = [left - air, top - air, right + air, bottom + (isChart ? 0 : air)];
  for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
    if (!/auto|scroll|hidden/.test(getComputedStyle(outer).overflow)) continue;
    const box = outer.getBoundingClientRect();
    [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
    [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
  }
  return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
}

/** Whether neither an element nor what it shows first has padding. @param {Element} element */
function isBare(element) {
  const first = [...element.children].find((child) => child.checkVisibility());
  return [element, first ?? element].every((one) => parseFloat(getComputedStyle(one).paddingTop) < AIR);
}
