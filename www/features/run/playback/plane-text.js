// The four phases of an iteration with cutting planes in words and figures. Draws what the core has worked out.

import { h } from '../../../ui/dom.js';
import { count, figure, plural } from '../../../lib/format.js';
import { featureName } from '../../inspect/model/weight-names.js';
import { figures, pendingText, table } from './phase-text.js';

/** @typedef {import('../../../wasm/rankscope.js').Motion} Motion */

export const TITLES = [
  { title: 'Oracle', about: 'find the worst rankings' },
  { title: 'Cut', about: 'add them as planes' },
  { title: 'QP', about: 'raise the lower bound D' },
  { title: 'Update', about: 'move w, objective P' },
];

const PENDING = { now: 'Solving the QP, then asking the oracles at the new w …',
  none: 'Training ended at this iteration, so no QP was solved and w did not move.' };

/**
 * @typedef {import('./playback-state.js').PlaybackState
 *   & import('../../inspect/model/model-state.js').ModelSlice} State
 */
/** @typedef {import('./phase-text.js').PhaseText} PhaseText */

/** @param {Motion} motion @param {State} state @returns {PhaseText[]} */
export const textsOf = (motion, state) =>
  [oracleText(motion), cutText(motion), qpText(motion, state), updateText(motion, state)];

/** @param {Motion} motion @returns {PhaseText} */
function oracleText({ oracle }) {
  const { id, documents, moved, loss, margin, hinge, queries } = oracle;
  const sentence = hinge > 1e-12
    ? `The oracle looked for the ranking of each query that contradicts the margin most; for query ${id} it found one `
      + `that puts ${moved} of ${plural(documents, 'document')} at another rank than the model does.`
    : `The oracle looked for the ranking of each query that contradicts the margin most; for query ${id} there is `
      + 'none, so its slack is 0.';
  return {
    headline: `H ${figure(hinge)}`, sentence,
    figures: [figures([
      ['Queries asked', count(queries)], ['Loss Δ(ŷ)', figure(loss)], ['Margin ⟨w, δψ(ŷ)⟩', figure(margin)],
      ['Slack it asks for, H', figure(hinge)],
    ]), h('p', { class: 'muted' }, `Found by ${oracle.oracle}. The ranking itself stands below as the violator ŷ.`)],
  };
}

/** @param {Motion} motion @returns {PhaseText} */
function cutText({ cut, oracle }) {
  const { plane, shared, added, queries } = cut;
  const who = shared ? 'all queries together' : `query ${oracle.id}`;
  const total = shared ? 'One slack serves all queries, so their violators are summed into one plane.'
    : added === queries ? `${count(queries)} of ${plural(oracle.queries, 'query', 'queries')} added one.`
      : `${count(queries)} of ${plural(oracle.queries, 'query', 'queries')} added ${plural(added, 'plane')}.`;
  const sentence = plane
    ? `The violator of ${who} became a plane: it asks for ${figure(plane.loss - plane.margin)} of slack, and `
      + `those before allowed ${figure(plane.allowed)}.`
    : `No plane was added for ${who}: what the violator asks for is allowed already, or exceeds it by too little `
      + 'to matter.';
  return {
    headline: added ? `${plural(added, 'plane')} added` : 'none added', sentence,
    figures: [
      ...(plane
          ? [
          figures(
            [['Loss Δ', figure(plane.loss)], ['Length ‖δψ‖', figure(plane.norm)],
              ['Margin ⟨w, δψ⟩', figure(plane.margin)], ['Violated by', figure(plane.violation)]])] : []),
      h('p', { class: 'muted' },
        added ? `${total} The plane demands ⟨w, δψ⟩ ≥ Δ − ξ.` : 'No query added one at this iteration.'),
    ],
  };
}

