// What the picture of the plane shows now: the step's parts, the small run, and what the reader has moved. No DOM.

import { demandAt } from '../../../../../pictures/plane-geometry.js';
import { SAMPLES } from './draw-side.js';
import { layoutOf } from './layouts.js';

/** @typedef {import('../../../../../pictures/plane-geometry.js').Point} Point */
/** @typedef {import('./layouts.js').Layout} Layout */

/** Lines of the step that shows the floor, before its answer. */
const SHOWN_LINES = 2;

export class PlaneView {
  /** @type {import('./plane-run.js').PlaneRun | null} */
  run = null;
  /** @type {readonly string[]} */
  show = [];
  revealed = false;
  /** @type {Layout} */
  layout = layoutOf(['dot', 'list'], false);
  /** The model that the reader moves, and where it was before. @type {Point} */
  w = [0, 0];
  /** @type {Point} */
  before = [0, 0];
  /** The height of the cut. */
  cut = 0.4;
  /** Turn and phase of training, both from 1. */
  turn = SHOWN_LINES;
  phase = 3;
  /** How far the newest line has risen, and how far the violator's line has grown. */
  rise = 1;
  line = 1;
  /** The greatest price that the bars have shown. */
  dearest = 0;
  /** How far w has gone from 0 to the border of the only line. */
  climb = 0;
  /** The share of the violator's flight; 0 while nothing flies. */
  flight = 0;

  /** @param {string} part */
  has(part) {
    return this.show.includes(part);
  }

  /** The turns of training, none while there is no run. */
  get turns() {
    return this.run?.turns ?? [];
  }

  /** The number of turns whose lines are drawn. */
  get count() {
    if (this.has('ring')) return this.turn - (this.phase >= 2 ? 0 : 1);
    if (this.has('price')) return this.turns.length;
    return this.has('lines') ? SHOWN_LINES + Number(this.revealed) : 1;
  }

  /** The names of the two features: the first one lies upwards, the second one across. @returns {[string, string]} */
  get features() {
    return this.run?.features ?? ['feature 1', 'feature 2'];
  }

  get lines() {
    return this.turns.slice(0, this.count).flatMap(({ line }) => line ?? []);
  }

  /** Whether the border of one list is all that the step shows. */
  get isBorder() {
    return this.has('line') && !this.has('lines');
  }

  /** A point of the way from 0 up to the border, and what the violator demands there. @param {number} share */
  climbed(share) {
    const line = this.turns[0]?.line;
    if (!line) return { w: /** @type {Point} */ ([0, 0]), slack: 0 };
    const [zero, one] = [demandAt(line, [0, 0]), demandAt(line, [0, 1])];
    const w = /** @type {Point} */ ([0, (share * zero) / (zero - one)]);
    return { w, slack: share < 1 ? demandAt(line, w) : 0 };
  }

  /** The w that is drawn. @returns {Point} */
  get model() {
    if (this.isBorder) return this.climbed(this.climb).w;
    if (this.has('dot') || this.has('ring')) return this.w;
    const last = this.turns.at(Math.min(this.count, this.turns.length) - 1);
    return last && (this.has('lines') || this.has('price')) ? last.w : [0, 0];
  }

  /** The lowest point of the floor of the lines drawn. @returns {Point} */
  get lowest() {
    return this.turns.at(Math.max(0, this.count - 1))?.lowest ?? [0, 0];
  }

  /** What has been proved up to this phase. @param {'floor' | 'best'} kind */
  bounds(kind) {
    const reached = kind === 'best' ? this.turn : this.turn + Number(this.phase >= 3);
    return this.turns.slice(0, Math.min(this.turns.length, reached)).map((turn) => turn[kind]);
  }

  /** The true slack along the cut. */
  slacks() {
    const [from, to] = this.layout.square.x;
    return this.run?.slacks(Array.from({ length: SAMPLES }, (_, place) =>
      /** @type {Point} */ ([from + ((to - from) * place) / (SAMPLES - 1), this.cut]))) ?? null;
  }

  /** @param {Point} w */
  moveModel([x, y]) {
    const { square } = this.layout;
    const within = (/** @type {number} */ value, /** @type {readonly number[]} */ [low, high]) =>
      Math.min(high - 0.02, Math.max(low + 0.02, value));
    this.w = [within(x, square.x), within(y, square.y)];
  }

  /** @param {number} height */
  moveCut(height) {
    const [low, high] = this.layout.square.y;
    this.cut = Math.min(high - 0.05, Math.max(low + 0.05, height));
  }

  /**
   * Goes to a phase of this turn, or after the last phase to the first of the next turn. Returns whether training has
   * that phase; a turn that finds no line is the last.
   * @param {number} phase
   */
  goTo(phase) {
    const turn = phase === 1 && this.phase === 4 ? this.turn + 1 : this.turn;
    if (turn > this.turns.length || (turn === this.turns.length && phase > 1)) return false;
    Object.assign(this, { turn, phase, w: this.turns[turn - 1].w });
    return true;
  }
}
