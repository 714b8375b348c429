// What is open of the inspector, and the user's own permutation. Pure: no DOM, no worker, no wasm.

/** @typedef {import('../../../core/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../../../core/protocol.js').Place} Place */
/** @typedef {import('../../../core/protocol.js').InspectorTab} InspectorTab */
/** @typedef {import('../../run/training/training-state.js').TrainingState} TrainingState */
/** @typedef {import('../../../wasm/rankscope.js').Valuation} Valuation */
/** @typedef {import('../../../wasm/rankscope.js').Enumeration} Enumeration */

/** @type {InspectorTab[]} */
export const TABS = ['rankings', 'contributions', 'search', 'pulls', 'own'];

/** The values of the switch *One per group*. @type {Record<'ON' | 'OFF', OnePerGroup>} */
export const { ON, OFF } = { ON: 'true', OFF: 'false' };

/** How many ranks the inspector offers to show; the last of them is as good as all. */
export const SHOWN = [10, 20, 40, 200, 1000];

/** Where one's own permutation starts. @typedef {'violator' | 'reference' | 'predicted'} Base */

/**
 * `ranking` null: nothing was moved yet, so it is the ranking of `base`, whatever iteration is shown. `chosen` is a
 * document. `arranged`: a ranking from a link, until its query is shown.
 * @typedef {{ base: Base, ranking: number[] | null, chosen: number | null, valued: (Place & { valuation: Valuation })
 *   | null,
 *   arranged: { query: number, ranking: number[] } | null, trying: boolean,
 *   tried: (Place & { enumeration: Enumeration }) | null }} Own
 */

/**
 * `expanded`: ranks whose runs of unmoved documents are shown in full.
 * @typedef {{ own: Own, expanded: number[] }} Inspector
 */

/**
 * @typedef {{ type: 'inspector/tab', tab: InspectorTab } | { type: 'inspector/shown', shown: number }
 *   | { type: 'inspector/one per group', on: boolean }
 *   | { type: 'inspector/expand', rank: number } | { type: 'inspector/collapse' }
 *   | { type: 'inspector/start', base: Base }
 *   | { type: 'inspector/arrange', query: number, ranking: number[] }
 *   | { type: 'inspector/choose', document: number }
 *   | { type: 'inspector/move', document: number, to: number }
 *   | ({ type: 'inspector/valued', valuation: Valuation } & Place)
 *   | { type: 'inspector/try all' }
 *   | ({ type: 'inspector/tried all', enumeration: Enumeration } & Place)
 *   | { type: 'inspector/failed' }} InspectorAction
 */

/**
 * Whether the model's ranking shows one document per group, in the words of links.
 * @typedef {'false' | 'true'} OnePerGroup
 */

/**
 * The ranking of another ranker. `query`: its index in the data.
 * @typedef {{ title: string, query: number, ranking: number[] }} Beside
 */

/**
 * `shown`: ranks. `beside`: what stands beside the rankings of the constraint, such as the model of a file.
 * @typedef {{ inspectorTab: InspectorTab, shown: number, onePerGroup: OnePerGroup, inspector: Inspector,
 *   beside: Beside | null }} InspectorSlice
 */

/** What the views of this feature see of the state. @typedef {InspectorSlice & TrainingState} InspectorState */
/**
 * @typedef {import('../../../store/store.js').Store<InspectorState & import('../../../store/activity.js').Activity,
 *   InspectorAction | import('../../../store/alert-state.js').ShowAlert>} InspectorStore
 */

/** @type {Inspector} */
export const NO_INSPECTOR = {
  own: { base: 'predicted', ranking: null, chosen: null, valued: null, arranged: null, trying: false, tried: null },
  expanded: [] };

/**
 * The ranking that the user edits, else the one that it starts from.
 * @param {Pick<InspectorState, 'snapshot' | 'inspector'>} state
 */
