// Shortens texts of drawings to a width. Widths are those of a wide font of the page, so that no font is cut. Pure.

/** Widths in ems. */
const NARROW = 0.34;
const USUAL = 0.6;
const BROAD = 0.78;
const WIDEST = 0.98;

/** @param {string} letter */
function widthOf(letter) {
  if (/[ijl.,:;'’|!ftr1 ()]/.test(letter)) return NARROW;
  if (/[mwMW@%…]/.test(letter)) return WIDEST;
  return letter === letter.toUpperCase() && /\p{L}/u.test(letter) ? BROAD : USUAL;
}

/**
 * Returns the text, or its beginning with an ellipsis.
 * @param {string} text @param {number} width @param {number} size of the letters, in the same units
 */
export function fittedText(text, width, size) {
  const letters = [...text];
  /** @param {readonly string[]} some */
  const fits = (some) => some.reduce((sum, letter) => sum + size * widthOf(letter), 0) <= width;
  if (fits(letters)) return text;
  while (letters.length && !fits([...letters, '…'])) letters.pop();
  return `${letters.join('').replace(/[\s,]+$/, '')}…`;
}
