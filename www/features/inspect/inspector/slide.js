// Whether documents slide to their new ranks, and from where. Pure, except for the animation itself.

const FASTEST = 5.5; // iterations a second; Play at 5 a second is a little uneven
const SLIDE = 200; // ms

/** What was drawn last. @typedef {{ run: number, query: number, iteration: number, time: number }} Drawing */

/**
 * Whether the change from one drawing to the next slides: another iteration of the same query, not faster than a reader
 * can follow, and only where movement is welcome.
 * @param {Drawing | null} before
 * @param {Drawing} now
 * @param {boolean} reduced whether the reader asks for less movement
 */
export function slides(before, now, reduced) {
  if (!before || reduced || before.run !== now.run || before.query !== now.query) return false;
  const iterations = Math.abs(now.iteration - before.iteration);
  return iterations > 0 && 1000 * iterations <= FASTEST * Math.max(0, now.time - before.time);
}

/** @param {Element} element @param {Keyframe} from @param {Keyframe} to */
export function slide(element, from, to) {
  element.animate([from, to], { duration: SLIDE, easing: 'ease-out' });
}