export function ownRanking({ snapshot, inspector: { own } }) {
  return snapshot?.inspection ? own.ranking ?? snapshot.inspection[own.base] : null;
}

/** Whether `place` is what the inspector shows. @param {Place | null} place @param {Snapshot | null} snapshot */
export function isShown(place, snapshot) {
  return Boolean(place && snapshot?.inspection && place.run === snapshot.run && place.iteration === snapshot.iteration
      && place.query === snapshot.inspection.query);
}

/**
 * @param {Inspector} old
 * @param {InspectorAction} action
 * @param {Pick<InspectorState, 'snapshot' | 'inspector'>} state before the action
 * @returns {Inspector}
 */
export function reduceInspector(old, action, state) {
  const { own } = old;
  switch (action.type) {
    case 'inspector/expand': return { ...old, expanded: [...old.expanded, action.rank] };
    case 'inspector/collapse': return { ...old, expanded: [] };
    case 'inspector/start': return { ...old, own: { ...own, base: action.base, ranking: null } };
    case 'inspector/arrange': {
      const { query, ranking } = action;
      return withArranged({ ...old, own: { ...own, arranged: { query, ranking } } }, state.snapshot);
    }
    case 'inspector/choose': return { ...old, own: { ...own, chosen: action.document } };
    case 'inspector/move': {
      const ranking = ownRanking(state);
      return ranking
        ? { ...old, own: { ...own, ranking: moved(ranking, action.document, action.to), chosen: action.document } }
        : old;
    }
    case 'inspector/valued': return { ...old,
      own: { ...own, valued: { ...placeOf(action), valuation: action.valuation } } };
    case 'inspector/try all': return { ...old, own: { ...own, trying: true } };
    case 'inspector/tried all': return { ...old,
      own: { ...own, trying: false, tried: { ...placeOf(action), enumeration: action.enumeration } } };
    case 'inspector/failed': return { ...old, own: { ...own, trying: false } };
    default: return old;
  }
}

/** The inspector as it is first seen: its fields are those of links. */
export const FIRST_VIEW = { inspectorTab: TABS[0], shown: SHOWN[0], onePerGroup: OFF, inspector: NO_INSPECTOR,
  beside: null };

/**
 * @template {InspectorState} S
 * @param {S} state
 * @param {InspectorAction} action
 * @returns {S}
 */
export function reduceInspectorView(state, action) {
  if (action.type === 'inspector/tab') return { ...state, inspectorTab: action.tab };
  if (action.type === 'inspector/shown') return { ...state, shown: action.shown };
  if (action.type === 'inspector/one per group') return { ...state, onePerGroup: action.on ? ON : OFF };
  return { ...state, inspector: reduceInspector(state.inspector, action, state) };
}

/**
 * Another query makes a fresh start, or begins with the ranking of a link; another iteration values the same ranking
 * anew.
 * @param {Inspector} old
 * @param {Snapshot | null} before
 * @param {Snapshot} snapshot
 * @returns {Inspector}
 */
export function refocus(old, before, snapshot) {
  const [one, other] = [before?.inspection, snapshot.inspection];
  const isSame = !one || (other && one.query === other.query && one.id === other.id
    && one.documents.length === other.documents.length);
  const { base, arranged } = old.own;
  return withArranged(isSame ? old : { ...NO_INSPECTOR, own: { ...NO_INSPECTOR.own, base, arranged } }, snapshot);
}

/**
 * Takes the ranking of a link once its query is shown, if it ranks these documents.
 * @param {Inspector} inspector
 * @param {Snapshot | null} snapshot
 * @returns {Inspector}
 */
function withArranged(inspector, snapshot) {
  const { own } = inspector;
  const inspection = snapshot?.inspection;
  if (!own.arranged || inspection?.query !== own.arranged.query) return inspector;
  const fits = own.arranged.ranking.length === inspection.documents.length;
  return { ...inspector, own: { ...own, arranged: null, ranking: fits ? own.arranged.ranking : own.ranking } };
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
