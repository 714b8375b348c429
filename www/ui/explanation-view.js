// Two documents of a query compared feature by feature: the choice of both, the parts of the difference of their scores
// as a picture and as a table. The views of a run and of the model of a file share it. Knows no run and no model.

import { h, fill, say } from './dom.js';
import { documentName } from '../lib/document-name.js';
import { documentOptions } from './document-options.js';
import { selectField } from './fields.js';
import { count, fixed, plural, sentence, signed, significant } from '../lib/format.js';
import { quietWhileMoving } from './live-regions.js';
import { KEYED, stackedBars } from './stacked-bars.js';

/** @typedef {import('../wasm/rankscope.js').Explanation} Explanation */
/**
 * Two documents of a query, by their index in the query.
 * @typedef {{ query: number, first: number, second: number }} Pair
 */
/**
 * The documents of a query, and their order by score.
 * @typedef {{ query: number, predicted: number[], documents: { grade: number, comment: string }[] }} RankedQuery
 */
/** @typedef {(part: { feature: number, factors: number[] }) => string} NameOf the name of a feature */

/**
 * What is shown. `ranked`: the query with the documents; null: none, and `without` says so. `explanation`: of the pair,
 * or of the one before; `problem`: why there is none. `when`: the iteration in words, if there is one.
 * @typedef {{ ranked: RankedQuery | null, without: string, pair: Pair | null, explanation: Explanation | null,
 *   problem: string, nameOf: NameOf, isScaled: boolean, when: string }} Shown
 */

const FEW = 12;

/**
 * @param {import('../store/store.js').Store<import('../store/activity.js').Activity, never>} store
 * @param {(pair: Pair) => void} choose gets the documents that the user chooses
 */
