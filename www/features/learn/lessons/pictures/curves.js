// The figures of a run against its iterations: the reader slides through them. The run of the answer, or the curves
// that the question is about, stay hidden until then; earlier runs stand beside it in grey.

import './chart/chart.css';
import './curves/curves.css';
import { messageOf } from '../../../../core/errors.js';
import { say } from '../../../../ui/dom.js';
import { count } from '../../../../lib/format.js';
import { across } from './chart/frame.js';
import { drawCurves } from './curves/draw-curves.js';
import { textOf } from './curves/draw-labels.js';
import { panelsOf, trackOf } from './curves/layout.js';
import { linesOf, ruleLines, valueAt } from './curves/lines.js';
import { levelsOf } from './curves/rule-levels.js';
import { runsOf } from './curves/runs.js';
import { isBoosting } from './curves/series.js';
import { pictureFrame } from './drawn-frame.js';
import { linesOf as dataLines } from './searches/lines.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider, shareOf } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./curves/lines.js').Line} Line */

export const description = {
  name: 'Curves of a run',
  shows: 'figures of a run against its iterations, beside earlier runs. A part that waits is seen up to the iteration '
    + 'of the step',
  parts: { training: 'training, true', validation: 'validation', test: 'test', smoothed: 'smoothed',
    objective: 'objective', bound: 'floor, bound', loss: 'loss', pairs: 'pair error', sigma: 'smoothing, σ',
    cost: 'cost', rule: 'rule', repeats: 'repeats', before: 'before, without (the run remembered last)',
    first: 'two runs before (the run remembered first)' },
};

const GROWTH = 1400; // ms of the curves of an answer

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new CurvesPicture(context);

