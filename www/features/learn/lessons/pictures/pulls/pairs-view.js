// The view of pairs: the chosen page, the round of boosting, and what the pairs of the page add up to. No DOM.

import { fixed } from '../../../../../lib/format.js';
import { presenceOf } from '../shown-parts.js';
import { boostedRuns } from './boosted-run.js';
import { drawBar, drawFans, drawFirst, drawRounds, withSign } from './draw-pairs.js';
import { pairsLayout } from './layouts.js';
import { lossOf, pairsOf } from './pair-weights.js';

/** @typedef {import('../../stage/picture.js').Scene} Scene */
/** @typedef {import('./boosted-run.js').BoostedRun} BoostedRun */
/** @typedef {import('./pair-weights.js').Loss} Loss */

const NAMES = { exponential: 'RankBoost', fidelity: 'FRank', logistic: 'RankNet' };
const WIDTHS = 'as wide as its weight; 1 with equal scores';
/** Beside each other both losses weigh pairs at the scores of FRank. */
const BELOW = { exponential: 'its weights, FRank’s scores', fidelity: 'its weights, its scores', logistic: WIDTHS };

/** Without the part of rounds, the scores are those of the page's run, and there is no handle but the choice. */
export class PairsView {
  step = 1;
  #runs = boostedRuns();
  /** @type {BoostedRun} */
  #run = { pages: [], rounds: [], pairs: 0 };
  /** The loss of the method. @type {Loss} */
  #loss = 'logistic';
  #chosen = 0;
  #round = 0;
  /** @type {Scene | null} */
  #scene = null;

