// What several logs of one size teach, as numbers. Pure.

/** @typedef {import('../../core/clicks-protocol.js').Learned} Learned */

/** NDCG@10 of the logs that taught something. @param {Learned | null} learned */
export const valuesOf = (learned) => learned?.ndcg.filter((value) => value !== null) ?? [];

/** The mean over the logs that taught something; null if none did. @param {Learned | null} learned */
export function meanOf(learned) {
  const values = valuesOf(learned);
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}
