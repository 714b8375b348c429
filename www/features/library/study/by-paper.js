// Groups the built-in studies by the paper that they repeat. Pure.

/** @typedef {import('./study-state.js').BuiltInStudy} BuiltInStudy */
/** `figure`: what the study repeats of the paper; empty without one. @typedef {{ study: BuiltInStudy, figure: string }}
 *   Row */
/** @typedef {{ paper: string, rows: Row[] }} Group */

const PAPERS = ['DORM', 'StructRank', 'OWPC', 'FRank', 'LTR tutorial'];

/** The heading of studies that repeat no paper. */
export const OTHERS = 'Others';

/**
 * Returns the groups in the order of `PAPERS`, then other papers, then the rest. A study belongs to the paper of the
 * first figure or table that it repeats.
 * @param {BuiltInStudy[]} studies @returns {Group[]}
 */
export function byPaper(studies) {
  /** @type {Map<string, Row[]>} */
  const groups = new Map(PAPERS.map((paper) => [paper, []]));
  /** @type {Row[]} */
  const others = [];
  for (const study of studies) {
    const [, paper, figure] = /^([^,]+)(?:,\s*(.*))?$/.exec(study.outline.repeats[0] ?? '') ?? [];
    if (!paper) {
      others.push({ study, figure: '' });
      continue;
    }
    const rows = groups.get(paper.trim()) ?? [];
    rows.push({ study, figure: figure ?? '' });
    groups.set(paper.trim(), rows);
  }
  return [...[...groups].map(([paper, rows]) => ({ paper, rows })), { paper: OTHERS, rows: others }]
    .filter(({ rows }) => rows.length > 0);
}