/** @param {Motion} motion @param {State} state @returns {PhaseText} */
function qpText({ next, cut }, state) {
  if (!next) return pendingText(state, PENDING);
  const { qp, realigned } = next;
  const rose = qp.dual_after - qp.dual_before;
  const sentence = realigned
    ? 'A round ended here: the ties in y* were re-ordered instead of a QP solved. Every α stays, but its plane has '
      + 'moved, and with it the lower bound.'
    : qp.changed ? `The QP weighed all planes anew: ${plural(qp.changed, 'dual variable')} α moved, and the dual `
      + `objective ${rose > 0 ? 'rose' : rose < 0 ? 'fell, within the tolerance of the QP,' : 'stayed'} from `
      + `${figure(qp.dual_before)} to ${figure(qp.dual_after)}.`
      : 'The QP found nothing to move: the dual variables were already the best for these planes.';
  const rows = qp.largest.map(({ id, found_at: foundAt, before, after }) =>
      [h('bdi', {}, id ?? 'all'), count(foundAt), figure(before), figure(after)]);
  return {
    headline: realigned ? 'y* realigned' : `D ${figure(qp.dual_before)} → ${figure(qp.dual_after)}`, sentence,
    figures: [
      figures(
        [['Support vectors (α > 0)', `${count(qp.support_before)} → ${count(qp.support_after)}`],
          ['Dual objective D', `${figure(qp.dual_before)} → ${figure(qp.dual_after)}`],
          ['α changed', count(qp.changed)],
        [cut.shared ? 'Greatest Σ α allowed: U' : 'Greatest Σ α allowed per query: U', figure(qp.bound)],
        ...(qp.dropped ? [/** @type {[string, string]} */ (['Idle planes dropped', count(qp.dropped)])] : [])]),
      h('p', { class: 'muted' }, 'Each plane has a weight α, and w = Σ α δψ. D is the dual objective: no w has an '
        + 'objective below D.'),
      ...(rows.length ? [table('Largest changes of α', ['query', 'found at', 'α before', 'after'], rows)] : []),
    ],
  };
}

/** @param {Motion} motion @param {State} state @returns {PhaseText} */
function updateText({ next }, state) {
  if (!next) return pendingText(state, PENDING);
  const { update, realigned } = next;
  const [before, after] = [update.primal_before, update.primal_after];
  const change = after < before ? 'fell' : after > before ? 'rose' : 'stayed';
  const why = change === 'rose' && !realigned ? ' It may rise in between: the best w so far is kept.' : '';
  const sentence = realigned
    ? `w went back to the best of the round, a step of ${figure(update.distance)}, and the next round begins there `
      + 'with the new y*.'
    : `${stepText(update.step_fraction)}; it moved by ${figure(update.distance)}, and the objective ${change} from `
      + `${figure(before)} to ${figure(after)}.${why}`;
  const rows = update.largest.map(({ feature, before: old, after: now }) =>
      [featureName(state, feature), figure(old), figure(now)]);
  return {
    headline: `P ${figure(before)} → ${figure(after)}`, sentence,
    figures: [
      figures(
        [['Length ‖w‖', `${figure(update.norm_before)} → ${figure(update.norm_after)}`],
          ['Distance moved', figure(update.distance)], ['Objective P', `${figure(before)} → ${figure(after)}`]]),
      h('p', { class: 'muted' }, 'P is the objective of w: ½‖w‖² + C times the mean slack.'),
      ...(rows.length ? [table('Weights that changed most', ['feature', 'before', 'after'], rows)] : []),
    ],
  };
}

/** Returns the place of the new w, in words. @param {number} fraction */
function stepText(fraction) {
  const minimiser = 'the minimiser under the planes, which is Σ α δψ to the tolerance of the QP';
  if (fraction === 1) return `The new w is ${minimiser}`;
  const share = fraction === 0.5 ? 'half' : `${figure(fraction)} of`;
  return `The new w lies ${share} the way from the best w so far to ${minimiser}: further out it often overshoots, `
    + 'and the oracle would learn less';
}
