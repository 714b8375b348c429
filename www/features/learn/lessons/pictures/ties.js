// Equal grades: a list that may change without a loss, three references beside the model, one at a time, and what
// training makes of each.

import './chart/chart.css';
import './ties/ties.css';
import { fixed, measureName } from '../../../../lib/format.js';
import { h, s, say } from '../../../../ui/dom.js';
import { pictureFrame, symbol } from './drawn-frame.js';
import { animation } from '../../../../pictures/motion.js';
import { drawBands, drawCount, drawMeter, swapPlace } from './ties/draw-best.js';
import { drawCutOff, drawLinks, drawList, drawOpen, drawSlacks } from './ties/draw-ties.js';
import { drawMeans } from './ties/draw-means.js';
import { layoutOf } from './ties/layouts.js';
import { drawTraining, wayPlace } from './ties/runs.js';
import { factorial, listsWithin } from './ties/orders.js';
import { WAYS, tiesRun } from './ties/ties-run.js';
import { changeOf, presenceOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./ties/layouts.js').Layout} Layout */

export const description = {
  name: 'Equal grades',
  shows: 'three references beside the model, one by one, with links between them, and training with each reference,'
    + ' remembered as “fixed”, “averaged” and “aligned”',
  parts: { best: 'best', count: 'count, how many', links: 'dots, link (between two lists)', needed: 'needed, needs',
    averaged: 'averaged, mean', tied: 'tie, equal scores', aligned: 'aligned, model’s order', slack: 'slack',
    training: 'training, trained' },
};

const GROWTH = 500; // ms
const [FIXED, AVERAGED, ALIGNED] = [0, 1, 2];
/** The part that shows a way, and the part that tells what it demands and its slack. */
const PARTS = [{ shows: 'links', tells: 'needed' }, { shows: 'averaged', tells: 'tied' },
  { shows: 'aligned', tells: 'slack' }];

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export function create(context) {
  const view = new TiesView(context);
  return { element: view.element, update: (scene) => view.update(scene) };
}

class TiesView {
  #announce;
  #frame = pictureFrame({ label: 'Equal grades', kind: 'ties', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** The switch of three. */
  #buttons = WAYS.map((way, at) => h('button', { type: 'button', class: 'drawn-choice', 'data-handle': '',
    onclick: () => this.#choose(at) }, way));
  #switch = h('div', { role: 'group', 'aria-label': 'Reference', hidden: true,
    onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) }, this.#buttons);
  /** Exchange neighbours of the list. @type {HTMLButtonElement[]} */
  #swaps = [];
  /** @type {import('./ties/ties-run.js').TiesRun | null} */
  #run = null;
  #loaded = '';
  /** @type {Scene | null} */
  #scene = null;
  /** The reader's list. @type {number[]} */
  #list = [];
  #way = FIXED;
  /** How far the told bars have grown, from 0 to 1. */
  #grown = 1;
  #motion = animation();

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#announce = announce;
    this.#frame.canvas.append(this.#switch);
  }

  /** @param {string} part */
  #has(part) {
    return Boolean(this.#scene?.show.includes(part));
  }

  /** @param {string} part */
  #isTold(part) {
    return presenceOf(this.#scene, part) === 'shown';
  }

  #draw() {
    const scene = this.#scene;
    if (!scene) return;
    say(this.#frame.caption, captionOf(scene, this.#way));
    const isPhone = this.#frame.isPhone();
    const layout = layoutOf(isPhone);
    this.#switch.hidden = !this.#has('training') && this.#lastWay() === FIXED;
    for (const one of this.#swaps) one.hidden = true;
    if (this.#has('training')) {
      this.#frame.show(`Training with the ${WAYS[this.#way]} reference.`,
        drawTraining(scene.open.remembered, this.#way, isPhone, this.#grown));
      return this.#placeSwitch(wayPlace(isPhone));
    }
    if (!this.#run || !this.#list.length) return;
    if (this.#has('best')) this.#drawBest(layout, this.#run, this.#isTold('count'));
    else this.#drawLinked(layout, this.#run);
  }

  /**
   * The reader's list. @param {Layout} layout @param {import('./ties/ties-run.js').TiesRun} run
   * @param {boolean} isTold
   */
  #drawBest(layout, run, isTold) {
    const value = run.valueOf(this.#list);
    const { bands } = run.ways.fixed;
    this.#frame.show(`${this.#names()}. ${measureName(run.measure)} ${fixed(value, 3)}.`, heads(layout, 'best'),
      drawCutOff(layout, run, true),
      isTold && value > 1 - 1e-9 ? drawBands(layout, bands, run.cutOff) : null,
      drawList(layout, run, this.#list, { side: 'left', rankText: (rank) => String(rank + 1) }),
      drawMeter(layout, run.measure, value),
      drawCount(layout, { best: listsWithin(bands), all: factorial(run.pages.length), isTold }));
    if (this.#swaps.length !== this.#list.length - 1) {
      for (const one of this.#swaps) one.remove();
      this.#swaps = this.#list.slice(1).map((_page, rank) => h('button', { type: 'button', class: 'swap-button',
        'aria-label': `Exchange ranks ${rank + 1} and ${rank + 2}`, onclick: () => this.#exchange(rank) }, '⇅'));
      this.#frame.canvas.append(...this.#swaps);
    }
    this.#swaps.forEach((button, rank) => {
      button.hidden = false;
      this.#frame.put(button, swapPlace(layout, rank, run.cutOff));
    });
  }

  /** Reference and model with their links. @param {Layout} layout @param {import('./ties/ties-run.js').TiesRun} run */
  #drawLinked(layout, run) {
    const reference = run.ways[WAYS[this.#way]];
    const isOpen = this.#way === ALIGNED;
    const isMean = this.#way === AVERAGED;
    const isTold = this.#isWayTold(this.#way);
    const band = (/** @type {number} */ rank) => reference.bands.find(([first, last]) => rank >= first && rank <= last);
    const rankText = (/** @type {number} */ rank) => {
      const [first, last] = (isMean && band(rank)) || [rank, rank];
      return isOpen && rank >= run.cutOff ? '' : first === last ? String(rank + 1) : `${first + 1}–${last + 1}`;
    };
    const shown = WAYS.slice(0, this.#lastWay() + 1);
    this.#frame.show(this.#described(), heads(layout, WAYS[this.#way]), drawCutOff(layout, run, false),
      isOpen ? drawOpen(layout, run) : null,
      isMean ? drawMeans(layout, run, reference, isTold)
        : drawLinks(layout, run, reference, { isOpen, isTold: this.#isWayTold(FIXED) }),
      drawList(layout, run, reference.list, { side: 'left', rankText }),
      drawList(layout, run, run.predicted, { side: 'right', rankText: (rank) => String(rank + 1) }),
      drawSlacks(layout, run, shown.map((way, at) => ({ slack: run.ways[way].slack, isChosen: at === this.#way,
        isTold: this.#isWayTold(at), grown: at === this.#lastWay() ? this.#grown : 1 }))),
      s('text', { class: 'axis', x: layout.isPhone ? 8 : 46, y: layout.isPhone ? 346 : 636 },
        this.#isWayTold(this.#lastWay()) ? `slack, with the loss ${fixed(run.loss, 3)} inside it`
          : `The slack of ${WAYS[this.#lastWay()]} comes with the answer.`));
    this.#placeSwitch(layout.ways);
  }

  /** @param {{ x: number, y: number, width: number, step: number, height: number }} place */
  #placeSwitch({ x, y, width, step, height }) {
    this.#buttons.forEach((button, at) => {
      button.setAttribute('aria-pressed', String(at === this.#way));
      button.hidden = !this.#isOpen(at);
      this.#frame.put(button, { x: x + at * step, y, width, height });
    });
  }

  /** Whether a way may be shown: a step brings in one at most. @param {number} way */
  #isOpen(way) {
    return this.#has('training') || this.#has(PARTS[way].shows);
  }

  /** The way that the step brings in. */
  #lastWay() {
    return this.#has('aligned') ? ALIGNED : this.#has('averaged') ? AVERAGED : FIXED;
  }

  /** Whether the demands of a way and its slack may be told. @param {number} way */
  #isWayTold(way) {
    return this.#isTold(PARTS[way].tells);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = Math.min(WAYS.length - 1, Math.max(0, this.#way + by));
    if (!this.#isOpen(next)) return;
    this.#choose(next);
    this.#buttons[next].focus({ preventScroll: true });
  }

  /** @param {number} way */
  #choose(way) {
    this.#way = way;
    this.#draw();
    this.#announce(this.#has('training') ? `Training with the ${WAYS[way]} reference` : this.#described());
  }

  /** @param {number} rank */
  #exchange(rank) {
    const next = [...this.#list];
    [next[rank], next[rank + 1]] = [next[rank + 1], next[rank]];
    this.#list = next;
    this.#draw();
    if (!this.#run) return;
    const { measure } = this.#run;
    this.#announce(`${this.#names()}: ${measureName(measure)} ${fixed(this.#run.valueOf(next), 3)}`);
  }

  #names() {
    return this.#list.map((page) => this.#run?.pages[page].name).join(', ');
  }

  /** The demands of the reference in a sentence. */
  #described() {
    if (!this.#run) return '';
    const { crossings, slack, bands } = this.#run.ways[WAYS[this.#way]];
    const needed = crossings.filter(({ isNeeded }) => isNeeded).length;
    const isTold = this.#isWayTold(this.#way);
    const what = this.#way === AVERAGED ? `${bands.length} blocks with one bar each${isTold ? ', please tie' : ''}`
      : this.#isWayTold(FIXED) ? `${crossings.length - needed} orange dots, ${needed} needed by the loss`
        : `${crossings.length} dots`;
    return `${WAYS[this.#way]}: ${what}.${isTold ? ` Slack ${fixed(slack, 3)}.` : ''}`;
  }

  /** A step begins, or its question is answered. @param {boolean} isAnswer */
  #begin(isAnswer) {
    const isTold = Boolean(this.#scene?.revealed);
    this.#grown = 1;
    if (!isAnswer) this.#list = [...(this.#run?.ways.fixed.list ?? [])];
    if (this.#has('training')) {
      const open = this.#scene?.open;
      const isLater = open?.lesson.steps[open.step - 1]?.show?.includes('training');
      this.#way = !isLater ? FIXED : isTold ? ALIGNED : AVERAGED;
    } else this.#way = this.#lastWay();
    if (!isAnswer || this.#has('best')) return this.#draw();
    void this.#motion(GROWTH, (share) => {
      this.#grown = share;
      this.#draw();
    });
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    this.#load(next);
    const isReady = this.#has('training') || this.#list.length > 0;
    if (!isNew && !isAnswered && isReady) return this.#draw();
    this.#begin(isAnswered);
  }

  /** Trains on the data of the step, once. @param {Scene} scene */
  #load({ ready, lines, state }) {
    const settings = state.run?.settings;
    const key = JSON.stringify([lines, settings]);
    if (!ready || !lines || !settings || key === this.#loaded) return;
    this.#loaded = key;
    try {
      this.#run = tiesRun(lines, settings, state.cursor.iteration);
      this.#list = [];
    } catch (error) {
      this.#frame.sayFault(error);
    }
  }
}

/** What stands over the lists. @param {Layout} layout @param {string} way */
function heads({ isPhone, left, right, width, top }, way) {
  const about = { fixed: 'file order', averaged: 'the mean of all', aligned: 'follows the model' }[way] ?? '';
  const y = top - (isPhone ? 8 : 26);
  const name = (/** @type {number} */ x, /** @type {import('../../../../ui/dom.js').Child[]} */ ...words) =>
    s('text', { class: isPhone ? 'strong' : 'head', x, y }, ...words);
  const note = (/** @type {number} */ x, /** @type {string} */ words) => (isPhone ? null
    : s('text', { class: 'axis', x: x + width, y, 'text-anchor': 'end' }, words));
  if (way === 'best') return [name(left, 'Your list')];
  return [name(left, 'Reference ', symbol('y*')), note(left, about),
    name(right, 'Model'), note(right, 'sorted by score')];
}

/** @param {Scene} scene @param {number} way */
function captionOf({ show }, way) {
  if (show.includes('training')) return 'Press a reference: slack and loss while it trains.';
  if (show.includes('best')) return 'Exchange neighbours. The number of a recipe is its grade.';
  if (way === AVERAGED) return 'Bars: the mean c of a recipe’s ranks in the best lists.';
  if (way === ALIGNED) return 'The freed places are one open box. One demand is left.';
  return 'Where two curves cross, the reference asks the model to swap two recipes.';
}