export function explanationView(store, choose) {
  /** @type {Shown | null} */
  let now = null;
  /** @param {(pair: Pair) => Partial<Pair>} change */
  const change = (change) => { if (now?.pair) choose({ ...now.pair, ...change(now.pair) }); };
  const first = selectField('This document', (value) => change(() => ({ first: Number(value) })));
  const second = selectField('Compared with', (value) => change(() => ({ second: Number(value) })));
  const swap = h('button', { type: 'button', class: 'swap',
    onclick: () => change((pair) => ({ first: pair.second, second: pair.first })) }, 'Swap');
  const words = h('p', { class: 'explanation-words' });
  quietWhileMoving(store, words);
  const picture = h('div', {});
  const table = h('table', { class: 'numbers explanation' });
  const scroll = h('div',
    { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Two scores feature by feature' }, table);
  let all = false;
  const more = h('button', { type: 'button', class: 'quiet', 'aria-expanded': 'false', onclick: () => {
    all = !all;
    if (now) update(now);
  } });
  const note = h('p', { class: 'muted' });

  /** @param {Shown} comparison */
  function update(comparison) {
    now = comparison;
    const { ranked, pair, explanation, problem, nameOf } = comparison;
    swap.disabled = first.select.disabled = second.select.disabled = !pair;
    if (!pair || !ranked) {
      say(words, ranked ? 'This query has only one document. Choose another query.' : comparison.without);
      picture.hidden = scroll.hidden = more.hidden = note.hidden = true;
      return;
    }
    const options = documentOptions(ranked);
    first.update(options, String(pair.first), null);
    second.update(options, String(pair.second), null);
    // The previous explanation stays until the reply for the chosen documents.
    if (!problem
        && (!explanation || explanation.query !== pair.query || explanation.documents[0] !== pair.first
          || explanation.documents[1] !== pair.second)) {
      return;
    }
    picture.hidden = scroll.hidden = note.hidden = !explanation?.features.length;
    more.hidden = (explanation?.features.length ?? 0) <= FEW;
    if (!explanation) return say(words, sentence(problem.replace(/^explanation: /, '')));
    say(words, comparisonText(nameOf, explanation, ranked));
    if (explanation.features.length) fill(picture, pictureOf(explanation, ranked));
    fill(table, rowsOf(nameOf, explanation, ranked, all));
    more.setAttribute('aria-expanded', String(all));
    say(more, all ? `Show the ${FEW} largest` : `Show all ${count(explanation.features.length)} features`);
    say(note, noteText(explanation, comparison));
  }

  return { elements: [h('div', { class: 'explanation-choice' }, first.element, swap, second.element), words, picture,
    scroll, more, note], update };
}

/** How the picture and the table are read. @param {Explanation} explanation @param {Shown} shown */
function noteText({ features }, { when, isScaled }) {
  return [
    when, 'Features to the right of 0 raise the score, features to the left lower it.',
    'The mark is the sum.',
    `The numbers are those of the rows${features.length > KEYED ? '; other features are grey' : ''}.`,
    isLinear(features) ? 'w·x is weight times value.' : 'A difference is the Shapley value of the feature: how much '
      + 'the score changes when the feature gets the value of the first document, averaged over all orders of the '
      + 'features. Features with equal values have none.',
    `Values are ${isScaled ? 'as the model sees them, scaled' : 'as in the file'}.`,
    'The differences add up to the difference of the scores.',
  ].filter(Boolean).join(' ');
}

/** Whether the parts are weights times values. @param {Explanation['features']} features */
const isLinear = (features) => features.every(({ weight }) => weight !== undefined);

/** @param {Pick<RankedQuery, 'documents'>} ranked @param {number} at */
const documentOf = (ranked, at) => documentName(ranked.documents[at], at);

/** The names of both documents; equal names get the ranks. @param {RankedQuery} ranked @param {number[]} documents */
function pairNames(ranked, documents) {
  const names = documents.map((at) => documentOf(ranked, at));
  if (documents[0] === documents[1] || names[0] !== names[1]) return names;
  return documents.map((at, place) => `${names[place]} (rank ${ranked.predicted.indexOf(at) + 1})`);
}

/** w·x of a document. @param {Explanation['features'][number]} part @param {number} place */
const product = ({ weight = 0, values }, place) => weight * values[place];

/** @param {NameOf} nameOf @param {Explanation} explanation @param {RankedQuery} ranked */
function comparisonText(nameOf, { documents: [first, second], scores, difference, features }, ranked) {
  const [one, other] = pairNames(ranked, [first, second]);
  if (first === second) return 'Both are the same document. Choose another one to compare with.';
  if (!features.length) {
    return `Both scores are ${scores[0] === 0 ? 0 : fixed(scores[0], 3)}, because no feature parts these documents. `
      + 'They keep their order in the file.';
  }
  const what = `${one} scores ${fixed(scores[0], 3)}, ${other} ${fixed(scores[1], 3)}`;
  if (difference === 0) return `${what}. The scores are equal, so both keep their order in the file.`;
  const most = features[0];
  const same = Math.sign(most.difference) === Math.sign(difference);
  return `${what}: ${one} stands ${difference > 0 ? 'above' : 'below'} ${other} by `
    + `${significant(Math.abs(difference))}. The largest part is ${nameOf(most)}, `
    + `${signed(most.difference)}${same ? '' : ', in the other direction'}.`;
}

/**
 * Draws the difference as a stack of its features, and the scores of a linear model too.
 * @param {Explanation} explanation
 * @param {RankedQuery} ranked
 */
function pictureOf({ documents, features }, ranked) {
  const whole = { name: 'difference', parts: features.map(({ difference }) => difference) };
  if (!isLinear(features)) {
    return stackedBars('The difference as stacked contributions; the table has the numbers', [whole]);
  }
  const scores = pairNames(ranked, documents)
    .map((name, place) => ({ name, parts: features.map((part) => product(part, place)) }));
  return stackedBars('Both scores and their difference as stacked contributions; the table has the numbers',
    [...scores, whole]);
}

/**
 * @param {NameOf} nameOf
 * @param {Explanation} explanation
 * @param {RankedQuery} ranked
 * @param {boolean} all
 */
function rowsOf(nameOf, { documents, scores, difference, features }, ranked, all) {
  const linear = isLinear(features);
  const largest = all ? features : features.slice(0, FEW);
  const rest = features.slice(largest.length);
  const most = Math.abs(features[0]?.difference ?? 0) || 1;
  /** @param {number} value */
  const bar = (value) => {
    const inner = h('span', { class: value < 0 ? 'wbar negative' : 'wbar' });
    inner.style.setProperty('--share', `${(50 * Math.abs(value)) / most}%`);
    return h('span', { class: 'wtrack', 'aria-hidden': 'true' }, inner);
  };
  /** @param {(part: typeof features[number]) => number} of */
  const sum = (of) => rest.reduce((total, one) => total + of(one), 0);
  const names = pairNames(ranked, documents);
  /** @param {string} label @param {number[]} parts none for a model that is not linear @param {number} whole */
  const total = (label, parts, whole) =>
    h('tr', {}, h('th', { scope: 'row', class: 'name' }, label), h('td', {}, signed(whole)), h('td', {}), h('td', {}),
    [0, 1].flatMap((place) => [h('td', {}), h('td', {}, place in parts ? fixed(parts[place], 3) : '')]));
  return [
    h('caption', { class: 'hidden' }, 'Contributions feature by feature'),
    h('thead', {},
      h('tr', {}, h('td', { colSpan: 4 }),
        names.map((name) => h('th', { scope: 'colgroup', colSpan: 2, title: name }, name))),
      h('tr', {},
        headings(linear).map((text, at) =>
            (text ? h('th', { scope: 'col', class: at === 0 ? 'name' : '' }, text) : h('td', {}))))),
    h('tbody', {}, largest.map((one, at) => h('tr', {},
      h('th', { scope: 'row', class: 'name', title: `feature ${one.feature + 1}` },
        h('span',
          { class: 'stack-part',
            dataset: { key: String(at < KEYED ? at + 1 : 0), shown: at < KEYED ? String(at + 1) : '' } }),
        nameOf(one)), h('td', {}, signed(one.difference)), h('td', { class: 'drawn' }, bar(one.difference)),
      h('td', {}, linear ? significant(one.weight ?? 0) : ''),
      one.values.flatMap((value, place) =>
          [h('td', {}, significant(value)), h('td', {}, linear ? fixed(product(one, place), 3) : '')])))),
    h('tfoot', {},
      rest.length > 0
        && total(`the other ${plural(rest.length, 'feature')}`,
        linear ? [0, 1].map((place) => sum((one) => product(one, place))) : [], sum((one) => one.difference)),
      total('score', scores, difference)),
  ];
}

/** The headings of the columns. @param {boolean} linear whether the parts are weights times values */
function headings(linear) {
  const ofDocument = ['x', linear ? 'w·x' : ''];
  return ['feature', 'difference', '', linear ? 'w' : '', ...ofDocument, ...ofDocument];
}
