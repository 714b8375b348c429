// Shortens texts of drawings to a width. Widths are those of a wide font of the page, so that no font is cut. Pure.

/** Widths in ems. */
const THIN = 0.3;
const NARROW = 0.4;
const USUAL = 0.6;
const BROAD = 0.75;
const WIDEST = 0.98;

/** @param {string} letter */
function widthOf(letter) {
  if (/[ijl.,:;'’|! ]/.test(letter)) return THIN;
  if (/[ftr()-]/.test(letter)) return NARROW;
  if (/[mMW@%…]/.test(letter)) return WIDEST;
  if (/[EFJLPSTYZ]/.test(letter) || !/\p{Lu}/u.test(letter)) return letter === 'w' ? BROAD : USUAL;
  return BROAD;
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
