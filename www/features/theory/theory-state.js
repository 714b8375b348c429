// State of the laboratories of theory: which one is shown, its values, what is being computed, and the newest result.
// Pure.

import { isOpen } from '../../store/panels.js';
import { LABS } from './labs.js';

/** @typedef {import('./lab-view.js').LabResult} LabResult */
/** @typedef {import('./lab-view.js').Values} Values */
/** @typedef {import('../data/data-state.js').DataState['data']} Data */
/** What is asked: a laboratory with its options, and the data that it is about, null for none. @typedef {{ key: string,
 *   of: Data }} Asked */
/** @typedef {Asked & { result: LabResult | null, problem: string }} Told */
/**
 * `values`: by laboratory. `task`: what is being computed. `cancelled`: what the user does not want computed.
 * @typedef {{ lab: string, values: Record<string, Values>, told: Told | null, task: Asked | null,
 *   cancelled: Asked | null }} Theory
 */

/**
 * `theory/again`: what was cancelled is wanted after all.
 * @typedef {{ type: 'theory/choose', lab: string } | { type: 'theory/values', values: Values }
 *   | { type: 'theory/task', task: Asked | null }
 *   | { type: 'theory/told', told: Told } | { type: 'theory/cancel' } | { type: 'theory/again' }} TheoryAction
 */
/**
 * What the panel sees of the state.
 * @typedef {{ theory: Theory } & import('../../store/panels.js').PanelsState
 *   & import('../data/data-state.js').DataState} TheoryState
 */
/** @typedef {import('../../store/store.js').Store<TheoryState, TheoryAction>} TheoryStore */

/** @type {Theory} */
export const FIRST_LAB = { lab: LABS[0].name, values: Object.fromEntries(LABS.map(({ name, first }) => [name, first])),
  told: null, task: null, cancelled: null };

/** The laboratory that is shown. @param {Pick<Theory, 'lab'>} theory */
export const labOf = ({ lab }) => LABS.find(({ name }) => name === lab) ?? LABS[0];

/** The values of the laboratory that is shown. @param {Pick<Theory, 'lab' | 'values'>} theory */
export const valuesOf = (theory) => theory.values[labOf(theory).name];

/** What the core is asked, as texts. @param {Theory} theory */
function optionsOf(theory) {
  const asked = labOf(theory).asked(valuesOf(theory));
  return Object.entries(asked).map(([name, value]) => `${name}=${value}`);
}

/** What the present values ask. @param {TheoryState} state @returns {Asked} */
function askedNow({ theory, data }) {
  const { name, needsData } = labOf(theory);
  return { key: [name, ...optionsOf(theory)].join(' '), of: needsData ? data : null };
}

/** @param {Asked | null} one @param {Asked | null} other */
export const isSame = (one, other) => one === other || (one?.key === other?.key && one?.of === other?.of);

/** The result for the present values, null while there is none. @param {TheoryState} state @returns {Told | null} */
export function toldNow(state) {
  const { told } = state.theory;
  return isSame(told, askedNow(state)) ? told : null;
}

/** Whether the user has cancelled what the present values ask. @param {TheoryState} state */
export const isCancelled = (state) => isSame(state.theory.cancelled, askedNow(state));

/**
 * What has to be computed; null for nothing. A closed panel wants nothing, and a laboratory waits for its data.
 * @param {TheoryState} state @returns {(Asked & { lab: string, options: string[] }) | null}
 */
export function wantedOf(state) {
  const { theory } = state;
  const { name, needsData } = labOf(theory);
  const asked = askedNow(state);
  const isMissing = needsData && !asked.of;
  if (!isOpen(state, 'theory') || isMissing || toldNow(state) || isCancelled(state)) return null;
  return { ...asked, lab: name, options: optionsOf(theory) };
}

/** The laboratory of a link; values that it does not name are those at the start. @param {Theory} old
 * @param {string} name @param {Values} values @returns {Theory} */
export function withLab(old, name, values) {
  const lab = LABS.find((one) => one.name === name);
  return lab ? { ...old, lab: name, values: { ...old.values, [name]: { ...lab.first, ...values } }, cancelled: null }
    : old;
}

/**
 * @param {Theory} old @param {TheoryAction} action @param {TheoryState} state
 * @returns {Theory}
 */
export function reduceTheory(old, action, state) {
  switch (action.type) {
    case 'theory/choose': return LABS.some(({ name }) => name === action.lab) ? { ...old, lab: action.lab } : old;
    case 'theory/values': {
      const { name } = labOf(old);
      return { ...old, values: { ...old.values, [name]: { ...old.values[name], ...action.values } } };
    }
    case 'theory/task': return isSame(old.task, action.task) ? old : { ...old, task: action.task };
    case 'theory/told': return { ...old, told: action.told, task: null };
    case 'theory/cancel': return { ...old, cancelled: askedNow(state), task: null };
    case 'theory/again': return { ...old, cancelled: null };
    default: return old;
  }
}
