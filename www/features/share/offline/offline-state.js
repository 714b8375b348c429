// State of the offline mode: the network, the samples on this device, and a waiting new version. Pure.

/**
 * `stored`: addresses of sample files on this device; null if the browser cannot keep files.
 * @typedef {{ disconnected: boolean, stored: string[] | null, updateReady: boolean }} Offline
 */

/**
 * `offline/update` only starts the change to the new version.
 * @typedef {{ type: 'offline/connection', disconnected: boolean } | { type: 'offline/stored', stored: string[] }
 *   | { type: 'offline/update ready' } | { type: 'offline/update' }} OfflineAction
 */

/** @typedef {{ offline: Offline }} OfflineState */
/**
 * The panels also handle `loaded`.
 * @typedef {import('../../../store/store.js').Store<OfflineState,
 *   OfflineAction | import('../../data/data-state.js').Loaded>} OfflineStore
 */

/** @type {Offline} */
export const ONLINE = { disconnected: false, stored: null, updateReady: false };

/**
 * @param {Offline} offline
 * @param {OfflineAction} action
 * @returns {Offline}
 */
export function reduceOffline(offline, action) {
  switch (action.type) {
    case 'offline/connection': return { ...offline, disconnected: action.disconnected };
    case 'offline/stored': return { ...offline, stored: action.stored };
    case 'offline/update ready': return { ...offline, updateReady: true };
    default: return offline;
  }
}

/**
 * Returns the names of samples whose files are not all on this device.
 * @param {({ name: string } & Pick<import('../../data/data-state.js').DataRequest, 'train' | 'valid'
 *   | 'test'>)[]} samples
 * @param {Offline} offline
 */
export function missing(samples, { stored }) {
  return samples.filter(({ train, valid, test }) =>
      [train, valid, test].some((source) => source?.kind === 'url' && !stored?.includes(source.url)))
    .map(({ name }) => name);
}

/**
 * Whether the larger samples may be fetched ahead: not for a user who saves data.
 * @param {{ saveData?: boolean } | undefined} connection what the browser says of the network, if it says anything
 */
export function mayKeepRest(connection) {
  return connection?.saveData !== true;
}
