// The view of shares: the state of its handle, the shares at a tried score, and what they say. No DOM.

import { fixed } from '../../../../../lib/format.js';
import { presenceOf } from '../shown-parts.js';
import { drawScores, drawShares } from './draw-shares.js';
import { sharesLayout } from './layouts.js';
import { gainOf, printed, scoreFor, sharesOf } from './shares.js';

/** @typedef {import('../../stage/picture.js').Scene} Scene */
/** @typedef {import('./draw-rows.js').Page} Page */

const RANGE = /** @type {const} */ ([-3, 6]);
const STEP = 0.1;

/** The chosen page has the score of the handle, all others keep theirs. */
export class SharesView {
  step = STEP;
  /** @type {Page[]} */
  #pages = [];
  /** @type {number[]} */
  #scores = [];
  /** @type {number[]} */
  #order = [];
  #chosen = 0;
  #told = 1;
  /** The score that the reader tries; null for the score of the run. @type {number | null} */
  #tried = null;
  /** @type {Scene | null} */
  #scene = null;

  /** @param {string} part */
  #has(part) {
    return presenceOf(this.#scene, part) === 'shown';
  }

  /** Of each page its grade, or its gain. @param {boolean} areGains */
  #values(areGains) {
    return this.#pages.map(({ grade }) => (areGains ? gainOf(grade) : grade));
  }

  #shares() {
    return sharesOf(this.#scores.map((one, page) => (page === this.#chosen ? this.value() : one)));
  }

  /** The shares by grade or gain, on their way to what the answer tells. */
  #targets() {
    if (!this.#has('shares')) return null;
    const areGains = this.#has('gains');
    const from = areGains ? sharesOf(this.#values(false)) : null;
    return sharesOf(this.#values(areGains))
      .map((share, page) => this.#told * share + (1 - this.#told) * (from?.[page] ?? 0));
  }

  /** The score at which nothing pulls the chosen page; null before the answer, and where no handle reaches it. */
  #equal() {
    const target = this.#told === 1 ? this.#targets() : null;
    const at = target && scoreFor(this.#scores, this.#chosen, target[this.#chosen]);
    return at !== null && at >= RANGE[0] && at <= RANGE[1] ? at : null;
  }

  range() {
    return RANGE;
  }

  value() {
    return this.#tried ?? this.#scores[this.#chosen];
  }

  words() {
    const [share, target] = [this.#shares()[this.#chosen], this.#targets()?.[this.#chosen]];
    const numbers = printed(target ?? 0, share);
    const said = `${this.#pages[this.#chosen].title}, score ${fixed(this.value(), 1)}: share by score `
      + `${fixed(numbers.share, 1)} %`;
    if (target === undefined) return said;
    const way = numbers.pull > 0 ? 'up by' : numbers.pull < 0 ? 'down by' : '';
    return `${said}, by ${this.#has('gains') ? 'gain' : 'grade'} ${fixed(numbers.target, 1)} %, `
      + (way ? `pulled ${way} ${fixed(Math.abs(numbers.pull), 1)}` : 'no pull');
  }

  caption() {
    return this.#has('shares') ? 'Slide the score of a page, or press another page.'
      : 'Slide the score of a page: the shares of all follow.';
  }

  /** @param {boolean} isPhone @param {number} x */
  valueAt(isPhone, x) {
    const { left, right } = sharesLayout(isPhone, this.#pages.length).track;
    return RANGE[0] + ((x - left) / (right - left)) * (RANGE[1] - RANGE[0]);
  }

  /** The handle snaps to the score without a pull. @param {number} value */
  move(value) {
    const at = this.#equal();
    this.#tried = at !== null && Math.abs(at - value) <= STEP / 2 ? at : value;
  }

  /** @param {number} rank */
  choose(rank) {
    if (this.#order[rank] !== this.#chosen) this.#tried = null;
    this.#chosen = this.#order[rank];
  }

  /** @param {number} share of the way to what the answer tells */
  tell(share) {
    this.#told = share;
  }

  /** @param {Scene} next @param {boolean} isNew */
  update(next, isNew) {
    const pulls = next.state.snapshot?.pulls;
    if (!pulls) return;
    this.#scene = next;
    this.#pages = pulls.documents.map(({ comment, grade }) => ({ title: comment, grade }));
    this.#scores = pulls.documents.map(({ score }) => score);
    this.#order = Array.from(pulls.predicted);
    if (!isNew) return;
    [this.#tried, this.#told] = [null, 1];
    this.#chosen = this.#order[Math.floor(this.#order.length / 2)];
  }

  /** @param {boolean} isPhone */
  draw(isPhone) {
    const [pages, order, chosen] = [this.#pages, this.#order, this.#chosen];
    const layout = sharesLayout(isPhone, pages.length);
    const { left, right, y } = layout.track;
    const x = left + ((this.value() - RANGE[0]) / (RANGE[1] - RANGE[0])) * (right - left);
    const areGains = this.#has('gains');
    return { rows: layout.rows, pages, order, chosen,
      drawn: [...drawShares(layout, { order, values: this.#values(areGains), targets: this.#targets(),
        shares: this.#shares(), by: areGains ? 'gain' : 'grade' }),
      ...drawScores(layout, RANGE, pages[chosen].title, this.#equal())],
      handle: { name: `Score of ${pages[chosen].title}`, place: /** @type {const} */ ([x, y]), text: this.words() } };
  }
}
