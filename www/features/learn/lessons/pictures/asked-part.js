// Which parts of its picture a step shows. A name with a question mark is hidden until the question is answered. Pure.

/** `asked`: a dashed outline stands for the part. @typedef {'shown' | 'asked' | 'absent'} Presence */

/**
 * @param {{ show: readonly string[], revealed: boolean }} scene @param {string} part @returns {Presence}
 */
export function presenceOf({ show, revealed }, part) {
  if (show.includes(part) || (revealed && show.includes(`${part}?`))) return 'shown';
  return show.includes(`${part}?`) ? 'asked' : 'absent';
}
