// How fast training may go, so that even a short run can be watched and paused. Pure.

/** @typedef {import('../../core/protocol.js').Pace} Pace */

/** @type {{ name: string, label: string, about: string, pace: Pace | null }[]} */
export const PACES = [
  { name: 'ease', label: 'ease in', about: 'At most 30 iterations a second for the first 3 seconds, then full speed.',
    pace: { every: 33, until: 3000 } },
  { name: 'full', label: 'full speed', about: 'As fast as this device can.', pace: null },
  { name: 'slow', label: '4 a second', about: 'Slow enough to follow the inspector.',
    pace: { every: 250, until: null } },
  { name: 'crawl', label: '1 a second', about: 'One iteration a second.', pace: { every: 1000, until: null } },
];

/** @param {string} name */
export function paceOf(name) {
  return PACES.find((one) => one.name === name)?.pace ?? null;
}
