// Media queries: the size of the window, and whether motion is reduced.

const narrow = () => matchMedia('(width <= 56.25em)');
const compact = () => matchMedia('(width <= 68.75em)');

/** Returns whether the page has one column, as on a phone. */
export function isNarrow() {
  return narrow().matches;
}

/** @param {() => void} act called when the window becomes narrow or wide */
export function onWidthChange(act) {
  narrow().addEventListener('change', act);
}

/** Returns whether the page shows one chart at a time, as on a small tablet and on a phone. */
export function isCompact() {
  return compact().matches;
}

/** @param {() => void} act called when the window begins or ceases to have room for all charts */
export function onCompactChange(act) {
  compact().addEventListener('change', act);
}

const low = () => matchMedia('(height < 50em)');

/** Returns whether the window is lower than that of most desks, as on a projector. */
export function isLow() {
  return low().matches;
}

/** @param {() => void} act called when the window becomes low or high */
export function onHeightChange(act) {
  low().addEventListener('change', act);
}

/** Whether the reader asks for less movement, or the page is drawn for paper. */
export function isCalm() {
  return 'paper' in document.documentElement.dataset || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Scrolls an element into view, smoothly unless motion is reduced.
 * @param {Element | null | undefined} element
 * @param {ScrollLogicalPosition} [block]
 */
export function scrollTo(element, block = 'start') {
  element?.scrollIntoView({ block, behavior: isCalm() ? 'auto' : 'smooth' });
}
