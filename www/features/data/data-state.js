// The data on the page, and those that are being read. Pure.

import { plainAlert } from '../../store/alert-state.js';
import { plural } from '../../lib/format.js';
import { messageText } from '../settings/labels.js';

/** @typedef {import('../../core/protocol.js').Checksums} Checksums */
/** @typedef {import('../../core/protocol.js').Failure} Failure */
/** @typedef {import('../../core/protocol.js').Part} Part */
/** @typedef {import('../../core/protocol.js').Source} Source */
/** @typedef {import('../../core/protocol.js').Summaries} Summaries */
/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../../store/alert-state.js').AlertState} AlertState */
/** @typedef {import('../settings/settings-state.js').SettingsSlice} SettingsSlice */

/**
 * A request for data. `sample` is the sample's id, null for the user's own data; `settings` are the sample's
 * recommendations, applied when the data has arrived. `pasted`: the training data are lines that were pasted. `readAs`:
 * how files in other formats were read. `without`: numbers of the features that are left out, from 1 and rising.
 * @typedef {{ sample: string | null, name: string, train: Source, valid: Source | null, test: Source | null,
 *   holdOut: boolean, settings: Partial<TrainingSettings>, picture: { width: number, height: number } | null,
 *   features: string[] | null, pasted?: boolean, without?: readonly number[],
 *   readAs?: Partial<Record<Part, import('./file-choices.js').ReadAs>> }} DataRequest
 */

/**
 * `seed` is what parts held out were drawn by. `whole`: all features, where some are left out.
 * @typedef {{ request: DataRequest, seed: number, summaries: Summaries, checksums: Checksums | null,
 *   whole?: import('../../core/protocol.js').WholeData | null }} Data
 */
/**
 * Data that need so much memory that loading waits for a confirmation.
 * @typedef {{ name: string, bytes: number, documents: number, features: number, tooLarge: boolean,
 *   refused: boolean, fits: number }} Held
 */
/**
 * `thenTrain`: Train was pressed while they are read. `thenStep`: iterations that Step asked for.
 * @typedef {{ load: number, request: DataRequest, seed: number, name: string, done: number, of: number | null,
 *   documents: number, held: Held | null, thenTrain: boolean, thenStep?: number }} Loading
 */

/**
 * `loadCount` counts the requests so far. `seed`: what the next data will be split by, where parts are held out.
 * `without`: numbers of the features that the next training leaves out, from 1 and rising.
 * @typedef {{ data: Data | null, loading: Loading | null, loadCount: number, seed: number,
 *   without: readonly number[] }} DataSlice
 */

/** @typedef {{ type: 'load', request: DataRequest }} Load */
/**
 * @typedef {{ type: 'loaded', load: number, summaries: Summaries, checksums?: Checksums,
 *   whole?: import('../../core/protocol.js').WholeData | null }} Loaded
 */
/**
 * Says which features the next training leaves out.
 * @typedef {{ type: 'leave out', without: readonly number[] }} LeaveOut
 */
/**
 * @typedef {Load | Loaded | LeaveOut
 *   | { type: 'loading', load: number, name: string, done: number, of: number | null, documents: number }
 *   | { type: 'load failed', load: number, name: string, failure: Failure }
 *   | { type: 'load held', load: number, held: Held } | { type: 'load anyway' } | { type: 'cancel load' }} DataAction
 */

/** What the panels of this feature see of the state. @typedef {DataSlice & SettingsSlice} DataState */
/**
 * What they dispatch; and they close on a narrow screen when training begins.
 * @typedef {DataAction | import('../../store/alert-state.js').AlertAction
 *   | import('../settings/settings-state.js').SettingsAction} DataPanelAction
 */
/** @typedef {import('../../store/store.js').Store<DataState, DataPanelAction | { type: 'train' }>} DataStore */

/** @type {DataSlice} */
export const NO_DATA = { data: null, loading: null, loadCount: 0, seed: 1, without: [] };

/**
 * Returns the checksums of the data's files. That of a link is another one where a file was not LETOR text: it is of
 * the text that was made of the file.
 * @param {Data} data
 * @returns {Checksums | null}
 */
export function fileChecksums({ checksums, request: { readAs = {} } }) {
  /** @param {Part} part */
  const own = (part) => readAs[part]?.checksum;
  return checksums && { train: own('train') ?? checksums.train, valid: own('valid') ?? checksums.valid,
    test: own('test') ?? checksums.test };
}

/**
 * Whether parts of a request's training data are held out.
 * @param {Pick<DataRequest, 'holdOut' | 'valid' | 'test'>} request
 */
export function isSplit({ holdOut, valid, test }) {
  return holdOut && !valid && !test;
}

/**
 * @template {DataSlice & SettingsSlice & AlertState} S
 * @param {S} state
 * @param {Exclude<DataAction, Loaded>} action
 * @returns {S}
 */
