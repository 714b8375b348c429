// Methods as dots: AUC across, NDCG@3 upwards. Beside them stand their lists. The reader guesses where the next dot
// lands, and then sees it, and how far the guess was from it.

import './chart/chart.css';
import { h, say } from '../../../../ui/dom.js';
import { fixed, measureName } from '../../../../lib/format.js';
import { drawLosses, layoutOf } from './chart/draw-losses.js';
import { drawMethodLists } from './chart/draw-method-lists.js';
import { across, up } from './chart/frame.js';
import { pictureFrame } from './drawn-frame.js';
import { listenToSlide } from './handles.js';
import { animation } from './motion.js';
import { askedPart, changeOf, presenceOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./chart/draw-losses.js').Dot & { run: string }} Dot */

export const description = {
  name: 'Methods as dots',
  shows: 'methods as dots in the plane of two measures, beside their lists. They are remembered as “auc”, “ndcg” and '
    + '“both”',
  parts: { auc: 'AUC, pairs (method)', ndcg: 'top, NDCG (method)', both: 'two, both (one slack)' },
};

/** The methods by the names under which the lesson remembers their runs. */
const METHODS = [{ run: 'auc', name: 'for AUC', short: 'AUC', kind: 'first' },
  { run: 'ndcg', name: 'for NDCG@3', short: 'NDCG', kind: 'second' },
  { run: 'both', name: 'for both', short: 'both', kind: 'third' }];
const CLOSE = 0.1;
const FAR = 0.25;
const STEP = 0.05;
const TRUTH = 500; // ms

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new LossesPicture(context);

class LossesPicture {
  #handle = h('div', { class: 'chart-handle', role: 'slider', tabIndex: 0, 'data-handle': '',
    'aria-label': 'Your guess', 'aria-valuemin': '0', 'aria-valuemax': '1', hidden: true },
  h('span', { 'aria-hidden': 'true' }, '✥'));
  #frame = pictureFrame({ label: 'Two measures', kind: 'chart-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  /** @type {[number, number]} */
  #guess = [0.5, 0.5];
  /** Whether the reader has moved the guess, so that it may be judged. */
  #isGuessed = false;
  /** How far the newest dot has come from 0 to its place. */
  #way = 1;
  #motion = animation();

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#frame.canvas.append(this.#handle);
    listenToSlide(this.#frame, this.#handle, {
      at: ([x, y]) => {
        const { left, right, top, bottom } = this.#layout();
        this.#move((x - left) / (right - left), (bottom - y) / (bottom - top));
      },
      by: (steps, isUpwards) => {
        const by = Math.max(-1, Math.min(1, STEP * steps));
        const [x, y] = this.#guess;
        this.#move(isUpwards ? x : x + by, isUpwards ? y + by : y);
      },
      rest: () => announce(this.#words()),
    });
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    const { isNew, isAnswered } = changeOf(was, next);
    if (isAnswered) return this.#reveal();
    if (isNew) this.#way = 1;
    this.#draw();
  }

  again() {
    this.#reveal();
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed);
  }

  #layout() {
    return layoutOf(this.#frame.isPhone());
  }

  /** The method that the question is about. */
  #asked() {
    const part = askedPart(this.#scene, description);
    return METHODS.find(({ run }) => run === part);
  }

  /** The dots that may be seen, the newest last. @returns {Dot[]} */
  #dots() {
    const scene = this.#scene;
    if (!scene) return [];
    return METHODS.flatMap((method) => {
      const isAsked = method === this.#asked();
      const reports = scene.open.remembered[method.run]?.reports ?? [];
      const measured = reports[reports.length - 1]?.train ?? [];
      if (presenceOf(scene, method.run) !== 'shown' || measured.length < 2) return [];
      const way = isAsked ? this.#way : 1;
      const [x, y] = measured.map(({ value }) => way * Number(value));
      return [{ ...method, place: /** @type {const} */ ([x, y]) }];
    });
  }

  /** The lists of the methods that the step has, hidden before the answer. */
  #lists() {
    const scene = this.#scene;
    if (!scene) return [];
    return METHODS.flatMap((method) => {
      const presence = presenceOf(scene, method.run);
      if (presence === 'absent') return [];
      const run = presence === 'shown' ? scene.open.remembered[method.run] : undefined;
      const { documents = [], predicted = [] } = run?.inspection ?? {};
      const measured = run?.reports[run.reports.length - 1]?.train ?? [];
      return [{ ...method, good: predicted.length ? predicted.map((one) => documents[one].grade > 0) : null,
        // Before the answer, equal values would tell it.
        worth: scene.revealed ? measured.map(({ value }) => fixed(Number(value), 2)) : [] }];
    });
  }

  #measures() {
    return (this.#scene?.state.run?.settings.measures ?? ['auc', 'ndcg@3']).map(measureName);
  }

  #draw() {
    const scene = this.#scene;
    if (!scene) return;
    const chart = this.#layout();
    const dots = this.#dots();
    const truth = scene.revealed ? dots[dots.length - 1] ?? null : null;
    const lists = this.#lists();
    const seen = dots.map(({ run, name, place }) =>
      `${name} ${this.#said(place)}${ranksOf(lists.find((list) => list.run === run)?.good ?? [])}`).join('; ');
    const ranks = scene.state.snapshot?.inspection?.documents.length ?? 0;
    this.#frame.show(`Methods by two measures. ${seen}`, drawLosses(chart, { measures: this.#measures(), dots, truth,
      guess: this.#guess, waits: scene.revealed ? null : this.#asked() ?? null }),
    drawMethodLists(chart.isPhone, lists, ranks, this.#measures()));
    const words = this.#words();
    say(this.#frame.caption, truth && this.#way === 1 ? this.#landed(truth) : words);
    const [x, y] = this.#guess;
    const handle = this.#handle;
    handle.hidden = false;
    this.#frame.put(handle, { x: across(chart, x), y: up(chart, y) });
    handle.setAttribute('aria-valuenow', x.toFixed(2));
    handle.setAttribute('aria-valuetext', words);
  }

  /** @param {readonly [number, number]} place */
  #said(place) {
    return this.#measures().map((name, at) => `${name} ${fixed(place[at], 2)}`).join(', ');
  }

  /** Where the dot is. A guess that was not made is not judged. @param {Dot} dot */
  #landed({ name, place }) {
    if (this.#isGuessed) return this.#missed(place);
    return `The dot ${name}: ${this.#said(place)}`;
  }

  /** How far the guess was from the dot, as the printed numbers have it. @param {readonly [number, number]} place */
  #missed(place) {
    const by = place.map((value, at) => (Math.round(100 * value) - Math.round(100 * this.#guess[at])) / 100);
    const most = Math.max(...by.map(Math.abs));
    const verdict = most === 0 ? 'Right there' : most <= CLOSE ? 'Close' : most <= FAR ? 'Not far off' : 'Far off';
    const words = by.map((one, at) => `${this.#measures()[at]} ${one > 0 ? '+' : ''}${fixed(one, 2)}`);
    return this.#frame.isPhone() ? `${verdict}: ${words.join(', ')}`
      : `${verdict}. From your guess to the dot: ${words.join(', ')}.`;
  }

  #words() {
    return `Your guess: ${this.#said(this.#guess)}`;
  }

  /** @param {number} x @param {number} y */
  #move(x, y) {
    this.#guess = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];
    this.#isGuessed = true;
    this.#draw();
  }

  /** The truth runs from 0 to its place; the guess stays. */
  #reveal() {
    void this.#motion(TRUTH, (share) => {
      this.#way = share;
      this.#draw();
    });
  }
}

/** The ranks of the good pages, in words. @param {readonly boolean[]} good */
function ranksOf(good) {
  const ranks = good.flatMap((isGood, rank) => (isGood ? [rank + 1] : []));
  return ranks.length ? `, good pages at ranks ${ranks.join(' and ')}` : '';
}
