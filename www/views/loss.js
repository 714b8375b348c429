// The method, its measure and the reference ranking.

import { h, fill, say } from '../dom.js';
import { check } from '../core.js';
import { numberField, panel, selectField } from '../fields.js';
import { measureName } from '../format.js';
import { joinMeasure, measureChoice, measureText, refusal, splitMeasure } from '../settings.js';
import { decayControls } from '../decay.js';

/** @typedef {import('../store.js').Store} Store */

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
  const reference = selectField('Reference ranking', (name) => set({ reference: name }));
  const decay = decayControls(store);

  const { element, gist } = panel('Loss', !matchMedia('(max-width: 760px)').matches,
    method.element, h('div', { class: 'group-choice' }, h('div', { class: 'pair wide-first' }, measure.element, cutOff.element), measure.note), parameters, decay, reference.element);
  root.append(element);

  let parametersOf = '';
  store.watch(({ settings, problem, catalog }) => [settings, problem, catalog], ([settings, problem, catalog]) => {
    const { defaults } = catalog;
    const now = measureChoice(catalog, settings);
    const parts = splitMeasure(settings.measure);
    /** @param {string} field */
    const problemOf = (field) => (problem?.field === field ? problem.message : null);

    const methodNow = catalog.methods.find(({ name }) => name === settings.method);
    method.update(catalog.methods.map(({ name, label }) => ({ value: name, text: label })), settings.method, methodNow ?? null, problemOf('method'));
    measure.update(catalog.measures.map((choice) => ({ value: choice.name, text: choice.label, refused: refusal(check, settings, defaults, { measure: measureText(choice, parts.cutOff ?? choice.default_cut_off ?? null) }) })), now.name, now, now.cut_off ? null : problemOf('measure'));
    cutOff.update(parts.cutOff, now.cut_off ? '' : 'this measure takes none', { disabled: !now.cut_off, problem: now.cut_off ? problemOf('measure') : null });

    if (parametersOf !== now.name) {
      parametersOf = now.name;
      fill(parameters, now.parameters.map((parameter, at) => {
        const field = numberField(parameter.label, { min: parameter.minimum, max: parameter.maximum }, (value) => {
          const { name, cutOff: k, parameters: old } = splitMeasure(store.get().settings.measure);
          set({ measure: joinMeasure(name, k, old.map((one, index) => (index === at ? value ?? parameter.default : one))) });
        });
        field.update(parts.parameters[at] ?? parameter.default, parameter.summary);
        return field.element;
      }));
    }
    parameters.hidden = now.parameters.length === 0;

    const referenceNow = catalog.references.find(({ name }) => name === settings.reference);
    reference.update(catalog.references.map(({ name, label }) => ({ value: name, text: label, refused: refusal(check, settings, defaults, { reference: name }) })), settings.reference, referenceNow ?? null, problemOf('reference'));
    say(gist, `${methodNow?.label ?? settings.method} · ${measureName(settings.measure)}`);
  });
}
