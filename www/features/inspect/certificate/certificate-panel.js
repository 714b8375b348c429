// The view of the certificate: the two bounds with their numbers, and the cutting planes of the working set.

import { pager } from '../../../ui/pager.js';
import { ofRun } from '../../../lib/of-run.js';
import './certificate.css';
import { h, fill, say } from '../../../ui/dom.js';
import { handOn } from '../../../ui/focus.js';
import { bytes, count, figure, percent, plural } from '../../../lib/format.js';
import { quietWhileMoving } from '../../../ui/live-regions.js';
import { planeTable } from './plane-table.js';
import { term } from '../../../ui/term.js';
import { hasOption, hasPlanes, methodOf } from '../../settings/settings.js';
import { progressFigures } from './progress-figures.js';
import { PLANES } from './certificate-state.js';

/** @typedef {import('./certificate-state.js').CertificateStore} Store */
/** @typedef {import('../../../wasm/rankscope.js').Certificate} Certificate */

/** The terms that entries name. @type {Readonly<Record<string, string>>} */
const TERMS = { 'Primal': 'primal', 'Best dual': 'dual', 'Gap': 'gap', 'Support vectors': 'alpha', '‖w‖': 'w' };

/** The content of the panel. @param {Store} store */
export function body(store) {
  const [bounds, words] = proof(store);
  const parts = [bounds, words, ledger(store)];
  const other = progressFigures(store);
  store.watch(({ run, settings, catalog }) => [hasPlanes(methodOf(catalog, run?.settings ?? settings))], ([planes]) => {
    for (const part of parts) part.hidden = !planes;
    other.hidden = planes;
  });
  return [...parts, other];
}

/** The reply for the present run. @param {import('./certificate-state.js').CertificateState} state */
function current({ certificate: { certificate }, run }) {
  return ofRun(certificate, run)?.certificate ?? null;
}

/** The bounds and the explanation. @param {Store} store */
function proof(store) {
  const where = h('p', { class: 'muted' });
  const list = h('dl', { class: 'bounds' });
  const why = h('p', {});
  const notes = h('p', { class: 'muted' });
  store.watch((state) => [state.certificate.certificate, state.run], () => {
    const state = store.get();
    const certificate = current(state);
    const report = certificate && state.run?.reports.at(certificate.iteration);
    if (!certificate || report?.best_primal === undefined || report.dual === undefined) {
      say(where, 'The certificate appears after the first iteration.');
      return fill(list);
    }
    const { primal, length_cost, slack_cost, dual, gain, pull, norm, residual, support, planes, bound, fullest } =
      certificate;
    const { own_dual: own, proved_at: provedAt } = certificate;
    // A difference that the shown digits hide is not mentioned.
    const earlier = provedAt !== certificate.iteration && figure(own) !== figure(dual);
    say(where, 'At iteration '
        + `${count(certificate.iteration)}${certificate.round ? `, round ${count(certificate.round + 1)}` : ''}.`);
    const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.term : undefined;
    const entries = [
      entry('Primal', 'P(w) = ½‖w‖² + U Σ H', `${figure(length_cost)} + ${figure(slack_cost)}`, figure(primal)),
      entry('Best primal', 'the lowest P of this round so far', null, figure(report.best_primal)),
      report.ramp_objective !== undefined && entry('Ramp objective', '½‖w‖² + U Σ R, at most P', null,
        figure(report.ramp_objective)),
      entry('Best dual', `D(α) = Σ α Δ − ½‖Σ α δψ‖², highest ${earlier ? `at iteration ${count(provedAt)}` : 'so far'}`,
        `${figure(gain)} − ${figure(pull)}`, figure(dual)),
      entry('Dual of this iteration', 'D of the α in the table', null, figure(own)),
      entry('Gap', '(best P − best D) / best P', null, percent(report.gap)),
      entry('Largest violation', 'largest H − ξ of any ranking', null, figure(report.worst_violation)),
      entry('Support vectors', `cutting planes with α > 0, of ${count(planes)}`, null, count(support)),
      entry('‖w‖',
        certificate.restarted ? 'w is the best of the round before' : `w is within ${figure(residual)} of Σ α δψ`, null,
        figure(norm)),
      entry('Greatest Σ α of a slack', `may reach U = C/m = ${figure(bound)}`, null, figure(fullest)),
    ];
    // A term keeps the focus from iteration to iteration.
    handOn(list, () => fill(list, entries), () => list.querySelector(`[data-term="${held}"]`));
    const isShared = state.run?.settings.working_set === '1-slack';
    say(why, 'U = C/m is the cost of one unit of slack, and m the number of used training queries. '
        + (isShared ? 'H is the hinge of a query at w. All queries share one slack, the sum of their H. '
          : 'H is the hinge of a slack at w. ')
        + 'P(w) is at least the optimum for every w. D(α) is at most the optimum for all α ≥ 0 with Σ α ≤ U per '
        + 'slack. So the optimum lies between the best D and the best P, and no w is better than the best one by '
        + `more than ${figure(Math.max(0, report.best_primal - report.dual))}.`);
    const isRamp = report.ramp_objective !== undefined;
    const aligned = hasOption(methodOf(state.catalog, state.run?.settings ?? state.settings), 'reference')
      && state.run?.settings.reference === 'aligned';
    say(notes, [
      !certificate.restarted && stepText(certificate.step_fraction),
      earlier && `The α of iteration ${count(provedAt)} prove the lower bound. `
        + 'The α of this iteration give a lower D, because the QP is solved to a tolerance.',
      certificate.restarted
        && 'A round begins here. w is the best one of the previous round, not Σ α δψ. The α have not changed yet.',
      isRamp && 'These bounds are for the convex problem of this round, in which the linear part of the ramp bound is '
        + 'fixed at the model’s own ranking. The ramp objective itself is not convex, so nothing proves its minimum; '
        + 'it never rises from round to round.',
      aligned
        && 'The certificate is for the problem of one round, in which y* is fixed. Between rounds y* is realigned.',
      startText(state.run?.stop?.start),
      `The cutting planes and α of all iterations take ${bytes(certificate.bytes)} of memory.`,
    ].filter(Boolean).join(' '));
  });
  return [h('div', { class: 'proof' }, where, list), h('div', { class: 'proof-words' }, why, notes)];
}

