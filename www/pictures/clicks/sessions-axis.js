// The logarithmic axis of the number of sessions. No state.

import { SESSIONS } from '../../lib/click-shop.js';

/** The first and the last number of sessions. */
const [FIRST, LAST] = [SESSIONS[0], SESSIONS[SESSIONS.length - 1]];

/** @typedef {{ left: number, right: number, top: number, bottom: number, isPhone: boolean }} Frame */

/** Where a number of sessions is. @param {Frame} frame @param {number} sessions */
export const acrossSessions = ({ left, right }, sessions) =>
  left + (right - left) * (Math.log(sessions / FIRST) / Math.log(LAST / FIRST));

/** The place in SESSIONS that is nearest to a place of the drawing. @param {Frame} frame @param {number} x */
export function stopAt(frame, x) {
  const distances = SESSIONS.map((sessions) => Math.abs(acrossSessions(frame, sessions) - x));
  return distances.indexOf(Math.min(...distances));
}

/** The ticks of the axis, with their words. A phone has room for every second one. @param {boolean} isPhone */
export const sessionTicks = (isPhone) => SESSIONS.filter((sessions) =>
  Number.isInteger(Math.log10(sessions) / (isPhone ? 2 : 1)))
  .map((sessions) => ({ sessions, text: sessionsText(sessions, isPhone) }));

/** @param {number} sessions @param {boolean} isPhone */
function sessionsText(sessions, isPhone) {
  if (sessions === 1_000_000) return isPhone ? '1 M' : '1 million';
  return isPhone && sessions >= 1000 ? `${sessions / 1000} k` : sessions.toLocaleString('en-US');
}
