// What the core says of one search of people with two wishes: the mean DCG of every list, and the list that each loss
// picks. No DOM.

import { measures_of_order } from '../../../../../wasm/rankscope.js';
import { trainSmall } from '../../figures/small-run.js';
import { ordersOf } from '../all-lists.js';

/** @typedef {import('../../../../../wasm/rankscope.js').TrainingSettings} TrainingSettings */
/** @typedef {typeof LOSSES[number]['part']} Loss */
/** @typedef {{ name: string, grades: number[], gains: number[], won: number[] }} Wish by page */
/** @typedef {{ wishes: [Wish, Wish], people: number, firsts: number, pages: string[] }} Crowd `firsts`: people with the
 *   first wish */

/** `sums`: what is summed over the people for each page. */
export const LOSSES = /** @type {const} */ ([
  { part: 'gain', name: 'regression on gains', short: 'gains', sums: 'gain', settings: { method: 'regression',
    targets: 'gain' } },
  { part: 'grade', name: 'regression on grades', short: 'grades', sums: 'grade', settings: { method: 'regression',
    targets: 'grade' } },
  { part: 'pairs', name: 'RankSVM', short: 'RankSVM', sums: 'pairs won', settings: { method: 'ranksvm',
    pairs_of: 'grades' } },
]);

const LINE = /^(\d+) qid:([a-z]+)-\d+ .*# (.*)$/;

/** Reads the people, their wishes and the pages. @param {readonly string[]} lines @returns {Crowd} */
export function crowdOf(lines) {
  const read = lines.flatMap((line) => {
    const [, grade, wish, page] = LINE.exec(line) ?? [];
    return page ? [{ grade: Number(grade), wish, page }] : [];
  });
  const pages = [...new Set(read.map(({ page }) => page))];
  const names = [...new Set(read.map(({ wish }) => wish))];
  if (names.length !== 2) throw new Error('the picture needs people with two wishes');
  const [first, second] = names.map((name) => {
    const grades = read.filter(({ wish }) => wish === name).slice(0, pages.length).map(({ grade }) => grade);
    return { name, grades, gains: grades.map(gainOf),
      won: grades.map((grade) => grades.filter((other) => other < grade).length) };
  });
  const isFirst = read.filter(({ wish }) => wish === names[0]);
  return { wishes: [first, second], people: read.length / pages.length, firsts: isFirst.length / pages.length, pages };
}

/** @param {readonly number[]} grades from the first rank on */
const dcgOf = (grades) => measures_of_order(Uint8Array.from(grades), ['dcg'])[0];

/**
 * The gain of a grade, a whole number up to rounding. DCG has no value where all grades are 0.
 * @param {number} grade
 */
const gainOf = (grade) => Math.round(dcgOf([grade, 1]) - dcgOf([0, 1]));

/** LETOR lines of a crowd with so many people of the first wish. @param {Crowd} crowd @param {number} firsts */
function linesOf({ wishes, people, pages }, firsts) {
  return Array.from({ length: people }, (_, person) => {
    const { name, grades } = wishes[person < firsts ? 0 : 1];
    // Each page has a feature of its own, so that w gives it any score.
    return grades.map((grade, page) =>
      `${grade} qid:${name}-${person + 1} ${pages.map((_page, at) => `${at + 1}:${at === page ? 1 : 0}`).join(' ')}`);
  }).flat();
}

/**
 * `lists`: every list with its mean DCG. `best`, `picks`: places among them. `sums`: by page.
 * @typedef {{ lists: { order: number[], dcg: number }[], best: number, picks: Record<Loss, number>,
 *   sums: Record<Loss, number[]> }} Mixture
 */

/**
 * Trains the losses on a mixture when it is first asked for.
 * @param {Crowd} crowd @param {TrainingSettings} settings
 */
export function wishesRun(crowd, settings) {
  /** @type {Map<number, Mixture>} */
  const known = new Map();
  const orders = ordersOf(crowd.pages.length);
  return {
    crowd,
    /** @param {number} firsts people with the first wish @returns {Mixture} */
    at(firsts) {
      const mixture = known.get(firsts) ?? mixed(crowd, orders, firsts, settings);
      known.set(firsts, mixture);
      return mixture;
    },
  };
}

/** @typedef {ReturnType<typeof wishesRun>} WishesRun */

/**
 * @param {Crowd} crowd @param {number[][]} orders @param {number} firsts @param {TrainingSettings} settings
 * @returns {Mixture}
 */
function mixed(crowd, orders, firsts, settings) {
  const { wishes: [one, other], people, pages } = crowd;
  const seconds = people - firsts;
  const lists = orders.map((order) => ({ order, dcg: (firsts * dcgOf(order.map((page) => one.grades[page]))
    + seconds * dcgOf(order.map((page) => other.grades[page]))) / people }));
  const best = lists.reduce((top, { dcg }, at) => (dcg > lists[top].dcg ? at : top), 0);
  const lines = linesOf(crowd, firsts);
  const picks = LOSSES.map(({ part, settings: own }) => {
    const { training, end } = trainSmall(lines, { ...settings, ...own });
    const scores = training.model().weights();
    end();
    const order = pages.map((_page, page) => page).sort((a, b) => scores[b] - scores[a]);
    return [part, orders.findIndex((each) => each.join() === order.join())];
  });
  const summed = (/** @type {'gains' | 'grades' | 'won'} */ what) =>
    pages.map((_page, page) => firsts * one[what][page] + seconds * other[what][page]);
  return { lists, best, picks: /** @type {Mixture['picks']} */ (Object.fromEntries(picks)),
    sums: { gain: summed('gains'), grade: summed('grades'), pairs: summed('won') } };
}

/** The mean DCG that a loss gives away. @param {Mixture} mixture @param {Loss} loss */
export const regretOf = ({ lists, best, picks }, loss) => lists[best].dcg - lists[picks[loss]].dcg;

/** The mixture with the greatest regret of a loss. @param {WishesRun} run */
export function mostDivided({ crowd, at }) {
  const regrets = Array.from({ length: crowd.people + 1 }, (_, firsts) =>
    Math.max(...LOSSES.map(({ part }) => regretOf(at(firsts), part))));
  return regrets.indexOf(Math.max(...regrets));
}