class CurvesPicture {
  #frame = pictureFrame({ label: 'Curves of the run', kind: 'chart-stage curves-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  /** What the lines are made of. @type {readonly unknown[]} */
  #made = [];
  /** @type {import('./curves/runs.js').Runs | null} */
  #runs = null;
  /** @type {Line[]} */
  #lines = [];
  /** What the rule reaches after the sort of the run before, once it is measured.
   * @type {{ of: Float64Array | null, levels: import('./curves/rule-levels.js').Levels | null }} */
  #rule = { of: null, levels: null };
  #at = 0;
  /** How much of the curves of the answer is drawn, from 0 to 1. */
  #grown = 1;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      range: () => [0, this.#highest()],
      value: () => this.#at,
      valueAt: ([x]) => this.#lowest().x[1] * shareOf(this.#lowest(), x),
      take: (at) => {
        this.#grown = 1;
        this.#at = at;
      },
      words: () => this.#words(), announce,
    });
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    const { isNew, isAnswered } = changeOf(was, next);
    const runs = runsOf(next);
    const withRule = presenceOf(next, 'rule') !== 'absent';
    if (withRule && runs?.before?.weights) void this.#measureRule(next, runs.before.weights);
    const { levels } = this.#rule;
    const made = [runs?.main, runs?.start, runs?.before, runs?.first, next.revealed, next.open.step, levels];
    const isOther = made.some((part, at) => part !== this.#made[at]);
    this.#made = made;
    if (!runs || !(isOther || isNew)) return this.#draw();
    this.#runs = runs;
    const lines = linesOf(next, runs);
    this.#lines = withRule && levels ? [...lines, ...ruleLines(next, levels, lines)] : lines;
    this.#begin(isAnswered);
  }

  /** Sorts the test data by an earlier run, and applies the rule. @param {Scene} scene @param {Float64Array} weights */
  async #measureRule({ state: { data, run } }, weights) {
    if (this.#rule.of === weights || !run?.settings) return;
    this.#rule = { of: weights, levels: null };
    const { settings } = run;
    try {
      const lines = await dataLines(data?.request.test ?? undefined);
      if (this.#rule.of !== weights) return;
      this.#rule = { of: weights, levels: levelsOf(lines, weights, settings, true) };
      if (this.#scene) this.update(this.#scene);
    } catch (error) {
      say(this.#frame.caption, `The rule cannot be measured: ${messageOf(error)}`);
    }
  }

  again() {
    this.#begin(true);
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed);
  }

  /** The lines as far as they may be seen, and have grown. */
  #seen() {
    return this.#lines.map((line) => {
      const isGrowing = this.#scene?.revealed && line.isAsked;
      const rest = line.values.length - 1 - line.known;
      return isGrowing ? { ...line, known: line.known + Math.round(this.#grown * rest) } : line;
    });
  }

  #highest() {
    return Math.max(0, ...this.#seen().map(({ known }) => known));
  }

  #panels() {
    return this.#scene && this.#runs
      ? panelsOf(this.#frame.isPhone(), this.#scene, this.#runs, this.#lines, this.#highest()) : [];
  }

  #lowest() {
    const panels = this.#panels();
    return panels[panels.length - 1].chart;
  }

  #unit() {
    const report = (this.#runs?.main ?? this.#runs?.start)?.reports[0];
    return report && isBoosting(report) ? 'round' : 'iteration';
  }

  #draw() {
    const panels = this.#panels();
    if (!this.#scene || panels.length === 0) return;
    const highest = this.#highest();
    const chart = panels[panels.length - 1].chart;
    const words = this.#words();
    const unit = this.#unit();
    this.#frame.show(words, drawCurves(panels, this.#seen(), { at: this.#at, highest, unit, waits: this.#waits(),
      mark: this.#mark() }));
    // The values stand at the curves.
    say(this.#frame.caption, `${sentenceCase(unit)} ${count(this.#at)}`);
    if (highest > 0) this.#slider.show(sentenceCase(unit), [across(chart, this.#at), trackOf(chart)], words);
    else this.#slider.hide();
  }

  /** A value that the step holds against the ends of its curves, with the answer. */
  #mark() {
    return this.#scene?.revealed && this.#grown === 1 ? this.#scene.step.curves?.mark ?? null : null;
  }

  /** The words for what is hidden. */
  #waits() {
    if (!this.#scene || this.#scene.revealed || !this.#scene.show.some((part) => part.endsWith('?'))) return '';
    if (this.#runs?.isAnew) return 'the new run';
    const names = this.#lines.filter(({ isAsked }) => isAsked).map(({ name }) => name);
    return [...new Set(names)].join(', ');
  }

  /** What is known at the iteration of the handle. */
  #words() {
    const told = this.#panels().map(({ key, title }) => {
      const values = this.#seen().filter(({ panel, known, values: all }) => panel === key
        && (this.#at <= known || known === all.length - 1)).map((line) =>
        `${line.name === title ? '' : `${line.name} `}${textOf(key, valueAt(line, this.#at))}`);
      return values.length ? `${title}: ${values.join(', ')}` : '';
    }).filter(Boolean);
    const mark = this.#mark();
    return `${sentenceCase(this.#unit())} ${count(this.#at)}. ${told.join('; ')}`
      + `${mark ? `; ${mark.name} ${textOf('shares', mark.value)}` : ''}`;
  }

  /** A step begins, or its question is answered: then its curves grow. @param {boolean} isAnswered now */
  #begin(isAnswered) {
    const ends = this.#lines.filter(({ isAsked }) => isAsked).map(({ values }) => values.length - 1);
    const from = Math.max(0, this.#lines.find(({ isAsked }) => isAsked)?.known ?? 0);
    const to = Math.max(0, ...ends);
    this.#grown = 1;
    if (!isAnswered || !ends.length) {
      this.#at = this.#highest();
      return this.#draw();
    }
    void this.#slider.animate(GROWTH, (share) => {
      this.#grown = share;
      this.#at = from + Math.round(share * (to - from));
    });
  }
}

/** @param {string} word */
const sentenceCase = (word) => word.charAt(0).toUpperCase() + word.slice(1);
