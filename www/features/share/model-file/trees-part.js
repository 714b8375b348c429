// The trees of the model of a file: one of them as a picture, the ways of two documents through it, and how all trees
// together part their scores. The file is parsed when they are first looked at.

import '../../inspect/model/weights.css';
import { h } from '../../../ui/dom.js';
import { namedTerms } from '../../inspect/model/named-terms.js';
import { pairChoice, treeWays, waysOf } from '../../../pictures/tree-ways.js';
import { treePicture } from '../../../pictures/tree-picture.js';
import { treeBox, treeFacts, treeSlider } from '../../../pictures/tree-view.js';
import { namesOf } from '../../inspect/model/weight-names.js';
import { pairOfFile, rankedQuery, waysQuestionOf } from './model-file-state.js';
import { featureOf } from './model-file-text.js';

/** @typedef {import('./model-file-state.js').ModelOfFile} ModelOfFile */
/** @typedef {import('./model-file-state.js').ModelFileStore} Store */
/** @typedef {import('../../inspect/model/named-terms.js').NamedTerm} NamedTerm */

/**
 * The terms of a model file that are trees. @param {string} json a checked model file @returns {NamedTerm[]}
 */
export function treesIn(json) {
  const { scorer } = JSON.parse(json);
  return scorer ? namedTerms(scorer).filter(({ term: { weak } }) => weak.kind === 'tree') : [];
}

/** @param {Store} store */
export function treesPart(store) {
  /** @type {{ model: ModelOfFile | null, trees: NamedTerm[], at: number }} */
  let now = { model: null, trees: [], at: 0 };
  const slider = treeSlider((at) => {
    now.at = at;
    update();
  });
  const both = pairChoice((change) => {
    const pair = pairOfFile(store.get().modelfile);
    if (pair) store.dispatch({ type: 'modelfile/pair', pair: { ...pair, ...change } });
  }, () => update());
  const facts = treeFacts('is the worth of a split, as its program counts it');
  const picture = treeBox((width) => {
    const shown = shownOf();
    return shown && treePicture(shown.nodes, shown.nameOf, waysOf(shown.reply), width);
  });
  const comparison = treeWays(store);
  const element = h('details', { class: 'more tree-place', ontoggle: () => update() }, h('summary', {}, 'Trees'),
    h('div', { class: 'tree-choice' }, slider.element, both.elements), facts.element, comparison.words,
    picture.element, comparison.ways, comparison.chart);

  /** The chosen tree, with the documents, what is to be asked about them, and the reply to that. */
  function shownOf() {
    const { model, trees, at } = now;
    const { term: { weak, weight }, place, sum } = trees[at] ?? { term: { weak: null } };
    if (!model || weak?.kind !== 'tree') return null;
    const { modelfile } = store.get();
    const pair = pairOfFile(modelfile);
    const question = pair && waysQuestionOf(modelfile, both.documents(pair), place);
    const { request, answer, ...asked } = modelfile.ways ?? { request: 0, answer: null };
    const isReply = JSON.stringify(question) === JSON.stringify(asked);
    const called = namesOf(store.get(), model.features);
    return { nodes: weak.nodes, weight, round: place[1], sum, pair, question, ranked: rankedQuery(modelfile),
      reply: question && answer && isReply ? { documents: question.documents, ...answer } : null,
      without: 'Once a query is shown under Violator, its documents can be followed.',
      nameOf: (/** @type {number} */ feature) => featureOf(model, called, feature) };
  }

  function update() {
    const { model, ways } = store.get().modelfile;
    if (now.model !== model) now = { model, trees: [], at: 0 };
    element.hidden = !model?.json.includes('"nodes"');
    if (!model || element.hidden || !element.open) return;
    if (!now.trees.length) now.trees = treesIn(model.json);
    const shown = shownOf();
    if (!shown) return;
    slider.update(now.trees, now.at);
    both.update(shown.pair, shown.ranked);
    facts.update(shown.nodes, shown.weight);
    picture.update(shown.nodes, now.trees[now.at].name);
    comparison.update(shown);
    // One question at a time, because the worker reads the file for each.
    const isFree = !ways || ways.answer;
    if (shown.question && !shown.reply && isFree) store.dispatch({ type: 'modelfile/follow', ...shown.question });
  }
  store.watch(({ modelfile, model, data }) =>
      [modelfile.model, modelfile.answer, modelfile.pair, modelfile.ways, model.names, data], update);
  return element;
}
