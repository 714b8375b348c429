// Where ratings come from: the generator, or files of the user. Part of the panel of ratings.

import { count, plural } from '../../lib/format.js';
import { fill, h, say } from '../../ui/dom.js';
import { freshId, numberField } from '../../ui/fields.js';
import { readText } from './result-text.js';

/** @typedef {import('./ratings-state.js').RatingsStore} Store */
/** @typedef {import('./ratings-state.js').GeneratedRatings} GeneratedRatings */

/** @type {[keyof GeneratedRatings & ('users' | 'items' | 'seed'), string][]} */
const NUMBERS = [['users', 'Users'], ['items', 'Items'], ['seed', 'Seed of the sample']];

/** @type {[keyof GeneratedRatings & ('noise' | 'scale'), string, string][]} */
const SWITCHES = [
  ['noise', 'Noise', 'The order among the items that a user dislikes is random.'],
  ['scale', 'Scale', 'Every user grades by cuts of their own.'],
];

/** @param {Store} store */
export function dataForm(store) {
  return h('section', { class: 'ratings-data', 'aria-label': 'Ratings data' }, generator(store), files(store),
    told(store));
}

/**
 * Whether ratings can be read. A worker that was lost starts again with the next source.
 * @param {import('./ratings-state.js').RatingsView} ratings
 */
const canRead = ({ isAwake, crash }) => isAwake || crash !== '';

/** @param {Store} store */
function generator(store) {
  /** @param {Partial<GeneratedRatings>} change */
  const change = (change) => store.dispatch({ type: 'ratings/generated', change });
  const fields = NUMBERS.map(([key, label]) => ({ key,
    field: numberField(label, { min: key === 'seed' ? 0 : 2, step: 1 },
      (value) => change({ [key]: value ?? Number.NaN })) }));
  const switches = SWITCHES.map(([key, label, meaning]) => {
    const input = h('input', { type: 'checkbox', onchange: () => change({ [key]: input.checked }) });
    const words = h('span', {}, h('b', {}, label), ` ${meaning}`);
    return { key, input, element: h('label', { class: 'check' }, input, words) };
  });
  const make = h('button', { type: 'button', onclick: () => {
    const { generated } = store.get().ratings;
    store.dispatch({ type: 'ratings/open', source: { kind: 'generated', options: generated } });
  } }, 'Generate ratings');
  store.watch(({ ratings }) => [ratings.generated, canRead(ratings)], ([generated, isOffered]) => {
    for (const { key, field } of fields) field.update(generated[key] ?? null, '');
    for (const { key, input } of switches) input.checked = generated[key] ?? false;
    make.disabled = !isOffered;
  });
  return h('fieldset', { class: 'ratings-generator' }, h('legend', {}, 'Generated ratings, rank 3'),
    h('div', { class: 'ratings-fields' }, fields.map(({ field }) => field.element)),
    switches.map(({ element }) => element), make);
}

/** @param {Store} store */
function files(store) {
  /** @type {File | null} */
  let ratings = null;
  const open = (/** @type {File | null} */ titles) => {
    if (ratings) store.dispatch({ type: 'ratings/open', source: { kind: 'files', ratings, titles } });
  };
  const own = picker('Open ratings…', (file) => {
    ratings = file;
    open(null);
  });
  const titles = picker('Open titles…', (file) => open(file));
  store.watch(({ ratings }) => [ratings.source, canRead(ratings)], ([source, isOffered]) => {
    own.input.disabled = !isOffered;
    titles.input.disabled = source?.kind !== 'files';
    titles.element.classList.toggle('off', titles.input.disabled);
    if (source?.kind === 'files') ({ ratings } = source);
  });
  return h('div', { class: 'ratings-files' }, h('div', { class: 'pair' }, own.element, titles.element),
    h('p', { class: 'note' }, 'user,item,rating per line, as in ratings.csv of MovieLens; also tabs or ::. Titles: '
      + 'item,title, as in movies.csv. Files never leave this device.'));
}

/** A file input behind a button-like label. @param {string} label @param {(file: File) => void} choose */
function picker(label, choose) {
  const id = freshId('ratings-file');
  const input = h('input', { id, type: 'file', accept: '.csv,.tsv,.txt,.dat,.data,.gz', 'aria-label': label,
    onchange: () => {
      const file = input.files?.[0];
      if (file) choose(file);
      input.value = ''; // the same file can be chosen again after it was changed
    } });
  return { input, element: h('label', { class: 'file', htmlFor: id },
    input, h('span', { class: 'file-name', 'aria-hidden': 'true' }, label)) };
}

/** What was read, or why it was not. @param {Store} store */
function told(store) {
  const line = h('p', { class: 'ratings-read', 'aria-live': 'polite' });
  const fault = h('div', { class: 'ratings-fault', role: 'alert' });
  store.watch(({ ratings }) => [ratings.data, ratings.kept, ratings.loading, ratings.failure],
    ([data, filtered, loading, failure]) => {
      say(line, loading ? `Reading … ${loading.ratings ? plural(loading.ratings, 'rating') : ''}`
        : data ? `${data.name}: ${readText(data.report, filtered)}` : '');
      fill(fault, failure && [
        h('p', { class: 'problem' }, `${failure.name} could not be read.`
          + `${data ? ` ${data.name} stays loaded.` : ''}`),
        failure.failure.problems.length > 0
          ? h('ul', {}, failure.failure.problems.map(({ line: at, column, problem }) =>
            h('li', {}, `Line ${count(at)}, column ${count(column)}: ${problem}`)))
          : h('p', {}, failure.failure.message),
        failure.failure.total > failure.failure.problems.length
          && h('p', {}, `${count(failure.failure.total)} faults in all. Mend them and open the file again.`),
      ]);
    });
  return h('div', { class: 'ratings-told' }, line, fault);
}
