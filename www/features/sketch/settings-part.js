// The settings of the sketch: its method, the measure where the method has one, and C. All others keep their defaults.

import { check, mended } from '../../core/core.js';
import { h, say } from '../../ui/dom.js';
import { numberField, selectField } from '../../ui/fields.js';
import { figure, significant } from '../../lib/format.js';
import { familyLabel, hasOption, hasPlanes, hasTrainingOption, methodOf } from '../settings/settings.js';
import { sketchSettings, unusual } from './sketch-state.js';
import { shownWeights } from './sketch-text.js';
import { useInExplore } from './to-explore.js';

/** @typedef {import('./sketch-state.js').SketchStore} Store */
/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */

const [LOWEST, HIGHEST] = [-3, 3]; // log10 of the ends of the slider

/**
 * Makes the controls of the measure of a loss.
 * @typedef {(store: import('../settings/settings-store.js').SettingsStore) => { element: HTMLElement,
 *   update: (state: import('../settings/settings-store.js').SettingsState,
 *     fault: string | null) => void }} MeasureControls
 */

/** @param {Store} store @param {MeasureControls} measureControls */
export function settingsPart(store, measureControls) {
  /** @param {Partial<TrainingSettings>} change */
  const set = (change) => {
    const state = store.get();
    const settings = { ...sketchSettings(state), ...change };
    store.dispatch({ type: 'sketch/set', change: { settings: unusual(settings, state.catalog.defaults) } });
  };
  const method = selectField('Method', (name) => set(mended({ ...sketchSettings(store.get()), method: name })),
    h('div', {}), true);
  const measure = measureControls(asSettings(store, set));
  const c = numberField('C', { min: 0, step: 'any' }, (value) => set({ c: value ?? Number.NaN }));
  const slider = h('input', { type: 'range', min: LOWEST, max: HIGHEST, step: 0.25, 'aria-label': 'C',
    oninput: () => set({ c: Number((10 ** slider.valueAsNumber).toPrecision(2)) }) });
  const price = h('div', { class: 'sketch-price' }, h('i', { class: 'symbol', 'aria-hidden': 'true' }, 'C'), slider,
    c.element);
  const sentence = h('p', { class: 'sketch-sentence' });
  store.watch((state) => [sketchSettings(state).method, state.sketch.settings, state.catalog], ([name, , catalog]) => {
    const settings = sketchSettings(store.get());
    const now = methodOf(catalog, settings);
    const problem = check(settings);
    const faultOf = (/** @type {string} */ field) => (problem?.field === field ? problem.message : null);
    method.update(catalog.methods.map((one) =>
      ({ value: one.name, text: one.label, group: familyLabel(catalog, one.family) })), name, null, faultOf('method'));
    measure.element.hidden = !hasOption(now, 'measure');
    if (!measure.element.hidden) measure.update(asSettings(store, set).get(), faultOf('measure'));
    price.hidden = sentence.hidden = !hasTrainingOption(now, 'c');
    c.update(settings.c, '', { problem: faultOf('c') });
    if (settings.c > 0) slider.value = String(Math.min(HIGHEST, Math.max(LOWEST, Math.log10(settings.c))));
    slider.style.setProperty('--done', `${(100 * (slider.valueAsNumber - LOWEST)) / (HIGHEST - LOWEST)}%`);
    slider.setAttribute('aria-valuetext', significant(settings.c));
  });
  store.watch((state) => [state.sketch.reply, state.sketch.arrow, state.sketch.settings], () => {
    const state = store.get();
    const settings = sketchSettings(state);
    const w = shownWeights(state.sketch);
    const isPlanes = hasPlanes(methodOf(state.catalog, settings));
    const objective = state.sketch.reply?.shown.objective;
    const words = `Cost of ${isPlanes ? 'slack' : 'loss'}. A small C keeps w short`;
    const length = w ? `: here ‖w‖ = ${significant(Math.hypot(...w))}` : '';
    const sum = objective === null || objective === undefined ? '' : `, objective ${figure(objective)}`;
    say(sentence, `${words}${length}${sum}.`);
  });
  /** @param {string} text @param {string} panel */
  const way = (text, panel) =>
    h('button', { type: 'button', class: 'quiet', onclick: () => useInExplore(store, panel) }, text);
  const ways = h('div', { class: 'sketch-ways' }, way('Plane of w', 'weightplane'),
    way('Use these data in Explore', 'inspector'));
  store.watch(({ sketch }) => [sketch.reply === null], ([isOff]) => {
    for (const button of ways.children) /** @type {HTMLButtonElement} */ (button).disabled = isOff;
  });
  return h('section', { class: 'sketch-settings', 'aria-label': 'Settings of the sketch' },
    h('div', { class: 'sketch-method' }, method.element, measure.element), price, sentence, ways);
}

/**
 * The settings of the sketch in the form that the controls of settings know.
 * @param {Store} store @param {(change: Partial<TrainingSettings>) => void} set
 * @returns {import('../settings/settings-store.js').SettingsStore}
 */
function asSettings(store, set) {
  const settingsStore = {
    get: () => ({ ...store.get(), settings: sketchSettings(store.get()), problem: null }),
    dispatch: (/** @type {{ type: string, change?: Partial<TrainingSettings> }} */ { change }) => set(change ?? {}),
  };
  return /** @type {import('../settings/settings-store.js').SettingsStore} */ (/** @type {unknown} */ (settingsStore));
}
