// What a rule after the sort reaches: the first page of the kind that the cost wants at rank 1 is lifted there.
// The core prices the lists. No DOM.

import { measures_of_order } from '../../../../../wasm/rankscope.js';
import { CostRun, isNews } from '../position-costs/cost-run.js';

/** @typedef {import('../../../../../core/protocol.js').TrainingSettings} TrainingSettings */
/** A page of the test data. @typedef {{ grade: number, comment: string, features: number[] }} Page */
/** Means over the searches: the measure, and the cost above the cheapest list.
 * @typedef {{ shares: number, cost: number }} Levels */

/** The pages of each search. @param {readonly string[]} lines of LETOR @returns {Page[][]} */
export function searchesOf(lines) {
  /** @type {Map<string, Page[]>} */
  const searches = new Map();
  for (const line of lines) {
    const [, grade, id, values, comment] = /^(\d+) qid:(\S+) ([^#]*)#\s*(.*)$/.exec(line) ?? [];
    if (!id) continue;
    const features = values.trim().split(/\s+/).map((one) => Number(one.split(':')[1]));
    searches.set(id, [...searches.get(id) ?? [], { grade: Number(grade), comment, features }]);
  }
  return [...searches.values()];
}

/** The list by score. @param {readonly Page[]} pages @param {ArrayLike<number>} w */
export function sorted(pages, w) {
  const score = (/** @type {Page} */ { features }) => features.reduce((sum, value, at) => sum + value * w[at], 0);
  return pages.map((_, at) => at).sort((one, other) => score(pages[other]) - score(pages[one]));
}

/** The same list with its first news page at rank 1. @param {readonly Page[]} pages @param {readonly number[]} list */
function lifted(pages, list) {
  const news = list.find((at) => isNews(pages[at].comment));
  return news === undefined ? [...list] : [news, ...list.filter((at) => at !== news)];
}

/**
 * @param {readonly string[]} lines of the test data @param {ArrayLike<number>} w @param {TrainingSettings} settings
 * @param {boolean} isRuled whether the rule is applied
 * @returns {Levels}
 */
export function levelsOf(lines, w, settings, isRuled) {
  const searches = searchesOf(lines);
  const priced = { ...settings, method: 'dorm-cost', max_iterations: 1 };
  const sums = { shares: 0, cost: 0 };
  for (const pages of searches) {
    const list = sorted(pages, w);
    const shown = isRuled ? lifted(pages, list) : list;
    const run = new CostRun(pages.map((page, line) => ({ ...page, line, score: 0 })), priced);
    const table = run.table();
    const costOf = (/** @type {readonly number[]} */ order) =>
      order.reduce((sum, page, rank) => sum + table[rank][run.columns[page]], 0);
    sums.cost += costOf(shown) - costOf(run.answer().cheapest);
    sums.shares += measures_of_order(Uint8Array.from(shown, (page) => pages[page].grade), ['ndcg@10'])[0];
    run.end();
  }
  return { shares: sums.shares / searches.length, cost: sums.cost / searches.length };
}
