// How keys turn w, and how its angle is said. Pure.

const STEP = Math.PI / 90;
const LEAP = Math.PI / 12;

/** By how much a key turns w; null for other keys. @param {KeyboardEvent} event */
export function turnOfKey({ key, shiftKey }) {
  const step = shiftKey ? LEAP : STEP;
  switch (key) {
    case 'ArrowRight': case 'ArrowUp': return step;
    case 'ArrowLeft': case 'ArrowDown': return -step;
    case 'PageUp': return LEAP;
    case 'PageDown': return -LEAP;
    default: return null;
  }
}

/** @param {number} radians */
export const degreesOf = (radians) =>
  `${Math.round((radians * 180) / Math.PI)}°`.replace('-', '−').replace('−0°', '0°');
