// The state of the mode Clicks: the simulation that is wanted, its curves so far, and a log of the user. Pure.

import { SESSIONS } from '../../lib/click-shop.js';

/** @typedef {import('../../core/clicks-protocol.js').FromClicks} FromClicks */
/** @typedef {import('../../core/clicks-protocol.js').ClickSettings} ClickSettings */
/** @typedef {import('../../core/clicks-protocol.js').CurvePoint} CurvePoint */
/** @typedef {import('../../core/clicks-protocol.js').Grounds} Grounds */
/** @typedef {import('../../core/clicks-protocol.js').OwnLog} OwnLog */

/**
 * Curves of a simulation. `isWhole`: whether all points are there.
 * @typedef {{ task: number, settings: ClickSettings, grounds: Grounds, points: CurvePoint[], isWhole: boolean,
 *   milliseconds: number | null }} Curves
 */

/**
 * `stop`: the place of the shown number of sessions in SESSIONS. `task`: the newest simulation. `curves`: those shown,
 * of an earlier simulation until the newest has begun. `own`: the user's log. `files`: the data and the log that the
 * user chose.
 * @typedef {{ isAwake: boolean, crash: string, settings: ClickSettings, stop: number, task: number,
 *   curves: Curves | null, problem: string, files: { data: File | null, log: File | null }, load: number,
 *   isReading: boolean, own: OwnLog | null, unread: string }} ClicksView
 */

/** @typedef {{ clicks: ClicksView }} ClicksSlice */

/**
 * @typedef {{ type: 'clicks/settings', change: Partial<ClickSettings> }
 *   | { type: 'clicks/stop', stop: number }
 *   | { type: 'clicks/files', change: { data?: File, log?: File } }
 *   | { type: 'clicks/close' }
 *   | { type: 'clicks/lost', message: string }
 *   | { type: 'clicks/message', message: FromClicks }} ClicksAction
 */
/** @typedef {ClicksSlice & { theme: string } & import('../../store/panels.js').PanelsState} ClicksState */
/** @typedef {import('../../store/store.js').Store<ClicksState, ClicksAction>} ClicksStore */

/** @type {ClicksView} */
export const NO_CLICKS = {
  isAwake: false, crash: '', stop: SESSIONS.indexOf(10_000), task: 1, curves: null, problem: '',
  settings: { users: 'pbm', eta: 1, noise: 0.1, logger: 'feature:popular', swaps: true, divisor: 'true', assumed: 1,
    clips: false },
  files: { data: null, log: null }, load: 0, isReading: false, own: null, unread: '',
};

/**
 * @param {ClicksView} old
 * @param {ClicksAction} action
 * @returns {ClicksView}
 */
export function reduceClicks(old, action) {
  switch (action.type) {
    case 'clicks/settings': {
      const settings = possible({ ...old.settings, ...action.change });
      const next = { ...old, settings, task: old.task + 1, problem: '' };
      return old.own && settings.assumed !== old.settings.assumed ? reading(next) : next;
    }
    case 'clicks/stop': return { ...old, stop: Math.min(SESSIONS.length - 1, Math.max(0, Math.round(action.stop))) };
    case 'clicks/files': {
      const next = { ...old, files: { ...old.files, ...action.change }, unread: '' };
      return next.files.data && next.files.log ? reading(next) : next;
    }
    case 'clicks/close': return { ...old, files: NO_CLICKS.files, own: null, unread: '', isReading: false };
    case 'clicks/lost': return { ...old, isAwake: false, isReading: false, crash: action.message };
    case 'clicks/message': return received(old, action.message);
    default: return old;
  }
}

/** The chosen files are read. @param {ClicksView} old @returns {ClicksView} */
const reading = (old) => ({ ...old, load: old.load + 1, isReading: true });

/** Without swaps no log of one order tells the chances; a random order needs none. @param {ClickSettings} settings */
function possible(settings) {
  const swaps = settings.swaps && settings.logger !== 'random';
  const isKnown = settings.users === 'pbm' || settings.users === 'trust' || settings.users === 'dcm';
  const divisor = settings.divisor === 'estimated' && !swaps ? 'true' : settings.divisor;
  return { ...settings, swaps, divisor: divisor === 'true' && !isKnown ? (swaps ? 'estimated' : 'assumed') : divisor };
}

/** @param {ClicksView} old @param {FromClicks} message @returns {ClicksView} */
function received(old, message) {
  switch (message.type) {
    case 'awake': return { ...old, isAwake: true, crash: '' };
    case 'begun': case 'point': case 'finished': case 'unsimulated':
      return message.task === old.task ? simulated(old, message) : old;
    case 'read': case 'unread':
      if (message.load !== old.load || !old.isReading) return old;
      return message.type === 'read' ? { ...old, isReading: false, own: message.own, unread: '' }
        : { ...old, isReading: false, unread: message.message };
    default: return old;
  }
}

/**
 * @param {ClicksView} old
 * @param {Extract<FromClicks, { type: 'begun' | 'point' | 'finished' | 'unsimulated' }>} message
 * @returns {ClicksView}
 */
function simulated(old, message) {
  const { curves, settings } = old;
  if (message.type === 'unsimulated') return { ...old, problem: message.message };
  if (message.type === 'begun') {
    return { ...old, curves: { task: message.task, settings, grounds: message.grounds, points: [], isWhole: false,
      milliseconds: null } };
  }
  if (curves?.task !== message.task) return old;
  return message.type === 'point' ? { ...old, curves: { ...curves, points: [...curves.points, message.point] } }
    : { ...old, curves: { ...curves, isWhole: true, milliseconds: message.milliseconds } };
}

/** The point at the shown number of sessions; null while it is computed. @param {ClicksView} clicks */
export function shownPoint({ curves, stop }) {
  return curves?.points.find(({ sessions }) => sessions === SESSIONS[stop]) ?? null;
}

/** What the corrected estimate is called. @param {ClickSettings} settings */
export const correctedName = ({ users, divisor }) => (users === 'trust' && divisor !== 'estimated' ? 'affine' : 'IPS');
