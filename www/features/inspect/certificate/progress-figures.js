// How far a method without cutting planes is: the figures of its step, and what is proved of them. Part of the
// certificate.

import { h, fill, say } from '../../../ui/dom.js';
import { count, figure, fixed, percent, significant } from '../../../lib/format.js';
import { hasPlanes, methodOf } from '../../settings/settings.js';
import { featureName } from '../model/weight-names.js';

/** @typedef {import('./certificate-state.js').CertificateState} State */
/** @typedef {import('../../../core/protocol.js').StepReport} StepReport */

/**
 * The figures by their names in a report, in the order of the list: name, meaning, and how the value is written.
 * @type {[keyof StepReport, string, string, (value: number) => string][]}
 */
const FIGURES = [
  ['objective', 'Objective', 'what training minimises, at this iteration', figure],
  ['best_objective', 'Best objective', 'the lowest so far', figure],
  ['gap', 'Gap', 'no scorer of this kind is better by more than this share', percent],
  ['gradient_norm', 'Gradient', 'the norm of the slope; 0 at a minimum', (value) => significant(value)],
  ['step', 'Step', 'length of the step as a share of the full Newton step', (value) => significant(value)],
  ['rate', 'Rate', 'length of a step as a multiple of the slope', (value) => significant(value)],
  ['smoothing', 'Smoothing', 'how soft the sorting is; training lowers it', (value) => significant(value)],
  ['evaluations', 'Evaluations', 'passes over all queries so far', count],
  ['mean_loss', 'Mean loss', 'over the queries, without the price of length', (value) => fixed(value, 4)],
  ['mistakes', 'Mistakes', 'documents on the wrong side of a threshold, in this epoch', count],
  ['paid', 'Loss paid', 'by this query, before w learned from it', (value) => fixed(value, 4)],
  ['regret', 'Regret', 'loss paid beyond that of the best w in hindsight, per query', (value) => fixed(value, 4)],
  ['bound', 'Bound', 'the regret is proved to be no greater than this', (value) => fixed(value, 4)],
  ['alpha', 'Weight α', 'of the part that this round added', (value) => significant(value)],
  ['edge', 'Edge', 'how good that part is by the measure of this method', (value) => significant(value)],
  ['pair_error', 'Pair error', 'share of pairs of different grades in the wrong order', (value) => percent(value)],
  ['given_up', 'Given up', 'share of pairs so wrong that the loss hardly pulls on them', (value) => percent(value)],
  ['entropy', 'Evenness', 'of the weights of the queries; 1 is all alike', (value) => fixed(value, 3)],
  ['norm', '‖w‖', 'the length of w', figure],
  ['value', 'Value', 'the measure of this feature on the training data', (value) => fixed(value, 3)],
];

/** @param {import('./certificate-state.js').CertificateStore} store */
export function progressFigures(store) {
  const about = h('p', { class: 'muted' });
  const list = h('dl', { class: 'bounds' });
  const chosen = h('p', {});
  store.watch((state) => [state.run, state.cursor.iteration, state.settings, state.model.names], ([run, iteration]) => {
    const state = store.get();
    const method = methodOf(state.catalog, run?.settings ?? state.settings);
    if (hasPlanes(method)) return;
    const report = run?.reports.at(iteration);
    say(about, `${method?.label} finds no cutting planes, so there is no ledger of them. At iteration `
      + `${count(iteration)}${typeof report?.gap === 'number' ? ', its gap is proved' : ''}:`);
    fill(list, report && FIGURES.flatMap(([key, name, meaning, write]) => {
      const value = report[key];
      return typeof value !== 'number' ? [] : [h('div', {},
        h('dt', {}, name, h('span', { class: 'muted' }, meaning)), h('dd', {}, h('b', {}, write(value))))];
    }));
    say(chosen, report?.chosen ? choiceText(report.chosen, state) : '');
  });
  return h('div', { class: 'proof' }, about, list, chosen);
}

/** What a round chose, in words. @param {import('../../../wasm/rankscope.js').Chosen} chosen @param {State} state */
function choiceText({ feature, threshold, alpha }, state) {
  const name = featureName(state, feature - 1);
  return typeof threshold === 'number'
    ? `This round adds ${significant(alpha)} to every document whose ${name} is above ${significant(threshold)}.`
    : `This round adds ${significant(alpha)} × ${name}.`;
}
