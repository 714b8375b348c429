// State of the laboratories of theory: which one is shown, its values, and the newest result. Pure.

import { isOpen } from '../../store/panels.js';
import { LABS } from './labs.js';

/** @typedef {import('./lab-view.js').LabResult} LabResult */
/** @typedef {import('./lab-view.js').Values} Values */
/** @typedef {import('../data/data-state.js').DataState['data']} Data */
/** `of`: the data that it is about, null for none. @typedef {{ key: string, of: Data, result: LabResult | null,
 *   problem: string }} Told */
/** `values`: by laboratory. @typedef {{ lab: string, values: Record<string, Values>, told: Told | null }} Theory */

/**
 * @typedef {{ type: 'theory/choose', lab: string } | { type: 'theory/values', values: Values }
 *   | { type: 'theory/told', run: number, lab: string, options: string[], result: LabResult | null, problem: string }
 *   } TheoryAction
 */
/**
 * What the panel sees of the state.
 * @typedef {{ theory: Theory } & import('../../store/panels.js').PanelsState
 *   & import('../data/data-state.js').DataState} TheoryState
 */
/** @typedef {import('../../store/store.js').Store<TheoryState, TheoryAction>} TheoryStore */

/** @type {Theory} */
export const FIRST_LAB = { lab: LABS[0].name, values: Object.fromEntries(LABS.map(({ name, first }) => [name, first])),
  told: null };

/** The laboratory that is shown. @param {Theory} theory */
export const labOf = ({ lab }) => LABS.find(({ name }) => name === lab) ?? LABS[0];

/** The values of the laboratory that is shown. @param {Theory} theory */
export const valuesOf = (theory) => theory.values[labOf(theory).name];

/** What the core is asked, as texts. @param {Theory} theory */
function optionsOf(theory) {
  const asked = labOf(theory).asked(valuesOf(theory));
  return Object.entries(asked).map(([name, value]) => `${name}=${value}`);
}

/** @param {string} lab @param {string[]} options */
const keyOf = (lab, options) => [lab, ...options].join(' ');

/** The data that the laboratory is about. @param {TheoryState} state */
const dataOf = ({ theory, data }) => (labOf(theory).needsData ? data : null);

/** The result for the present values, null while there is none. @param {TheoryState} state @returns {Told | null} */
export function toldNow(state) {
  const { theory } = state;
  const { told } = theory;
  const isNow = told?.key === keyOf(labOf(theory).name, optionsOf(theory)) && told.of === dataOf(state);
  return isNow ? told : null;
}

/**
 * @param {Theory} old @param {TheoryAction} action
 * @param {{ run: { id: number } | null, data: Data }} state
 * @returns {Theory}
 */
export function reduceTheory(old, action, { run, data }) {
  switch (action.type) {
    case 'theory/choose': return LABS.some(({ name }) => name === action.lab) ? { ...old, lab: action.lab } : old;
    case 'theory/values': {
      const { name } = labOf(old);
      return { ...old, values: { ...old.values, [name]: { ...old.values[name], ...action.values } } };
    }
    case 'theory/told': {
      if (action.run !== run?.id) return old;
      const { lab, options, result, problem } = action;
      const of = LABS.find(({ name }) => name === lab)?.needsData ? data : null;
      return { ...old, told: { key: keyOf(lab, options), of, result, problem } };
    }
    default: return old;
  }
}

/** @type {import('../../core/protocol.js').RequestKind<TheoryState>} */
export const THEORY_REQUEST = {
  type: 'theory', answer: 'theory/told',
  wanted: (state, { run }) => (isOpen(state, 'theory') && !toldNow(state)
    ? { type: 'theory', run: run.id, lab: labOf(state.theory).name, options: optionsOf(state.theory) } : null),
};
