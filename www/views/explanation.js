// Why one document of a query stands above another: what every feature adds to both scores.

import '../styles/explanation.css';
import { h, fill, say } from '../dom.js';
import { documentName } from '../columns.js';
import { selectField } from '../fields.js';
import { count, fixed, plural, significant } from '../format.js';
import { politeAtRest } from '../hush.js';
import { featureName, pairOf } from '../insight.js';
import { KEYED, stackedBars } from '../stacked.js';

/** @typedef {import('../store.js').Store} Store */
/** @typedef {import('../reducer.js').State} State */
/** @typedef {import('../protocol.js').Inspection} Inspection */
/** @typedef {import('../wasm/rankscope.js').Explanation} Explanation */

const FEW = 12;

/** What stands in it. @param {Store} store */
export function body(store) {
  return panel(store);
}

/** @param {Store} store */
function panel(store) {
  /** @param {Partial<import('../insight.js').Pair>} change */
  const choose = (change) => {
    const pair = pairOf(store.get().insight, store.get().look?.inspection);
    if (pair) store.dispatch({ type: 'pair', pair: { ...pair, ...change } });
  };
  const first = selectField('This document', (value) => choose({ first: Number(value) }));
  const second = selectField('Compared with', (value) => choose({ second: Number(value) }));
  const swap = h('button', { type: 'button', class: 'swap', onclick: () => {
    const pair = pairOf(store.get().insight, store.get().look?.inspection);
    if (pair) store.dispatch({ type: 'pair', pair: { ...pair, first: pair.second, second: pair.first } });
  } }, 'Swap');
  const words = h('p', { class: 'explanation-words' });
  politeAtRest(store, words);
  const picture = h('div', {});
  const table = h('table', { class: 'numbers explanation' });
  const scroll = h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Two scores feature by feature' }, table);
  let all = false;
  const more = h('button', { type: 'button', class: 'quiet', 'aria-expanded': 'false', onclick: () => { all = !all; render(); } });
  const note = h('p', { class: 'muted' });

  const render = () => {
    const state = store.get();
    const { look, insight, run } = state;
    const inspection = look && look.run === run?.id ? look.inspection : null;
    const pair = pairOf(insight, inspection);
    swap.disabled = first.select.disabled = second.select.disabled = !pair;
    if (!pair || !inspection) {
      say(words, inspection ? 'This query has only one document, so there is nothing to compare.' : 'Choose a query in “Queries by slack”.');
      picture.hidden = scroll.hidden = more.hidden = note.hidden = true;
      return;
    }
    const options = inspection.predicted.map((document, rank) => ({ value: String(document), text: `rank ${rank + 1} · ${documentName(inspection.documents[document], document)} · grade ${inspection.documents[document].grade}` }));
    first.update(options, String(pair.first), null);
    second.update(options, String(pair.second), null);
    const answer = insight.explanation;
    const { explanation = null, problem = '' } = answer?.run === run?.id && answer ? answer : {};
    // What was shown stays until the answer about the documents chosen.
    if (!problem && (!explanation || explanation.query !== pair.query || explanation.documents[0] !== pair.first || explanation.documents[1] !== pair.second)) return;
    picture.hidden = scroll.hidden = note.hidden = !explanation?.features.length;
    more.hidden = (explanation?.features.length ?? 0) <= FEW;
    if (!explanation) return say(words, problem);
    say(words, inWords(state, explanation, inspection));
    if (explanation.features.length) fill(picture, pictureOf(explanation, inspection));
    fill(table, rowsOf(state, explanation, inspection, all));
    more.setAttribute('aria-expanded', String(all));
    say(more, all ? `Show the ${FEW} largest` : `Show all ${count(explanation.features.length)} features`);
    say(note, `Iteration ${count(explanation.iteration)}. In the bars a feature lies to the right of 0 where it adds to the score and to the left where it takes from it; the mark is the sum. Their numbers are those of the rows${explanation.features.length > KEYED ? ', the others are grey' : ''}. w·x is weight times value. ${
      run?.settings.scale === 'none' ? 'Values are as in the file.' : 'Values are as the model sees them, scaled.'} The differences add up to the difference of the scores.`);
  };
  store.watch((state) => [state.look, state.insight.explanation, state.insight.pair, state.insight.names, state.run?.status === 'lost'], render);
  return [h('div', { class: 'explanation-choice' }, first.element, swap, second.element), words, picture, scroll, more, note];
}

/** @param {Inspection} inspection @param {number} at */
const nameOf = (inspection, at) => documentName(inspection.documents[at], at);

