// The trees of a model: one of them as a picture, the ways of two documents through it, and how all trees together part
// their scores.

import './weights.css';
import { ofRun } from '../../../lib/of-run.js';
import { count, plural, sentence, signed } from '../../../lib/format.js';
import { documentName } from '../../../lib/document-name.js';
import { documentOptions } from '../../../ui/document-options.js';
import { fill, h, say } from '../../../ui/dom.js';
import { selectField } from '../../../ui/fields.js';
import { quietWhileMoving } from '../../../ui/live-regions.js';
import { sizedPicture } from '../../../ui/sized-picture.js';
import { pairOf } from './model-state.js';
import { namedTerms } from './named-terms.js';
import { smallChart } from './small-chart.js';
import { treePicture } from '../../../pictures/tree-picture.js';
import { treeBox, treeFacts, treeSlider } from '../../../pictures/tree-view.js';
import { partingOf, stepsOf } from './tree-words.js';
import { featureName } from './weight-names.js';

/** @typedef {import('./model-state.js').ModelStore} Store */
/** @typedef {import('./model-state.js').PathsReply['question']} Question */
/** @typedef {NonNullable<ReturnType<typeof shownOf>>} Shown */

const NONE = ''; // no second document

/** Which tree is drawn; one choice for all iterations, kept within the trees that there are. */
let tree = Infinity;

/** @param {Store} store */
export function treePart(store) {
  let isAlone = false;
  const choice = treeSlider((place) => {
    tree = place;
    update();
  });
  const choose = (/** @type {Partial<import('./model-state.js').Pair>} */ change) => {
    const pair = shownOf(store)?.pair;
    if (pair) store.dispatch({ type: 'model/pair', pair: { ...pair, ...change } });
  };
  const first = selectField('Document A', (value) => choose({ first: Number(value) }));
  const second = selectField('Document B', (value) => {
    isAlone = value === NONE;
    if (isAlone) update();
    else choose({ second: Number(value) });
  });
  const facts = treeFacts('is how much the split improves the fit');
  const picture = treeBox((width) => pictureOf(store, width));
  const comparison = comparisonOf(store);
  const element = h('section', { class: 'tree-place', 'aria-label': 'Trees' },
    h('div', { class: 'tree-choice' }, choice.element, first.element, second.element), facts.element, comparison.words,
    picture.element, comparison.ways, comparison.chart);

  function update() {
    const shown = shownOf(store);
    element.hidden = !shown;
    if (!shown) return;
    const { trees, at, nodes, weight, pair, ranked } = shown;
    choice.update(trees, at);
    const options = ranked ? documentOptions(ranked) : [];
    first.select.disabled = second.select.disabled = !pair;
    first.update(options, String(pair?.first ?? NONE), null);
    second.update([{ value: NONE, text: 'none' }, ...options], isAlone || !pair ? NONE : String(pair.second), null);
    facts.update(nodes, weight);
    ask(store, shown, isAlone);
    picture.update(nodes, trees[at].name);
    comparison.update(shown);
  }

  store.watch((state) => [state.snapshot, state.model.pair, state.model.names, state.model.told.paths,
    state.run?.status === 'lost'], update);
  return element;
}

/** Where the documents part, their ways, and the chart of their scores. @param {Store} store */
function comparisonOf(store) {
  const words = h('p', { class: 'tree-words' });
  quietWhileMoving(store, words);
  const ways = h('div', { class: 'tree-ways' });
  const drawn = h('div', { class: 'tree-chart' });
  const chart = h('div', { hidden: true }, h('h3', {}, 'Score of A minus score of B, tree by tree'), drawn);
  const draw = sizedPicture(drawn, (width) => chartOf(store, width));
  return {
    words, ways, chart,
    /** @param {Shown} shown */
    update({ nodes, weight, sum, reply, ranked, state }) {
      // What was told stays until the reply.
      if (ranked && !reply) return;
      const paths = reply?.value;
      const isPair = Boolean(paths) && reply?.question.documents[0] !== reply?.question.documents[1];
      chart.hidden = !isPair;
      if (!reply || !paths || !ranked) {
        fill(ways);
        return say(words, reply ? sentence(reply.problem) : 'Choose a query to follow its documents.');
      }
      const nameOf = (/** @type {number} */ feature) => featureName(state, feature);
      const steps = [0, 1].map((place) =>
        stepsOf(nodes, weight, paths.nodes[place], paths.values[place], nameOf, sum));
      say(words, isPair ? partingOf(nodes, weight, paths, nameOf) : steps[0].at(-1) ?? '');
      fill(ways, (isPair ? ['A', 'B'] : ['A']).map((letter, place) => {
        const document = reply.question.documents[place];
        return h('div', { class: `way way-${letter.toLowerCase()}` },
          h('h3', {}, h('b', { class: 'on-way' }, letter), ` ${documentName(ranked.documents[document], document)}`),
          h('ol', {}, steps[place].map((step) => h('li', {}, step))));
      }));
      if (isPair) draw();
    },
  };
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
  const reply = told && asked && JSON.stringify(told.question) === JSON.stringify(asked)
    && asked.iteration === snapshot.iteration && `${asked.tree}` === `${place}` ? told : null;
  const pair = pairOf(model, ranked);
  return { state, snapshot, trees, at, nodes: weak.nodes, weight, place, sum, ranked, pair, reply };
}

/**
 * Asks for the ways of the documents through the chosen tree.
 * @param {Store} store @param {Shown} shown @param {boolean} isAlone
 */
function ask(store, { snapshot: { run, iteration }, place, pair }, isAlone) {
  /** @type {Question | null} */
  const question = pair && { type: 'tree paths', run, iteration, query: pair.query,
    documents: [pair.first, isAlone ? pair.first : pair.second], tree: place };
  if (JSON.stringify(question) !== JSON.stringify(store.get().model.asked.paths ?? null)) {
    store.dispatch({ type: 'model/ask', asked: { paths: question } });
  }
}

/** @param {Store} store @param {number} width */
function pictureOf(store, width) {
  const shown = shownOf(store);
  if (!shown) return null;
  const { reply, nodes, state } = shown;
  const [a, b] = reply?.value?.nodes ?? [];
  const isPair = reply && reply.question.documents[0] !== reply.question.documents[1];
  /** @type {import('../../../pictures/tree-picture.js').Ways} */
  const ways = {};
  if (a) ways.A = new Set(a);
  if (b && isPair) ways.B = new Set(b);
  return treePicture(nodes, (feature) => featureName(state, feature), ways, width);
}

/** @param {Store} store @param {number} width */
function chartOf(store, width) {
  const shown = shownOf(store);
  const ys = shown?.reply?.value?.differences;
  if (!shown || !ys) return null;
  const round = shown.place[1];
  return [smallChart(width, { xs: ys.map((_, at) => at + 1), ys, axis: 'rounds', marked: round, format: count,
    label: `Score of A minus score of B: ${signed(ys[0])} after round 1, ${signed(ys[ys.length - 1])} after `
      + `${plural(ys.length, 'round')}.` }),
  h('p', { class: 'muted' }, `At the mark, after round ${round + 1}: ${signed(ys[round])}. `
    + `After all ${plural(ys.length, 'round')}: ${signed(ys[ys.length - 1])}, the difference of both scores.`)];
}
