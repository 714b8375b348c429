// The measure that a method is trained for: its name, its cut-off, its parameters and its variants. Part of the loss
// panel.

import { check, checkAll } from '../../core/core.js';
import { h, fill } from '../../ui/dom.js';
import { numberField, selectField } from '../../ui/fields.js';
import {
  joinMeasure, measureChoice, measureParameters, measureText, measuresOf, refusals, splitMeasure,
} from './settings.js';
import { variantFields } from './variant-fields.js';

/** @typedef {import('./settings-store.js').SettingsStore} Store */
/** @typedef {import('./settings-store.js').SettingsState} State */
/** @typedef {import('../../core/protocol.js').MeasureChoice} MeasureChoice */

/** @param {Store} store */
export function measureControls(store) {
  /** @param {string} measure */
  const set = (measure) => store.dispatch({ type: 'settings', change: { measure } });
  const details = h('div', { class: 'note' });
  const measure = selectField('Measure', (name) => {
    const { catalog, settings } = store.get();
    const choice = catalog.measures.find((one) => one.name === name);
    const { cutOff: k, suffixes } = splitMeasure(settings.measure);
    // A cut-off that the user did not choose is replaced by the default of the new measure.
    const isChosen = k !== (measureChoice(catalog, settings).default_cut_off ?? null);
    if (choice) set(measureText(choice, isChosen ? k : null, suffixes));
  }, details, true);
  const cutOff = numberField('Cut-off k', { min: 1, step: 1, placeholder: 'whole list' }, (value) => {
    const { name, parameters, suffixes } = splitMeasure(store.get().settings.measure);
    set(joinMeasure(name, value, parameters, suffixes));
  });
  // Beside the measure there is room for its letter.
  fill(cutOff.label, h('span', { class: 'hidden' }, 'Cut-off '), h('i', {}, 'k'));
  const parameters = parameterFields(store, set);
  const variants = variantFields('', set);
  const choice = h('div', { class: 'pair wide-first' }, measure.element, cutOff.element);
  return {
    /** The formula and what the measure means. */
    details,
    /** The gain and the discount, which are rare choices. */
    variants: variants.element,
    element: h('div',
      { class: 'group' }, h('div', { class: 'group-choice' }, choice, measure.note), parameters.element),
    /** @param {State} state @param {string | null} fault what is wrong with the measure */
    update(state, fault) {
      const now = measureChoice(state.catalog, state.settings);
      const { cutOff: k } = splitMeasure(state.settings.measure);
      const atFault = fault ? parameterAtFault(state, now) : -1;
      measure.update(offered(state, k), now.name, now, now.cut_off || atFault >= 0 ? null : fault);
      const text = now.cut_off ? '' : 'this measure takes none';
      cutOff.update(k, text, { disabled: !now.cut_off, problem: now.cut_off && atFault < 0 ? fault : null });
      parameters.update(state, now, atFault, fault);
      variants.update(now.variants, state.settings.measure, (texts) =>
        refusals(checkAll, state.settings, state.catalog.defaults, 'measure', texts));
    },
  };
}

/**
 * The measures of the method, with the reason where one cannot be combined with the other settings.
 * @param {State} state
 * @param {number | null} cutOff
 */
function offered({ catalog, settings }, cutOff) {
  const measures = measuresOf(catalog, settings);
  const texts = measures.map((choice) => measureText(choice, cutOff ?? choice.default_cut_off ?? null));
  const refused = refusals(checkAll, settings, catalog.defaults, 'measure', texts);
  return measures.map(({ name, label }, at) => ({ value: name, text: label, refused: refused[at] }));
}

/** The parameter that alone would heal the fault; -1 for none. @param {State} state @param {MeasureChoice} now */
function parameterAtFault({ settings }, now) {
  const { name, cutOff, suffixes } = splitMeasure(settings.measure);
  const values = measureParameters(now, settings.measure);
  return now.parameters.findIndex((one, at) => {
    const measure = joinMeasure(name, cutOff, values.with(at, one.default ?? null), suffixes);
    return check({ ...settings, measure })?.field !== 'measure';
  });
}

/** @param {Store} store @param {(measure: string) => void} set */
function parameterFields(store, set) {
  const element = h('div', { class: 'pair' });
  let madeFor = '';
  /** @type {ReturnType<typeof numberField>[]} */
  let fields = [];
  /** @param {MeasureChoice} choice */
  const make = (choice) => {
    madeFor = choice.name;
    fields = choice.parameters.map(({ label, minimum, maximum, default: usual }, at) => {
      // A parameter without a usual value can be left out.
      const isOptional = (usual ?? null) === null;
      const limits = { min: minimum, max: maximum, placeholder: isOptional ? 'of the data' : undefined };
      return numberField(label, limits, (value) => {
        const { measure } = store.get().settings;
        const { name, cutOff, suffixes } = splitMeasure(measure);
        const values = measureParameters(choice, measure).with(at, value ?? (isOptional ? null : Number.NaN));
        set(joinMeasure(name, cutOff, values, suffixes));
      });
    });
    fill(element, fields.map((field) => field.element));
  };
  return {
    element,
    /** @param {State} state @param {MeasureChoice} now @param {number} atFault @param {string | null} fault */
    update({ settings }, now, atFault, fault) {
      if (madeFor !== now.name) make(now);
      const values = measureParameters(now, settings.measure);
      for (const [at, field] of fields.entries()) {
        field.update(values[at], now.parameters[at].summary, { problem: at === atFault ? fault : null });
      }
      element.hidden = now.parameters.length === 0;
    },
  };
}
