// The settings of a run over ratings. Part of the panel of ratings.

import { sentence } from '../../lib/format.js';
import { h, say } from '../../ui/dom.js';
import { freshId, markInvalid, moreSettings, numberField, selectField } from '../../ui/fields.js';

/** @typedef {import('./ratings-state.js').RatingsStore} Store */
/** @typedef {import('./ratings-state.js').RatingsState} State */
/** @typedef {import('./ratings-state.js').FactorizationSettings} Settings */
/**
 * @typedef {{ key: keyof Settings, element: HTMLElement, update: (settings: Settings, problem: string | null) => void
 *   }} Control
 */

/** @param {Store} store */
export function settingsForm(store) {
  const make = controls(store);
  const main = [
    make.number('keep', 'Ratings per user, N', 'The ratings that a tested user gives. Users need 10 more.', 2),
    make.choice('protocol', 'Protocol', [
      { value: 'weak', text: 'weak', about: 'N ratings of every user train, and the rest test.' },
      { value: 'strong', text: 'strong', about: 'New users: only their row of U is learned, from N ratings.' },
    ]),
    make.number('rank', 'Rank k', 'Numbers per user and item.', 1),
    make.number('rounds', 'Rounds', 'At most, each with realigned references.', 1),
    make.number('seed', 'Seed', 'Of splits and starts.', 0),
    cField(store),
  ];
  const more = [
    make.number('item_ratings', 'Ratings per item', 'Items with fewer are left out.', 1),
    make.number('turns', 'Turns of a round', 'Users, items, balance. Held-out ratings choose the last.', 1),
    make.number('passes', 'Passes of a step', 'Passes of the oracle after which a step ends.', 1),
    make.number('gap', 'Gap of a step', 'Relative duality gap at which a step ends before.', 0, 'any'),
    make.text('measure', 'Measure of the loss', 'Such as ndcg@10.'),
    make.text('decay', 'Decay c', 'power:P, log, loglog, measure or list:V,V,…'),
    make.choice('reference', 'Reference', [
      { value: 'aligned', text: 'aligned', about: 'Items of one grade stand in the order of their scores.' },
      { value: 'averaged', text: 'averaged', about: 'Items of one grade share their ranks.' },
      { value: 'fixed', text: 'fixed', about: 'Items of one grade keep the order of the file.' },
    ]),
    make.choice('start', 'Start of V', [
      { value: 'squared-error', text: 'squared error', about: 'From the tuned squared error.' },
      { value: 'random', text: 'random', about: 'From random numbers.' },
    ]),
    make.choice('grades', 'Grades', [
      { value: 'ceil', text: 'rounded up', about: 'Half stars become whole grades, 1 to 5.' },
      { value: 'double', text: 'doubled', about: 'Half stars stay apart, as grades 1 to 10.' },
    ]),
    baselinesField(store),
    make.number('neutral', 'Neutral grade of ERU', 'Items up to it have no utility.', 0, 'any'),
  ];
  const folded = moreSettings('More settings', ...more.map(({ element }) => element));
  const all = [...main, ...more];
  store.watch(({ ratings }) => [ratings.settings, ratings.problem], ([settings, fault]) => {
    for (const { key, update } of all) update(settings, fault?.field === key ? fault.message : null);
    folded.openIfAtFault();
  });
  return h('section', { class: 'ratings-settings', 'aria-label': 'Ratings settings' },
    h('div', { class: 'ratings-fields settings' }, main.map(({ element }) => element)), folded.element);
}

/** @param {Store} store */
function controls(store) {
  /** @param {keyof Settings} key @param {unknown} value */
  const set = (key, value) =>
    store.dispatch({ type: 'ratings/settings', change: /** @type {Settings} */ ({ [key]: value }) });
  return {
    /**
     * @param {keyof Settings} key
     * @param {string} label
     * @param {string} about
     * @param {number} min
     * @param {number | 'any'} [step]
     * @returns {Control}
     */
    number(key, label, about, min, step = 1) {
      const field = numberField(label, { min, step }, (value) => set(key, value ?? Number.NaN));
      return { key, element: field.element,
        update: (settings, problem) =>
          field.update(/** @type {number} */ (settings[key] ?? null), about, { problem }) };
    },
    /**
     * @param {keyof Settings} key
     * @param {string} label
     * @param {{ value: string, text: string, about: string }[]} options
     * @returns {Control}
     */
    choice(key, label, options) {
      const field = selectField(label, (value) => set(key, value));
      return { key, element: field.element,
        update(settings, problem) {
          const value = String(settings[key] ?? options[0].value);
          const chosen = options.find((option) => option.value === value);
          field.update(options, value, { summary: chosen?.about }, problem);
        } };
    },
    /** @param {keyof Settings} key @param {string} label @param {string} about @returns {Control} */
    text(key, label, about) {
      const field = textField(label, about, (value) => set(key, value));
      return { key, element: field.element,
        update: (settings, problem) => field.update(String(settings[key] ?? ''), problem) };
    },
  };
}

/** Further models, which are a list in the settings. @param {Store} store @returns {Control} */
function baselinesField(store) {
  const options = [
    { value: '', text: 'none', about: 'Item mean, squared error and ranking alone.' },
    { value: 'jrank', text: 'JRank', about: 'A perceptron with thresholds, on pairs of user and item.' },
    { value: 'mmmf', text: 'MMMF', about: 'Maximum-margin factorisation, with thresholds for each user.' },
    { value: 'jrank,mmmf', text: 'JRank and MMMF', about: 'A perceptron on pairs, and maximum-margin factorisation.' },
  ];
  const field = selectField('Further models', (value) =>
    store.dispatch({ type: 'ratings/settings', change: { baselines: value.split(',').filter(Boolean) } }));
  return { key: 'baselines', element: field.element,
    update(settings, problem) {
      const named = settings.baselines ?? [];
      const value = ['jrank', 'mmmf'].filter((name) => named.includes(name)).join(',');
      field.update(options, value, { summary: options.find((option) => option.value === value)?.about }, problem);
    } };
}

/** The values of C as text. @param {Store} store @returns {Control} */
function cField(store) {
  const field = textField('Values of C', 'Held-out ratings choose one.',
    (text) => store.dispatch({ type: 'ratings/c', text }));
  return { key: 'c', element: field.element,
    update: (_, problem) => field.update(store.get().ratings.c, problem) };
}

/** @param {string} label @param {string} about @param {(value: string) => void} choose */
function textField(label, about, choose) {
  const id = freshId('field');
  const input = h('input', { id, type: 'text', spellcheck: false, autocomplete: 'off',
    'aria-describedby': `${id}-note`, oninput: () => choose(input.value) });
  const note = h('div', { class: 'note', id: `${id}-note` });
  return {
    element: h('div', { class: 'field' }, h('label', { htmlFor: id }, label), input, note),
    /** @param {string} value @param {string | null} problem */
    update(value, problem) {
      if (input.value !== value) input.value = value;
      markInvalid(input, Boolean(problem));
      note.classList.toggle('problem', Boolean(problem));
      say(note, problem ? sentence(problem) : about);
    },
  };
}
