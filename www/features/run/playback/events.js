// The events of a run along its slider. Pure.

import { roundStarts } from '../training/run-state.js';

const PLACES = 400; // ticks at the same place are one

/**
 * Places of the realignments from 0 to 1, as texts without duplicates.
 * @param {import('../training/run-state.js').Run | null} run
 */
export function eventShares(run) {
  const end = Math.max(1, (run?.reports.length ?? 0) - 1);
  const places = run ? roundStarts(run).map((iteration) => Math.round((PLACES * iteration) / end) / PLACES) : [];
  return [...new Set(places)].map(String);
}