export function reduceData(state, action) {
  const { loading } = state;
  switch (action.type) {
    case 'load': return withLoading(state, action.request, {});
    case 'leave out': {
      const isEmpty = state.data && action.without.length >= allFeatures(state.data).features;
      return isEmpty ? { ...state, alert: plainAlert('The last feature stays on.', 'Switch another one on before.') }
        : { ...state, without: [...action.without].sort((a, b) => a - b) };
    }
    case 'cancel load': return { ...state, loading: null };
    case 'load anyway': return loading ? { ...state, loading: { ...loading, held: null } } : state;
    default: break;
  }
  if (loading?.load !== action.load) return state;
  if (action.type === 'load held') return { ...state, loading: { ...loading, held: action.held } };
  if (action.type === 'loading') {
    const { name, done, of, documents } = action;
    return { ...state, loading: { ...loading, name, done, of, documents } };
  }
  return { ...state, loading: null, alert: failed(state, action) };
}

/**
 * @template {DataSlice & AlertState} S
 * @param {S} state @param {DataRequest} request @param {Partial<Loading>} then what follows when the data are there
 * @returns {S}
 */
function withLoading(state, request, then) {
  const load = state.loadCount + 1;
  return { ...state, loadCount: load, alert: null,
    loading: { load, request, seed: state.seed, name: request.name, done: 0, of: null, documents: 0, held: null,
      thenTrain: false, ...then } };
}

/** @param {DataSlice & SettingsSlice} state @param {Extract<DataAction, { type: 'load failed' }>} action */
function failed({ data, catalog }, { name, failure }) {
  const stays = data ? ` ${data.request.name} stays in place.` : '';
  const { message, problems, total, untrainable } = failure;
  if (untrainable) {
    return plainAlert('This data set cannot be trained with the present settings.',
      `${name}: ${messageText(catalog, message)}${stays}`);
  }
  return { title: `${name} could not be read.${stays}`, detail: problems.length ? '' : message, problems, total };
}

/**
 * Remembers Train, which is pressed while data are read, until they are there; Pause forgets it. Null: this action is
 * about the run that is there.
 * @template {DataSlice} S
 * @param {S} state
 * @param {'train' | 'pause'} type
 * @returns {S | null}
 */
export function trainingToCome(state, type) {
  const { loading } = state;
  const thenTrain = type === 'train';
  if (!loading || loading.held || (!thenTrain && !loading.thenTrain)) return null;
  return { ...state, loading: { ...loading, thenTrain } };
}

/** Whether the next training leaves other features out than the data do. @param {DataSlice} state */
export function hasOtherFeatures({ data, without }) {
  return data !== null && without.join() !== (data.request.without ?? []).join();
}

/** What is off now, or from the next training on; empty where nothing is. @param {DataSlice} state */
export function offText(state) {
  const { length } = state.without;
  const when = hasOtherFeatures(state) ? ' from the next training on' : '';
  if (!length) return when && `All features are on${when}.`;
  return `${plural(length, 'feature')} ${length === 1 ? 'is' : 'are'} off${when}.`;
}

/**
 * Has the data read again where the next training leaves other features out, and goes on then. Null: it does not.
 * @template {DataSlice & AlertState} S
 * @param {S} state
 * @param {{ type: 'train' } | { type: 'step', steps?: number } | { type: 'reset' }} action
 * @returns {S | null}
 */
export function rereadFor(state, action) {
  const { data, loading, without } = state;
  if (!data || loading || !hasOtherFeatures(state)) return null;
  return withLoading({ ...state, seed: data.seed }, { ...data.request, settings: {}, without },
    { thenTrain: action.type === 'train', ...action.type === 'step' && { thenStep: action.steps ?? 1 } });
}

/**
 * All features of the training data: their number, and names as far as they have any.
 * @param {Data} data
 */
export function allFeatures({ whole, summaries: { train } }) {
  return whole ?? { features: train.features, names: train.feature_names };
}

/**
 * Returns the place of a feature of the run among all features of the data; both count from 0.
 * @param {Data | null} data @param {number} feature
 */
export function placeInData(data, feature) {
  return (data?.request.without ?? []).reduce((place, number) => (number <= place + 1 ? place + 1 : place), feature);
}

/** The size of documents that are pictures. Without some pixels they are none. @param {Data | null} data */
export function pictureOf(data) {
  return data && !data.request.without?.length ? data.request.picture : null;
}

/**
 * The data that were being read take the place of those before; their sample's recommendations are put into the
 * settings.
 * @template {DataSlice & SettingsSlice} S
 * @param {S} state
 * @param {Loading} loading
 * @param {Loaded} action
 * @returns {S}
 */
export function withData(state, { request, seed }, { summaries, checksums, whole }) {
  return { ...state, loading: null, data: { request, seed, summaries, checksums: checksums ?? null, whole },
    without: request.without ?? [],
    settings: { ...state.settings, ...request.settings } };
}
