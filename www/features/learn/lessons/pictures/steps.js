// The score of a model over one feature: a line, or a staircase of thresholds, with the documents on it and the list
// that it makes. Until the answer the reader tries a line or a threshold; then the handle has the rounds of the model.

import './chart/chart.css';
import './steps/steps.css';
import { say } from '../../../../ui/dom.js';
import { fixed } from '../../../../lib/format.js';
import { documentName } from '../../../../lib/document-name.js';
import { pictureFrame } from './drawn-frame.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { drawSteps } from './steps/draw-steps.js';
import { chartOf, trackOf } from './steps/layouts.js';
import { pairErrorOf, staircase, thresholdsOf, valuesOf } from './steps/model-score.js';
import { shareOf, valueSlider } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./steps/model-score.js').Point} Point */

export const description = {
  name: 'Score of a feature',
  shows: 'the score over one feature, a line or a staircase, and its list. The data of the step have one feature',
  parts: { line: 'line', threshold: 'threshold, step', model: 'training, trained, tree, stump, round (model)' },
};

const TILTS = 10; // from the steepest fall to the steepest rise
const WIDTH = 10; // the edges of the axis are multiples of it
const MARGIN = 0.18; // above and below the scores, as a share of their span

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new StepsPicture(context);

class StepsPicture {
  #frame = pictureFrame({ label: 'One feature', kind: 'chart-stage steps-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  #store;
  /** @type {Scene | null} */
  #scene = null;
  #tilt = TILTS;
  #edge = 0;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce, store }) {
    this.#store = store;
    this.#slider = valueSlider(this.#frame, {
      range: () => [0, this.#stops()],
      value: () => this.#now(),
      valueAt: ([x]) => this.#stops() * shareOf(chartOf(this.#frame.isPhone(), [0, 1], [0, 1]), x),
      move: (to) => this.#moveTo(to),
      rest: () => announce(this.#words()),
    });
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew } = changeOf(this.#scene, next);
    this.#scene = next;
    if (isNew) [this.#tilt, this.#edge] = [TILTS, 0];
    this.#draw();
  }

  /** Whose scores the documents have. @returns {'line' | 'threshold' | 'model'} */
  #mode() {
    if (presenceOf(this.#scene, 'model') === 'shown') return 'model';
    return presenceOf(this.#scene, 'line') === 'shown' ? 'line' : 'threshold';
  }

  /** The values of the feature. @returns {number[]} */
  #values() {
    const lines = this.#scene?.lines ?? [];
    const values = this.#documents().map(({ line = 0 }) => Number(lines[line - 1]?.match(/ 1:(\S+)/)?.[1] ?? NaN));
    return values.every(Number.isFinite) ? values : [];
  }

  #documents() {
    return this.#scene?.state.snapshot?.pulls?.documents ?? [];
  }

  /** @param {number[]} values @returns {[number, number]} */
  #edges(values) {
    return [WIDTH * Math.floor(Math.min(...values) / WIDTH), WIDTH * Math.ceil(Math.max(...values) / WIDTH)];
  }

  /** @param {number[]} values @returns {Point[]} */
  #points(values) {
    const mode = this.#mode();
    const [low, high] = this.#edges(values);
    const sorted = values.toSorted((one, other) => one - other);
    return this.#documents().map(({ grade, score }, at) => {
      const value = values[at];
      const share = (value - (low + high) / 2) / (high - low);
      const own = mode === 'line' ? share * (2 * this.#tilt - TILTS) / TILTS : Number(value > sorted[this.#edge]) - 0.5;
      return { value, grade, score: mode === 'model' ? score : own };
    });
  }

  /** The last stop of the handle, and where it stands. */
  #stops() {
    const mode = this.#mode();
    if (mode === 'line') return TILTS;
    if (mode === 'threshold') return Math.max(1, this.#documents().length - 2);
    return Math.max(0, (this.#scene?.state.run?.reports.length ?? 1) - 1);
  }

  #now() {
    const mode = this.#mode();
    if (mode === 'line') return this.#tilt;
    return mode === 'threshold' ? this.#edge : this.#scene?.state.snapshot?.iteration ?? 0;
  }

  /** @param {number} next */
  #moveTo(next) {
    const mode = this.#mode();
    if (mode === 'model') {
      if (this.#scene?.ready && next !== this.#now()) this.#store.dispatch({ type: 'cursor', iteration: next });
      return;
    }
    if (mode === 'line') this.#tilt = next;
    else this.#edge = next;
    this.#draw();
  }

  #draw() {
    const values = this.#values();
    if (!this.#scene || !values.length) return;
    const isPhone = this.#frame.isPhone();
    const mode = this.#mode();
    const points = this.#points(values);
    const isLine = mode === 'model' && this.#scene.state.snapshot?.scorer === null;
    const own = points.map(({ score }) => score);
    const mean = own.reduce((sum, score) => sum + score, 0) / own.length;
    // A trained line has the scale of the reader's, so that a flat line is flat.
    const scores = mode !== 'model' ? [-0.5, 0.5] : isLine ? [...own, mean - 0.5, mean + 0.5] : own;
    const [least, most] = [Math.min(...scores), Math.max(...scores)];
    const room = (most - least || 1) * MARGIN;
    const edges = this.#edges(values);
    const chart = chartOf(isPhone, edges, [least - room, most + room]);
    const sorted = values.toSorted((one, other) => one - other);
    const thresholds = mode === 'line' ? [] : mode === 'threshold'
      ? [(sorted[this.#edge] + sorted[this.#edge + 1]) / 2] : thresholdsOf(this.#scene.state.snapshot?.scorer?.scorer
        ?? null);
    const stops = this.#stops();
    const words = this.#words();
    const order = mode === 'model' ? this.#scene.state.snapshot?.pulls?.predicted ?? []
      : points.map((_point, at) => at).sort((one, other) => points[other].score - points[one].score || one - other);
    const ends = mode === 'line' ? ['falls', 'rises'] : mode === 'threshold' ? ['cold', 'hot'] : ['round 0',
      `round ${stops}`];
    this.#frame.show(`Score over one feature. ${words}`, ...drawSteps(chart, { points,
      places: staircase(points, thresholds, edges), order, most: Math.max(...points.map(({ grade }) => grade)),
      unit: '°C', names: this.#documents().map(documentName), asks: presenceOf(this.#scene, 'model') === 'asked'
        ? 'trained model: ?' : '', whose: mode === 'model' ? 'the model' : mode === 'line' ? 'your line'
        : 'your threshold',
      ends: isLine ? null : ends }));
    say(this.#frame.caption, words);
    if (isLine || stops === 0) return this.#slider.hide();
    this.#slider.show(mode === 'line' ? 'Tilt' : mode === 'threshold' ? 'Threshold' : 'Round',
      [chart.left + (this.#now() / Math.max(1, stops)) * (chart.right - chart.left), trackOf(chart)], words);
  }

  #words() {
    const mode = this.#mode();
    if (mode === 'line') {
      const tilt = 2 * this.#tilt - TILTS;
      return tilt === 0 ? 'Flat: all scores are equal' : tilt > 0 ? 'Rising: hot first' : 'Falling: cold first';
    }
    if (mode === 'threshold') {
      const sorted = this.#values().toSorted((one, other) => one - other);
      const threshold = (sorted[this.#edge] + sorted[this.#edge + 1]) / 2;
      const error = pairErrorOf(valuesOf(this.#scene?.lines ?? []), threshold);
      const [up, down] = this.#frame.isPhone() ? ['up', 'down'] : ['if hot cups rise', 'if they fall'];
      return `${threshold} °C. Pair error over all: ${fixed(100 * error, 1)} % ${up}, ${
        fixed(100 - 100 * error, 1)} % ${down}`;
    }
    const { snapshot, run } = this.#scene?.state ?? {};
    if (snapshot?.scorer === null || !run) return 'The trained line';
    return `Round ${snapshot?.iteration ?? 0} of ${this.#stops()}`;
  }
}
