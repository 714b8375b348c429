// The published greedy search beside the exact one, with the scores that both read, and the parts of H between which
// they choose.

import './exhibit.css';
import { h, fill } from '../../../ui/dom.js';
import { documentName } from '../../../lib/document-name.js';
import { fixed } from '../../../lib/format.js';

/**
 * Draws rankings side by side, as the inspector does. The page hands it over, because it is a view of another feature.
 * @typedef {{ title: string, about: string, ranking: number[], ties: [], explained: string }} Column
 * @typedef {(inspection: import('../../../core/protocol.js').Inspection, drawing: { columns: Column[], rows: number,
 *   maxGrade: number, pictures: null, scores: boolean }) => { element: Element }} DrawColumns
 */

/** @type {string[]} */
export const parts = [];

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export function create({ drawColumns }) {
  const place = h('div', { class: 'permutation' });
  const parts = h('div', { class: 'greedy-parts' });
  const element = h('section', { class: 'exhibit', 'aria-label': 'Two searches' },
    h('h2', {}, 'Two searches'),
    h('p', { class: 'muted' }, 'The model’s ranking with its scores, and the rankings that the two searches return. '
      + 'Above them stands loss − margin = H. The violator has the greatest H of all rankings.'), place, parts);
  return {
    element,
    update({ state: { snapshot, data } }) {
      const { inspection, greedy } = snapshot ?? {};
      if (!inspection || !greedy) {
        fill(parts);
        return fill(place);
      }
      const { predicted, violator, documents } = inspection;
      /** @type {Column[]} */
      const columns = [
        { title: 'Model', about: 'by score', ranking: predicted, ties: [], explained: 'score' },
        { title: 'Exact search', about: worth(inspection), ranking: violator, ties: [], explained: 'violator' },
        { title: 'Greedy search', about: worth(greedy), ranking: [...greedy.ranking], ties: [], explained: 'oracle' },
      ];
      fill(place, drawColumns(inspection, { columns, rows: documents.length, pictures: null, scores: true,
        maxGrade: data?.summaries.train.max_grade ?? 1 }).element);
      fill(parts, partsTable(greedy, violator, documents));
    },
  };
}

/**
 * The parts of H: a row per good document, a column per number of bad ones before it. Both searches take a cell of
 * every row, and never one further to the left than in the row above.
 * @param {{ ranking: ArrayLike<number>, parts: number[][] }} greedy
 * @param {ArrayLike<number>} exact
 * @param {import('../../../core/protocol.js').Inspection['documents']} documents
 */
function partsTable(greedy, exact, documents) {
  const [ofGreedy, ofExact] = [greedy.ranking, exact].map((ranking) => badBefore(ranking, documents));
  const width = greedy.parts[0]?.length ?? 0;
  /** @param {{ document: number, before: number }} good @param {number} at */
  const row = ({ document, before }, at) => {
    const name = documentName(documents[document], document);
    return h('tr', {}, h('th', { scope: 'row' }, name), greedy.parts[at].map((part, b) => {
      const by = [b === ofExact[at]?.before && 'exact', b === before && 'greedy'].filter(Boolean);
      return h('td', { class: by.map((search) => `by-${search}`).join(' ') }, short(part),
        by.length > 0 && h('span', { class: 'by' }, by.join(', ')));
    }));
  };
  return [h('h3', {}, 'What each place adds to H'),
    h('p', { class: 'muted' }, 'A row is a good document, a column the number of bad ones before it. A search takes '
      + 'one cell of each row, and never one further to the left than in the row above. H is the sum of its cells.'),
    h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'What each place adds to H' },
      h('table', { class: 'numbers' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'bad documents before'),
          Array.from({ length: width }, (_, b) => h('th', { scope: 'col' }, String(b))))),
        h('tbody', {}, ofGreedy.map(row))))];
}

/**
 * The good documents of a ranking in its order, with the number of bad ones before each.
 * @param {ArrayLike<number>} ranking
 * @param {import('../../../core/protocol.js').Inspection['documents']} documents
 */
function badBefore(ranking, documents) {
  let before = 0;
  /** @type {{ document: number, before: number }[]} */
  const good = [];
  for (const document of Array.from(ranking)) {
    if (documents[document].grade > 0) good.push({ document, before });
    else before += 1;
  }
  return good;
}

/**
 * Loss minus margin, and H, with decimals enough to see the sum.
 * @param {{ loss: number, margin: number, hinge: number }} of
 */
const worth = ({ loss, margin, hinge }) =>
  `${short(loss)} − ${margin < 0 ? `(${short(margin)})` : short(margin)} = H ${short(hinge)}`;

/** @param {number} value */
const short = (value) => fixed(value, 4);
