// H rank by rank: what the violator gains at each rank over the reference.

import { h, fill } from '../dom.js';
import { documentName } from '../columns.js';
import { count, fixed } from '../format.js';

/** @typedef {import('../protocol.js').Inspection} Inspection */

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const body = h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Rank by rank' });
  const details = h('details', { class: 'more contributions', ontoggle: () => render() }, h('summary', {}, 'Rank by rank: how H adds up'), body);
  root.append(details);

  // Folded, it costs nothing.
  const render = () => {
    const { look, shown } = store.get();
    if (details.open) fill(body, tableOf(look?.inspection ?? null, shown));
  };
  store.watch((state) => [state.look, state.shown], render);
}

/**
 * @param {Inspection | null} inspection
 * @param {number} shown
 */
function tableOf(inspection, shown) {
  if (!inspection) return h('p', { class: 'muted' }, 'Choose a query first.');
  const { a, b, c, documents, reference, violator, reference_coefficients, hinge } = inspection;
  if (!a.length || !b.length || !c.length) return h('p', { class: 'muted' }, 'The loss of this method is not a sum over ranks, so it cannot be split rank by rank.');

  /** @param {number[]} ranking @param {(document: number, rank: number) => number} weight */
  const side = (ranking, weight) => ranking.map((document, rank) => {
    const cs = weight(document, rank) * documents[document].score;
    const ab = (a[rank] ?? 0) * b[document];
    return { name: documentName(documents[document], document), cs, ab, sum: cs - ab };
  });
  const hat = side(violator, (_document, rank) => c[rank] ?? 0);
  // With averaged ties a document of y* has the mean of c over the ranks of its grade.
  const star = side(reference, (document) => reference_coefficients[document]);
  const rows = Math.min(shown, hat.length);
  /** @param {'cs' | 'ab' | 'sum'} key @param {typeof hat} list @param {number} from */
  const total = (key, list, from) => list.slice(from).reduce((sum, one) => sum + one[key], 0);
  /** @param {number} value */
  const cell = (value) => h('td', {}, fixed(value, 3));
  /** @param {string} label @param {number} from */
  const sums = (label, from) => h('tr', {}, h('th', { scope: 'row' }, label), h('td', {}), cell(total('cs', hat, from)), cell(total('ab', hat, from)), cell(total('sum', hat, from)),
    h('td', {}), cell(total('cs', star, from)), cell(total('ab', star, from)), cell(total('sum', star, from)), cell(total('sum', hat, from) - total('sum', star, from)));

  return [
    h('p', { class: 'muted' }, 'Each rank j pays c_j · s for the score of its document and costs a_j · b for its gain. The violator’s total less the reference’s is H.'),
    h('table', { class: 'numbers' },
      h('caption', { class: 'hidden' }, 'Contributions rank by rank'),
      h('thead', {},
        h('tr', {}, h('td', {}), h('th', { scope: 'colgroup', colSpan: 4 }, 'Violator ŷ'), h('th', { scope: 'colgroup', colSpan: 4 }, 'Reference y*'), h('td', {})),
        h('tr', {}, ['rank', 'document', 'c_j s', 'a_j b', 'c s − a b', 'document', 'c s', 'a_j b', 'c s − a b', 'ŷ less y*'].map((text) => h('th', { scope: 'col' }, text)))),
      h('tbody', {}, hat.slice(0, rows).map((one, rank) => h('tr', {}, h('th', { scope: 'row' }, count(rank + 1)),
        h('td', { class: 'name', title: one.name }, one.name), cell(one.cs), cell(one.ab), cell(one.sum),
        h('td', { class: 'name', title: star[rank].name }, star[rank].name), cell(star[rank].cs), cell(star[rank].ab), cell(star[rank].sum), cell(one.sum - star[rank].sum)))),
      h('tfoot', {}, rows < hat.length && sums('rest', rows), sums('sum', 0))),
    h('p', { class: 'muted' }, `The last number is H = ${fixed(hinge, 3)}.`),
  ];
}
