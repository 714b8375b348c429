// C or the method's own options of training, when to stop; rarely used choices under "More".

import { fill, h, say } from '../../ui/dom.js';
import { checkAll } from '../../core/core.js';
import { freshId, moreSettings, numberField, panel, restOf, selectField } from '../../ui/fields.js';
import { percent, significant } from '../../lib/format.js';
import { optionControl } from './option-fields.js';
import { PACES } from './pace.js';
import { hasPlanes, hasTrainingOption, isBinary, methodOf, refusals } from './settings.js';

const LOWEST = -3; // log10 of the slider's ends
const HIGHEST = 5;

/** Options of training that have controls of their own, or none. */
const OWN_CONTROLS = ['c', 'gap', 'working_set', 'steps', 'max_iterations', 'seed'];

/**
 * @param {HTMLElement} root @param {HTMLElement} rest the place of what is rarely set
 * @param {import('./settings-store.js').SettingsStore} store
 */
export function mount(root, rest, store) {
  /** @param {Partial<import('../../core/protocol.js').TrainingSettings>} change */
  const set = (change) => store.dispatch({ type: 'settings', change });
  const c = numberField('C', { min: 0, step: 'any' }, (value) => set({ c: value ?? Number.NaN }));
  const slider = h('input',
    { type: 'range', tabIndex: -1, min: LOWEST, max: HIGHEST, step: 0.25, 'aria-label': 'C on a logarithmic scale',
      oninput: () => set({ c: Number((10 ** slider.valueAsNumber).toPrecision(2)) }) });
  // The number is the same setting for the keyboard.
  c.label.after(slider);
  c.element.classList.add('price');
  const workingSet = selectField('Working set', (name) => set({ working_set: name }));
  const gap = numberField('Stop at gap', { min: 0, step: 'any', unit: '%' },
    (value) => set({ gap: value === null ? Number.NaN : Number((value / 100).toPrecision(12)) }));
  const pace = selectField('Pace', (name) => store.dispatch({ type: 'pace', pace: name }));
  const iterations = numberField('Max iterations', { min: 1, step: 1 },
    (value) => set({ max_iterations: value ?? Number.NaN }));
  const threshold = numberField('Good from grade', { min: 1, max: 31, step: 1 },
    (value) => set({ threshold: value ?? Number.NaN }));
  const zero = checkbox('Drop documents without any feature', 'All their scores are 0.',
    (drop_zero) => set({ drop_zero }));
  const twins = checkbox('Drop near-duplicates of unequal grade',
    'Leaves out pairs of a good and a bad document with a cosine similarity above 0.99.',
    (drop_near_duplicates) => set({ drop_near_duplicates }));
  const chosen = chosenModel(store);
  const others = trainingOptions(store);
  const rare = h('div', { class: 'pair' }, iterations.element, threshold.element);
  const gist = h('p', { class: 'note gist' });
  const more = moreSettings('More', workingSet.element, gap.element, pace.element, rare, chosen.element,
    zero.element,
    twins.element);
  root.append(panel('optimiser', 'Optimiser', c.element, others.element));
  rest.append(restOf('optimiser', h('div', { class: 'gist-line' }, gist, more.element)));

  store.watch(({ settings, pace: name, catalog }) => [settings, name, catalog], ([settings, name, catalog]) => {
    const speed = PACES.find((one) => one.name === name)?.label ?? name;
    const method = methodOf(catalog, settings);
    say(gist, [
      settings.map !== 'none' && `map ${settings.map}`,
      hasTrainingOption(method, 'working_set') && settings.working_set,
      hasTrainingOption(method, 'gap') && `stop at gap ${percent(settings.gap)}`, speed,
    ].filter(Boolean).join(' · '));
  });
  store.watch((state) => [state.pace], ([name]) => {
    const now = PACES.find((one) => one.name === name);
    pace.update(PACES.map((one) => ({ value: one.name, text: one.label })), name, { summary: now?.about });
  });
  store.watch(({ settings, problem, catalog }) => [settings, problem, catalog], ([settings, problem, catalog]) => {
    /** @param {string} field */
    const problemOf = (field) => (problem?.field === field ? problem.message : null);
    const method = methodOf(catalog, settings);
    for (const [name, { element }] of Object.entries({ c, gap, working_set: workingSet, max_iterations: iterations })) {
      element.hidden = !hasTrainingOption(method, name);
    }
    others.update(store.get(), problemOf);
    c.update(settings.c, `Cost of ${hasPlanes(method) ? 'slack' : 'loss'}. A small C keeps w short.`,
      { problem: problemOf('c') });
    if (settings.c > 0) slider.value = String(Math.min(HIGHEST, Math.max(LOWEST, Math.log10(settings.c))));
    slider.style.setProperty('--done', `${(100 * (slider.valueAsNumber - LOWEST)) / (HIGHEST - LOWEST)}%`);
    slider.setAttribute('aria-valuetext', significant(settings.c));
    gap.update(Number((settings.gap * 100).toPrecision(10)),
      'How far the objective may still be above its lower bound.',
      { problem: problemOf('gap') && 'A percentage above 0 and below 100.' });
    iterations.update(settings.max_iterations, 'training ends there at the latest',
      { problem: problemOf('max_iterations') });
    // The other methods have it among their own options, under the same name.
    if (isBinary(method)) threshold.element.remove();
    // A field that is moved during typing would lose the focus.
    else if (!rare.contains(threshold.element)) rare.append(threshold.element);
    threshold.update(settings.threshold, 'for measures of good and bad', { problem: problemOf('threshold') });
    zero.input.checked = settings.drop_zero;
    twins.input.checked = settings.drop_near_duplicates;
    const now = catalog.working_sets.find(({ name }) => name === settings.working_set);
    const refused = refusals(checkAll, settings, catalog.defaults, 'working_set',
      catalog.working_sets.map(({ name }) => name));
    workingSet.update(
      catalog.working_sets.map(({ name, label }, at) => ({ value: name, text: label, refused: refused[at] })),
      settings.working_set, now ?? null, problemOf('working_set'));
    chosen.update(store.get(), problemOf);
    more.openIfAtFault();
  });
}

