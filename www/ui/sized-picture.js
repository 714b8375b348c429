// A picture that is drawn in the pixels of its place, so that its text has the size of the page's text.

import { fill } from './dom.js';

/**
 * Draws the picture now, and whenever the width of its place changes. Returns what draws it anew.
 * @param {HTMLElement} place
 * @param {(width: number) => import('./dom.js').Child | import('./dom.js').Child[]} draw gets the width in pixels
 */
export function sizedPicture(place, draw) {
  let drawn = 0;
  const render = () => {
    drawn = Math.floor(place.clientWidth);
    if (drawn > 0) fill(place, draw(drawn));
  };
  new ResizeObserver(() => {
    if (Math.floor(place.clientWidth) !== drawn) render();
  }).observe(place);
  return render;
}
