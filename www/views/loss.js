// The method and what it heeds: measure and decay by controls of their own, all else as the catalogue tells it.

import { h, fill, say } from '../dom.js';
import { check } from '../core.js';
import { formula, numberField, panel, selectField } from '../fields.js';
import { measureName } from '../format.js';
import { heeds, joinMeasure, measureChoice, measureParameters, measureText, methodOf, refusal, splitMeasure } from '../settings.js';
import { decayControls } from '../decay.js';
import { optionControl } from '../options.js';

/** @typedef {import('../store.js').Store} Store */

/** What the controls of the measure and of the decay set. */
const OWN_CONTROLS = ['measure', 'decay', 'offset', 'decay_cut'];

/** @param {HTMLElement} root @param {Store} store */
export function mount(root, store) {
  /** @param {Partial<import('../protocol.js').TrainingSettings>} change */
  const set = (change) => store.dispatch({ type: 'settings', change });
  const method = selectField('Method', (name) => set({ method: name }));
  const measure = selectField('Measure', (name) => {
    const { catalog, settings } = store.get();
    const choice = catalog.measures.find((one) => one.name === name);
    const { cutOff: k } = splitMeasure(settings.measure);
    // A cut-off that nobody chose gives way to the usual one of the new measure.
    const chosen = k !== (measureChoice(catalog, settings).default_cut_off ?? null);
    if (choice) set({ measure: measureText(choice, chosen ? k : null) });
  });
  const cutOff = numberField('Cut-off k', { min: 1, step: 1, placeholder: 'whole list' }, (value) => {
    const { name, parameters } = splitMeasure(store.get().settings.measure);
    set({ measure: joinMeasure(name, value, parameters) });
  });
  const parameters = h('div', { class: 'pair' });
  const decay = decayControls(store);

  const measures = h('div', { class: 'group' }, h('div', { class: 'group-choice' }, h('div', { class: 'pair wide-first' }, measure.element, cutOff.element), measure.note), parameters);
  const options = h('div', { class: 'group' });
  const origin = h('div', { class: 'note' });
  const more = h('details', { class: 'more' }, h('summary', {}, 'Cost and source'), origin);

  const { element, gist } = panel('Loss', !matchMedia('(max-width: 760px)').matches,
    h('div', { class: 'group-choice' }, method.element, more), measures, decay, options);
  root.append(element);

  let parametersOf = '';
  /** @type {ReturnType<typeof numberField>[]} */
  let fields = [];
  let optionsOf = '';
  /** @type {{ name: string, control: import('../options.js').Control }[]} */
  let controls = [];
  store.watch(({ settings, problem, catalog }) => [settings, problem, catalog], ([settings, problem, catalog]) => {
    const { defaults } = catalog;
    const now = measureChoice(catalog, settings);
    const parts = splitMeasure(settings.measure);
    /** @param {string} field */
    const problemOf = (field) => (problem?.field === field ? problem.message : null);

    const methodNow = methodOf(catalog, settings);
    method.update(catalog.methods.map(({ name, label }) => ({ value: name, text: label })), settings.method, methodNow, problemOf('method'));
    if (methodNow && optionsOf !== methodNow.name) {
      optionsOf = methodNow.name;
      // Where the measure decides whether grades are split into good and bad, the grade is asked for among the rare choices.
      const general = methodNow.options.filter(({ name }) => !OWN_CONTROLS.includes(name) && !(name === 'threshold' && heeds(methodNow, 'measure')));
      controls = general.map((option) => ({ name: option.name, control: optionControl(option, methodNow, store) }));
      fill(options, controls.map(({ control }) => control.element));
      fill(origin, h('span', {}, h('b', {}, 'Oracle: '), formula(methodNow.cost)), h('span', {}, h('b', {}, 'Source: '), methodNow.source));
    }
    options.hidden = controls.length === 0;
    for (const { name, control } of controls) control.update(store.get(), problemOf(name));
    measures.hidden = !heeds(methodNow, 'measure');
    decay.hidden = !heeds(methodNow, 'decay');
    const values = measureParameters(now, settings.measure);
    const fault = problemOf('measure');
    /** The measure with one of its parameters put otherwise. @param {number} at @param {number} value */
    const parameterAt = (at, value) => joinMeasure(parts.name, parts.cutOff, values.map((one, index) => (index === at ? value : one)));
    // The fault is told beside the parameter that alone would heal it.
    const atFault = fault ? now.parameters.findIndex((one, at) => check({ ...settings, measure: parameterAt(at, one.default) })?.field !== 'measure') : -1;
    measure.update(catalog.measures.map((choice) => ({ value: choice.name, text: choice.label, refused: refusal(check, settings, defaults, { measure: measureText(choice, parts.cutOff ?? choice.default_cut_off ?? null) }) })), now.name, now, now.cut_off || atFault >= 0 ? null : fault);
    cutOff.update(parts.cutOff, now.cut_off ? '' : 'this measure takes none', { disabled: !now.cut_off, problem: now.cut_off ? fault : null });

    if (parametersOf !== now.name) {
      parametersOf = now.name;
      fields = now.parameters.map(({ label, minimum, maximum }, at) => numberField(label, { min: minimum, max: maximum }, (value) => {
        const { measure: text } = store.get().settings;
        const { name, cutOff: k } = splitMeasure(text);
        set({ measure: joinMeasure(name, k, measureParameters(now, text).map((one, index) => (index === at ? value ?? Number.NaN : one))) });
      }));
      fill(parameters, fields.map((field) => field.element));
    }
    for (const [at, field] of fields.entries()) field.update(values[at], now.parameters[at].summary, { problem: at === atFault ? fault : null });
    parameters.hidden = now.parameters.length === 0;

    say(gist, heeds(methodNow, 'measure') ? `${methodNow?.label} · ${measureName(settings.measure)}` : methodNow?.label ?? settings.method);
  });
}
