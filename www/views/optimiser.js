// C, the working set, when to stop; rarely used choices under "More".

import { h, say } from '../dom.js';
import { check } from '../core.js';
import { freshId, numberField, panel, selectField } from '../fields.js';
import { significant } from '../format.js';
import { PACES } from '../pace.js';
import { isBinary, methodOf, refusal } from '../settings.js';

const LOWEST = -3; // log10 of the slider's ends
const HIGHEST = 5;

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  /** @param {Partial<import('../protocol.js').TrainingSettings>} change */
  const set = (change) => store.dispatch({ type: 'settings', change });
  const c = numberField('C', { min: 0, step: 'any' }, (value) => set({ c: value ?? Number.NaN }));
  const slider = h('input', { type: 'range', min: LOWEST, max: HIGHEST, step: 0.25, 'aria-label': 'C on a logarithmic scale', oninput: () => set({ c: Number((10 ** slider.valueAsNumber).toPrecision(2)) }) });
  c.note.before(slider);
  const workingSet = selectField('Working set', (name) => set({ working_set: name }));
  const gap = numberField('Stop at gap', { min: 0, step: 'any', unit: '%' }, (value) => set({ gap: value === null ? Number.NaN : Number((value / 100).toPrecision(12)) }));
  const pace = selectField('Pace', (name) => store.dispatch({ type: 'pace', pace: name }));
  const iterations = numberField('Max iterations', { min: 1, step: 1 }, (value) => set({ max_iterations: value ?? Number.NaN }));
  const threshold = numberField('Good from grade', { min: 1, max: 31, step: 1 }, (value) => set({ threshold: value ?? Number.NaN }));
  const zero = checkbox('Drop documents without any feature', (drop_zero) => set({ drop_zero }));
  const twins = checkbox('Drop near-duplicates of unequal grade', (drop_near_duplicates) => set({ drop_near_duplicates }));

  const rare = h('div', { class: 'pair' }, iterations.element, threshold.element);

  const { element, gist } = panel('Optimiser', !matchMedia('(max-width: 760px)').matches,
    c.element,
    workingSet.element, gap.element, pace.element,
    h('details', { class: 'more' }, h('summary', {}, 'More'), h('div', { class: 'panel-body' }, rare, zero.element, twins.element)));
  root.append(element);

  store.watch((state) => [state.pace], ([name]) => {
    const now = PACES.find((one) => one.name === name);
    pace.update(PACES.map((one) => ({ value: one.name, text: one.label })), name, { summary: now?.about });
  });
  store.watch(({ settings, problem, catalog }) => [settings, problem, catalog], ([settings, problem, catalog]) => {
    /** @param {string} field */
    const problemOf = (field) => (problem?.field === field ? problem.message : null);
    c.update(settings.c, 'Price of the mean slack: large follows the data, small keeps w short.', { problem: problemOf('c') });
    if (settings.c > 0) slider.value = String(Math.min(HIGHEST, Math.max(LOWEST, Math.log10(settings.c))));
    slider.setAttribute('aria-valuetext', significant(settings.c));
    gap.update(Number((settings.gap * 100).toPrecision(10)), 'How far the objective may still be above its lower bound.', { problem: problemOf('gap') && 'A percentage above 0 and below 100.' });
    iterations.update(settings.max_iterations, '', { problem: problemOf('max_iterations') });
    // The other methods have it among their own options, under the same name.
    if (isBinary(methodOf(catalog, settings))) threshold.element.remove();
    // Moved while somebody types into it, it would lose the focus.
    else if (!rare.contains(threshold.element)) rare.append(threshold.element);
    threshold.update(settings.threshold, 'for measures of good and bad', { problem: problemOf('threshold') });
    zero.input.checked = settings.drop_zero;
    twins.input.checked = settings.drop_near_duplicates;
    const now = catalog.working_sets.find(({ name }) => name === settings.working_set);
    workingSet.update(catalog.working_sets.map(({ name, label }) => ({ value: name, text: label, refused: refusal(check, settings, catalog.defaults, { working_set: name }) })), settings.working_set, now ?? null, problemOf('working_set'));
    say(gist, `C ${settings.c} · ${now?.label ?? settings.working_set}`);
  });
}

/**
 * @param {string} label
 * @param {(on: boolean) => void} choose
 */
function checkbox(label, choose) {
  const id = freshId('check');
  const input = h('input', { id, type: 'checkbox', onchange: () => choose(input.checked) });
  return { element: h('label', { class: 'check', htmlFor: id }, input, label), input };
}
