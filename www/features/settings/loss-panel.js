// The method and its options: measure and decay by controls of their own, all else as the catalogue declares it.

import { mended } from '../../core/core.js';
import { showNotFetched } from '../../store/alert-state.js';
import { h, fill } from '../../ui/dom.js';
import { fetchedPart } from '../../ui/fetched-part.js';
import { formula } from '../../ui/formula.js';
import { moreSettings, panel, restOf, selectField } from '../../ui/fields.js';
import { chartedMeasure } from './charted-measure.js';
import { decayControls } from './decay-controls.js';
import { measureControls } from './measure-controls.js';
import { optionControl } from './option-fields.js';
import { familyLabel, hasOption, hasPlanes, methodOf } from './settings.js';

/** @typedef {import('./settings-store.js').SettingsStore} Store */
/** @typedef {import('./settings-store.js').SettingsState} State */
/** @typedef {import('../../core/protocol.js').MethodChoice} MethodChoice */

/** What the controls of the measure, of the decay and of the cost set. */
const OWN_CONTROLS = ['measure', 'decay', 'offset', 'decay_cut', 'cost', 'kind'];

/** @param {HTMLElement} root @param {HTMLElement} rest the place of what is rarely set @param {Store} store */
export function mount(root, rest, store) {
  const written = h('div', { class: 'note' });
  const setMethod = (/** @type {string} */ name) =>
    store.dispatch({ type: 'settings', change: mended({ ...store.get().settings, method: name }) });
  const method = selectField('Method', setMethod, written);
  const origin = h('div', { class: 'note' });
  const measure = measureControls(store);
  const cost = fetchedPart(async () => (await import('./cost-editor.js')).costControls(store), (error) =>
    store.dispatch(showNotFetched('The table of the cost could not be fetched.', 'Choose the method again', error)));
  const decay = decayControls(store);
  const options = methodOptions(store);
  const charted = chartedMeasure(store);
  const more = moreSettings('Formula, source, options', written, origin, measure.details, measure.variants,
    options.element, charted.element, charted.variants);
  // The note of the method stands below the measure, which belongs to it.
  root.append(panel('loss', 'Learner and loss', method.element, measure.element, cost.element, method.note));
  rest.append(restOf('loss', more.element, decay));

  /** @type {MethodChoice | null} */
  let last = null;
  store.watch((state) => [state.settings, state.problem, state.catalog, state.data], ([settings, problem, catalog]) => {
    /** @param {string} field */
    const problemOf = (field) => (problem?.field === field ? problem.message : null);
    const now = methodOf(catalog, settings);
    method.update(catalog.methods.map(({ name, label, family }) =>
        ({ value: name, text: label, group: familyLabel(catalog, family) })), settings.method,
    now && { ...now, summary: gistOf(now.summary) }, problemOf('method'));
    if (now && now !== last) {
      last = now;
      options.make(now);
      fill(origin, gistOf(now.summary) !== now.summary && h('span', {}, now.summary),
        h('span', {}, h('b', {}, hasPlanes(now) ? 'Oracle: ' : 'Cost: '), formula(now.cost)),
        h('span', {}, h('b', {}, 'Source: '), now.source));
    }
    options.update(store.get(), problemOf);
    cost.element.hidden = !hasOption(now, 'cost');
    if (now && hasOption(now, 'cost')) cost.update(now, store.get(), problemOf);
    charted.update(store.get(), problemOf('measures'));
    more.openIfAtFault();
    decay.hidden = !hasOption(now, 'decay');
    measure.update(store.get(), problemOf('measure'));
    const hasMeasure = hasOption(now, 'measure');
    measure.element.hidden = measure.details.hidden = !hasMeasure;
    if (!hasMeasure) measure.variants.hidden = true;
  });
}

/** The first clause of a sentence, which is what the rail has room for. @param {string} summary */
function gistOf(summary) {
  const [clause, rest] = summary.split(/; /, 2);
  return rest === undefined ? summary : `${clause}.`;
}

/** The options of a method that have no controls of their own. @param {Store} store */
function methodOptions(store) {
  const element = h('div', { class: 'group' });
  /** @type {{ name: string, control: import('./option-fields.js').Control }[]} */
  let controls = [];
  return {
    element,
    /** @param {MethodChoice} method */
    make(method) {
      // Where the measure decides whether grades are split into good and bad, the grade is asked for among the rare
      // choices.
      const isElsewhere = (/** @type {string} */ name) => OWN_CONTROLS.includes(name)
        || (name === 'threshold' && hasOption(method, 'measure'));
      const own = method.options.filter(({ name }) => !isElsewhere(name));
      controls = own.map((option) => ({ name: option.name, control: optionControl(option, method, store) }));
      fill(element, controls.map(({ control }) => control.element));
    },
    /** @param {State} state @param {(field: string) => string | null} problemOf */
    update(state, problemOf) {
      element.hidden = controls.length === 0;
      for (const { name, control } of controls) control.update(state, problemOf(name));
    },
  };
}
