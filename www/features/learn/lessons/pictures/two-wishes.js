// One search of people with two wishes: the reader moves the border between them. Every list has a mean DCG, and each
// loss picks a list.

import './chart/chart.css';
import './two-wishes/two-wishes.css';
import { say } from '../../../../ui/dom.js';
import { fixed } from '../../../../lib/format.js';
import { pictureFrame } from './drawn-frame.js';
import { askedPart, changeOf, presenceOf } from './shown-parts.js';
import { drawLists, drawRegret } from './two-wishes/draw-lists.js';
import { drawPages, drawPeople } from './two-wishes/draw-people.js';
import { layoutOf } from './two-wishes/layouts.js';
import { LOSSES, crowdOf, mostDivided, regretOf, wishesRun } from './two-wishes/wishes-run.js';
import { animatedSlider } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Two wishes',
  shows: 'one search of people with two wishes, the mean DCG of every list, and the list that each loss picks',
  parts: { lists: 'list', grade: 'grade, gain', pairs: 'pair', regret: 'regret' },
};

const GROWTH = 500; // ms of the bars
const POINT = 130; // ms from a point to the next

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new WishesPicture(context);

class WishesPicture {
  #frame = pictureFrame({ label: 'Two wishes', kind: 'chart-stage wishes-picture', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {import('./two-wishes/wishes-run.js').WishesRun | null} */
  #run = null;
  #key = '';
  /** @type {Scene | null} */
  #scene = null;
  #firsts = 0;
  /** How far the newest bars have grown, from 0 to 1. */
  #grown = 1;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      range: () => [0, this.#run?.crowd.people ?? 0],
      value: () => this.#firsts,
      valueAt: ([x]) => {
        const { people: { left, step } } = layoutOf(this.#frame.isPhone());
        return (x - left) / step;
      },
      take: (firsts) => {
        this.#grown = 1;
        this.#firsts = firsts;
      },
      words: () => this.#words(), announce,
    });
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    this.#load(next);
    const { isNew, isAnswered } = changeOf(was, next);
    if (isNew || isAnswered) this.#begin(isAnswered);
    else this.#draw();
  }

  again() {
    this.#begin(true);
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed);
  }

  /** Reads the people of the step, once. @param {Scene} scene */
  #load({ ready, lines, state }) {
    const settings = state.run?.settings;
    const key = JSON.stringify(lines);
    if (!ready || !lines || !settings || key === this.#key) return;
    this.#key = key;
    try {
      this.#run = wishesRun(crowdOf(lines), settings);
      this.#firsts = this.#run.crowd.firsts;
    } catch (error) {
      this.#frame.sayFault(error);
    }
  }

  /** @param {string} part */
  #isThere(part) {
    return presenceOf(this.#scene, part) === 'shown';
  }

  /** The losses whose lists are told. */
  #marked() {
    const told = LOSSES.filter(({ part }) => (part === 'gain' ? this.#isThere('lists') || this.#isThere('regret')
      : this.#isThere(part) || this.#isThere('regret')));
    return told.map(({ part }) => part);
  }

  #isChart() {
    return Boolean(this.#scene?.show.some((part) => part.startsWith('regret')));
  }

  #draw() {
    const run = this.#run;
    if (!run || !this.#scene) return;
    const layout = layoutOf(this.#frame.isPhone());
    const asked = askedPart(this.#scene, description);
    const words = this.#words();
    const mixture = run.at(this.#firsts);
    const loss = asked === 'grade' || asked === 'pairs' ? asked : 'gain';
    const grown = (/** @type {string} */ part) => (asked === part ? this.#grown : 1);
    this.#frame.show(words, drawPeople(layout, run.crowd, this.#firsts),
      ...(this.#isChart() ? [drawRegret(layout, run, { firsts: this.#firsts, isHidden: !this.#isThere('regret'),
        shown: Math.round(this.#grown * (run.crowd.people + 1)) }).flat()]
        : [drawPages(layout, run.crowd, mixture, { loss, isHidden: Boolean(asked) && !this.#isThere(String(asked)),
          grown: this.#grown }),
        drawLists(layout, run.crowd, mixture, { isHidden: !this.#isThere('lists'), grown: grown('lists'),
          marked: this.#marked().filter((part) => grown(part) === 1) })]));
    say(this.#frame.caption, this.#count());
    const { left, step, track } = layout.people;
    this.#slider.show('People with the first wish', [left + this.#firsts * step, track], words);
  }

  #count() {
    if (!this.#run) return '';
    const { people, wishes: [one, other] } = this.#run.crowd;
    return `${this.#firsts} of ${people} want the ${one.name}, ${people - this.#firsts} the ${other.name}.`;
  }

  /** What is known of the mixture. */
  #words() {
    const run = this.#run;
    if (!run) return '';
    const mixture = run.at(this.#firsts);
    const named = (/** @type {number} */ list) =>
      mixture.lists[list].order.map((page) => run.crowd.pages[page]).join(', ');
    const told = this.#marked().flatMap((part) => {
      const { name } = LOSSES.find((loss) => loss.part === part) ?? LOSSES[0];
      const regret = regretOf(mixture, part);
      if (part === 'gain') return [];
      return `${name} picks ${named(mixture.picks[part])}: ${regret > 0 ? `${fixed(regret, 3)} less` : 'the best'}.`;
    });
    const best = this.#isThere('lists') || this.#isThere('regret')
      ? [`Best list: ${named(mixture.best)}, mean DCG ${fixed(mixture.lists[mixture.best].dcg, 3)}.`] : [];
    return [this.#count(), ...best, ...told].join(' ');
  }

  /** A step begins, or its question is answered: what was hidden grows. @param {boolean} isAnswered now */
  #begin(isAnswered) {
    const run = this.#run;
    if (!run) return;
    const { people, firsts } = run.crowd;
    const isChart = this.#isChart();
    if (!isChart) this.#firsts = firsts;
    const last = isAnswered && isChart ? mostDivided(run) : firsts;
    void this.#slider.animate(isAnswered ? (isChart ? POINT * people : GROWTH) : 1, (share) => {
      this.#grown = share;
      if (isChart && isAnswered) this.#firsts = share === 1 ? last : Math.round(share * people);
    });
  }
}
