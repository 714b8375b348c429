// Methods as dots: AUC across, NDCG upwards, and grey dots where a list can be. Beside them stand their lists. The
// reader moves from list to list, and sees the next method's list with the answer, and how far the own one is from it.

import './chart/chart.css';
import { h, say } from '../../../../ui/dom.js';
import { fixed, measureName } from '../../../../lib/format.js';
import { measures_of_order } from '../../../../wasm/rankscope.js';
import { drawLosses, layoutOf } from './chart/draw-losses.js';
import { drawMethodLists } from './chart/draw-method-lists.js';
import { across, up } from './chart/frame.js';
import { pictureFrame } from './drawn-frame.js';
import { listenToSlide } from '../../../../pictures/handles.js';
import { animation } from '../../../../pictures/motion.js';
import { askedPart, changeOf, presenceOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./chart/draw-losses.js').Dot & { run: string }} Dot */
/** A list by the ranks of its good pages, from 0. @typedef {{ ranks: number[], place: [number, number] }} Possible */

export const description = {
  name: 'Methods as dots',
  shows: 'methods as dots in the plane of two measures, beside their lists. They are remembered as “auc”, “ndcg” and '
    + '“both”',
  parts: { auc: 'AUC, pairs (method)', ndcg: 'top, NDCG (method)', both: 'two, both (one slack)' },
};

/** The methods by the names under which the lesson remembers their runs. */
const METHODS = [{ run: 'auc', name: 'for AUC', short: 'AUC', kind: 'first' },
  { run: 'ndcg', name: 'for NDCG', short: 'NDCG', kind: 'second' },
  { run: 'both', name: 'for both', short: 'both', kind: 'third' }];
const MOST_LISTS = 500;
const TRUTH = 500; // ms

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new LossesPicture(context);

class LossesPicture {
  #handle = h('div', { class: 'chart-handle', role: 'slider', tabIndex: 0, 'data-handle': '',
    'aria-label': 'Your list', 'aria-valuemin': '0', 'aria-valuemax': '1', hidden: true },
  h('span', { 'aria-hidden': 'true' }, '✥'));
  #frame = pictureFrame({ label: 'Two measures', kind: 'chart-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  /** @type {[number, number]} */
  #own = [0.5, 0.5];
  /** Where the good pages of a list can stand, and what the list is worth. @type {{ key: string, all: Possible[] }} */
  #possible = { key: '', all: [] };
  /** Whether the reader has chosen a list. */
  #isMoved = false;
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
        const axis = isUpwards ? 1 : 0;
        const sorted = this.#possible.all.map(({ place }) => place).toSorted((one, other) => one[axis] - other[axis]
          || one[1 - axis] - other[1 - axis]);
        const at = sorted.findIndex((place) => place.every((value, of) => value === this.#own[of]));
        const next = sorted.at(Math.min(sorted.length - 1, Math.max(0, at + steps)));
        if (next) this.#move(...next);
      },
      rest: () => announce(this.#words()),
    });
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    if (next.ready) this.#enumerate(next);
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

  /** Measures every list of the step's pages. @param {Scene} next */
  #enumerate({ state: { snapshot, run } }) {
    const grades = snapshot?.inspection?.documents.map(({ grade }) => grade) ?? [];
    const measures = run?.settings.measures ?? [];
    const key = JSON.stringify([grades.toSorted(), measures]);
    if (!grades.length || measures.length < 2 || key === this.#possible.key) return;
    const all = placings(grades.length, grades.filter((grade) => grade > 0).length).map((ranks) => {
      const list = Uint8Array.from(grades, (_grade, rank) => (ranks.includes(rank) ? 1 : 0));
      const [x, y] = measures_of_order(list, measures.slice(0, 2));
      return { ranks, place: /** @type {[number, number]} */ ([x, y]) };
    });
    this.#possible = { key, all };
    if (!this.#isMoved) this.#own = this.#nearest(0.5, 0.5)?.place ?? this.#own;
  }

  /** The list whose dot is nearest. @param {number} x @param {number} y @returns {Possible | undefined} */
  #nearest(x, y) {
    const far = (/** @type {Possible} */ { place }) => Math.hypot(place[0] - x, place[1] - y);
    return this.#possible.all.toSorted((one, other) => far(one) - far(other))[0];
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
      return [{ ...method, own: this.#nearest(...this.#own)?.ranks ?? [],
        good: predicted.length ? predicted.map((one) => documents[one].grade > 0) : null,
        // Before the answer, equal values would tell it.
        worth: scene.revealed ? measured.map(({ value }) => fixed(Number(value), 2)) : [] }];
    });
  }

  #measures() {
    return (this.#scene?.state.run?.settings.measures ?? ['auc', 'ndcg']).map(measureName);
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
      lists: this.#possible.all.map(({ place }) => place), own: this.#own,
      waits: scene.revealed ? null : this.#asked() ?? null }),
    drawMethodLists(chart.isPhone, lists, ranks, this.#measures()));
    const words = this.#words();
    const caption = chart.isPhone ? words.replace('good pages at ', '') : words;
    say(this.#frame.caption, truth && this.#way === 1 ? this.#landed(truth) : caption);
    const [x, y] = this.#own;
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

  /** Where the dot is, or how far it is from a chosen list, as the printed numbers have it. @param {Dot} dot */
  #landed({ name, place }) {
    if (!this.#isMoved) return `The dot ${name}: ${this.#said(place)}`;
    const words = place.map((value, at) => {
      const by = (Math.round(100 * value) - Math.round(100 * this.#own[at])) / 100;
      return `${this.#measures()[at]} ${by > 0 ? '+' : ''}${fixed(by, 2)}`;
    });
    return `${this.#frame.isPhone() ? 'From yours' : 'From your list to the dot'}: ${words.join(', ')}`;
  }

  #words() {
    const ranks = this.#nearest(...this.#own)?.ranks.map((rank) => rank + 1) ?? [];
    const told = ranks.length ? `good pages at ranks ${ranks.join(' and ')}, ` : '';
    return `Your list: ${told}${this.#said(this.#own)}`;
  }

  /** @param {number} x @param {number} y */
  #move(x, y) {
    this.#own = this.#nearest(x, y)?.place ?? this.#own;
    this.#isMoved = true;
    this.#draw();
  }

  /** The truth runs from 0 to its place; the own list stays. */
  #reveal() {
    void this.#motion(TRUTH, (share) => {
      this.#way = share;
      this.#draw();
    });
  }
}

/**
 * The ranks that some pages of a list can have; none if there are too many ways. @param {number} pages
 * @param {number} good @returns {number[][]}
 */
function placings(pages, good) {
  /** @type {number[][]} */
  let all = [[]];
  for (let at = 0; at < good; at += 1) {
    all = all.flatMap((ranks) => Array.from({ length: pages }, (_, rank) => rank).filter((rank) => rank > (ranks.at(-1)
      ?? -1)).map((rank) => [...ranks, rank]));
    if (all.length > MOST_LISTS) return [];
  }
  return all;
}

/** The ranks of the good pages, in words. @param {readonly boolean[]} good */
function ranksOf(good) {
  const ranks = good.flatMap((isGood, rank) => (isGood ? [rank + 1] : []));
  return ranks.length ? `, good pages at ranks ${ranks.join(' and ')}` : '';
}