/** @param {State} state @param {Explanation} explanation @param {Inspection} inspection */
function inWords(state, { documents: [first, second], scores, difference, features }, inspection) {
  const [one, other] = [nameOf(inspection, first), nameOf(inspection, second)];
  if (!features.length) return 'Both scores are 0: w is 0, or 0 for every feature that these documents have. Their order is that of the file.';
  if (first === second) return 'This is one and the same document: choose another one to compare it with.';
  const what = `${one} scores ${fixed(scores[0], 3)}, ${other} ${fixed(scores[1], 3)}`;
  if (difference === 0) return `${what}: the scores are equal, and the order is that of the file.`;
  const most = features[0];
  const same = Math.sign(most.difference) === Math.sign(difference);
  return `${what}: ${one} stands ${difference > 0 ? 'above' : 'below'} ${other} by ${significant(Math.abs(difference))}. The largest part is ${featureName(state, most.feature)}, ${signed(most.difference)}${same ? '' : ', which pulls the other way'}.`;
}

/** With a sign in any case. @param {number} value */
const signed = (value) => (value > 0 ? `+${fixed(value, 3)}` : fixed(value, 3));

/** Both scores and their difference, each a stack of the same features. @param {Explanation} explanation @param {Inspection} inspection */
function pictureOf({ documents: [first, second], features }, inspection) {
  return stackedBars('Both scores and their difference as stacked contributions; the table has the numbers', [
    { name: nameOf(inspection, first), parts: features.map(({ parts }) => parts[0]) },
    { name: nameOf(inspection, second), parts: features.map(({ parts }) => parts[1]) },
    { name: 'difference', parts: features.map(({ difference }) => difference) },
  ]);
}

/**
 * @param {State} state
 * @param {Explanation} explanation
 * @param {Inspection} inspection
 * @param {boolean} all
 */
function rowsOf(state, { documents, scores, difference, features }, inspection, all) {
  const shown = all ? features : features.slice(0, FEW);
  const rest = features.slice(shown.length);
  const most = Math.abs(features[0]?.difference ?? 0) || 1;
  /** @param {number} value */
  const bar = (value) => {
    const inner = h('span', { class: value < 0 ? 'wbar negative' : 'wbar' });
    inner.style.setProperty('--share', `${(50 * Math.abs(value)) / most}%`);
    return h('span', { class: 'wtrack', 'aria-hidden': 'true' }, inner);
  };
  /** @param {(part: typeof features[number]) => number} of */
  const sum = (of) => rest.reduce((total, one) => total + of(one), 0);
  const names = documents.map((at) => nameOf(inspection, at));
  /** @param {string} label @param {number[]} parts @param {number} whole */
  const total = (label, parts, whole) => h('tr', {}, h('th', { scope: 'row', class: 'name' }, label), h('td', {}, signed(whole)), h('td', {}), h('td', {}), h('td', {}), h('td', {}, fixed(parts[0], 3)), h('td', {}), h('td', {}, fixed(parts[1], 3)));
  return [
    h('caption', { class: 'hidden' }, 'Contributions feature by feature'),
    h('thead', {},
      h('tr', {}, h('td', { colSpan: 4 }), names.map((name) => h('th', { scope: 'colgroup', colSpan: 2, title: name }, name))),
      h('tr', {}, ['feature', 'difference', '', 'w', 'x', 'w·x', 'x', 'w·x'].map((text, at) => (text ? h('th', { scope: 'col', class: at === 0 ? 'name' : '' }, text) : h('td', {}))))),
    h('tbody', {}, shown.map(({ feature, weight, values, parts, difference: part }, at) => h('tr', {},
      h('th', { scope: 'row', class: 'name', title: `feature ${feature + 1}` }, h('span', { class: 'stack-part', dataset: { key: String(at < KEYED ? at + 1 : 0), shown: at < KEYED ? String(at + 1) : '' } }), featureName(state, feature)), h('td', {}, signed(part)), h('td', { class: 'drawn' }, bar(part)), h('td', {}, significant(weight)),
      h('td', {}, significant(values[0])), h('td', {}, fixed(parts[0], 3)), h('td', {}, significant(values[1])), h('td', {}, fixed(parts[1], 3))))),
    h('tfoot', {}, rest.length > 0 && total(`the other ${plural(rest.length, 'feature')}`, [sum(({ parts }) => parts[0]), sum(({ parts }) => parts[1])], sum((one) => one.difference)), total('score', scores, difference)),
  ];
}
