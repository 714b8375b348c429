// The decay profile's controls with a live drawing of c beside the measure's discounts. Part of the loss panel.

import { h, s, fill } from './dom.js';
import { check, profilesOf } from './core.js';
import { decayEditor } from './decay-editor.js';
import { numberField, selectField } from './fields.js';
import { significant } from './format.js';
import { decayExponent, decayKind, heeds, methodOf, refusal } from './settings.js';

const RANKS = 30;
const OWN_POWER = 'power';
const LIST = 'list';

/** @param {import('./store.js').Store} store */
export function decayControls(store) {
  /** @param {Partial<import('./protocol.js').TrainingSettings>} change */
  const set = (change) => store.dispatch({ type: 'settings', change });
  const preset = selectField('Decay profile c', (name) => {
    if (name === OWN_POWER) set({ decay: 'power:0.75' });
    else if (name === LIST) set({ decay: firstList(store.get().settings) });
    else set({ decay: name });
  });
  const exponent = numberField('Exponent p', { min: 0, step: 'any' }, (value) => set({ decay: `power:${value ?? Number.NaN}` }));
  const offset = numberField('Offset', { min: 0, step: 'any' }, (value) => set({ offset: value ?? Number.NaN }));
  const cut = numberField('Zero from rank', { min: 1, step: 1, placeholder: 'never' }, (value) => set({ decay_cut: value ?? undefined }));
  const editor = decayEditor(store);
  const power = h('div', { class: 'pair' }, exponent.element, offset.element);
  const picture = h('div', { class: 'profile' });

  store.watch(({ settings, problem, catalog }) => [settings, problem, catalog], ([settings, problem, catalog]) => {
    if (!heeds(methodOf(catalog, settings), 'decay')) return;
    const kind = decayKind(settings.decay);
    const offered = catalog.decays.map((choice) => {
      // A typed list is offered as it stands, so that turning to it never loses what was typed.
      const value = decayKind(choice.name) === 'list' && kind === 'list' ? settings.decay : choice.name;
      return { value, text: choice.label, choice };
    });
    const own = kind === 'power' && !offered.some(({ value }) => value === settings.decay);
    const options = offered.map(({ value, text }) => ({ value, text, refused: refusal(check, settings, catalog.defaults, { decay: value === LIST ? 'list:1' : value }) }));
    options.push({ value: own ? settings.decay : OWN_POWER, text: 'own exponent', refused: null });
    const now = offered.find(({ value }) => value === settings.decay)?.choice ?? offered.find(({ choice }) => decayKind(choice.name) === kind)?.choice;
    /** @param {string} field */
    const problemOf = (field) => (problem?.field === field ? problem.message : null);

    preset.update(options, settings.decay, own ? { formula: 'c_j = (j + offset)^−p', summary: 'A power of the rank with your own exponent.' } : now ?? null, kind === 'list' || kind === 'power' ? null : problemOf('decay'));
    power.hidden = kind !== 'power';
    if (kind === 'power') {
      exponent.update(decayExponent(settings.decay), '', { problem: problemOf('decay') });
      offset.update(settings.offset, '', { problem: problemOf('offset') });
    }
    editor.element.hidden = kind !== 'list';
    picture.hidden = kind === 'list';
    if (kind === 'list') editor.update(settings, problemOf('decay'));
    cut.update(settings.decay_cut ?? null, '', { problem: problemOf('decay_cut') });
    drawProfile(picture, profilesOf(settings, RANKS));
  });

  return h('div', { class: 'group' }, preset.element, picture, power, editor.element, cut.element);
}

/**
 * The profile at hand as values to begin with.
 * @param {import('./protocol.js').TrainingSettings} settings
 */
function firstList(settings) {
  const c = profilesOf(settings, 10)?.c ?? [1, 0.5];
  return `list:${c.map((value) => Number(value.toPrecision(3))).join(',')}`;
}

/**
 * c as a line, a as a dashed line, each against its own greatest value.
 * @param {HTMLElement} place
 * @param {{ c: number[], a: number[] } | null} profiles
 */
function drawProfile(place, profiles) {
  if (!profiles) return fill(place, h('p', { class: 'muted' }, 'No profile: see the message above.'));
  const { c, a } = profiles;
  /** @param {number[]} values */
  const path = (values) => {
    const top = Math.max(...values) || 1;
    return values.map((value, j) => `${j ? 'L' : 'M'}${((100 * j) / Math.max(1, values.length - 1)).toFixed(2)} ${(38 - (34 * value) / top).toFixed(2)}`).join('');
  };
  const drawing = s('svg', { viewBox: '0 0 100 40', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    a.length > 0 && s('path', { class: 'profile-a', d: path(a) }), s('path', { class: 'profile-c', d: path(c) }));
  fill(place, drawing, h('p', { class: 'muted' },
    h('span', { class: 'key key-c' }, 'c'), a.length > 0 && h('span', { class: 'key key-a' }, 'discount a'), h('span', {}, `ranks 1–${c.length}`)), h('div', { class: 'hidden' }, h('table', {}, h('caption', {}, 'Decay profile by rank'),
    h('thead', {}, h('tr', {}, ['rank', 'c', a.length > 0 && 'discount a'].map((text) => text && h('th', { scope: 'col' }, text)))),
    h('tbody', {}, c.map((value, j) => h('tr', {}, h('th', { scope: 'row' }, j + 1), h('td', {}, significant(value)), a.length > 0 && h('td', {}, significant(a[j]))))))));
}
