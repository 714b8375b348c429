// The model of a file: what it is, its measures on the loaded data, its ranking of the shown query, why a document
// stands above another, and how it differs from the model of the run.

import './model-file.css';
import { documentName } from '../../../lib/document-name.js';
import { count, fixed, measureName, plural, sentence, significant, signed } from '../../../lib/format.js';
import { fill, h, say } from '../../../ui/dom.js';
import { freshId, selectField } from '../../../ui/fields.js';
import { handOn } from '../../../ui/focus.js';
import { scrollTo } from '../../../ui/media.js';
import { namesOf } from '../../inspect/model/weight-names.js';
import { shownQuery } from '../../run/training/snapshot-state.js';
import { questionOf } from './model-file-state.js';
import { PART_WORDS, agreementText, featureOf, misfitText, summaryText } from './model-file-text.js';
import { openModelFile } from './read-model-file.js';
import { scoresPart } from './scores-part.js';
import { treesPart } from './trees-part.js';

/** @typedef {import('./model-file-state.js').ModelFileStore} Store */
/** @typedef {import('./model-file-state.js').ModelOfFile} ModelOfFile */
/** @typedef {import('../../../core/protocol.js').AppliedModel} AppliedModel */

const DOCUMENTS = 30; // of the ranking
const WEIGHTS = 12;
const QUERIES = 500; // of the choice

/** What stands in it. @param {Store} store */
export function body(store) {
  const summary = h('p', { class: 'model-file-summary' });
  const [misfit, problem] = [h('p', { class: 'problem' }), h('p', { class: 'problem', 'aria-live': 'polite' })];
  const differs = h('p', {});
  const [values, ranking] = ['Measures of this model', 'Ranking of this model'].map((label) =>
    h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': label }));
  const [weights, card] = [h('div', {}), h('pre', { tabIndex: 0 })];
  const more = h('details', { class: 'more' }, h('summary', {}, 'Weights'), weights);
  const whole = h('div', { class: 'model-file' }, summary, misfit,
    h('div', { class: 'model-file-parts' }, h('div', {}, values, differs), h('div', {}, queryChoice(store), ranking)),
    scoresPart(store), treesPart(store), more,
    h('details', { class: 'more' }, h('summary', {}, 'Model card'), card));
  const { element: choice, close } = choiceOf(store);

  store.watch(({ modelfile, data, catalog }) => [modelfile.model, data, modelfile.refused, catalog],
    ([model, data, refused, catalog]) => {
      say(problem, refused ? `${refused.name} was not opened. ${refused.message}` : '');
      handOn(choice, () => { close.hidden = !model; }, choice.querySelector('input'));
      whole.hidden = !model;
      if (!model) return;
      fill(summary, h('b', {}, h('bdi', {}, model.name)), ` ${summaryText(catalog, model)}`);
      say(misfit, data ? misfitText(model, data.summaries.train, data.request.without) : '');
      misfit.hidden = !misfit.textContent;
      more.hidden = !model.weights || model.map !== 'none';
      fill(weights, model.weights && weightsOf(model, model.weights, namesOf(store.get(), model.features)));
      card.parentElement?.toggleAttribute('hidden', !model.card);
      say(card, model.card);
    });
  store.watch(({ modelfile }) => [modelfile.answer, modelfile.asked], ([answer, asked]) => {
    const applied = answer?.applied;
    // The answer before stays until the next one is there.
    const told = applied && [applied.join && sentence(applied.join), agreementText(applied.agreement)];
    say(differs, answer?.message || (told ? told.filter(Boolean).join(' ') : 'Computing …'));
    differs.classList.toggle('problem', Boolean(answer?.message));
    fill(values, applied && asked && valuesTable(applied, asked.measures));
    fill(ranking, applied?.ranking ? rankingTable(applied.ranking)
      : applied && h('p', { class: 'muted' }, 'Once a query is shown under Violator, its ranking stands here.'));
  });
  // The file may be chosen anywhere on the page. The panel opens after the model is read.
  // With the answer there is room to scroll.
  let isNew = false;
  const show = () => requestAnimationFrame(() => scrollTo(choice.closest('section')));
  store.watch(({ modelfile }) => [modelfile.model, modelfile.refused], ([model, refused]) => {
    isNew = Boolean(model);
    if (model || refused) show();
  });
  store.watch(({ modelfile }) => [modelfile.answer], ([answer]) => {
    if (isNew && answer) show();
    isNew &&= !answer;
  });
  askFor(store);
  return [choice, problem, whole];
}

/** The choice of the query that the whole page shows. @param {Store} store */
function queryChoice(store) {
  const field = selectField('Query', (query) => store.dispatch({ type: 'query', query: Number(query) }));
  store.watch(({ snapshot }) => [snapshot?.rows, shownQuery(snapshot)?.query], ([rows, query]) => {
    // A longer list is no choice; its queries are found beside the rankings of the run.
    field.element.hidden = !rows || query === undefined || rows.length > QUERIES;
    if (!rows || field.element.hidden) return;
    const options = [...rows].sort((a, b) => a.query - b.query)
      .map((row) => ({ value: String(row.query), text: `${row.id} · ${plural(row.documents, 'document')}` }));
    field.update(options, String(query), null);
  });
  return field.element;
}

/** Asks the worker again when the model, the data, the query or the run's model has changed. @param {Store} store */
function askFor(store) {
  store.watch((state) => {
    const question = questionOf(state);
    return [state.data, question?.json, question?.list, question?.rival, question?.query, question?.measures.join()];
  }, () => {
    const question = questionOf(store.get());
    if (question) store.dispatch({ type: 'modelfile/ask', ...question });
  });
}

/** The choice of a file. @param {Store} store */
function choiceOf(store) {
  const id = freshId('model-file');
  const input = h('input', { id, type: 'file', 'aria-label': 'Open a model',
    onchange: () => {
      const [file] = input.files ?? [];
      if (file) void openModelFile(store, file);
      // The same file can be chosen again.
      input.value = '';
    } });
  const close = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'modelfile/close' }) },
    'Close the model');
  const element = h('div', { class: 'model-file-choice' },
    h('label', { class: 'file', htmlFor: id }, input,
      h('span', { class: 'file-name', 'aria-hidden': 'true' }, 'Open a model')), close,
    h('p', { class: 'note' }, 'A model of Rankscope, LightGBM (text, JSON), XGBoost (JSON, UBJSON), RankLib or '
      + 'SVM^rank; a run of TREC, or one score a line. Plain or gzip. It stays on this device.'));
  return { element, close };
}

