// Where the documents of data that were made of pages stand in the file of pages. Pure.

const HEAD = 1; // lines of the LETOR text before its documents: the names of the features

/**
 * The query and the place among its candidates, from 0, of the document on a line of the LETOR text. Null for a line
 * without a document.
 * @param {readonly { candidates: number }[]} queries @param {number | undefined} line from 1
 * @returns {{ query: number, candidate: number } | null}
 */
export function placeOfLine(queries, line) {
  let candidate = (line ?? 0) - HEAD - 1;
  if (candidate < 0) return null;
  for (const [query, { candidates }] of queries.entries()) {
    if (candidate < candidates) return { query, candidate };
    candidate -= candidates;
  }
  return null;
}
