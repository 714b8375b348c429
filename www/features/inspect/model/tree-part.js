// The trees of a model: one of them as a picture, the ways of two documents through it, and how all trees together part
// their scores.

import './trees.css';
import { ofRun } from '../../../lib/of-run.js';
import { count, plural, sentence, signed, significant } from '../../../lib/format.js';
import { documentName } from '../../../lib/document-name.js';
import { documentOptions } from '../../../ui/document-options.js';
import { fill, h, say } from '../../../ui/dom.js';
import { freshId, selectField } from '../../../ui/fields.js';
import { quietWhileMoving } from '../../../ui/live-regions.js';
import { sizedPicture } from '../../../ui/sized-picture.js';
import { term } from '../../../ui/term.js';
import { pairOf } from './model-state.js';
import { namedTerms } from './named-terms.js';
import { smallChart } from './small-chart.js';
import { sizeOf, treePicture } from './tree-picture.js';
import { partingOf, stepsOf } from './tree-words.js';
import { featureName } from './weight-names.js';

/** @typedef {import('./model-state.js').ModelStore} Store */
/** @typedef {import('./named-terms.js').NamedTerm} NamedTerm */
/** @typedef {import('./model-state.js').PathsReply['question']} Question */

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
  const facts = h('p', { class: 'muted' });
  const words = h('p', { class: 'tree-words' });
  quietWhileMoving(store, words);
  const ways = h('div', { class: 'tree-ways' });
  const box = h('div', { class: 'scroll tree', tabIndex: 0, role: 'region' });
  const chart = h('div', { class: 'tree-chart' });
  const chartPlace = h('div', { hidden: true },
    h('h3', {}, 'Score of A minus score of B, tree by tree'), chart);
  const element = h('section', { class: 'tree-place', 'aria-label': 'Trees' },
    h('div', { class: 'tree-choice' }, choice.element, first.element, second.element), facts, words, box, ways,
    chartPlace);
  let centred = '';
  const drawTree = sizedPicture(box, (width) => {
    queueMicrotask(showRoot);
    return pictureOf(store, width);
  });
  const drawChart = sizedPicture(chart, (width) => chartOf(store, width));

  /** Scrolls to the root of another tree. */
  function showRoot() {
    const root = box.querySelector('span');
    const now = `${choice.name()} ${shownOf(store)?.trees.length}`;
    if (now === centred || !root) return;
    centred = now;
    box.scrollLeft = 0;
    box.scrollTop = root.offsetTop + (root.offsetHeight - box.clientHeight) / 2;
  }

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
    fill(facts, `${sizeOf(nodes)}. A value above the threshold goes to yes. `, term('split-gain', 'Gain'),
      ` is what the split lowers the error by. Wide edges have many documents. Leaves count ${significant(weight)} times.`);
    box.setAttribute('aria-label', `The chosen tree: ${sizeOf(nodes)}`);
    ask(store, shown, isAlone);
    drawTree();
    tell(shown);
  }

  /** @param {NonNullable<ReturnType<typeof shownOf>>} shown */
  function tell({ nodes, weight, sum, reply, pair, ranked, state }) {
    const paths = reply?.value;
    chartPlace.hidden = isAlone || !paths || pair?.first === pair?.second;
    if (!paths || !ranked) {
      fill(ways);
      return say(words, reply?.problem ? sentence(reply.problem) : ranked ? '' : 'Choose a query to follow its documents.');
    }
    const nameOf = (/** @type {number} */ feature) => featureName(state, feature);
    const letters = isAlone || chartPlace.hidden ? ['A'] : ['A', 'B'];
    say(words, letters.length > 1 ? partingOf(nodes, weight, paths, nameOf)
      : stepsOf(nodes, weight, paths.nodes[0], paths.values[0], nameOf, sum).at(-1) ?? '');
    fill(ways, letters.map((letter, place) => {
      const document = reply.question.documents[place];
      const name = documentName(ranked.documents[document], document);
      return h('div', { class: `way way-${letter.toLowerCase()}` },
        h('h3', {}, h('b', { class: 'on-way' }, letter), ` ${name}`),
        h('ol', {}, stepsOf(nodes, weight, paths.nodes[place], paths.values[place], nameOf, sum)
          .map((step) => h('li', {}, step))));
    }));
    if (!chartPlace.hidden) drawChart();
  }

  store.watch((state) => [state.snapshot, state.model.pair, state.model.names, state.model.told.paths,
    state.run?.status === 'lost'], update);
  return element;
}

/**
 * A slider over the trees. @param {(place: number) => void} choose
 */
function treeSlider(choose) {
  const id = freshId('tree');
  const input = h('input', { type: 'range', id, min: '0', oninput: () => choose(Number(input.value)) });
  const output = h('output', { htmlFor: id });
  return {
    element: h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Tree'), input, output),
    name: () => output.textContent,
    /** @param {NamedTerm[]} trees @param {number} at */
    update(trees, at) {
      input.max = String(trees.length - 1);
      input.value = String(at);
      input.disabled = trees.length < 2;
      input.setAttribute('aria-valuetext', trees[at].name);
      say(output, trees[at].name);
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
  return { state, snapshot, trees, at, nodes: weak.nodes, weight, place, sum, ranked, pair: pairOf(model, ranked), reply };
}

/**
 * Asks for the ways of the documents through the chosen tree.
 * @param {Store} store @param {NonNullable<ReturnType<typeof shownOf>>} shown @param {boolean} isAlone
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
  return treePicture(nodes, (feature) => featureName(state, feature), { ...a && { A: new Set(a) }, ...isPair && b && { B: new Set(b) } }, width);
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
