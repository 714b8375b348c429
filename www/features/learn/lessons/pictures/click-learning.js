// What models learn from clicks of a made shop: what each one looks at, and how well it ranks after more and more
// sessions. A worker simulates the sessions and trains the models.

import './chart/chart.css';
import '../../../../pictures/clicks/clicks.css';
import './click-learning/click-learning.css';
import { SESSIONS } from '../../../../lib/click-shop.js';
import { acrossSessions, stopAt } from '../../../../pictures/clicks/sessions-axis.js';
import { say } from '../../../../ui/dom.js';
import { clickRun, endClickRuns } from '../figures/click-runs.js';
import { GENTLE } from '../figures/learned.js';
import { CHOICES, choiceButtons } from './click-learning/choices.js';
import { drawCurves, leastOf, trackY } from './click-learning/draw-curves.js';
import { drawShares, sharesOf } from './click-learning/draw-shares.js';
import { layoutOf } from './click-learning/layouts.js';
import { pointWords, shareWords } from './click-learning/words.js';
import { pictureFrame } from './drawn-frame.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('../figures/click-runs.js').ClickRun} ClickRun */

/** What waits: the naive weights; more sessions and division; division where eyes tire fast. */
export const description = {
  name: 'Learning from clicks',
  shows: 'models that learn from the clicks of a made shop: what each one looks at, and how well it ranks after more'
    + ' and more sessions. It needs no data',
  parts: { weights: 'weight, look (what each model looks at)', sessions: 'session (curves over sessions)',
    steep: 'tire, steep (eyes that tire fast)' },
};

/** @typedef {keyof typeof description.parts} Part */

/** What a part simulates. @type {Record<Part, import('../../../../core/clicks-protocol.js').ClickSettings[]>} */
const SIMULATED = { weights: [GENTLE], sessions: [GENTLE], steep: CHOICES.map(({ settings }) => settings) };
const WHOLE = 100; // sessions from which the axis holds every log
const LAST = SESSIONS.length - 1;
/** The stop at which a part begins, and at which its handle stops before the answer. */
const BEGIN = { weights: 0, sessions: SESSIONS.indexOf(1000), steep: SESSIONS.indexOf(100) };
/** The stop at which it stands with the answer. */
const END = { ...BEGIN, sessions: SESSIONS.indexOf(100_000) };
const GROWTH = { weights: 700, sessions: 2400, steep: 1200 }; // ms

/** The number of sessions at a stop between two. @param {number} from @param {number} to @param {number} share */
const between = (from, to, share) => SESSIONS[from + Math.round((to - from) * Math.min(1, share))];

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new LearningPicture(context);

