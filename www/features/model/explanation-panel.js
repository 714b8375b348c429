// The view that explains why one document stands above another: the contribution of every feature to both scores.

import { ofRun } from '../../lib/of-run.js';
import './weights.css';
import './explanation.css';
import { h, fill, say } from '../../ui/dom.js';
import { documentName } from '../../lib/document-name.js';
import { selectField } from '../../ui/fields.js';
import { count, fixed, plural, signed, significant } from '../../lib/format.js';
import { quietWhileMoving } from '../../ui/live-regions.js';
import { pairOf } from './model-state.js';
import { featureName } from './weight-names.js';
import { KEYED, stackedBars } from '../../ui/stacked-bars.js';

/** @typedef {import('./model-state.js').ModelStore} Store */
/** @typedef {import('./model-state.js').ModelState} State */
/** @typedef {import('../../core/protocol.js').Inspection} Inspection */
/** @typedef {import('../../wasm/rankscope.js').Explanation} Explanation */

const FEW = 12;

/** What stands in it. @param {Store} store */
export function body(store) {
  return panel(store);
}

/** @param {Store} store */
function panel(store) {
  /** @param {Partial<import('./model-state.js').Pair>} change */
  const choose = (change) => {
    const pair = pairOf(store.get().model, store.get().snapshot?.inspection ?? store.get().snapshot?.pulls);
    if (pair) store.dispatch({ type: 'model/pair', pair: { ...pair, ...change } });
  };
  const first = selectField('This document', (value) => choose({ first: Number(value) }));
  const second = selectField('Compared with', (value) => choose({ second: Number(value) }));
  const swap = h('button', { type: 'button', class: 'swap', onclick: () => {
    const pair = pairOf(store.get().model, store.get().snapshot?.inspection ?? store.get().snapshot?.pulls);
    if (pair) store.dispatch({ type: 'model/pair', pair: { ...pair, first: pair.second, second: pair.first } });
  } }, 'Swap');
  const words = h('p', { class: 'explanation-words' });
  quietWhileMoving(store, words);
  const picture = h('div', {});
  const table = h('table', { class: 'numbers explanation' });
  const scroll = h('div',
    { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Two scores feature by feature' }, table);
  let all = false;
  const more = h('button', { type: 'button', class: 'quiet', 'aria-expanded': 'false', onclick: () => {
    all = !all;
    render();
  } });
  const note = h('p', { class: 'muted' });

  const render = () => {
    const state = store.get();
    const { snapshot, model, run } = state;
    const inspection = ofRun(snapshot, run)?.inspection ?? ofRun(snapshot, run)?.pulls ?? null;
    const pair = pairOf(model, inspection);
    swap.disabled = first.select.disabled = second.select.disabled = !pair;
    if (!pair || !inspection) {
      say(words,
        inspection ? 'This query has only one document. Choose another query.'
          : 'Choose a query in “Queries by slack”.');
      picture.hidden = scroll.hidden = more.hidden = note.hidden = true;
      return;
    }
    const options = inspection.predicted.map((document, rank) => {
      const { grade } = inspection.documents[document];
      return { value: String(document), text: `rank ${rank + 1} · ${nameOf(inspection, document)} · grade ${grade}` };
    });
    first.update(options, String(pair.first), null);
    second.update(options, String(pair.second), null);
    const { explanation = null, problem = '' } = ofRun(model.explanation, run) ?? {};
    // The previous explanation stays until the reply for the chosen documents.
    if (!problem
        && (!explanation || explanation.query !== pair.query || explanation.documents[0] !== pair.first
          || explanation.documents[1] !== pair.second)) {
      return;
    }
    picture.hidden = scroll.hidden = note.hidden = !explanation?.features.length;
    more.hidden = (explanation?.features.length ?? 0) <= FEW;
    if (!explanation) return say(words, problem);
    say(words, comparisonText(state, explanation, inspection));
    if (explanation.features.length) fill(picture, pictureOf(explanation, inspection));
    fill(table, rowsOf(state, explanation, inspection, all));
    more.setAttribute('aria-expanded', String(all));
    say(more, all ? `Show the ${FEW} largest` : `Show all ${count(explanation.features.length)} features`);
    say(note, noteText(explanation, run?.settings.scale !== 'none'));
  };
  store.watch((state) =>
      [state.snapshot, state.model.explanation, state.model.pair, state.model.names, state.run?.status === 'lost'],
    render);
  return [h('div', { class: 'explanation-choice' }, first.element, swap, second.element), words, picture, scroll, more,
    note];
}

/** How the picture and the table are read. @param {Explanation} explanation @param {boolean} scaled */
function noteText({ iteration, features, base }, scaled) {
  return [
    `Iteration ${count(iteration)}. Features to the right of 0 raise the score, features to the left lower it.`,
    'The mark is the sum.',
    `The numbers are those of the rows${features.length > KEYED ? '; other features are grey' : ''}.`,
    isLinear(features) ? 'w·x is weight times value.' : 'A part is what the feature adds to the score.',
    base !== 0 && 'All documents start from the values at the roots of the trees.',
    `Values are ${scaled ? 'as the model sees them, scaled' : 'as in the file'}.`,
    'The differences add up to the difference of the scores.',
  ].filter(Boolean).join(' ');
}

/** Whether the parts are weights times values. @param {Explanation['features']} features */
const isLinear = (features) => features.every(({ weight }) => weight !== undefined);

/** @param {Pick<Inspection, 'documents'>} inspection @param {number} at */
const nameOf = (inspection, at) => documentName(inspection.documents[at], at);

/** @param {State} state @param {Explanation} explanation @param {Pick<Inspection, 'documents'>} inspection */
function comparisonText(state, { documents: [first, second], scores, difference, features }, inspection) {
  const [one, other] = [nameOf(inspection, first), nameOf(inspection, second)];
  if (!features.length) {
    return 'Both scores are 0, because w is 0 for every feature of these documents. '
      + 'They keep their order in the file.';
  }
  if (first === second) return 'Both are the same document. Choose another one to compare with.';
  const what = `${one} scores ${fixed(scores[0], 3)}, ${other} ${fixed(scores[1], 3)}`;
  if (difference === 0) return `${what}. The scores are equal, so both keep their order in the file.`;
  const most = features[0];
  const same = Math.sign(most.difference) === Math.sign(difference);
  return `${what}: ${one} stands ${difference > 0 ? 'above' : 'below'} ${other} by `
    + `${significant(Math.abs(difference))}. The largest part is ${featureName(state, most.feature)}, `
    + `${signed(most.difference)}${same ? '' : ', in the other direction'}.`;
}

/**
 * Draws both scores and their difference as stacks of the same features.
 * @param {Explanation} explanation
 * @param {Pick<Inspection, 'documents'>} inspection
 */
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
 * @param {Pick<Inspection, 'documents'>} inspection
 * @param {boolean} all
 */
function rowsOf(state, { documents, scores, difference, base, features }, inspection, all) {
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
  const total = (label, parts, whole) =>
    h('tr', {}, h('th', { scope: 'row', class: 'name' }, label), h('td', {}, signed(whole)), h('td', {}), h('td', {}),
    h('td', {}), h('td', {}, fixed(parts[0], 3)), h('td', {}), h('td', {}, fixed(parts[1], 3)));
  return [
    h('caption', { class: 'hidden' }, 'Contributions feature by feature'),
    h('thead', {},
      h('tr', {}, h('td', { colSpan: 4 }),
        names.map((name) => h('th', { scope: 'colgroup', colSpan: 2, title: name }, name))),
      h('tr', {},
        headings(isLinear(features)).map((text, at) =>
            (text ? h('th', { scope: 'col', class: at === 0 ? 'name' : '' }, text) : h('td', {}))))),
    h('tbody', {}, shown.map(({ feature, weight, values, parts, difference: part }, at) => h('tr', {},
      h('th', { scope: 'row', class: 'name', title: `feature ${feature + 1}` },
        h('span',
          { class: 'stack-part',
            dataset: { key: String(at < KEYED ? at + 1 : 0), shown: at < KEYED ? String(at + 1) : '' } }),
        featureName(state, feature)), h('td', {}, signed(part)), h('td', { class: 'drawn' }, bar(part)),
      h('td', {}, weight === undefined ? '' : significant(weight)),
      h('td', {}, significant(values[0])), h('td', {}, fixed(parts[0], 3)), h('td', {}, significant(values[1])),
      h('td', {}, fixed(parts[1], 3))))),
    h('tfoot', {},
      rest.length > 0
        && total(`the other ${plural(rest.length, 'feature')}`,
        [sum(({ parts }) => parts[0]), sum(({ parts }) => parts[1])], sum((one) => one.difference)),
      base !== 0 && total('roots of the trees', [base, base], 0),
      total('score', scores, difference)),
  ];
}

/** The headings of the columns. @param {boolean} linear whether the parts are weights times values */
function headings(linear) {
  const ofDocument = ['x', linear ? 'w·x' : 'part'];
  return ['feature', 'difference', '', linear ? 'w' : '', ...ofDocument, ...ofDocument];
}
