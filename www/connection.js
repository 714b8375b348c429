// Whether there is a network, what of the samples is on this device, and whether a newer page waits. Pure.

/**
 * `held`: addresses of sample files that are on this device, null where nothing can be kept.
 * @typedef {{ offline: boolean, held: string[] | null, newer: boolean }} Connection
 */

/**
 * `renew` is the wish to open the newer page; it changes nothing by itself.
 * @typedef {{ type: 'connection', offline: boolean } | { type: 'held', held: string[] } | { type: 'newer page' } | { type: 'renew' }} ConnectionAction
 */

/** @type {Connection} */
export const CONNECTED = { offline: false, held: null, newer: false };

/**
 * @param {Connection} connection
 * @param {ConnectionAction} action
 * @returns {Connection}
 */
export function reduceConnection(connection, action) {
  switch (action.type) {
    case 'connection': return { ...connection, offline: action.offline };
    case 'held': return { ...connection, held: action.held };
    case 'newer page': return { ...connection, newer: true };
    default: return connection;
  }
}

/**
 * The names of samples that need files which are not on this device.
 * @param {({ name: string } & Pick<import('./reducer.js').Request, 'train' | 'valid' | 'test'>)[]} samples
 * @param {Connection} connection
 */
export function missing(samples, { held }) {
  return samples.filter(({ train, valid, test }) => [train, valid, test].some((source) => source?.kind === 'url' && !held?.includes(source.url))).map(({ name }) => name);
}
