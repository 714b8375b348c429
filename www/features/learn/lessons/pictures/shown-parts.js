// What a step shows of its picture. A name with a question mark is hidden until the question is answered. Pure.

/** @typedef {'shown' | 'asked' | 'absent'} Presence `asked`: a dashed outline stands for it */

/**
 * @param {{ show: readonly string[], revealed: boolean }} scene @param {string} part @returns {Presence}
 */
export function presenceOf({ show, revealed }, part) {
  if (show.includes(part)) return 'shown';
  if (!show.includes(`${part}?`)) return 'absent';
  return revealed ? 'shown' : 'asked';
}