/** What the first reference was aligned to, once the run has ended. @param {string | undefined} start */
function startText(start) {
  if (!start) return '';
  return 'Two short trials chose the first y*: that of the order by the '
    + `${start === 'mean_difference' ? 'mean difference of ψ, ideal rankings against chance'
      : 'covariance of the features with the grades'}.`;
}

/** The position of w. @param {number} share of the way from the best w before it to Σ α δψ */
function stepText(share) {
  if (share === 1) {
    return 'The QP is solved to a tolerance, so w and Σ α δψ may differ slightly. Both bounds hold nevertheless.';
  }
  return `This w lies ${share === 0.5 ? 'half' : `${figure(share)} of`} the way from the best w before it to Σ α δψ, `
    + 'because the violators there say more about the optimum. Both bounds hold nevertheless.';
}

/** @param {string} name @param {string} formula @param {string | null} parts @param {string} value */
function entry(name, formula, parts, value) {
  const id = TERMS[name];
  return h('div', {}, h('dt', {}, id ? term(id, name) : name, h('span', { class: 'muted' }, formula)),
    h('dd', {}, parts && h('span', { class: 'muted' }, `${parts} = `), h('b', {}, value)));
}

/** The planes. @param {Store} store */
function ledger(store) {
  const { element, update, focus } = planeTable(
    (change) => store.dispatch({ type: 'certificate/page', change }),
    (plane) => store.dispatch({ type: 'certificate/open plane', plane }));
  const pages = pager('planes', (by) => {
    const certificate = current(store.get());
    if (!certificate) return;
    const wanted = by === -Infinity ? 0 : by === Infinity ? certificate.planes - 1 : certificate.offset + by * PLANES;
    store.dispatch({ type: 'certificate/page', change: { offset: Math.max(0, wanted) } });
  }, { ends: true });
  quietWhileMoving(store, pages.place);
  const empty = h('p', { class: 'empty' }, 'There are no cutting planes at w = 0. The first iteration adds them.');

  store.watch((state) => [
    state.certificate.certificate, state.certificate.page, state.run?.id, state.certificate.back,
  ], ([, page, , back_]) => {
    const certificate = current(store.get());
    empty.hidden = Boolean(certificate?.planes);
    element.hidden = pages.element.hidden = !certificate?.planes;
    if (!certificate) return;
    update(certificate, page, back_?.plane ?? null);
    const { offset, rows, planes } = certificate;
    const end = offset + rows.length;
    pages.update(offset, end, planes, `${count(offset + 1)}–${count(end)} of ${plural(planes, 'plane')}`);
  });
  // On the way back from a plane, its row gets the focus.
  store.subscribe((_state, { type }, previous) => {
    if (type === 'certificate/back' && previous.certificate.back) focus(previous.certificate.back.plane);
  });
  return h('div', { class: 'ledger' }, element, empty, pages.element,
    h('p', { class: 'muted' }, 'Each row is a cutting plane of the working set. Planes with α > 0 determine w, and '
        + 'have almost no room left. “Required” is Δ − ⟨w, δψ⟩, the slack that the plane requires at this w. “Room” is '
        + 'how much more its ξ allows. Choose a plane to see its ranking.'));
}
