// The text of a lesson without its signs, for places that draw none. Pure.

/** @param {string} text with terms, marks, weights and formulas */
export function plainText(text) {
  return text.replaceAll(/\{term:(?:[^|}]*\|)?([^}]*)\}/g, '$1').replaceAll(/\[\d\]\s*/g, '').replaceAll(/[*$]/g, '');
}
