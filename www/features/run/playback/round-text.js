// The four phases of a round of boosting in words and figures. Draws what the core has worked out.

import { h } from '../../../ui/dom.js';
import { count, figure, percent, plural, significant } from '../../../lib/format.js';
import { featureName } from '../../inspect/model/weight-names.js';
import { figures, pendingText, table } from './phase-text.js';
import { stepPicture } from './step-picture.js';

/** @typedef {Extract<import('../../../wasm/rankscope.js').StepMotion, { kind: 'boosting' }>} RoundMotion */
/** @typedef {import('../../../wasm/rankscope.js').Compared} Compared */
/** @typedef {import('./plane-text.js').State} State */
/** @typedef {import('./phase-text.js').PhaseText} PhaseText */

export const TITLES = [
  { title: 'Weights', about: 'see who counts' },
  { title: 'Candidates', about: 'search every feature' },
  { title: 'Choice', about: 'add the best' },
  { title: 'New weights', about: 'see who counts next' },
];

const PENDING = { now: 'Searching the features …',
  none: 'Training ended at this iteration, so no weak learner was added.' };

/** @param {RoundMotion} motion @param {State} state @returns {PhaseText[]} */
export const textsOf = (motion, state) =>
  [weightsText(motion), candidatesText(motion, state), choiceText(motion, state), newWeightsText(motion, state)];

/** @param {RoundMotion} motion @returns {PhaseText} */
function weightsText({ queries, query, heaviest }) {
  const [first] = heaviest;
  const even = queries ? 1 / queries : 0;
  const sentence = !first ? 'No query has a weight.'
    : first.before <= even * (1 + 1e-9) ? `All ${plural(queries, 'query', 'queries')} have the same weight, ${
      percent(even)}.`
      : `The weight of a query says how much its wrongly ordered documents count in this round. Query ${first.id} has `
        + `the most, ${percent(first.before)}; with even weights it would be ${percent(even)}.`;
  return {
    headline: first ? `largest ${percent(first.before)}` : '–', sentence,
    figures: [
      figures([['Queries with a weight', count(queries)], ['With even weights, each', percent(even)],
        ...(query ? [/** @type {[string, string]} */ ([`Query ${query.id}`, percent(query.before)])] : [])]),
      ...(heaviest.length ? [table('The heaviest queries', ['query', 'share'],
        heaviest.map(({ id, before }) => [h('bdi', {}, id), percent(before)]))] : []),
    ],
  };
}

/** @param {RoundMotion} motion @param {State} state @returns {PhaseText} */
function candidatesText({ candidates, compared }, state) {
  const [best] = candidates;
  const sentence = best
    ? `The round compared the best weak learner of every feature, ${count(compared)} in all, by its edge: how much it `
      + 'does for the documents that count most. For a tree it is the gain of the first split.'
    : 'No feature separates documents of different grades.';
  // With classes there is a tree for every grade, or for every boundary between grades.
  const ordinal = state.run?.settings.variant === 'ordinal' ? 'above ' : '';
  const ensembles = candidates.some(({ ensemble }) => ensemble > 0);
  const top = candidates.reduce((most, { edge }) => Math.max(most, Math.abs(edge)), 0);
  return {
    headline: best ? `best edge ${figure(best.edge)}` : 'none', sentence,
    figures: [
      figures([['Weak learners compared', count(compared)],
        ...(best ? [/** @type {[string, string]} */ (['Largest edge', figure(best.edge)])] : [])]),
      ...(best ? [table('The largest edges', ['feature', ...(ensembles ? ['for grade'] : []), 'above', 'edge', ''],
        candidates.map((one) => [nameOf(one, state), ...(ensembles ? [`${ordinal}${count(one.ensemble)}`] : []),
          one.threshold === undefined ? '–' : significant(one.threshold), figure(one.edge), bar(one, top)]))] : []),
    ],
  };
}

/** @param {Compared} compared @param {State} state */
const nameOf = ({ feature, chosen }, state) => `${featureName(state, feature - 1)}${chosen ? ' ✓' : ''}`;

/** The edge as a bar; the figure stands beside it. @param {Compared} compared @param {number} top */
function bar({ edge, chosen }, top) {
  const element = h('span', { class: chosen ? 'edge-bar chosen' : 'edge-bar', 'aria-hidden': 'true' });
  element.style.setProperty('--share', String(top > 0 ? Math.abs(edge) / top : 0));
  return element;
}

/** @param {RoundMotion} motion @param {State} state @returns {PhaseText} */
function choiceText({ next, iteration }, state) {
  if (!next) return pendingText(state, PENDING);
  const report = state.run?.reports.at(iteration + 1);
  const before = state.run?.reports.at(iteration)?.objective;
  const { chosen, curve } = next;
  const tree = report?.chosen === undefined;
  const [first] = chosen;
  const name = first ? featureName(state, first.feature - 1) : '';
  const where = first?.threshold === undefined ? name : `${name} above ${significant(first.threshold)}`;
  const alpha = report?.alpha;
  const sentence = !first ? 'The round added no weak learner.'
    : tree ? `The round grew ${chosen.length > 1 ? plural(chosen.length, 'tree') : 'a tree'}; ${chosen.length > 1
      ? 'the first one' : 'it'} splits first at ${where}. The model panel draws the whole tree.`
      : `The round added ${where}${alpha === undefined ? '' : ` with the weight α = ${significant(alpha)}`}.`;
  const after = report?.objective;
  return {
    headline: first ? where : 'none', sentence,
    figures: [
      figures([
        ...(!tree && alpha !== undefined ? [/** @type {[string, string]} */ (['Weight α', significant(alpha)])] : []),
        ...(report?.edge === undefined ? []
          : [/** @type {[string, string]} */ ([tree ? 'Gain of all splits' : 'Edge', figure(report.edge)])]),
        ...(before === undefined || after === undefined ? []
          : [/** @type {[string, string]} */ (['Objective', `${figure(before)} → ${figure(after)}`])]),
        ...(curve ? [/** @type {[string, string]} */ (['Step by the formula', significant(curve.formula)]),
          /** @type {[string, string]} */ (['Step to the lowest point', significant(curve.exact)])] : []),
      ]),
      ...(curve ? [stepPicture(curve)] : []),
    ],
  };
}

/** @param {RoundMotion} motion @param {State} state @returns {PhaseText} */
function newWeightsText({ next, query }, state) {
  if (!next) return pendingText(state, PENDING);
  const [most] = next.changes;
  const moved = most && most.after !== undefined && most.after !== most.before;
  const sentence = moved
    ? `With the new weak learner the scores changed, and with them what is still wrong. Query ${most.id} changed most: `
      + `from ${percent(most.before)} to ${percent(most.after ?? 0)} of all weight. The next round starts from these `
      + 'weights.'
    : 'The shares of the queries stayed as they were.';
  const arrow = (/** @type {{ before: number, after?: number }} */ { before, after }) =>
    `${percent(before)} → ${after === undefined ? '–' : percent(after)}`;
  return {
    headline: moved ? `query ${most.id}: ${arrow(most)}` : 'unchanged', sentence,
    figures: [
      ...(query ? [figures([[`Query ${query.id}`, arrow(query)]])] : [h('div', {})]),
      ...(moved ? [table('Shares that changed most', ['query', 'before', 'after'],
        next.changes.map(({ id, before, after }) => [h('bdi', {}, id), percent(before), percent(after ?? 0)]))] : []),
    ],
  };
}
