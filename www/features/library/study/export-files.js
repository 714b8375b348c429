// The files that a study can be exported to. Pure.

/** @typedef {import('./study-state.js').StudyExport} StudyExport */

/** @type {Record<StudyExport, { label: string, type: string, extension: string }>} */
export const EXPORTS = {
  cells: { label: 'Cells (CSV)', type: 'text/csv', extension: 'csv' },
  queries: { label: 'Queries (CSV)', type: 'text/csv', extension: 'csv' },
  markdown: { label: 'Tables (Markdown)', type: 'text/markdown', extension: 'md' },
  latex: { label: 'Tables (LaTeX)', type: 'application/x-tex', extension: 'tex' },
  study: { label: 'Study with defaults (JSON)', type: 'application/json', extension: 'json' },
};

const WORDS = { cells: 'cells', queries: 'queries', markdown: 'table', latex: 'table', study: 'study' };

/**
 * Returns the name of an exported file.
 * @param {{ chosen: { name: string, own?: object } | null }} study
 * @param {StudyExport | `plot-${number}`} what
 * @param {string} extension
 */
export function fileName({ chosen }, what, extension) {
  const name = (chosen?.name ?? 'study').replace(/\.json$/i, '').replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60);
  const word = Object.hasOwn(WORDS, what) ? WORDS[/** @type {StudyExport} */ (what)] : what;
  return `${name || 'study'}${chosen?.own ? '-own-data' : ''}-${word}.${extension}`;
}
