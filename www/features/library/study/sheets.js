// Finds the tables of a study by what they are: the claims of a paper, which come first, are not in every study. Pure.

/** @typedef {import('../../../core/study-protocol.js').Measured} Measured */

export const CLAIMS = 'What the paper claims';
const AGAINST = /^Against /;

/** The table of values. @param {Measured | null} measured */
export function valuesOf(measured) {
  return measured?.sheets.find(({ title }) => title === 'Values');
}

/** The table of differences from the baseline. @param {Measured | null} measured */
export function againstOf(measured) {
  return measured?.sheets.find(({ title }) => AGAINST.test(title));
}

/** The baseline in words. @param {{ title: string } | undefined} against the table of differences */
export function baselineOf(against) {
  return against?.title.replace(AGAINST, '') ?? '';
}
