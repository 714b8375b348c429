// A log of the user: its files, what it has, and the model that it teaches. Part of the mode Clicks.

import { count, fixed, percent, plural } from '../../lib/format.js';
import { fill, h, say } from '../../ui/dom.js';
import { download } from '../../ui/download.js';
import { freshId, numberField } from '../../ui/fields.js';

/** @typedef {import('./clicks-state.js').ClicksStore} Store */
/** @typedef {import('./clicks-state.js').OwnLog} OwnLog */

const SHOWN_RANKS = 10;

/** The two files. @param {Store} store */
export function ownFilesPart(store) {
  const data = picker('Data…', '.txt,.csv,.tsv,.gz,.letor,.dat,.svm', (file) =>
    store.dispatch({ type: 'clicks/files', change: { data: file } }));
  const log = picker('Log…', '.jsonl,.json,.csv,.tsv,.txt,.gz', (file) =>
    store.dispatch({ type: 'clicks/files', change: { log: file } }));
  const close = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'clicks/close' }) },
    'Back to the simulation');
  const line = h('p', { class: 'note', 'aria-live': 'polite' });
  const fault = h('p', { class: 'problem', role: 'alert' });
  store.watch(({ clicks }) => [clicks.files, clicks.own, clicks.isReading, clicks.unread],
    ([files, own, isReading, unread]) => {
      data.name(files.data?.name ?? 'Data…');
      log.name(files.log?.name ?? 'Log…');
      close.hidden = !own;
      say(line, isReading ? 'Reading …' : !files.data && !files.log ? 'Queries with features in LETOR or CSV, '
        + 'without grades if you like, and a log of sessions or counts.' : !files.log ? 'Now the log.' : !files.data
        ? 'Now the data that the log names.' : '');
      say(fault, unread);
    });
  return h('section', { class: 'clicks-own', 'aria-label': 'Your own log' }, h('h3', {}, 'Your own log'),
    h('p', { class: 'note' }, 'The log stays on this device.'),
    h('div', { class: 'clicks-files' }, data.element, log.element), line, fault, close);
}

/** A file input behind a button-like label. @param {string} label @param {string} accept
 * @param {(file: File) => void} choose */
function picker(label, accept, choose) {
  const id = freshId('clicks-file');
  const input = h('input', { id, type: 'file', accept, 'aria-label': `Open ${label.toLowerCase()}`, onchange: () => {
    const file = input.files?.[0];
    if (file) choose(file);
    input.value = ''; // the same file can be chosen again after it was changed
  } });
  const name = h('span', { class: 'file-name', 'aria-hidden': 'true' }, label);
  return { element: h('label', { class: 'file', htmlFor: id }, input, name),
    /** @param {string} words */
    name: (words) => say(name, words) };
}

/** What the log has, and the model. @param {Store} store */
export function ownResultPart(store) {
  const facts = h('div');
  const eta = numberField('Assumed η', { min: 0, max: 10, step: 0.05 }, (value) => {
    if (value === null || !(value >= 0 && value <= 10)) return;
    store.dispatch({ type: 'clicks/settings', change: { assumed: value } });
  });
  const rest = h('div');
  store.watch(({ clicks }) => [clicks.own, clicks.settings], ([own, { assumed }]) => {
    fill(facts, own && factsOf(own));
    fill(rest, own && modelOf(own));
    eta.element.hidden = own?.divisor.kind !== 'assumed';
    eta.update(assumed, 'A rank is seen with (1/rank)^η. A log with swaps, or of two rankers, would tell it.');
  });
  return h('section', { class: 'clicks-own-result', 'aria-label': 'What the log has' }, facts, eta.element, rest);
}

/** What clicks are divided by, in words. @param {OwnLog['divisor']} divisor */
const dividedBy = (divisor) => (divisor.kind === 'log' ? 'the propensities of the log'
  : `(1/rank)^${fixed(divisor.eta, 2)}, ${divisor.kind === 'estimated' ? 'which the log tells' : 'which you assume'}`);

/** @param {OwnLog} own */
function factsOf({ name, summary }) {
  const facts = [`${count(summary.sessions)} sessions on ${plural(summary.queries_seen, 'query', 'queries')}`,
    summary.clicks_per_session !== undefined && `${fixed(summary.clicks_per_session, 2)} clicks per session`,
    `${count(summary.never_shown)} of ${plural(summary.documents, 'document')} were never shown`].filter(Boolean);
  return [
    h('h3', { class: 'clicks-claim' }, name), h('p', { class: 'clicks-claim-line' }, `${facts.join(', ')}.`),
    h('table', { class: 'numbers' }, h('caption', {}, 'Clicks by rank'),
      h('thead', {}, h('tr', {}, ['Rank', 'Shown', 'Clicks', 'Rate'].map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, summary.ranks.slice(0, SHOWN_RANKS).map(({ rank, impressions, clicks }) => h('tr', {},
        h('th', { scope: 'row' }, String(rank)), h('td', {}, count(impressions)), h('td', {}, count(clicks)),
        h('td', {}, percent(impressions > 0 ? clicks / impressions : 0)))))),
  ];
}

/** @param {OwnLog} own */
function modelOf({ divisor, model }) {
  return [
    h('p', {}, `Clicks are divided by ${dividedBy(divisor)}, and by 1/√sessions at least.`),
    h('div', { class: 'clicks-buttons' }, h('button', { type: 'button', disabled: !model,
      onclick: () => download(model, 'application/json', 'clicks-model.json') }, 'Download the model')),
    h('p', { class: 'note' }, 'Without grades no test says which model is better. The command rankscope eval --clicks '
      + 'compares models by a second log.'),
  ];
}
