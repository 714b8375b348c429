// The error message at the top of the page. Pure.

import { messageOf } from '../core/errors.js';

/** @typedef {import('../core/protocol.js').Problem} Problem */
/**
 * `problems`: faults with their places in a file. `total`: the number of all faults, listed or not.
 * @typedef {{ title: string, detail: string, problems: Problem[], total: number }} Alert
 */
/** @typedef {{ alert: Alert | null }} AlertState */
/** @typedef {{ type: 'alert', alert: Alert }} ShowAlert */
/** @typedef {ShowAlert | { type: 'dismiss' }} AlertAction */
/** What shows alerts: a store, or less. @typedef {{ dispatch: (action: ShowAlert) => void }} AlertPlace */

/** An alert about no place in a file. @param {string} title @param {string} detail @returns {Alert} */
export function plainAlert(title, detail) {
  return { title, detail, problems: [], total: 0 };
}

/** The action that shows such an alert. @param {string} title @param {string} detail @returns {ShowAlert} */
export function showAlert(title, detail) {
  return { type: 'alert', alert: plainAlert(title, detail) };
}

/**
 * The action that shows that a part of the page could not be fetched.
 * @param {string} title @param {string} again what to do when there is a connection, such as 'Open it again'
 * @param {unknown} error
 * @returns {ShowAlert}
 */
export function showNotFetched(title, again, error) {
  return showAlert(title, `${messageOf(error)}. ${again} when there is a connection.`);
}
