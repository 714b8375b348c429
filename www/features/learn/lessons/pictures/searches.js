// Searches as lanes of pages over one feature: the reader moves its weight, and sees which searches are served. Then
// their mean slacks as bars, and the objective under two bounds of the loss.

import './chart/chart.css';
import './searches/searches.css';
import { say } from '../../../../ui/dom.js';
import { fixed, measureName } from '../../../../lib/format.js';
import { across } from './chart/frame.js';
import { pictureFrame } from './drawn-frame.js';
import { keyedLoader } from './keyed-loader.js';
import { linesOf } from './searches/lines.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { drawBars } from './searches/draw-bars.js';
import { drawBounds, drawTrack } from './searches/draw-bounds.js';
import { drawExcess, excessWords } from './searches/draw-excess.js';
import { drawCount, drawLanes } from './searches/draw-lanes.js';
import { layoutOf } from './searches/layouts.js';
import { STEP, STOPS, ZERO, isServed, searchesRun } from './searches/searches-run.js';
import { animatedSlider, shareOf } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Searches',
  shows: 'every search as a lane of pages over one feature, whether its weight serves the search, and two bounds',
  parts: { served: 'serves, served', bounds: 'slack, bound', sums: 'win, lose', ramp: 'ramp' },
};

const WAY = 900; // ms of w from 0 to where the answer is seen
const USUAL = ZERO + 3 / STEP; // a w that serves most searches
const FAR = ZERO + 6 / STEP; // a w at which the slack of flips is far above that of the others

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new SearchesPicture(context);

class SearchesPicture {
  #frame = pictureFrame({ label: 'Searches', kind: 'chart-stage searches-picture', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {import('./searches/searches-run.js').SearchesRun | null} */
  #run = null;
  #loader = keyedLoader(this.#frame);
  /** @type {Scene | null} */
  #scene = null;
  #stop = ZERO;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      step: () => STEP,
      range: () => [STOPS[0], STOPS[this.#highest()]],
      value: () => STOPS[this.#stop],
      valueAt: ([x]) => {
        const { chart } = this.#layout();
        const [low, high] = chart.x;
        return low + shareOf(chart, x) * (high - low);
      },
      take: (w) => { this.#stop = ZERO + Math.round(w / STEP); },
      words: () => this.#words(), announce,
    });
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    this.#load(next);
    const { isNew, isAnswered } = changeOf(was, next);
    // Where nothing is asked, the picture shows at once what the text says.
    if (isNew) this.#stop = next.step.question ? ZERO : USUAL;
    if (isAnswered || (isNew && next.revealed && next.step.question)) this.#begin();
    else this.#draw();
  }

  again() {
    this.#begin();
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed && this.#scene.step.question);
  }

  end() {
    this.#loader.end();
    this.#run?.end();
    this.#run = null;
  }

  /** Reads the searches of the step, once. @param {Scene} scene */
  #load({ ready, lines, state }) {
    const settings = state.run?.settings;
    if (!ready || !settings) return;
    const key = JSON.stringify([lines ?? state.data?.request.train, settings.c, settings.measure]);
    void this.#loader.load(key, async () => lines ?? linesOf(state.data?.request.train), (read) => {
      this.#run?.end();
      this.#run = searchesRun(read, settings);
      if (this.canRepeat()) this.#stop = this.#last();
      this.#draw();
    });
  }

  /** @param {keyof typeof description.parts} part */
  #isThere(part) {
    return presenceOf(this.#scene, part) === 'shown';
  }

  /** The last stop of the handle: with a bound, the rest waits for the answer. */
  #highest() {
    const waits = this.#scene?.step.question && !this.#scene.revealed;
    return this.#isThere('bounds') && waits ? USUAL : STOPS.length - 1;
  }

  #layout() {
    return layoutOf(this.#frame.isPhone());
  }

  #draw() {
    const run = this.#run;
    if (!run || !this.#scene) return;
    const layout = this.#layout();
    const words = this.#words();
    const hasRamp = this.#isThere('ramp');
    const hasBounds = this.#isThere('bounds');
    const { revealed } = this.#scene;
    const stop = this.#stop;
    const highest = this.#highest();
    const view = { stop, feature: this.#feature(), isCounted: this.#isThere('served') };
    const bars = hasRamp ? drawExcess(layout, run.searches, stop)
      : drawBars(layout, run, { stop, isAdded: this.#isThere('sums') });
    this.#frame.show(words, ...(hasBounds ? [...bars, ...drawBounds(layout, run, { stop, hasRamp,
      isLowest: revealed, last: revealed ? highest : ZERO, hingeLast: hasRamp ? STOPS.length - 1 : highest })]
      : [...drawLanes(layout, run, view), ...drawCount(layout, run, view)]), ...drawTrack(layout, highest));
    say(this.#frame.caption, !hasBounds ? 'Filled: the good page of a search. Ringed: the page that comes first.'
      : hasRamp ? `Above: one search. Below: all ${run.searches.length} together.` : '');
    this.#slider.show('Weight w', [across(layout.chart, STOPS[this.#stop]), layout.track], words);
  }

  #feature() {
    return this.#scene?.state.data?.request.features?.[0] ?? 'feature 1';
  }

  /** What is known at this w. */
  #words() {
    const run = this.#run;
    if (!run) return '';
    const w = STOPS[this.#stop];
    const served = run.searches.filter((search) => isServed(search, this.#stop)).length;
    const told = this.#isThere('served') ? [`${served} of ${run.searches.length} searches served, ${
      measureName(run.measure)} ${fixed(run.value(w), 3)}`] : [];
    const { hinge, ramp } = run.objective;
    const isDrawn = this.#isThere('ramp') && (this.#scene?.revealed || this.#stop <= ZERO);
    const bounds = this.#isThere('bounds') ? [`objective ${fixed(hinge[this.#stop], 1)}${
      isDrawn ? `, with the ramp bound ${fixed(ramp[this.#stop], 1)}` : ''}`] : [];
    const parts = this.#isThere('ramp') ? [excessWords(run.searches, this.#stop)] : [];
    return [`w = ${fixed(w, 2)}`, ...told, ...bounds, ...parts].join('; ');
  }

  #last() {
    if (this.#isThere('ramp') && this.#run) return this.#run.lowest;
    return this.#isThere('bounds') ? FAR : USUAL;
  }

  /** The question is answered: w goes from 0 to where the bound is lowest, or to a w that serves most searches. */
  #begin() {
    if (!this.#run) return;
    const last = this.#last();
    void this.#slider.animate(WAY, (share) => { this.#stop = Math.round(ZERO + share * (last - ZERO)); });
  }
}
