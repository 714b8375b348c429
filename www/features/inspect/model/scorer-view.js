// A scorer that is not linear: step functions of stumps, importance of features and trees, or the units of a network.

import { h, fill } from '../../../ui/dom.js';
import { plural, signed, significant } from '../../../lib/format.js';
import { featureName } from './weight-names.js';
import { namedTerms } from './named-terms.js';
import { stepFunctions } from './step-functions.js';
import './scorer-view.css';

/** @typedef {import('./model-state.js').ModelState} State */
/** @typedef {import('./model-state.js').ModelStore} Store */
/** @typedef {import('../../../core/protocol.js').ScorerView} View */
/** @typedef {import('../../../wasm/rankscope.js').Term} Term */
/** @typedef {import('../../../wasm/rankscope.js').Unit} Unit */

const MOST = 12; // features, or rows of bars

/**
 * Two parts for each place: what is drawn anew for every iteration, and what keeps its choices and its focus.
 * @type {WeakMap<HTMLElement, { anew: HTMLElement, kept: HTMLElement, mounted: Set<string> }>}
 */
const places = new WeakMap();

/**
 * @param {HTMLElement} place @param {View} view @param {Store} store
 * @param {(feature: number) => HTMLElement} nameOf the name of a feature, with what stands beside it
 */
export function drawScorer(place, view, store, nameOf) {
  const { scorer, uses, steps } = view;
  const state = store.get();
  const parts = places.get(place) ?? { anew: h('div', {}), kept: h('div', {}), mounted: new Set() };
  places.set(place, parts);
  const { anew: root } = parts;
  if (root.parentElement !== place) fill(place, root, parts.kept);
  void mountKept(parts, view, store);
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
      nameOf, `Importance: what the splits by each feature gained, over ${plural(trees.length, 'tree')}.`));
}

/**
 * Fetches the views that keep their choices when there is first something for them to show.
 * @param {{ kept: HTMLElement, mounted: Set<string> }} parts @param {View} view @param {Store} store
 */
async function mountKept({ kept, mounted }, { scorer, uses }, store) {
  const first = (/** @type {string} */ part) => !mounted.has(part) && Boolean(mounted.add(part));
  if (uses.length && first('dependence')) {
    const { dependencePart } = await import('./dependence-part.js');
    kept.append(dependencePart(store));
  }
  if (namedTerms(scorer).some(({ term: { weak } }) => weak.kind === 'tree') && first('trees')) {
    const { treePart } = await import('./tree-part.js');
    kept.prepend(treePart(store));
  }
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
