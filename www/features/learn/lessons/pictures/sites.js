// The list of one search whose pages belong to sites. The reader reads it rank by rank, or fills its ranks by the rule
// of one page per site.

import './chart/chart.css';
import './sites/sites.css';
import { say } from '../../../../ui/dom.js';
import { fixed, plural } from '../../../../lib/format.js';
import { pictureFrame } from './drawn-frame.js';
import { animation } from '../../../../pictures/motion.js';
import { askedPart, changeOf, presenceOf } from './shown-parts.js';
import { drawGains, drawMet, drawPages, drawRepeats, drawTrack } from './sites/draw-list.js';
import { askedWeights } from './sites/asked-weights.js';
import { FEATURES, demandOf, differenceText, differencesOf, drawDemand, drawRanked } from './sites/draw-pair.js';
import { demandLayoutOf, layoutOf, pairLayoutOf, stopAt } from './sites/layouts.js';
import { featuresOf, orderAt, siteList, sitesOf, skippedAt, worthOf } from './sites/site-list.js';
import { shareOf, valueSlider } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./sites/site-list.js').SiteList} SiteList */
/** @typedef {import('./sites/draw-pair.js').Ranked} Ranked */
/** @typedef {import('./sites/draw-pair.js').AskedWeights} AskedWeights */

export const description = {
  name: 'Pages of sites',
  shows: 'the list of a search with the site of each page, its repeats, and the rule of one page per site; a part of a '
    + 'demand of training with the rule; and the lists of the step’s two runs side by side',
  parts: { repeats: 'repeat', rule: 'rule', gains: 'dNDCG, gain', demand: 'demand',
    difference: 'difference', trained: 'train', features: 'weight' },
};

const OPEN = 2; // ranks that the rule may fill before the answer
const RANK = 700; // ms from a rank to the next
const HEADS = [['trained without the rule', 'without the rule'], ['trained with the rule', 'with the rule']];

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new SitesPicture(context);