  /** @param {string} part */
  #presence(part) {
    return this.#scene ? presenceOf(this.#scene, part) : 'absent';
  }

  #last() {
    return this.#presence('rounds') === 'shown' ? this.#run.rounds.length - 1 : 0;
  }

  range() {
    return /** @type {const} */ ([0, this.#last()]);
  }

  value() {
    return this.#round;
  }

  /** @param {Loss} loss @param {number} round */
  #pairs(loss, round) {
    return pairsOf(loss, this.#run.pages, this.#run.rounds[round].scores, this.#chosen);
  }

  /** The losses side by side. @returns {Loss[]} */
  #losses() {
    return this.#presence('limit') === 'absent' ? [this.#loss] : ['exponential', 'fidelity'];
  }

  /** @param {Loss} loss */
  #isHidden(loss) {
    return loss === 'fidelity' && this.#presence('limit') === 'asked';
  }

  words() {
    const title = this.#run.pages[this.#chosen]?.title ?? '';
    const losses = this.#losses();
    const { pairs, weight } = this.#pairs(this.#loss, this.#round);
    const pulls = losses.filter((loss) => !this.#isHidden(loss)).map((loss) =>
      `pull ${losses.length > 1 ? `of ${NAMES[loss]} ` : ''}${withSign(this.#pairs(loss, this.#round).pull)}`);
    const { all } = this.#run.rounds[this.#round];
    const share = all && losses.length === 1 ? [`${fixed((100 * weight) / all, 1)} % of all weight`] : [];
    const wrong = pairs.filter(({ lead }) => lead < 0).length;
    const said = [`${pairs.length} pairs, ${wrong} wrong`, ...pulls, ...share].join(', ');
    return `${this.#presence('rounds') === 'absent' ? '' : `Round ${this.#round}, `}${title}: ${said}`;
  }

  caption() {
    return this.#last() ? 'Slide through the rounds, or press another page.' : 'Press a page: its pairs follow.';
  }

  /** @param {boolean} isPhone @param {number} x */
  valueAt(isPhone, x) {
    const { left, right } = pairsLayout(isPhone, 1, 1).track;
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
    const { documents, predicted, query } = snapshot.pulls;
    const isBoosted = method === 'rankboost' || method === 'frank';
    this.#run = next.lines && isBoosted && this.#presence('rounds') !== 'absent'
      ? this.#runs(next.lines, method, query)
      : { pages: documents.map(({ comment, grade }) => ({ title: comment, grade })), pairs: 0,
        rounds: [{ scores: documents.map(({ score }) => score), order: Array.from(predicted), all: null }] };
    this.#round = isNew ? this.#last() : Math.min(this.#round, this.#run.rounds.length - 1);
    if (isNew) this.#chosen = this.#first();
  }

  /** The page that is pulled the most at the end; while all scores are equal, the page in the middle. */
  #first() {
    const { rounds, pages } = this.#run;
    const { scores, order } = rounds[rounds.length - 1];
    if (rounds.length === 1) return order[Math.floor(order.length / 2)];
    const pulls = pages.map((_, page) => pairsOf(this.#loss, pages, scores, page).pull);
    return pulls.indexOf(Math.max(...pulls));
  }

  /** The greatest pull on the page, or weight of its pairs, in all rounds. @param {'pull' | 'weight'} what */
  #most(what) {
    return Math.max(...this.#run.rounds.flatMap((_, round) => this.#losses().map((loss) =>
      Math.abs(this.#pairs(loss, round)[what]))));
  }

  /** @param {boolean} isPhone */
  draw(isPhone) {
    const { pages, rounds } = this.#run;
    const losses = this.#losses();
    const layout = pairsLayout(isPhone, pages.length, losses.length);
    const { order } = rounds[this.#round];
    const most = this.#most('pull');
    const fans = losses.map((loss) => ({ head: losses.length > 1 ? NAMES[loss] : 'Its pairs', most,
      below: losses.length > 1 ? BELOW[loss] : WIDTHS,
      pairs: this.#isHidden(loss) ? null : this.#pairs(loss, this.#round), tells: losses.length === 1 }));
    const hasRounds = rounds.length > 1;
    const { left, right, y } = layout.track;
    return { rows: layout.rows, pages, order, chosen: this.#chosen,
      drawn: [...drawFans(layout, order, this.#chosen, fans), ...this.#sums(layout),
        ...hasRounds ? drawRounds(layout, rounds.length - 1, this.#last(), this.#round) : []],
      handle: hasRounds ? { name: 'Round', text: this.words(),
        place: /** @type {const} */ ([left + (this.#round * (right - left)) / (rounds.length - 1), y]) } : null };
  }

  /** @param {import('./layouts.js').PairsLayout} layout */
  #sums(layout) {
    const losses = this.#losses();
    if (losses.length > 1) {
      const most = this.#most('weight');
      return [...losses.flatMap((loss, row) => {
        const weight = this.#isHidden(loss) ? null : this.#pairs(loss, this.#round).weight;
        return drawBar(layout, row, { name: `${layout.isPhone ? '' : 'Sum, '}${NAMES[loss]}`, kind: 'up',
          value: weight, most, text: fixed(weight, 2) });
      }), ...drawFirst(layout, this.#pairs('exponential', 0).weight, most)];
    }
    const { pairs, weight } = this.#pairs(this.#loss, this.#round);
    const { all } = this.#run.rounds[this.#round];
    if (all === null) {
      return ([1, -1]).flatMap((way, row) => {
        const sum = pairs.reduce((total, one) => total + (one.way === way ? one.weight : 0), 0);
        return drawBar(layout, row, { name: way > 0 ? 'up' : 'down', kind: way > 0 ? 'up' : 'down', value: sum,
          most: Math.max(weight, 1), text: fixed(sum, 2) });
      });
    }
    return [...drawBar(layout, 0, { name: layout.isPhone ? 'all pairs' : `All ${this.#run.pairs} pairs`, kind: 'all',
      value: all, most: this.#run.pairs, text: fixed(all, 2), part: weight }),
    ...drawBar(layout, 1, { name: layout.isPhone ? 'its pairs' : 'Its pairs', kind: 'up', value: weight,
      most: this.#run.pairs, text: `${fixed(weight, 2)}, ${fixed((100 * weight) / all, 1)} % of all` })];
  }
}
