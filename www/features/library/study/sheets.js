// Finds the tables of a study by what they are: the claims of a paper, which come first, are not in every study. Pure.

/** @typedef {import('../../../core/study-protocol.js').Measured} Measured */

export const CLAIMS = 'What the paper claims';
const AGAINST = /^Against /;

/** The column of the verdicts on the claims. */
export const VERDICT = 'here';

/** The columns as they are shown: of claims the verdict comes second, so that a narrow screen has it in sight.
 * @param {import('../../../core/study-protocol.js').Sheet} sheet */
export function columnsOf({ title, columns: [first, ...rest] }) {
  const isVerdict = (/** @type {{ head: string }} */ { head }) => title === CLAIMS && head === VERDICT;
  return first ? [first, ...rest.filter(isVerdict), ...rest.filter((column) => !isVerdict(column))] : [];
}

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

/** The verdicts on the claims of a paper, with the figure that prints each. @param {Measured | null} measured */
export function claimsOf(measured) {
  const columns = measured?.sheets.find(({ title }) => title === CLAIMS)?.columns ?? [];
  const cells = (/** @type {string} */ head) => columns.find((column) => column.head === head)?.cells ?? [];
  const [claims, verdicts, figures] = ['claim', VERDICT, 'printed in'].map(cells);
  return claims.map((claim, at) => ({ figure: figures[at] ?? '', claim, verdict: verdicts[at] ?? '' }));
}
