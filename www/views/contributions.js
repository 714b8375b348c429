// Where H comes from: rank by rank where the loss is a sum over ranks, document by document otherwise.

import { h, fill, say } from '../dom.js';
import { documentName } from '../columns.js';
import { count, fixed, significant } from '../format.js';
import { isBinary, methodOf } from '../settings.js';

/** @typedef {import('../protocol.js').Inspection} Inspection */

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const body = h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'How H adds up' });
  const summary = h('summary', {}, '');
  const all = h('input', { type: 'checkbox', onchange: () => render() });
  const choice = h('label', { class: 'check all-columns' }, all, 'All columns');
  const details = h('details', { class: 'more contributions', ontoggle: () => render() }, summary, choice, body);
  root.append(details);

  // A narrow screen shows the columns that add up, and the others when they are asked for.
  const narrow = matchMedia('(max-width: 760px)');
  // Folded, it costs nothing.
  const render = () => {
    const { look, shown, run, data } = store.get();
    // What was shown stays until the first look at other data.
    if (!look && data && run?.status !== 'lost') return;
    const inspection = look?.inspection ?? null;
    say(summary, `${!inspection || hasRanks(inspection) ? 'Rank by rank' : 'Document by document'}: how H adds up`);
    choice.hidden = !narrow.matches || !inspection;
    const brief = narrow.matches && !all.checked;
    if (details.open) fill(body, !inspection || hasRanks(inspection) ? ranksOf(inspection, shown, brief) : documentsOf(inspection, shown, brief, store.get()));
  };
  narrow.addEventListener('change', render);
  store.watch((state) => [state.look, state.shown, state.run?.status === 'lost'], render);
}

/** Whether the loss is a sum over ranks. @param {Inspection} inspection */
const hasRanks = ({ a, b, c }) => a.length > 0 && b.length > 0 && c.length > 0;

/**
 * @param {Inspection | null} inspection
 * @param {number} shown
 * @param {boolean} brief whether the parts of each sum are left out
 */
function ranksOf(inspection, shown, brief) {
  if (!inspection) return h('p', { class: 'muted' }, 'Choose a query first.');
  const { a, b, c, documents, reference, violator, reference_coefficients, hinge } = inspection;

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
  /** @param {(key: 'cs' | 'ab' | 'sum') => number} value */
  const parts = (value) => [!brief && cell(value('cs')), !brief && cell(value('ab')), cell(value('sum'))];
  /** @param {string} label @param {number} from */
  const sums = (label, from) => h('tr', {}, h('th', { scope: 'row' }, label), h('td', {}), parts((key) => total(key, hat, from)),
    h('td', {}), parts((key) => total(key, star, from)), cell(total('sum', hat, from) - total('sum', star, from)));
  /** @param {{ name: string }} one */
  const named = ({ name }) => h('td', { class: 'name', title: name }, name);
  const heads = (/** @type {string[]} */ ...fine) => ['document', ...(brief ? [] : fine), 'c s − a b'];

  return [
    h('p', { class: 'muted' }, 'Each rank j pays c_j · s for the score of its document and costs a_j · b for its gain. The violator’s total less the reference’s is H.'),
    h('table', { class: brief ? 'numbers brief' : 'numbers' },
      h('caption', { class: 'hidden' }, 'Contributions rank by rank'),
      h('thead', {},
        h('tr', {}, h('td', {}), h('th', { scope: 'colgroup', colSpan: brief ? 2 : 4 }, 'Violator ŷ'), h('th', { scope: 'colgroup', colSpan: brief ? 2 : 4 }, 'Reference y*'), h('td', {})),
        h('tr', {}, ['rank', ...heads('c_j s', 'a_j b'), ...heads('c s', 'a_j b'), 'ŷ less y*'].map((text) => h('th', { scope: 'col', class: text === 'document' ? 'name' : '' }, text)))),
      h('tbody', {}, hat.slice(0, rows).map((one, rank) => h('tr', {}, h('th', { scope: 'row' }, count(rank + 1)),
        named(one), parts((key) => one[key]), named(star[rank]), parts((key) => star[rank][key]), cell(one.sum - star[rank].sum)))),
      h('tfoot', {}, rows < hat.length && sums('rest', rows), sums('sum', 0))),
    h('p', { class: 'muted' }, `The last number is H = ${fixed(hinge, 3)}.`),
  ];
}

/**
 * ⟨w, δψ⟩ as a sum of coefficient times score over the documents, the largest parts first.
 * @param {Inspection} inspection
 * @param {number} shown
 * @param {boolean} brief whether label, score and coefficient are left out
 * @param {import('../reducer.js').State} state
 */
function documentsOf({ documents, coefficients, reference, violator, loss, margin, hinge }, shown, brief, { catalog, settings, run }) {
  const used = run?.settings ?? settings;
  const binary = isBinary(methodOf(catalog, used));
  /** @param {number[]} ranking */
  const places = (ranking) => ranking.reduce((place, document, rank) => { place[document] = rank; return place; }, /** @type {number[]} */ ([]));
  const [star, hat] = [places(reference), places(violator)];
  const parts = documents.map(({ score, grade }, at) => ({ at, score, grade, part: coefficients[at] * score }))
    .sort((one, other) => Math.abs(other.part) - Math.abs(one.part) || hat[one.at] - hat[other.at]);
  const rest = parts.slice(shown).reduce((sum, { part }) => sum + part, 0);
  /** @param {number} value @param {number} [decimals] */
  const cell = (value, decimals = 3) => h('td', {}, fixed(value, decimals));
  /** @param {string} label @param {number} value */
  const total = (label, value) => h('tr', {}, h('th', { scope: 'row', colSpan: brief ? 3 : 6 }, label), cell(value));
  return [
    h('p', { class: 'muted' }, 'Each document has a coefficient κ in δψ(ŷ): positive where y* ranks it better than ŷ does, negative where worse. Coefficient times score, summed, is ⟨w, δψ(ŷ)⟩.'),
    h('table', { class: brief ? 'numbers brief' : 'numbers' },
      h('caption', { class: 'hidden' }, 'Contributions document by document'),
      h('thead', {}, h('tr', {}, ['document', !brief && (binary ? 'label' : 'grade'), 'rank in y*', 'rank in ŷ', !brief && 'score s', !brief && 'κ', 'κ s'].filter((text) => text !== false).map((text, at) => h('th', { scope: 'col', class: at ? '' : 'name' }, text)))),
      h('tbody', {}, parts.slice(0, shown).map(({ at, score, grade, part }) => {
        const name = documentName(documents[at], at);
        return h('tr', {}, h('th', { scope: 'row', class: 'name', title: name }, name), !brief && h('td', {}, binary ? `${grade >= used.threshold ? 'good' : 'bad'} (${grade})` : String(grade)),
          cell(star[at] + 1, 0), cell(hat[at] + 1, 0), !brief && h('td', {}, significant(score, 4)), !brief && h('td', {}, significant(coefficients[at], 4)), cell(part));
      })),
      h('tfoot', {}, parts.length > shown && total(`the other ${count(parts.length - shown)} documents`, rest),
        total('⟨w, δψ(ŷ)⟩', margin), total('Δ(ŷ)', loss), total('H = Δ(ŷ) − ⟨w, δψ(ŷ)⟩', hinge))),
  ];
}
