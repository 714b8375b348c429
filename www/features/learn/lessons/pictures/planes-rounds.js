// Two runs of training as paths: planes across, iterations upwards. The reader plays them. The second run, and the
// objectives, stay hidden until the answer.

import './chart/chart.css';
import { h, say } from '../../../../ui/dom.js';
import { count } from '../../../../lib/format.js';
import { isCalm } from '../../../../ui/media.js';
import { drawRounds, layoutOf, trackOf } from './chart/draw-rounds.js';
import { pictureFrame } from './drawn-frame.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider, shareOf } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./chart/draw-rounds.js').Stop} Stop */

export const description = {
  name: 'Two runs',
  shows: 'two runs as paths: planes across, iterations upwards. They are remembered as “many” and “one”',
  parts: { first: 'slack for each, n slacks (first run)', second: 'slack for all, one slack (second run)',
    objective: 'objective' },
};

/** The runs by the names under which the lesson remembers them. */
const RUNS = /** @type {const} */ ([{ run: 'many', part: 'first', name: 'n slacks' },
  { run: 'one', part: 'second', name: 'one slack' }]);
const OBJECTIVES = /** @type {const} */ ({ shown: 'told', asked: 'hidden', absent: 'none' });
const ROOM = 1.6; // of the first run, so that its end lies away from the edges
const PLAYED = 2200; // ms of a whole run
const WIDENED = 500; // ms

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new RoundsPicture(context);

class RoundsPicture {
  #play = h('button', { type: 'button', class: 'picture-button chart-play', onclick: () => this.#playAll() }, 'Play');
  #frame = pictureFrame({ label: 'Planes and iterations', kind: 'chart-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  #at = 0;
  /** How far the picture has become as high as the second run: from 0 to 1. */
  #wide = 0;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      range: () => [0, this.#highest()],
      value: () => this.#at,
      valueAt: ([x]) => this.#last() * shareOf(trackOf(this.#layout()), x),
      take: (at) => {
        this.#wide = this.#isThere('second') ? 1 : 0;
        this.#at = at;
      },
      words: () => this.#words(), announce,
    });
    this.#frame.canvas.append(this.#play);
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    const known = this.#highest();
    this.#scene = next;
    if (!this.#stops(0).length) return;
    const { isNew, isAnswered } = changeOf(was, next);
    if (isAnswered) return this.#begin();
    if (isNew || known !== this.#highest()) {
      this.#wide = this.#isThere('second') ? 1 : 0;
      // The first step begins at 0, because the reader shall play.
      this.#at = this.#isThere('first') ? this.#highest() : 0;
    }
    this.#draw();
  }

  again() {
    this.#begin();
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed) && !this.#isThere('objective');
  }

  /** Where a run is after each iteration. @param {number} run @returns {Stop[]} */
  #stops(run) {
    const reports = this.#scene?.open.remembered[RUNS[run].run]?.reports ?? [];
    return reports.map((report) => {
      const { iteration, cuts, best_objective: objective } = /** @type {Record<string, any>} */ (report);
      return { iteration, planes: Number(cuts), objective: Number(objective) };
    });
  }

  /** @param {string} part */
  #isThere(part) {
    return presenceOf(this.#scene, part) === 'shown';
  }

  /** The last iteration of the runs that may be seen. */
  #last() {
    return Math.max(1, this.#stops(0).length - 1, this.#isThere('second') ? this.#stops(1).length - 1 : 0);
  }

  #highest() {
    return this.#isThere('first') ? this.#last() : 1;
  }

  #layout() {
    const [first, second] = [this.#stops(0), this.#isThere('second') ? this.#stops(1) : []];
    const end = first[first.length - 1] ?? { planes: 1, iteration: 1 };
    const planes = ROOM * Math.max(...first.map((stop) => stop.planes), 1);
    const low = ROOM * end.iteration;
    const high = Math.max(low, 1.12 * (second.length - 1));
    return layoutOf(this.#frame.isPhone(), planes, low + this.#wide * (high - low));
  }

  #draw() {
    const first = this.#stops(0);
    if (!this.#scene || !first.length) return;
    const chart = this.#layout();
    const paths = RUNS.flatMap(({ part, name }, run) => (part === 'second' && !this.#isThere(part) ? []
      : [{ name, kind: part, stops: this.#stops(run).slice(0, this.#at + 1) }]));
    const objectives = OBJECTIVES[presenceOf(this.#scene, 'objective')];
    const second = presenceOf(this.#scene, 'second');
    const [highest, last] = [this.#highest(), this.#isThere('first') ? this.#last() : first.length - 1];
    const words = this.#words();
    this.#frame.show(`Planes across, iterations upwards. ${words}`, drawRounds(chart, { paths,
      waits: second === 'asked' ? RUNS[1].name : '', objectives, highest, last,
      crossed: second !== 'absent' ? first[first.length - 1] : null }));
    say(this.#frame.caption, chart.isPhone ? words.replace(/^(.*)\. .*: (\d+) planes; .*: /, '$1: $2 and ') : words);
    const track = trackOf(chart);
    const x = track.left + (this.#at / last) * (track.right - track.left);
    this.#slider.show('Iteration', [x, track.y], words);
    this.#frame.put(this.#play, { x: chart.isPhone ? 50 : 76, y: track.y });
  }

  /** What stands at the iteration of the handle. */
  #words() {
    const told = RUNS.flatMap(({ part, name }, run) => {
      const stops = this.#stops(run);
      if ((part === 'second' && !this.#isThere(part)) || !stops.length) return [];
      const { planes } = stops[Math.min(this.#at, stops.length - 1)];
      return [`${name}: ${count(planes)} planes`];
    });
    return `Iteration ${count(this.#at)}. ${told.join('; ')}`;
  }

  /** What the answer shows: the picture becomes as high as the second run, and the run climbs. */
  #begin() {
    if (this.#isThere('objective')) return this.#draw();
    if (!this.#isThere('second')) return this.#playAll();
    this.#wide = 0;
    this.#at = this.#stops(0).length - 1;
    const steps = this.#highest() - this.#at;
    const from = this.#at;
    const share = WIDENED / (WIDENED + PLAYED);
    return void this.#slider.animate(WIDENED + PLAYED, (t) => {
      this.#wide = Math.min(1, t / share);
      this.#at = from + Math.round(Math.max(0, (t - share) / (1 - share)) * steps);
    });
  }

  #playAll() {
    const highest = this.#highest();
    void this.#slider.animate(isCalm() ? 1 : highest > 1 ? PLAYED : WIDENED, (share) => {
      this.#at = Math.round(share * highest);
    }).then(this.#slider.announce);
  }
}