class SitesPicture {
  #frame = pictureFrame({ label: 'Pages of sites', kind: 'chart-stage sites-picture', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {SiteList | null} */
  #list = null;
  /**
   * The lines of the training data, by the address of their file; none while it is read, or if it cannot be read.
   * @type {{ url: string, lines: string[] | null, isLost: boolean }}
   */
  #file = { url: '', lines: null, isLost: false };
  /** @type {Scene | null} */
  #scene = null;
  #stop = 0;
  /** What all demands ask, by the address of the file. @type {{ url: string, asked: AskedWeights } | null} */
  #asked = null;
  #motion = animation();
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = valueSlider(this.#frame, {
      range: () => [0, this.#highest()],
      value: () => this.#stop,
      valueAt: ([x]) => shareOf((this.#isPair() ? this.#pairLayout() : this.#layout()).track, x)
        * (this.#list?.ranks ?? 0),
      move: (stop) => {
        this.#motion.stop();
        this.#moveTo(stop);
      },
      rest: () => announce(this.#isPair() ? this.#saidOf(this.#ranked()) : this.#words()),
    });
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    const inspection = next.state.snapshot?.inspection;
    const isFirst = !this.#list;
    if (next.ready && inspection) {
      this.#list = siteList(inspection);
      if (!this.#list) this.#frame.sayFault('the pages have no groups');
    }
    if (next.ready && (this.#has('features') || this.#has('demand'))) void this.#load(next);
    const { isNew, isAnswered } = changeOf(was, next);
    if (isNew || isFirst) this.#stop = this.#first(next);
    if (isAnswered && !this.#isPair() && !this.#has('demand')) this.#begin();
    // Whatever is told now is drawn, too.
    this.#draw();
  }

  again() {
    this.#begin();
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed && this.#scene.step.question) && !this.#has('demand');
  }

  /** @param {keyof typeof description.parts} part */
  #isThere(part) {
    return presenceOf(this.#scene, part) === 'shown';
  }

  /** Whether the handle applies the rule; else it reads. */
  #isRule() {
    return this.#has('rule');
  }

  /** @param {keyof typeof description.parts} part */
  #has(part) {
    return presenceOf(this.#scene, part) !== 'absent';
  }

  /** Whether the lists of two runs stand side by side. */
  #isPair() {
    return this.#has('trained');
  }

  /** Where the handle stands at first. @param {Scene} next */
  #first({ revealed, step }) {
    const ranks = this.#list?.ranks ?? 0;
    if (this.#isPair()) return this.#has('features') ? ranks : 0;
    // Where nothing is asked, the picture shows what the text says: the list after the rule.
    return revealed || !step.question ? ranks : 0;
  }

  /** Reads the file of the training data, whose lines have the features. @param {Scene} next */
  async #load({ state: { data } }) {
    const source = data?.request.train;
    if (source?.kind !== 'url' || source.url === this.#file.url) return;
    const { url } = source;
    this.#file = { url, lines: null, isLost: false };
    const text = await fetch(url).then((response) => (response.ok ? response.text() : null)).catch(() => null);
    if (this.#file.url !== url) return;
    this.#file = { url, lines: text?.split('\n') ?? null, isLost: text === null };
    this.#draw();
  }

  #layout() {
    return layoutOf(this.#frame.isPhone());
  }

  #pairLayout() {
    return pairLayoutOf(this.#frame.isPhone(), this.#has('features'));
  }

  /** The last stop that the handle reaches. */
  #highest() {
    const ranks = this.#list?.ranks ?? 0;
    return !this.#isPair() && this.#isRule() && !this.#isThere('rule') ? Math.min(OPEN, ranks) : ranks;
  }

  /** The lists of the step’s run before the question, and after it. @returns {(Ranked | null)[]} */
  #ranked() {
    const scene = this.#scene;
    if (!scene) return [];
    const { now, after } = scene.open.snapshots[scene.open.step] ?? {};
    const shown = [now, this.#isThere('trained') ? after : undefined];
    return shown.map((run) => {
      const list = run?.inspection && siteList(run.inspection);
      if (!list) return null;
      const order = orderAt(list, this.#stop);
      const { lines } = this.#file;
      const isTold = this.#has('features') || this.#has('demand');
      return { list, order, worth: worthOf(list, order),
        features: isTold && lines ? list.lines.map((line) => featuresOf(lines[line - 1] ?? '')) : null,
        ratios: isTold && run.weights ? [run.weights[1] / run.weights[0], run.weights[2] / run.weights[0]] : null };
    });
  }

  #drawPair() {
    const layout = this.#pairLayout();
    const ranks = this.#list?.ranks ?? 0;
    const both = this.#ranked();
    const words = this.#saidOf(both);
    this.#frame.show(words, ...both.flatMap((ranked, side) =>
      drawRanked(layout, HEADS[side][layout.isPhone ? 1 : 0], side, ranked, this.#stop, ranks,
        this.#has('features') ? (document, rank) => this.#isMoved(both[1 - side], document, rank) : null)),
    ...drawTrack(layout, ranks, ranks, true));
    say(this.#frame.caption, this.#file.isLost ? 'The file of the data cannot be read, so the features are not drawn.'
      : this.#stop ? `The rule has filled ${plural(this.#stop, 'rank')}.` : 'Lists by score. Repeats are pale.');
    this.#slider.show('Ranks filled by the rule', [stopAt(layout, this.#stop, ranks), layout.track.y], words);
  }

  /** Whether a page has another rank in the other list. @param {Ranked | null} other @param {number} document
   * @param {number} rank
   */
  #isMoved(other, document, rank) {
    return other !== null && other !== undefined && other.order[rank] !== document;
  }

  /** A page above another one of its site, and their differences. */
  #drawDemand() {
    const [ranked] = this.#ranked();
    if (!ranked?.features) {
      return say(this.#frame.caption, this.#file.isLost ? 'The file of the data cannot be read.' : '');
    }
    const [best, lower] = demandOf(ranked).map((document) => ranked.list.pages[document]);
    const differences = differencesOf(ranked).map((one, at) => `${FEATURES[at]} ${differenceText(one)}`).join(', ');
    const asked = this.#isThere('difference') ? this.#askedWeights() : null;
    const told = asked ? ` The differences: ${differences}. All demands: weight of site over text ${
      fixed(asked.plain, 2)} without the rule, ${fixed(asked.ruled, 2)} with it.` : '';
    this.#frame.show(`A page of site ${best.site}, grade ${best.grade}, must score above one of site ${
      lower.site}, grade ${lower.grade}.${told}`,
    ...drawDemand(demandLayoutOf(this.#frame.isPhone()), ranked, asked));
    say(this.#frame.caption, 'One search. Lines join pages of the same site.');
    this.#slider.hide();
  }

  /** @returns {AskedWeights | null} */
  #askedWeights() {
    const { url, lines } = this.#file;
    const settings = this.#scene?.state.run?.settings;
    if (!lines || !settings) return null;
    if (this.#asked?.url !== url) this.#asked = { url, asked: askedWeights(lines, settings) };
    return this.#asked.asked;
  }

  /** Both lists in words. @param {readonly (Ranked | null)[]} both */
  #saidOf(both) {
    return both.flatMap((ranked, side) => {
      if (!ranked) return [];
      const { list: { pages, ranks }, order, worth, ratios } = ranked;
      const top = order.slice(0, ranks).map((document) => `${pages[document].site} ${pages[document].grade}`)
        .join(', ');
      const count = worth.repeats.filter(Boolean).length;
      const value = this.#stop === ranks ? `, dNDCG@${ranks} ${fixed(worth.share, 3)}` : '';
      const weights = ratios ? `, weight of site over text ${fixed(ratios[0], 2)}` : '';
      return [`${HEADS[side][1]}: ${top}; ${plural(count, 'repeat')}${value}${weights}.`];
    }).join(' ').replace(/^w/, 'W');
  }

  #draw() {
    const list = this.#list;
    if (!list || !this.#scene) return;
    if (this.#has('demand')) return this.#drawDemand();
    if (this.#isPair()) return this.#drawPair();
    const layout = this.#layout();
    const order = orderAt(list, this.#isRule() ? this.#stop : 0);
    const view = { order, worth: worthOf(list, order), stop: this.#stop, isMarked: this.#isThere('repeats') };
    const words = this.#words();
    this.#frame.show(words, ...drawPages(layout, list, view), ...drawRepeats(layout, list, view),
      ...(this.#isThere('gains') ? drawGains(layout, list, view) : drawMet(layout, list, view)),
      ...drawTrack(layout, list.ranks, this.#highest(), this.#isRule()));
    say(this.#frame.caption, this.#told());
    this.#slider.show(this.#isRule() ? 'Ranks filled by the rule' : 'Ranks read',
      [stopAt(layout, this.#stop, list.ranks), layout.track.y], words);
  }

  /** Draws only what has changed: a new drawing would end the slide of the pages. @param {number} stop */
  #moveTo(stop) {
    if (stop === this.#stop) return;
    this.#stop = stop;
    this.#draw();
  }

  /** What the handle has done last. */
  #told() {
    const list = this.#list;
    if (!list) return '';
    const rank = this.#stop - 1;
    const siteOf = (/** @type {number} */ document) => list.pages[document].site;
    if (!this.#isRule()) {
      const { site, grade } = list.pages[list.scored[Math.max(0, rank)]];
      return rank < 0 ? 'The model’s list of one search. Read it from the top.'
        : `Rank ${rank + 1}: a page of site ${site}, grade ${grade}.`;
    }
    if (rank < 0) return 'The model’s list, by score. Repeats are struck out.';
    const skipped = skippedAt(list, rank).map(siteOf);
    const taken = siteOf(list.ruled[rank]);
    return skipped.length ? `Rank ${rank + 1}: skip ${skipped.join(', ')}, in already. Take ${taken}.`
      : `Rank ${rank + 1}: ${taken} is not in yet. Take it.`;
  }

  /** What is known at this stop. */
  #words() {
    const list = this.#list;
    if (!list) return '';
    const { repeats, share } = worthOf(list, orderAt(list, this.#isRule() ? this.#stop : 0));
    const count = repeats.filter(Boolean).length;
    const met = this.#isRule() ? [] : [`Sites so far: ${sitesOf(list, this.#stop).map(({ site }) => site).join(', ')
      || 'none'}.`];
    const marked = this.#isThere('repeats') ? [`${plural(count, 'repeat')} in the first ${list.ranks} ranks.`] : [];
    const name = `dNDCG@${list.ranks}${this.#stop === list.ranks ? '' : ' so far'}`;
    const gains = this.#isThere('gains') ? [`${name} ${fixed(share, 2)}.`] : [];
    return [this.#told(), ...met, ...marked, ...gains].join(' ');
  }

  /** The question is answered: the handle goes on to the last rank. */
  #begin() {
    const list = this.#list;
    if (!list || !this.#scene) return;
    const from = askedPart(this.#scene, description) === 'rule' ? OPEN : 0;
    const way = list.ranks - from;
    void this.#motion(RANK * way, (share) => {
      this.#moveTo(from + Math.floor(share * way + 1e-9));
    });
  }
}
