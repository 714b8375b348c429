// Why w is optimal up to the gap: the two bounds with their numbers, and every plane of the working set.

import '../styles/certificate.css';
import { h, fill, say } from '../dom.js';
import { bytes, count, percent, plural, significant } from '../format.js';
import { politeAtRest } from '../hush.js';
import { ledgerTable } from '../ledger.js';
import { heeds, methodOf } from '../settings.js';
import { PLANES } from '../timetravel.js';

/** @typedef {import('../store.js').Store} Store */
/** @typedef {import('../wasm/rankscope.js').Certificate} Certificate */

/** What stands in it. @param {Store} store */
export function body(store) {
  const [bounds, words] = proof(store);
  return [bounds, words, ledger(store)];
}

/** The answer that belongs to the present run. @param {import('../reducer.js').State} state */
function told({ travel: { certificate }, run }) {
  return certificate && certificate.run === run?.id ? certificate.certificate : null;
}

/** The bounds, and what they prove. @param {Store} store */
function proof(store) {
  const where = h('p', { class: 'muted' });
  const list = h('dl', { class: 'bounds' });
  const why = h('p', {});
  const notes = h('p', { class: 'muted' });
  store.watch((state) => [state.travel.certificate, state.run], () => {
    const state = store.get();
    const certificate = told(state);
    const report = certificate && state.run?.reports[certificate.iteration];
    if (!certificate || !report) {
      say(where, 'The certificate comes with the first iteration.');
      return fill(list);
    }
    const { primal, length_cost, slack_cost, dual, gain, pull, norm, apart, support, planes, bound, fullest } = certificate;
    say(where, `At iteration ${count(certificate.iteration)}${certificate.round ? `, round ${count(certificate.round + 1)}` : ''}.`);
    fill(list,
      entry('Primal', 'P(w) = ½‖w‖² + U Σ H', `${number(length_cost)} + ${number(slack_cost)}`, number(primal)),
      entry('Best primal', 'the lowest P of this round so far', null, number(report.best_primal)),
      entry('Dual', 'D(α) = Σ α Δ − ½‖Σ α δψ‖²', `${number(gain)} − ${number(pull)}`, number(dual)),
      entry('Best dual', 'the highest D of this round so far', null, number(report.dual)),
      entry('Gap', '(best P − best D) / best P', null, percent(report.gap)),
      entry('Largest violation', 'most that any ranking asks beyond its ξ', null, number(report.worst_violation)),
      entry('Support vectors', `planes with α > 0, of ${count(planes)}`, null, count(support)),
      entry('‖w‖', certificate.restarted ? 'w is the best of the round before' : `w is within ${number(apart)} of Σ α δψ`, null, number(norm)),
      entry('Greatest Σ α of a slack', `may reach U = C/m = ${number(bound)}`, null, number(fullest)));
    say(why, `Why this proves it: every w costs at least the optimum, and every α ≥ 0 with Σ α ≤ U per slack earns at most the optimum. So the optimum lies between the best D and the best P, and no w at all is better than the best one by more than ${number(Math.max(0, report.best_primal - report.dual))}.`);
    const aligned = heeds(methodOf(state.catalog, state.run?.settings ?? state.settings), 'reference') && state.run?.settings.reference === 'aligned';
    say(notes, [
      !certificate.restarted && (certificate.outward === 1
        ? 'The QP is solved to a tolerance, so w and Σ α δψ may differ a little; both bounds hold all the same.'
        : `This w lies ${certificate.outward === 0.5 ? 'half' : `${number(certificate.outward)} of`} the way from the best w before it to Σ α δψ, where the oracle learns more than further out; both bounds hold all the same.`),
      certificate.restarted && 'A round begins here: w is the best of the round before and not Σ α δψ, while D is about the α that stayed.',
      aligned && 'y* is held fixed within a round, and the proof is about that problem; between rounds y* is re-aligned.',
      `The planes and α of all iterations take ${bytes(certificate.bytes)}.`,
    ].filter(Boolean).join(' '));
  });
  return [h('div', { class: 'proof' }, where, list), h('div', { class: 'proof-words' }, why, notes)];
}

/** @param {string} name @param {string} formula @param {string | null} parts @param {string} value */
function entry(name, formula, parts, value) {
  return h('div', {}, h('dt', {}, name, h('span', { class: 'muted' }, formula)), h('dd', {}, parts && h('span', { class: 'muted' }, `${parts} = `), h('b', {}, value)));
}

/** @param {number} value */
function number(value) {
  return significant(value, 4);
}

/** The planes. @param {Store} store */
function ledger(store) {
  const { element, update, focus } = ledgerTable(
    (change) => store.dispatch({ type: 'ledger page', change }),
    (plane) => store.dispatch({ type: 'open plane', plane }));
  const place = h('p', { class: 'muted' });
  politeAtRest(store, place);
  /** @param {string} label @param {string} text @param {(certificate: Certificate) => number} to */
  const turn = (label, text, to) => {
    const button = h('button', { type: 'button', class: 'square', 'aria-label': label, title: label, onclick: () => {
      const certificate = told(store.get());
      if (certificate && button.getAttribute('aria-disabled') !== 'true') store.dispatch({ type: 'ledger page', change: { offset: Math.max(0, to(certificate)) } });
    } }, text);
    return button;
  };
  const first = turn('First planes', '«', () => 0);
  const back = turn('Previous planes', '‹', ({ offset }) => offset - PLANES);
  const forth = turn('Next planes', '›', ({ offset }) => offset + PLANES);
  const last = turn('Last planes', '»', ({ planes }) => planes - 1);
  const pager = h('div', { class: 'pager' }, first, back, place, forth, last);
  const empty = h('p', { class: 'empty' }, 'No planes yet: w = 0 was made without any. The first iteration adds them.');

  store.watch((state) => [state.travel.certificate, state.travel.page, state.run?.id, state.travel.back], ([, page, , back_]) => {
    const certificate = told(store.get());
    empty.hidden = Boolean(certificate?.planes);
    element.hidden = pager.hidden = !certificate?.planes;
    if (!certificate) return;
    update(certificate, page, back_?.plane ?? null);
    const end = certificate.offset + certificate.rows.length;
    say(place, `${count(certificate.offset + 1)}–${count(end)} of ${plural(certificate.planes, 'plane')}`);
    for (const [button, off] of /** @type {const} */ ([[first, certificate.offset === 0], [back, certificate.offset === 0], [forth, end >= certificate.planes], [last, end >= certificate.planes]])) button.setAttribute('aria-disabled', String(off));
  });
  // Who comes back from a plane finds its row again.
  store.subscribe((_state, { type }, previous) => { if (type === 'back' && previous.travel.back) focus(previous.travel.back.plane); });
  return h('div', { class: 'ledger' }, element, empty, pager,
    h('p', { class: 'muted' }, 'One row per constraint of the working set. α is its price: planes with α > 0 hold w in place, and these have next to no room left. “Asks for” is Δ − ⟨w, δψ⟩, the slack it needs at this w; “room” is how much more its ξ allows. Choose a plane to see the permutation that made it.'));
}
