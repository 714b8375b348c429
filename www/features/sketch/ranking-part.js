// The documents of the shown query in the order of their scores; or the same documents as a table with number fields.

import { fill, h, say } from '../../ui/dom.js';
import { fixed } from '../../lib/format.js';
import { numbersPart } from './numbers-part.js';
import { shades, shownDocuments } from './sketch-edits.js';
import { ndcgName, placeOf, rankText } from './sketch-text.js';

/** @typedef {import('./sketch-state.js').SketchStore} Store */

const REST = 500; // ms without a change after which the result is said

/** @param {Store} store */
export function rankingPart(store) {
  const list = h('ol', { class: 'sketch-ranking' });
  const numbers = numbersPart(store);
  const swap = h('button', { type: 'button', class: 'quiet', 'aria-pressed': 'false', onclick: () => {
    numbers.hidden = !numbers.hidden;
    list.hidden = !numbers.hidden;
    swap.setAttribute('aria-pressed', String(list.hidden));
  } }, 'Edit as numbers');
  numbers.hidden = true;
  const heading = h('h3', {});
  const spoken = h('p', { class: 'hidden', 'aria-live': 'polite' });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  let isFirst = true;
  store.watch(({ sketch }) => [sketch.pad, sketch.query, sketch.chosen, sketch.reply],
    ([pad, query, chosen, reply]) => {
    const documents = shownDocuments({ pad, query });
    const id = pad?.[query]?.id ?? '';
    say(heading, `The list of search ${id}`);
    const ranks = rankText(pad, query, reply);
    const shadeOf = shades(pad);
    const order = inOrder(ranks, documents.length);
    list.setAttribute('aria-label', `Documents of query ${id} by score`);
    list.classList.toggle('many', documents.length > 10);
    list.style.setProperty('--rows', String(documents.length > 10 ? Math.ceil(documents.length / 2)
      : documents.length));
    fill(list, order.map((at) => {
      const { grade, name } = documents[at];
      return h('li', { dataset: { grade: shadeOf(grade) }, class: at === chosen ? 'now' : '',
        onclick: () => store.dispatch({ type: 'sketch/set', change: { chosen: at } }) },
      h('span', { class: 'rank' }, ranks[at] ?? '–'), h('span', { class: 'title' }, name ?? `Document ${at + 1}`),
      h('span', { class: 'grade' }, h('span', { class: 'hidden' }, 'grade '), String(grade)));
    }));
    clearTimeout(later);
    const ndcg = ranks.length ? reply?.shown.queries[placeOf(pad, query)]?.ndcg : null;
    if (ndcg === null || ndcg === undefined) return;
    // What stands there at first is read with the page.
    if (isFirst) isFirst = false;
    else {
      const first = documents[order[0]].name ?? `Document ${order[0] + 1}`;
      later = setTimeout(() => say(spoken, `${first} first, ${ndcgName(reply)} ${fixed(ndcg, 3)}`), REST);
    }
  });
  return h('section', { class: 'sketch-list-part', 'aria-label': 'Documents of the pad' },
    h('div', { class: 'sketch-list-head' }, heading, swap), list, numbers, spoken);
}

/**
 * The places of the documents in the order of their ranks; ties stay as they are.
 * @param {string[]} ranks @param {number} count
 */
function inOrder(ranks, count) {
  const first = (/** @type {number} */ at) => Number.parseInt(ranks[at] ?? '0', 10);
  return Array.from({ length: count }, (_, at) => at).sort((one, other) => first(one) - first(other));
}
