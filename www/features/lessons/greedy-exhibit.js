// The published greedy search beside the exact one, with the scores that both read.

import { h, fill } from '../../ui/dom.js';
import { fixed } from '../../lib/format.js';
import { greedyOf } from '../../core/core.js';

/** @typedef {import('./lesson-state.js').LessonsState} State */

/**
 * Draws rankings side by side, as the inspector does. The page hands it over, because it is a view of another feature.
 * @typedef {{ title: string, about: string, ranking: number[], ties: [], explained: string }} Column
 * @typedef {(inspection: import('../../core/protocol.js').Inspection, drawing: { columns: Column[], rows: number,
 *   maxGrade: number, pictures: null, scores: boolean }) => { element: Element }} DrawColumns
 */

/** @param {DrawColumns} drawColumns */
export function greedyExhibit(drawColumns) {
  const place = h('div', { class: 'permutation' });
  const element = h('section', { class: 'exhibit', hidden: true, 'aria-label': 'Two searches' },
    h('h2', {}, 'Two searches'),
    h('p', { class: 'muted' }, 'The model’s ranking with its scores, and the rankings that the two searches return. '
      + 'Above them stands loss − margin = H. The violator has the greatest H of all rankings.'), place);
  return {
    element,
    /** @param {State} state */
    update({ snapshot, run, data }) {
      const inspection = snapshot?.inspection;
      const greedy = inspection && run ? greedyOf(run.settings, inspection) : null;
      if (!inspection || !greedy) return fill(place);
      const { predicted, violator, documents } = inspection;
      /** @type {Column[]} */
      const columns = [
        { title: 'Model', about: 'by score', ranking: predicted, ties: [], explained: 'score' },
        { title: 'Exact search', about: worth(inspection), ranking: violator, ties: [], explained: 'violator' },
        { title: 'Greedy search', about: worth(greedy), ranking: [...greedy.ranking], ties: [], explained: 'oracle' },
      ];
      fill(place, drawColumns(inspection, { columns, rows: documents.length, pictures: null, scores: true,
        maxGrade: data?.summaries.train.max_grade ?? 1 }).element);
    },
  };
}

/**
 * Loss minus margin, and H, with decimals enough to see the sum.
 * @param {{ loss: number, margin: number, hinge: number }} of
 */
const worth = ({ loss, margin, hinge }) =>
  `${short(loss)} − ${margin < 0 ? `(${short(margin)})` : short(margin)} = H ${short(hinge)}`;

/** @param {number} value */
const short = (value) => fixed(value, 4);