/** @typedef {import('./settings-store.js').SettingsStore} Store */
/** @typedef {import('./settings-store.js').SettingsState} State */
/** @typedef {import('../../core/protocol.js').MethodChoice} MethodChoice */

/**
 * Options of a method's training that have no controls of their own, as the catalogue declares them.
 * @param {Store} store
 */
function trainingOptions(store) {
  const element = h('div', { class: 'group' });
  /** @type {{ name: string, control: import('./option-fields.js').Control }[]} */
  let controls = [];
  /** @type {MethodChoice | null} */
  let controlsOf = null;
  return {
    element,
    /** @param {State} state @param {(field: string) => string | null} problemOf */
    update(state, problemOf) {
      const method = methodOf(state.catalog, state.settings);
      if (method && method !== controlsOf) {
        controlsOf = method;
        controls = method.training.filter(({ name }) => !OWN_CONTROLS.includes(name))
          .map((option) => ({ name: option.name, control: optionControl(option, method, store) }));
        fill(element, controls.map(({ control }) => control.element));
      }
      element.hidden = controls.length === 0;
      for (const { name, control } of controls) control.update(state, problemOf(name));
    },
  };
}

/**
 * How far a step goes, the feature map, and which iterate becomes the model, as the catalogue declares them.
 * @param {Store} store
 */
function chosenModel(store) {
  const { catalog } = store.get();
  const options = [...catalog.run, ...catalog.methods.flatMap(({ training }) => training)];
  const parts = ['first_queries', 'steps', 'map', 'group', 'choose', 'choose_margin'].flatMap((name) => {
    const option = options.find((one) => one.name === name);
    return option ? [{ name, control: optionControl(option, catalog.methods[0], store) }] : [];
  });
  return {
    element: h('div', { class: 'group' }, parts.map(({ control }) => control.element)),
    /** @param {State} state @param {(field: string) => string | null} problemOf */
    update(state, problemOf) {
      const method = methodOf(state.catalog, state.settings);
      for (const { name, control } of parts) {
        control.update(state, problemOf(name));
        if (name === 'steps') control.element.hidden = !hasTrainingOption(method, name);
        // The margin means nothing while the optimum is taken.
        if (name === 'choose_margin') control.element.hidden = state.settings.choose !== 'validation';
      }
    },
  };
}

/**
 * @param {string} label
 * @param {string} meaning
 * @param {(on: boolean) => void} choose
 */
function checkbox(label, meaning, choose) {
  const id = freshId('check');
  const input = h('input',
    { id, type: 'checkbox', 'aria-describedby': `${id}-note`, onchange: () => choose(input.checked) });
  const element = h('div', {}, h('label', { class: 'check', htmlFor: id }, input, label),
    h('p', { class: 'note', id: `${id}-note` }, meaning));
  return { element, input };
}
