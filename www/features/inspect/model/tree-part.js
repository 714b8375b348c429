// The trees of a run's model: one of them as a picture, the ways of two documents through it, and how all trees
// together part their scores.

import './weights.css';
import { ofRun } from '../../../lib/of-run.js';
import { h } from '../../../ui/dom.js';
import { pairOf } from './model-state.js';
import { namedTerms } from './named-terms.js';
import { treePicture } from '../../../pictures/tree-picture.js';
import { treeBox, treeFacts, treeSlider } from '../../../pictures/tree-view.js';
import { pairChoice, treeWays, waysOf } from '../../../pictures/tree-ways.js';
import { featureName } from './weight-names.js';

/** @typedef {import('./model-state.js').ModelStore} Store */
/** @typedef {import('./model-state.js').PathsReply['question']} Question */
/** @typedef {NonNullable<ReturnType<typeof shownOf>>} Shown */

/** Which tree is drawn; one choice for all iterations, kept within the trees that there are. */
let tree = Infinity;

/** @param {Store} store */
export function treePart(store) {
  const choice = treeSlider((place) => {
    tree = place;
    update();
  });
  const both = pairChoice((change) => {
    const pair = shownOf(store)?.pair;
    if (pair) store.dispatch({ type: 'model/pair', pair: { ...pair, ...change } });
  }, () => update());
  const facts = treeFacts('is how much the split improves the fit');
  const picture = treeBox((width) => pictureOf(store, width));
  const comparison = treeWays(store);
  const element = h('section', { class: 'tree-place', 'aria-label': 'Trees' },
    h('div', { class: 'tree-choice' }, choice.element, both.elements), facts.element, comparison.words,
    picture.element, comparison.ways, comparison.chart);

  function update() {
    const shown = shownOf(store);
    element.hidden = !shown;
    if (!shown) return;
    const { trees, at, nodes, weight, pair, ranked } = shown;
    choice.update(trees, at);
    both.update(pair, ranked);
    facts.update(nodes, weight);
    ask(store, shown, pair && both.documents(pair));
    picture.update(nodes, trees[at].name);
    comparison.update(shown);
  }

  store.watch((state) => [state.snapshot, state.model.pair, state.model.names, state.model.told.paths,
    state.run?.status === 'lost'], update);
  return element;
}

/**
 * The chosen tree at the shown iteration, with the documents and the reply about them; null without trees.
 * @param {Store} store
 */
function shownOf(store) {
  const state = store.get();
  const { snapshot, model, run } = state;
  const view = ofRun(snapshot, run)?.scorer;
  const trees = view ? namedTerms(view.scorer).filter(({ term: { weak } }) => weak.kind === 'tree') : [];
  if (!snapshot || !trees.length) return null;
  const at = Math.min(tree, trees.length - 1);
  const { term: { weak, weight }, place, sum } = trees[at];
  if (weak.kind !== 'tree') return null;
  const ranked = snapshot.inspection ?? snapshot.pulls;
  const told = ofRun(model.told.paths, run);
  const asked = model.asked.paths;
  const isReply = told && asked && JSON.stringify(told.question) === JSON.stringify(asked)
    && asked.iteration === snapshot.iteration && `${asked.tree}` === `${place}`;
  const reply = isReply ? { documents: asked.documents, value: told.value, problem: told.problem } : null;
  return { snapshot, trees, at, nodes: weak.nodes, weight, place, round: place[1], sum, ranked, reply,
    pair: pairOf(model, ranked), without: 'Choose a query to follow its documents.',
    nameOf: (/** @type {number} */ feature) => featureName(state, feature) };
}

/**
 * Asks for the ways of the documents through the chosen tree.
 * @param {Store} store @param {Shown} shown @param {[number, number] | null} documents
 */
function ask(store, { snapshot: { run, iteration }, place, pair }, documents) {
  /** @type {Question | null} */
  const question = pair && documents
    && { type: 'tree paths', run, iteration, query: pair.query, documents, tree: place };
  if (JSON.stringify(question) !== JSON.stringify(store.get().model.asked.paths ?? null)) {
    store.dispatch({ type: 'model/ask', asked: { paths: question } });
  }
}

/** @param {Store} store @param {number} width */
function pictureOf(store, width) {
  const shown = shownOf(store);
  return shown && treePicture(shown.nodes, shown.nameOf, waysOf(shown.reply), width);
}
