// The list of one search whose pages belong to sites, and what the rule of one page per site makes of it. The core
// ranks and applies the rule; here its ranks are only taken one by one.

import { measures_of_order } from '../../../../../wasm/rankscope.js';
import { repeatsOf } from '../../../../inspect/inspector/groups.js';

/** @typedef {import('../../../../../core/protocol.js').Inspection} Inspection */
/** `kind`: a number for its site, the same in every model’s list.
 * @typedef {{ site: string, kind: number, grade: number }} Page */
/** `pages`: by document, and `lines` of the file, from 1. `scored`, `ruled`: documents from the first rank on. `ranks`:
 * those that count.
 * @typedef {{ pages: Page[], lines: number[], scored: number[], ruled: number[], ranks: number,
 *   value: number | undefined, diverse: NonNullable<Inspection['diverse']> }} SiteList */
/** `gains`: of the ranks that count, struck or not; their sum is `sum` without the repeats.
 * @typedef {{ repeats: boolean[], gains: number[], sum: number, best: number, share: number }} Worth */

/** @param {Inspection} inspection @returns {SiteList | null} null if the pages have no sites */
export function siteList({ documents, predicted, diverse, predicted_value: value }) {
  if (!diverse) return null;
  const pages = documents.map(({ comment, grade }, document) => ({ grade,
    site: comment.replace(/^.*=/, '').slice(0, 2), kind: diverse.groups[document] ?? 0 }));
  return { pages, lines: documents.map(({ line }) => line ?? 0), scored: predicted, ruled: diverse.order,
    ranks: diverse.ranks, value, diverse };
}

/** The highest grade of the data. All searches have one scale of shades. */
export const MOST_GRADE = 3;

/** The list after the rule has filled some ranks. @param {SiteList} list @param {number} filled */
export function orderAt({ scored, ruled }, filled) {
  const taken = ruled.slice(0, filled);
  return [...taken, ...scored.filter((document) => !taken.includes(document))];
}

/** The pages that the rule skips to fill a rank. @param {SiteList} list @param {number} rank from 0 */
export function skippedAt(list, rank) {
  const before = orderAt(list, rank);
  return before.slice(rank, before.indexOf(list.ruled[rank]));
}

/** Gain times discount of all grades. @param {readonly number[]} grades */
const dcgOf = (grades) => (grades.some(Boolean) ? measures_of_order(Uint8Array.from(grades), ['dcg'])[0] : 0);

/** @param {SiteList} list @param {readonly number[]} order @returns {Worth} */
export function worthOf({ pages, ruled, ranks, value, diverse }, order) {
  const gradesOf = (/** @type {readonly number[]} */ documents) =>
    documents.slice(0, ranks).map((document) => pages[document].grade);
  const repeats = repeatsOf(diverse, [...order]);
  const grades = gradesOf(order);
  const gains = grades.map((grade, rank) => dcgOf([...new Array(rank).fill(0), grade]));
  const sum = dcgOf(grades.map((grade, rank) => (repeats[rank] ? 0 : grade)));
  const best = value ? dcgOf(gradesOf(ruled)) / value : 0;
  return { repeats, gains, sum, best, share: best ? sum / best : 0 };
}

/**
 * The best list with one page per site, and the violator at w = 0, which has the most loss: of each site the page of
 * the highest grade, and of the lowest. `pair`: two pages of one site that are taken where grades are equal.
 * @param {SiteList} list @param {readonly number[]} pair @returns {[number[], number[]]}
 */
export function demandLists({ pages, ranks }, [upper, lower]) {
  const pick = (/** @type {1 | -1} */ sign, /** @type {number} */ preferred) => {
    /** @type {Map<string, number>} */
    const taken = new Map();
    for (const [document, { site, grade }] of pages.entries()) {
      const now = taken.get(site);
      const lead = now === undefined ? 1 : sign * (grade - pages[now].grade);
      if (lead > 0 || (lead === 0 && document === preferred)) taken.set(site, document);
    }
    return [...taken.values()].toSorted((one, other) => sign * (pages[other].grade - pages[one].grade))
      .slice(0, ranks);
  };
  return [pick(1, upper), pick(-1, lower)];
}

/** The sites of the first ranks, each once. @param {SiteList} list @param {number} ranks */
export const sitesOf = ({ pages, scored }, ranks) =>
  [...new Map(scored.slice(0, ranks).map((document) => [pages[document].kind, pages[document]])).values()];

/** The features of a page: text, site, and how new it is. @param {string} line of LETOR */
export const featuresOf = (line) =>
  [/\s1:(\S+)/, /\s2:(\S+)/, /\s3:(\S+)/].map((name) => Number(name.exec(line)?.[1] ?? 0));