/** @param {AppliedModel} applied @param {string[]} measures */
function valuesTable({ parts }, measures) {
  const hasRival = parts.some(({ rival }) => rival);
  const caption = `Measures of this model${hasRival ? ' and of the run’s' : ''}`;
  return h('table', { class: 'numbers' }, h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ['measure', 'queries', 'model', hasRival && 'run'].filter(Boolean)
      .map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, measures.flatMap((measure, at) => parts.map(({ part, own, rival }) => h('tr', {},
      h('th', { scope: 'row' }, measureName(measure)), h('td', {}, PART_WORDS[part]),
      h('td', {}, h('b', {}, fixed(own[at], 3))), rival && h('td', {}, fixed(rival[at], 3)))))));
}

/** @param {NonNullable<AppliedModel['ranking']>} ranking */
function rankingTable({ query, documents }) {
  const rest = documents.length - DOCUMENTS;
  const hasRival = documents.some(({ rank }) => rank !== null);
  const hasScores = documents.some(({ score }) => !Number.isNaN(score));
  return [h('table', { class: 'numbers model-file-ranking' }, h('caption', {},
    `Ranking of query ${query}${hasRival ? ', with the rank by the run’s model' : ''}`),
    h('thead', {}, h('tr', {}, ['rank', 'document', 'grade', hasScores && 'score', hasRival && 'run'].filter(Boolean)
      .map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, documents.slice(0, DOCUMENTS).map((one) => h('tr', {},
      h('td', {}, one.place === null ? 'not returned' : count(one.place)),
      h('th', { scope: 'row' }, documentName(one, one.document)), h('td', {}, count(one.grade)),
      hasScores && h('td', {}, significant(one.score, 4)),
      hasRival && h('td', {}, one.rank === null ? '–' : count(one.rank)))))),
  rest > 0 && h('p', { class: 'muted' }, `The first ${count(DOCUMENTS)} of ${count(documents.length)} documents.`)];
}

/**
 * The largest weights, with the names of the file or of the page.
 * @param {ModelOfFile} model @param {Float64Array} weights @param {(string | undefined)[]} called names on the page
 */
function weightsOf({ names, scaling }, weights, called) {
  const order = Array.from(weights.keys()).sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b);
  const of = scaling === 'none' ? 'features' : 'scaled features';
  return [h('p', { class: 'muted' }, `The score is the sum of weight times value over the ${of}.`),
    h('table', { class: 'numbers' }, h('caption', { class: 'hidden' }, 'Weights, the largest first'),
      h('thead', {}, h('tr', {}, ['feature', 'weight'].map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, order.slice(0, WEIGHTS).map((feature) => h('tr', {},
        h('th', { scope: 'row' }, featureOf({ names }, called, feature)),
        h('td', {}, signed(weights[feature])))))),
    order.length > WEIGHTS && h('p', { class: 'muted' }, `The ${count(WEIGHTS)} largest of ${count(order.length)}.`)];
}
