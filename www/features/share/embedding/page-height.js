// The height that the page needs, so that the page around the frame can fit the frame.

import { isNarrow, onWidthChange } from '../../../ui/media.js';

/**
 * In a wide window the page fills the window, and its lists scroll. CSS pixels from which on it leaves nothing out; see
 * `isLow` in ui/media.js.
 */
const ENOUGH = 800;

/**
 * Calls a function with the height in CSS pixels now, and whenever it changes.
 * @param {(height: number) => void} tell
 */
export function watchHeight(tell) {
  let told = 0;
  const look = () => {
    const height = isNarrow() ? Math.ceil(contentHeight()) : ENOUGH;
    if (height === told) return;
    told = height;
    tell(height);
  };
  new ResizeObserver(look).observe(document.body);
  onWidthChange(look);
  look();
}

/** In a narrow window the page scrolls as a whole; in a frame its body is as high as what stands in it. */
const contentHeight = () => document.body.getBoundingClientRect().height;
