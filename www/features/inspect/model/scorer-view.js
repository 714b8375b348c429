// A scorer that is not linear: step functions of stumps, importance of features and trees, or the units of a network.

import { h, fill } from '../../../ui/dom.js';
import { selectField } from '../../../ui/fields.js';
import { plural, signed, significant } from '../../../lib/format.js';
import { featureName } from './weight-names.js';
import { namedTerms } from './named-terms.js';
import { stepFunctions } from './step-functions.js';
import { treePicture } from './tree-picture.js';
import './scorer-view.css';

/** @typedef {import('./model-state.js').ModelState} State */
/** @typedef {import('../../../core/protocol.js').ScorerView} View */
/** @typedef {import('../../../wasm/rankscope.js').Term} Term */
/** @typedef {import('./named-terms.js').NamedTerm} NamedTerm */
/** @typedef {import('../../../wasm/rankscope.js').Unit} Unit */

const MOST = 12; // features, or rows of bars

/** Which tree is drawn; one choice for all iterations, kept within the trees that there are. */
let tree = Infinity;

/**
 * @param {HTMLElement} root @param {View} view @param {State} state
 * @param {(feature: number) => HTMLElement} nameOf the name of a feature, with what stands beside it
 */
export function drawScorer(root, view, state, nameOf) {
  const { scorer, uses, steps } = view;
  if (scorer.kind === 'network') return fill(root, networkOf(scorer.hidden, scorer.output, state));
  if (!uses.length) {
    return fill(root,
      h('p', { class: 'muted' }, 'No part yet: all documents have the same score, so no order is preferred.'));
  }
  const named = namedTerms(scorer);
  const terms = named.map(({ term }) => term);
  const trees = named.filter(({ term: { weak } }) => weak.kind === 'tree');
  const plain = terms.filter(({ weak }) => weak.kind === 'feature');
  fill(root,
    steps.length > 0 && stepFunctions(view, state),
    plain.length > 0 && barsOf(sumsOf(plain), nameOf, 'Weight of each feature, summed over the rounds.'),
    trees.length > 0 && barsOf(
      uses.slice(0, MOST).map((of) => ({ feature: of.feature, value: of.importance, splits: of.uses })),
      nameOf, `Importance: what the splits by each feature gained, over ${plural(trees.length, 'tree')}.`),
    trees.length > 0 && treesOf(root, trees, view, state, nameOf));
}

/** @param {State} state @param {number} feature */
function plainName(state, feature) {
  const name = featureName(state, feature);
  return h('span', { class: 'feature', title: `${name}, index ${feature + 1}` }, name);
}

/** The weights of features that are added as they are, the largest first. @param {Term[]} terms */
function sumsOf(terms) {
  /** @type {Map<number, number>} */
  const sums = new Map();
  for (const { weight, weak } of terms) {
    if (weak.kind === 'feature') sums.set(weak.feature, (sums.get(weak.feature) ?? 0) + weight);
  }
  return [...sums].map(([feature, value]) => ({ feature, value }))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.feature - b.feature).slice(0, MOST);
}

/**
 * @param {{ feature: number, value: number, splits?: number }[]} rows with the number of splits in trees
 * @param {(feature: number) => HTMLElement} nameOf
 * @param {string} about
 */
function barsOf(rows, nameOf, about) {
  const top = rows.reduce((most, { value }) => Math.max(most, Math.abs(value)), 0) || 1;
  // Without negative values the bars have the whole track.
  const whole = rows.every(({ value }) => value >= 0);
  const lines = rows.map(({ feature, value, splits }) => {
    const bar = h('span', { class: value < 0 ? 'wbar negative' : 'wbar', 'aria-hidden': 'true' });
    bar.style.setProperty('--share', `${((whole ? 100 : 50) * Math.abs(value)) / top}%`);
    return h('li', {}, nameOf(feature),
      h('span', { class: 'wtrack', 'aria-hidden': 'true' }, bar),
      h('span', { class: 'value' }, whole ? significant(value) : signed(value)),
      splits && h('small', {}, plural(splits, 'split')));
  });
  return [h('p', { class: 'muted' }, about), h('ul', { class: whole ? 'bars whole' : 'bars' }, lines)];
}

/**
 * A choice of trees, and the chosen one.
 * @param {HTMLElement} root @param {NamedTerm[]} trees @param {View} view @param {State} state
 * @param {(feature: number) => HTMLElement} nameOf
 */
function treesOf(root, trees, view, state, nameOf) {
  const at = Math.min(tree, trees.length - 1);
  const picked = selectField('Tree', (value) => {
    tree = Number(value);
    drawScorer(root, view, state, nameOf);
    root.querySelector('select')?.focus();
  });
  const { weight, weak } = trees[at].term;
  picked.update(trees.map(({ name }, place) => ({ value: String(place), text: name })), String(at),
    { summary: `Each leaf's value counts ${significant(weight)} times.` });
  return h('div', { class: 'tree-place' }, picked.element,
    h('p', { class: 'muted' }, 'A document starts at the top. It takes the edge “yes” if its value exceeds the '
      + 'threshold, else “no”. The bars of the leaves compare their values within this tree.'),
    weak.kind === 'tree' && treePicture(weak.nodes, state));
}

/**
 * The hidden units, the one with the largest output first, each with its largest weights.
 * @param {Unit[]} hidden @param {number[]} output @param {State} state
 */
function networkOf(hidden, output, state) {
  const order = hidden.map((_unit, at) => at).sort((a, b) => Math.abs(output[b]) - Math.abs(output[a]) || a - b);
  return [
    h('p', { class: 'muted' }, `${plural(hidden.length, 'hidden unit')}, the one that counts most first. A unit takes `
      + 'the tanh of its weighted sum; its five largest weights are shown.'),
    h('ol', { class: 'units' }, order.map((unit) => {
      const weights = hidden[unit].weights.map((value, feature) => ({ feature, value }))
        .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.feature - b.feature).slice(0, 5);
      return h('li', {}, h('p', {}, h('b', {}, `Unit ${unit + 1}`),
        ` counts ${signed(output[unit])} · bias ${signed(hidden[unit].bias)}`),
        barsOf(weights, (feature) => plainName(state, feature), '')[1]);
    }))];
}
