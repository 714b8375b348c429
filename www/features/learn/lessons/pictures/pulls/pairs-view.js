// The view of pairs: the chosen page, the round of boosting, and what the pairs of the page add up to. No DOM.

import { fixed } from '../../../../../lib/format.js';
import { presenceOf } from '../shown-parts.js';
import { boostedRuns } from './boosted-run.js';
import { drawBar, drawFan, drawRounds, withSign } from './draw-pairs.js';
import { pairsLayout } from './layouts.js';
import { lossOf, pairsOf } from './pair-weights.js';

/** @typedef {import('../../stage/picture.js').Scene} Scene */
/** @typedef {import('./boosted-run.js').BoostedRun} BoostedRun */
/** @typedef {import('./pair-weights.js').Loss} Loss */

const WIDTHS = 'as wide as its weight; 1 with equal scores';
const CUT_OFF = 30; // of LambdaMART, where the settings have none
const SWAPS = 'twice the weight × what a swap changes in NDCG';

/** Without the part of rounds, the scores are those of the page's run, and there is no handle but the choice. */
export class PairsView {
  step = 1;
  #runs = boostedRuns();
  /** @type {BoostedRun} */
  #run = { pages: [], rounds: [], pairs: 0 };
  /** The loss of the method. @type {Loss} */
  #loss = 'logistic';
  #measure = '';
  #chosen = 0;
  /** The pages of the last scene. */
  #seen = '';
  #round = 0;
  /** @type {Scene | null} */
  #scene = null;

  #last() {
    return presenceOf(this.#scene, 'rounds') === 'shown' ? this.#run.rounds.length - 1 : 0;
  }

  range() {
    return /** @type {const} */ ([0, this.#last()]);
  }

  value() {
    return this.#round;
  }

  #hasSwaps() {
    return presenceOf(this.#scene, 'swaps') === 'shown';
  }

  /** @param {number} round @param {number} [page] */
  #pairs(round, page = this.#chosen) {
    const { scores, order } = this.#run.rounds[round];
    const swaps = this.#hasSwaps() ? { order, measure: this.#measure } : null;
    return pairsOf(this.#loss, this.#run.pages, scores, page, swaps);
  }

  words() {
    const { pairs, weight, pull } = this.#pairs(this.#round);
    const { all } = this.#run.rounds[this.#round];
    const share = all ? [`${fixed((100 * weight) / all, 1)} % of all weight`] : [];
    const wrong = pairs.filter(({ lead }) => lead < 0).length;
    const said = [`${pairs.length} pairs, ${wrong} wrong`, `pull ${withSign(pull)}`, ...share].join(', ');
    const title = this.#run.pages[this.#chosen]?.title ?? '';
    return `${presenceOf(this.#scene, 'rounds') === 'absent' ? '' : `Round ${this.#round}, `}${title}: ${said}`;
  }

  caption() {
    return this.#last() ? 'Slide through the rounds, or press another page.' : 'Press a page: its pairs follow.';
  }

  /** @param {boolean} isPhone @param {number} x */
  valueAt(isPhone, x) {
    const { left, right } = pairsLayout(isPhone, 1).track;
    return ((x - left) / (right - left)) * (this.#run.rounds.length - 1);
  }

  /** @param {number} round */
  move(round) {
    this.#round = round;
  }

  /** @param {number} rank */
  choose(rank) {
    this.#chosen = this.#run.rounds[this.#round].order[rank];
  }

  /** @param {number} share of the way through the rounds */
  tell(share) {
    this.#round = Math.round(share * this.#last());
  }

  /** @param {Scene} next @param {boolean} isNew */
  update(next, isNew) {
    const { snapshot, run } = next.state;
    if (!snapshot?.pulls) return;
    this.#scene = next;
    const method = String(run?.settings.method ?? '');
    this.#loss = lossOf(method);
    this.#measure = `ndcg@${run?.settings.cut_off ?? CUT_OFF}`;
    const { documents, predicted, query } = snapshot.pulls;
    const isBoosted = method === 'rankboost' || method === 'frank';
    this.#run = next.lines && isBoosted && presenceOf(this.#scene, 'rounds') !== 'absent'
      ? this.#runs(next.lines, method, query)
      : { pages: documents.map(({ comment, grade }) => ({ title: comment, grade })), pairs: 0,
        rounds: [{ scores: documents.map(({ score }) => score), order: Array.from(predicted), all: null }] };
    const pages = JSON.stringify(this.#run.pages);
    // A new step may come before its own search.
    const isOther = isNew || pages !== this.#seen;
    this.#seen = pages;
    this.#round = isOther ? this.#last() : Math.min(this.#round, this.#run.rounds.length - 1);
    if (isOther) this.#chosen = this.#first();
  }

  /** The page that is pulled the most at the end; while all scores are equal, the page in the middle. */
  #first() {
    const { rounds, pages } = this.#run;
    const last = rounds.length - 1;
    const { order } = rounds[last];
    if (last === 0) return order[Math.floor(order.length / 2)];
    const pulls = pages.map((_, page) => this.#pairs(last, page).pull);
    return pulls.indexOf(Math.max(...pulls));
  }

  /** @param {boolean} isPhone */
  draw(isPhone) {
    const { pages, rounds } = this.#run;
    const layout = pairsLayout(isPhone, pages.length);
    const { order } = rounds[this.#round];
    const hasRounds = rounds.length > 1;
    const hasSwaps = this.#hasSwaps();
    // Where single pairs are compared, or their share of all, their sum is no part of the question.
    const hasSum = !hasRounds && presenceOf(this.#scene, 'swaps') === 'absent';
    const fan = { below: hasSwaps ? SWAPS : WIDTHS, digits: hasRounds || hasSwaps ? 3 : 2,
      pairs: this.#pairs(this.#round),
      most: hasSum ? Math.max(...rounds.map((_, round) => Math.abs(this.#pairs(round).pull))) : null };
    const { left, right, y } = layout.track;
    return { rows: layout.rows, pages, order, chosen: this.#chosen,
      drawn: [...drawFan(layout, order, this.#chosen, fan), ...hasSum || hasRounds ? this.#sums(layout) : [],
        ...hasRounds ? drawRounds(layout, rounds.length - 1, this.#last(), this.#round) : []],
      handle: hasRounds ? { name: 'Round', text: this.words(),
        place: /** @type {const} */ ([left + (this.#round * (right - left)) / (rounds.length - 1), y]) } : null };
  }

  /** @param {import('./layouts.js').PairsLayout} layout */
  #sums(layout) {
    const { pairs, weight } = this.#pairs(this.#round);
    const { all } = this.#run.rounds[this.#round];
    if (all === null) {
      return ([1, -1]).flatMap((way, row) => {
        const sum = pairs.reduce((total, one) => total + (one.way === way ? one.weight : 0), 0);
        return drawBar(layout, row, { name: way > 0 ? 'up' : 'down', kind: way > 0 ? 'up' : 'down', value: sum,
          most: Math.max(weight, 1), text: fixed(sum, 2) });
      });
    }
    return [...drawBar(layout, 0, { name: layout.isPhone ? 'all pairs' : `All ${this.#run.pairs} pairs`, kind: 'all',
      value: all, most: this.#run.pairs, text: fixed(all, 2) }),
    ...drawBar(layout, 1, { name: layout.isPhone ? 'its pairs' : 'Its pairs', kind: 'up', value: weight,
      most: this.#run.pairs, text: `${fixed(weight, 2)}, ${fixed((100 * weight) / all, 1)} % of all` })];
  }
}