class LearningPicture {
  #frame = pictureFrame({ label: 'Learning from clicks', kind: 'chart-stage learning-stage',
    redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  /** Of the present part; null until all have been simulated. @type {ClickRun[] | null} */
  #runs = null;
  #stop = 0;
  #choice = 0;
  /** How much of the answer has come, from 0 to 1. */
  #grown = 1;
  #slider;
  #choices;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      range: () => [0, this.#last()], value: () => this.#stop,
      valueAt: ([x]) => stopAt(layoutOf(this.#frame.isPhone()).frame, x),
      take: (stop) => {
        this.#grown = 1;
        this.#stop = stop;
      },
      words: () => this.#words(), announce,
    });
    this.#choices = choiceButtons(this.#frame, (choice) => {
      this.#rest();
      this.#choice = choice;
      this.#draw();
      this.#slider.announce();
    });
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    if (isNew) void this.#begin(next);
    else if (isAnswered) this.again();
    else this.#draw();
  }

  /** @param {Scene} scene */
  async #begin(scene) {
    this.#rest();
    const part = this.#part();
    this.#runs = null;
    this.#choice = 0;
    this.#stop = (scene.revealed ? END : BEGIN)[part];
    try {
      const runs = await Promise.all(SIMULATED[part].map(clickRun));
      if (this.#scene?.step !== scene.step || runs.some((run) => !run)) return;
      this.#runs = /** @type {ClickRun[]} */ (runs);
      this.#draw();
    } catch (error) {
      this.#frame.sayFault(error);
    }
  }

  /** The part that the step shows. @returns {Part} */
  #part() {
    const later = /** @type {Part[]} */ (['steep', 'sessions']);
    return later.find((part) => presenceOf(this.#scene, part) !== 'absent') ?? 'weights';
  }

  #isAsked() {
    return presenceOf(this.#scene, this.#part()) === 'asked';
  }

  /** The last stop that is open. */
  #last() {
    return this.#isAsked() ? BEGIN[this.#part()] : LAST;
  }

  /** Ends a motion where it leads to. */
  #rest() {
    this.#slider.stop();
    this.#grown = 1;
  }

  /** Shows what the answer is, from what was seen before it. */
  again() {
    const part = this.#part();
    this.#choice = 0;
    this.#stop = END[part];
    void this.#slider.animate(GROWTH[part], (share) => { this.#grown = share; }).then(this.#slider.announce);
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed);
  }

  end() {
    this.#slider.stop();
    endClickRuns();
  }

  #point() {
    return this.#runs?.[this.#choice]?.points.find(({ sessions }) => sessions === SESSIONS[this.#stop]);
  }

  #words() {
    if (this.#part() === 'weights') return this.#runs ? shareWords(this.#shares(this.#runs[0])) : '';
    const point = this.#point();
    return point ? pointWords(point, this.#isAsked() ? null : CHOICES[this.#choice].name) : '';
  }

  /** @param {ClickRun} run */
  #shares(run) {
    return sharesOf(run, GENTLE.logger, { isTold: !this.#isAsked(), grown: this.#grown });
  }

  #draw() {
    if (!this.#scene || !this.#runs) return;
    const layout = layoutOf(this.#frame.isPhone());
    if (this.#part() === 'weights') return this.#drawWeights(layout, this.#runs[0]);
    const isAsked = this.#isAsked();
    const words = this.#words();
    const isSteep = this.#part() === 'steep';
    const { name, about, brief } = CHOICES[this.#choice];
    const reached = this.#reached();
    this.#frame.show(words, drawCurves(layout, { run: this.#runs[this.#choice], name, least: this.#least(this.#runs),
      ...reached, last: this.#last(), asked: !isAsked ? '' : isSteep ? 'IPS: ?' : '?' }));
    this.#slider.show('Sessions', [acrossSessions(layout.frame, reached.edge), trackY(layout)], words);
    if (isSteep && !isAsked) this.#choices.show(layout, this.#choice);
    else this.#choices.hide();
    say(this.#frame.caption, isSteep && !isAsked ? (layout.isPhone ? brief : about)
      : layout.isPhone ? 'Mean and range of 5 logs.' : 'On 400 new searches, mean and range of 5 logs. Drag the edge.');
  }

  /** A value that the axis holds: at the answer it grows to hold the logs. @param {readonly ClickRun[]} runs */
  #least(runs) {
    if (this.#isAsked()) return 1;
    const [least, shown] = [leastOf(runs, WHOLE), runs[0].grounds.asShown ?? 1];
    return least + (1 - this.#grown) * Math.max(0, shown - least);
  }

  /** How far the curves go: after the answer first the naive one, then the corrected one. */
  #reached() {
    const [stop, grown] = [this.#stop, this.#grown];
    const edge = SESSIONS[stop];
    if (this.#isAsked()) return { edge, reach: 0 };
    if (grown === 1) return { edge, reach: edge };
    if (this.#part() === 'steep') return { edge, reach: between(0, stop, grown) };
    return { edge: between(BEGIN.sessions, stop, 2 * grown), reach: grown < 0.5 ? 0 : between(0, stop, 2 * grown - 1) };
  }

  /** @param {import('./click-learning/layouts.js').Layout} layout @param {ClickRun} run */
  #drawWeights(layout, run) {
    this.#slider.hide();
    this.#choices.hide();
    this.#frame.show(`What each model looks at. ${this.#words()}`, drawShares(layout, this.#shares(run)));
    say(this.#frame.caption, layout.isPhone ? 'What each model looks at.'
      : 'What each model looks at: the share of each feature in its weights.');
  }
}
