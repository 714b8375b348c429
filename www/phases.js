// The four phases of an iteration in words and figures. Draws what the core has worked out.

import { h } from './dom.js';
import { count, plural, significant } from './format.js';
import { featureName } from './insight.js';
import { canResume } from './running.js';

/** @typedef {import('./wasm/rankscope.js').Motion} Motion */
/** @typedef {import('./reducer.js').State} State */
/** @typedef {{ headline: string, sentence: string, figures: HTMLElement[] }} Tale */

/** @param {number} value */
const number = (value) => significant(value, 4);

/** @param {Motion} motion @returns {Tale} */
export function tellOracle({ oracle }) {
  const { id, documents, moved, loss, margin, hinge, queries } = oracle;
  const sentence = hinge > 1e-12
    ? `The oracle looked for the ranking of each query that contradicts the margin most; for query ${id} it found one that puts ${moved} of ${plural(documents, 'document')} at another rank than the model does.`
    : `The oracle looked for the ranking of each query that contradicts the margin most; for query ${id} there is none, so its slack is 0.`;
  return {
    headline: `H ${number(hinge)}`, sentence,
    figures: [figures([
      ['Queries asked', count(queries)], ['Loss Δ(ŷ)', number(loss)], ['Margin ⟨w, δψ(ŷ)⟩', number(margin)], ['Slack it asks for, H', number(hinge)],
    ]), h('p', { class: 'muted' }, `Found by ${oracle.oracle}. The ranking itself stands below as the violator ŷ.`)],
  };
}

/** @param {Motion} motion @returns {Tale} */
export function tellCut({ cut, oracle }) {
  const { plane, shared, added, queries } = cut;
  const who = shared ? 'all queries together' : `query ${oracle.id}`;
  const total = shared ? 'One slack serves all queries, so their violators are summed into one constraint.'
    : added === queries ? `${count(queries)} of ${plural(oracle.queries, 'query', 'queries')} added one.` : `${count(queries)} of ${plural(oracle.queries, 'query', 'queries')} added ${plural(added, 'constraint')}.`;
  const sentence = plane
    ? `The violator of ${who} became a constraint: it asks for ${number(plane.loss - plane.margin)} of slack, and those before allowed ${number(plane.allowed)}.`
    : `No constraint was added for ${who}: what the violator asks for is allowed already, or exceeds it by too little to matter.`;
  return {
    headline: added ? `${plural(added, 'constraint')} added` : 'none added', sentence,
    figures: [
      ...(plane ? [figures([['Loss Δ', number(plane.loss)], ['Length ‖δψ‖', number(plane.norm)], ['Margin ⟨w, δψ⟩', number(plane.margin)], ['Violated by', number(plane.violation)]])] : []),
      h('p', { class: 'muted' }, added ? `${total} The constraint reads ⟨w, δψ⟩ ≥ Δ − ξ.` : 'No query added one at this iteration.'),
    ],
  };
}

/** @param {Motion} motion @param {State} state @returns {Tale} */
export function tellQp({ next, cut }, state) {
  if (!next) return untold(state);
  const { qp, realigned } = next;
  const rose = qp.dual_after - qp.dual_before;
  const sentence = realigned
    ? 'A round ended here: the ties in y* were re-ordered instead of a QP solved. Every α stays, but its plane has moved, and with it the lower bound.'
    : qp.changed ? `The QP weighed all constraints anew: ${plural(qp.changed, 'dual variable')} α moved, and the dual objective ${rose > 0 ? 'rose' : rose < 0 ? 'fell, within the tolerance of the QP,' : 'stayed'} from ${number(qp.dual_before)} to ${number(qp.dual_after)}.`
      : 'The QP found nothing to move: the dual variables were already the best for these constraints.';
  const rows = qp.largest.map(({ id, born, before, after }) => [h('bdi', {}, id ?? 'all'), count(born), number(before), number(after)]);
  return {
    headline: realigned ? 'y* re-aligned' : `D ${number(qp.dual_before)} → ${number(qp.dual_after)}`, sentence,
    figures: [
      figures([['Support vectors (α > 0)', `${count(qp.support_before)} → ${count(qp.support_after)}`], ['Dual objective D', `${number(qp.dual_before)} → ${number(qp.dual_after)}`], ['α changed', count(qp.changed)],
        cut.shared ? ['Bound of Σ α: U', number(qp.bound)] : ['Bound of Σ α per query: U', number(qp.bound)], ...(qp.dropped ? [/** @type {[string, string]} */ (['Idle planes dropped', count(qp.dropped)])] : [])]),
      ...(rows.length ? [table('Largest changes of α', ['query', 'found at', 'α before', 'after'], rows)] : []),
    ],
  };
}

/** @param {Motion} motion @param {State} state @returns {Tale} */
export function tellUpdate({ next }, state) {
  if (!next) return untold(state);
  const { update, realigned } = next;
  const [before, after] = [update.primal_before, update.primal_after];
  const change = after < before ? 'fell' : after > before ? 'rose' : 'stayed';
  const why = change === 'rose' && !realigned ? ' It may rise in between: the best w so far is kept.' : '';
  const sentence = realigned
    ? `w went back to the best of the round, a step of ${number(update.distance)}, and the next round begins there with the new y*.`
    : `${whither(update.outward)}; it moved by ${number(update.distance)}, and the objective ${change} from ${number(before)} to ${number(after)}.${why}`;
  const rows = update.largest.map(({ feature, before: old, after: now }) => [featureName(state, feature), number(old), number(now)]);
  return {
    headline: `P ${number(before)} → ${number(after)}`, sentence,
    figures: [
      figures([['Length ‖w‖', `${number(update.norm_before)} → ${number(update.norm_after)}`], ['Distance moved', number(update.distance)], ['Objective P', `${number(before)} → ${number(after)}`]]),
      ...(rows.length ? [table('Weights that changed most', ['feature', 'before', 'after'], rows)] : []),
    ],
  };
}

/** Where the new w is. @param {number} outward */
function whither(outward) {
  const minimizer = 'the minimizer over the constraints, which is Σ α δψ to the tolerance of the QP';
  if (outward === 1) return `The new w is ${minimizer}`;
  const share = outward === 0.5 ? 'half' : `${number(outward)} of`;
  return `The new w lies ${share} the way from the best w so far to ${minimizer}: further out it often overshoots, and the oracle would learn less`;
}

/** A phase whose iteration has not got so far. @param {State} state @returns {Tale} */
function untold(state) {
  const { run } = state;
  const sentence = run?.status === 'stopped' ? 'Training ended at this iteration, so no QP was solved and w did not move.'
    : run?.status === 'running' || run?.status === 'stepping' ? 'Solving the QP, then asking the oracles at the new w …'
      : canResume(state) ? 'Not done yet: Next or Step goes on.' : 'Not known: the run ended before.';
  return { headline: '–', sentence, figures: [] };
}

/** @param {[string, string][]} pairs */
function figures(pairs) {
  return h('dl', { class: 'figures' }, pairs.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}

/** @param {string} caption @param {string[]} heads @param {(string | Node)[][]} rows */
function table(caption, heads, rows) {
  return h('div', { class: 'scroll' }, h('table', { class: 'numbers' }, h('caption', {}, caption),
    h('thead', {}, h('tr', {}, heads.map((head, at) => h('th', { scope: 'col', class: at ? '' : 'name' }, head)))),
    h('tbody', {}, rows.map(([first, ...rest]) => h('tr', {}, h('th', { scope: 'row', class: 'name' }, first), rest.map((cell) => h('td', {}, cell)))))));
}
