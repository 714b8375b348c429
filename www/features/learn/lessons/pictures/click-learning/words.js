// What the picture of learning from clicks says in words. Nothing that is hidden is said. Pure.

import { count, fixed } from '../../../../../lib/format.js';
import { meanOf, valuesOf } from '../../../../../pictures/clicks/log-values.js';
import { wholeShares } from '../../../../../pictures/clicks/weight-shares.js';

/** @typedef {import('../../../../../core/clicks-protocol.js').Learned} Learned */
/** @typedef {import('../../../../../core/clicks-protocol.js').CurvePoint} CurvePoint */

/** @param {Pick<import('./draw-shares.js').View, 'features' | 'rows'>} view */
export const shareWords = ({ features, rows }) => rows.map(({ name, shares }) => {
  const wholes = shares && wholeShares(shares);
  return `${name}: ${wholes ? features.flatMap((feature, at) => (wholes[at] > 0 ? [`${feature} ${wholes[at]} %`] : []))
    .join(', ') : 'hidden'}`;
}).join('; ');

/** @param {Learned | null} learned */
function rangeWords(learned) {
  const values = valuesOf(learned);
  return `${fixed(meanOf(learned), 3)} (${fixed(Math.min(...values), 3)} to ${fixed(Math.max(...values), 3)})`;
}

/**
 * What the curves say at a number of sessions.
 * @param {CurvePoint} point @param {string | null} name of the corrected model; null while it is hidden
 */
export const pointWords = ({ sessions, naive, corrected }, name) =>
  `${count(sessions)} sessions: naive ${rangeWords(naive)}${name === null ? '' : `, ${name} ${rangeWords(corrected)}`}`;
