// What is open of the inspector, and the permutation that people make themselves. Pure: no DOM, no worker, no wasm.

/** @typedef {import('./protocol.js').Look} Look */
/** @typedef {import('./protocol.js').Place} Place */
/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./wasm/rankscope.js').Valuation} Valuation */
/** @typedef {import('./wasm/rankscope.js').Enumeration} Enumeration */

/** @type {InspectorTab[]} */
export const TABS = ['rankings', 'contributions', 'search', 'own'];

/** How many ranks the inspector offers to show; the last of them is as good as all. */
export const SHOWN = [10, 20, 40, 200, 1000];

/** The views of the inspector, one open at a time. @typedef {'rankings' | 'contributions' | 'search' | 'own'} InspectorTab */

/** Where one's own permutation starts. @typedef {'violator' | 'reference' | 'predicted'} Base */

/**
 * `ranking` null: nothing was moved yet, so it is the ranking of `base`, whatever iteration is shown. `chosen` is a document.
 * @typedef {{ base: Base, ranking: number[] | null, chosen: number | null, valued: (Place & { valuation: Valuation }) | null,
 *   trying: boolean, tried: (Place & { enumeration: Enumeration }) | null }} Own
 */

/** `unfolded`: ranks whose runs of unmoved documents are shown in full. @typedef {{ own: Own, unfolded: number[] }} Microscope */

/**
 * @typedef {{ type: 'inspector tab', tab: InspectorTab }
 *   | { type: 'unfold', rank: number } | { type: 'fold' }
 *   | { type: 'own start', base: Base }
 *   | { type: 'own choose', document: number }
 *   | { type: 'own move', document: number, to: number }
 *   | ({ type: 'own valued', valuation: Valuation } & Place)
 *   | { type: 'try all' }
 *   | ({ type: 'tried all', enumeration: Enumeration } & Place)
 *   | { type: 'own failed' }} MicroscopeAction
 */

/** @type {Microscope} */
export const NO_MICROSCOPE = { own: { base: 'violator', ranking: null, chosen: null, valued: null, trying: false, tried: null }, unfolded: [] };

/** The ranking that people work on: what they made of it, else the one they start from. @param {State} state */
export function ownRanking({ look, microscope: { own } }) {
  return look?.inspection ? own.ranking ?? look.inspection[own.base] : null;
}

/** Whether `place` is what the inspector shows. @param {Place | null} place @param {Look | null} look */
export function isShown(place, look) {
  return Boolean(place && look?.inspection && place.run === look.run && place.iteration === look.iteration && place.query === look.inspection.query);
}

/**
 * @param {Microscope} old
 * @param {MicroscopeAction} action
 * @param {State} state before the action
 * @returns {Microscope}
 */
export function reduceMicroscope(old, action, state) {
  const { own } = old;
  switch (action.type) {
    case 'unfold': return { ...old, unfolded: [...old.unfolded, action.rank] };
    case 'fold': return { ...old, unfolded: [] };
    case 'own start': return { ...old, own: { ...own, base: action.base, ranking: null } };
    case 'own choose': return { ...old, own: { ...own, chosen: action.document } };
    case 'own move': {
      const ranking = ownRanking(state);
      return ranking ? { ...old, own: { ...own, ranking: moved(ranking, action.document, action.to), chosen: action.document } } : old;
    }
    case 'own valued': return { ...old, own: { ...own, valued: { ...placeOf(action), valuation: action.valuation } } };
    case 'try all': return { ...old, own: { ...own, trying: true } };
    case 'tried all': return { ...old, own: { ...own, trying: false, tried: { ...placeOf(action), enumeration: action.enumeration } } };
    case 'own failed': return { ...old, own: { ...own, trying: false } };
    default: return old;
  }
}

/**
 * Another query makes a fresh start; another iteration values the same ranking anew.
 * @param {Microscope} old
 * @param {Look | null} before
 * @param {Look} look
 * @returns {Microscope}
 */
export function refocus(old, before, look) {
  const [one, other] = [before?.inspection, look.inspection];
  if (!one || (other && one.query === other.query && one.id === other.id && one.documents.length === other.documents.length)) return old;
  return { ...NO_MICROSCOPE, own: { ...NO_MICROSCOPE.own, base: old.own.base } };
}

/**
 * A document taken out and put in at another rank, or at the nearest there is.
 * @param {number[]} ranking @param {number} document @param {number} to
 */
export function moved(ranking, document, to) {
  const others = ranking.filter((one) => one !== document);
  if (others.length === ranking.length) return ranking;
  others.splice(Math.min(others.length, Math.max(0, Math.round(to))), 0, document);
  return others;
}

/** @param {Place} place @returns {Place} */
const placeOf = ({ run, iteration, query }) => ({ run, iteration, query });
