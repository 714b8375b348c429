// The decay profile's controls with a live drawing of c beside the measure's discounts. Part of the loss panel.

import { showNotFetched } from '../../store/alert-state.js';
import { h, fill } from '../../ui/dom.js';
import { checkAll, profilesOf } from '../../core/core.js';
import { fetchedPart } from '../../ui/fetched-part.js';
import { decayPicture } from './decay-picture.js';
import { moreSettings, numberField, selectField } from '../../ui/fields.js';
import { decayExponent, decayKind, hasOption, methodOf, refusals } from './settings.js';

const RANKS = 30;
const OWN_POWER = 'power';
const LIST = 'list';

/** @param {import('./settings-store.js').SettingsStore} store */
export function decayControls(store) {
  /** @param {Partial<import('../../core/protocol.js').TrainingSettings>} change */
  const set = (change) => store.dispatch({ type: 'settings', change });
  const details = h('div', { class: 'note' });
  const preset = selectField('Decay profile c', (name) => {
    if (name === OWN_POWER) set({ decay: 'power:0.75' });
    else if (name === LIST) set({ decay: firstList(store.get().settings) });
    else set({ decay: name });
  }, details, true);
  const exponent = numberField('Exponent p', { min: 0, step: 'any' },
    (value) => set({ decay: `power:${value ?? Number.NaN}` }));
  const offset = numberField('Offset', { min: 0, step: 'any' }, (value) => set({ offset: value ?? Number.NaN }));
  const cut = numberField('Zero from rank', { min: 1, step: 1, placeholder: 'never' },
    (value) => set({ decay_cut: value ?? undefined }));
  const editor = fetchedPart(async () => (await import('./decay-editor.js')).decayEditor(store), (error) =>
    store.dispatch(showNotFetched('The editor of the decay profile could not be fetched.', 'Choose the profile again',
      error)));
  const power = h('div', { class: 'pair' }, exponent.element, offset.element);
  const picture = h('div', { class: 'profile' });
  const shape = moreSettings('Formula, exponent and cut', details, power, cut.element);

  store.watch(({ settings, problem, catalog }) => [settings, problem, catalog], ([settings, problem, catalog]) => {
    if (!hasOption(methodOf(catalog, settings), 'decay')) return;
    const kind = decayKind(settings.decay);
    const offered = catalog.decays.map((choice) => {
      // A typed list is offered as it stands, so that turning to it never loses what was typed.
      const value = decayKind(choice.name) === 'list' && kind === 'list' ? settings.decay : choice.name;
      return { value, text: choice.label, choice };
    });
    const own = kind === 'power' && !offered.some(({ value }) => value === settings.decay);
    const refused = refusals(checkAll, settings, catalog.defaults, 'decay',
      offered.map(({ value }) => (value === LIST ? 'list:1' : value)));
    const options = offered.map(({ value, text }, at) => ({ value, text, refused: refused[at] }));
    options.push({ value: own ? settings.decay : OWN_POWER, text: 'own exponent', refused: null });
    const now = offered.find(({ value }) => value === settings.decay)?.choice
      ?? offered.find(({ choice }) => decayKind(choice.name) === kind)?.choice;
    /** @param {string} field */
    const problemOf = (field) => (problem?.field === field ? problem.message : null);

    preset.update(options, settings.decay,
      own ? { formula: 'c_j = (j + offset)^−p', summary: 'A power of the rank with your own exponent.' } : now ?? null,
      kind === 'list' || kind === 'power' ? null : problemOf('decay'));
    power.hidden = kind !== 'power';
    if (kind === 'power') {
      exponent.update(decayExponent(settings.decay), '', { problem: problemOf('decay') });
      offset.update(settings.offset, '', { problem: problemOf('offset') });
    }
    editor.element.hidden = kind !== 'list';
    picture.hidden = kind === 'list';
    if (kind === 'list') editor.update(settings, problemOf('decay'));
    cut.update(settings.decay_cut ?? null, '', { problem: problemOf('decay_cut') });
    shape.openIfAtFault();
    const profiles = profilesOf(settings, RANKS);
    fill(picture, profiles ? decayPicture(profiles) : h('p', { class: 'muted' }, 'No profile: see the message above.'));
  });

  return h('div', { class: 'group decay' }, preset.element, picture, editor.element, shape.element);
}

/**
 * The profile at hand as values to begin with.
 * @param {import('../../core/protocol.js').TrainingSettings} settings
 */
function firstList(settings) {
  const c = profilesOf(settings, 10)?.c ?? [1, 0.5];
  return `list:${c.map((value) => Number(value.toPrecision(3))).join(',')}`;
}
