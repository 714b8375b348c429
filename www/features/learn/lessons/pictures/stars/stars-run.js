// The ratings of the step, read on the page: the first users, some of their items, and which stars train.

import { Factorization, RatingsReader, generate_ratings } from '../../../../../wasm/rankscope.js';

/** @typedef {import('../../../../ratings/ratings-state.js').RatingsView} RatingsView */
/** A star of a user: of which item, how many, and whether it trains. @typedef {{ item: number, grade: number,
 *   trains: boolean }} Star */
/** @typedef {{ items: number[], rows: Star[][] }} Part */

const USERS = 6;
const ITEMS = 10;

/**
 * Reads the ratings and divides them as the run of the mode does.
 * @param {Pick<RatingsView, 'generated' | 'settings'>} ratings @returns {Part}
 */
export function partOf({ generated, settings }) {
  const reader = new RatingsReader(settings.grades ?? 'ceil');
  reader.push(generate_ratings(generated));
  const all = reader.finish();
  const kept = all.filter_for(settings);
  const run = new Factorization(kept, settings);
  try {
    const users = Array.from({ length: Math.min(USERS, kept.users().length) }, (_, user) => run.user(user));
    const items = mostTrained(users.map(({ items: of, known }) => Array.from(of).slice(0, known)));
    return { items, rows: users.map(({ items: of, grades, known }) => items.flatMap((item) => {
      const at = Array.from(of).indexOf(item);
      return at < 0 ? [] : [{ item, grade: grades[at], trains: at < known }];
    })) };
  } finally {
    run.free();
    kept.free();
    all.free();
  }
}

/** The items with the most stars that train, in the order of the file. @param {number[][]} trained by user */
function mostTrained(trained) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const item of trained.flat()) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort(([one, few], [other, many]) => many - few || one - other).slice(0, ITEMS)
    .map(([item]) => item).sort((one, other) => one - other);
}

/** The stars of a user as a list, the most first. @param {readonly Star[]} row */
export const sorted = (row) => row.toSorted((one, other) => other.grade - one.grade || one.item - other.item);
