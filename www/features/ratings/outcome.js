// The result of a run over ratings: a sentence, a table, and the certificate. Part of the panel of
// ratings.

import { count, fixed, signed } from '../../lib/format.js';
import { fill, h, say } from '../../ui/dom.js';
import { term } from '../../ui/term.js';
import {
  baselineText, certificateText, chosenText, intervalText, methodName, nameWithin, resultText,
} from './result-text.js';

/** @typedef {import('./ratings-state.js').RatingsStore} Store */
/** @typedef {import('../../core/ratings-protocol.js').RatingsResult} RatingsResult */

/** @param {Store} store */
export function outcome(store) {
  const says = h('p', { class: 'ratings-sentence' });
  const place = h('div', { class: 'scroll' });
  const interval = h('p', { class: 'muted' }, 'Differences over users, with 95 % bootstrap intervals and the p-value '
    + 'of a sign-flip test.');
  const baseline = h('p', { class: 'muted' });
  const chosen = h('p', { class: 'muted' });
  const certificate = h('div', { class: 'ratings-certificate' });
  const empty = h('p', { class: 'empty' }, 'Generate ratings or open a file, then train. Three models are tuned and '
    + 'trained: the mean of an item, a factorisation by squared error, and one by the ranking loss. The table compares '
    + 'them on test ratings, and the map shows the items as points and a user as an arrow.');
  store.watch(({ ratings }) => [ratings.trained], ([trained]) => {
    empty.hidden = Boolean(trained);
    interval.hidden = !trained;
    say(says, trained ? `${resultText(trained.result)}` : '');
    fill(place, trained && tableOf(trained.result, `Test ratings of ${trained.name}`));
    say(chosen, trained ? `Chosen on held-out ratings: ${trained.result.methods.map((method) =>
      `${nameWithin(method.name)} ${chosenText(method)}`).join('; ')}.` : '');
    say(baseline, trained ? baselineText(trained.result) : '');
    fill(certificate, trained && certificateText(trained.result).map((text) => h('p', {}, text)),
      trained && h('p', { class: 'muted' }, term('trace-norm', 'price of the rank'), ' · ',
        term('factors', 'U, V and b'), ' · ', term('protocol', 'weak and strong')));
  });
  return h('section', { class: 'ratings-result', 'aria-label': 'Result' }, empty, says, place, interval, baseline,
    chosen, certificate);
}

/** @param {RatingsResult} result @param {string} caption */
function tableOf({ methods, measures }, caption) {
  const best = measures.map((_, at) => Math.max(...methods.map(({ means }) => means[at] ?? Number.NEGATIVE_INFINITY)));
  /** @param {string} head @param {import('../../ui/dom.js').Child[]} cells */
  const row = (head, cells) => h('tr', {}, h('th', { scope: 'row' }, head), cells);
  const values = methods.map(({ name, means }) => row(methodName(name),
    means.map((value, at) => h('td', {}, h(value === best[at] ? 'b' : 'span', {}, fixed(value, 3))))));
  const differences = methods.filter(({ behind }) => behind.length).map(({ name, behind }) =>
    row(`Ranking − ${nameWithin(name)}`, behind.map((one) => h('td', {},
      ...(one ? [signed(one.difference), h('small', {}, intervalText(one))] : ['–'])))));
  return h('table', { class: 'numbers ratings-table' }, h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ['Model', ...measures].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, values, differences),
    h('tfoot', {}, row('Users', methods[0].users.map((users) => h('td', {}, count(users))))));
}
