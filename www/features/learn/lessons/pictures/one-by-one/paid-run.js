// What the reports of an online learner say, search by search. Pure.

/**
 * After a search: what it cost, and per search so far what the learner and the best fixed w paid, their difference, and
 * the bound on it.
 * @typedef {{ cost: number, paid: number, best: number, regret: number, bound: number }} Seen
 */

/** @param {readonly unknown[]} reports from w = 0 on @returns {Seen[]} the first search first */
export function seenOf(reports) {
  let sum = 0;
  return reports.slice(1).map((report, at) => {
    const { paid: cost, regret, bound } = /** @type {Record<'paid' | 'regret' | 'bound', number>} */ (report);
    sum += cost;
    const paid = sum / (at + 1);
    return { cost, paid, best: paid - regret, regret, bound };
  });
}

/**
 * The wishes of the readers, in the order of the searches: the part of a search's name before its number. Empty without
 * lines or without a change.
 * @param {readonly string[] | null} lines @returns {{ name: string, from: number }[]} `from`: searches before it
 */
export function wishesOf(lines) {
  const searches = [...new Set((lines ?? []).flatMap((line) => /qid:(\S+)/.exec(line)?.[1] ?? []))];
  const names = searches.map((search) => search.replace(/-?\d+$/, ''));
  const starts = names.flatMap((name, from) => (name === names[from - 1] ? [] : [{ name, from }]));
  return starts.length > 1 ? starts : [];
}
