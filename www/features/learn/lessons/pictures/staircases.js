// The features of a boosted model of stumps, each with a small panel: empty until a round chooses the feature, then its
// staircase. The newest stump stands out. The parts of the score of the first page of a list stand end to end, if the
// step opens its explanation. The handle goes through the rounds of the page's run.

import './chart/chart.css';
import './staircases/staircases.css';
import { say } from '../../../../ui/dom.js';
import { fixed } from '../../../../lib/format.js';
import { featureName } from '../../../inspect/model/weight-names.js';
import { pictureFrame } from './drawn-frame.js';
import { animation } from '../../../../pictures/motion.js';
import { changeOf } from './shown-parts.js';
import { drawChain, drawRounds, drawStairs, layoutOf, roundX } from './staircases/draw-stairs.js';
import { heightAt, stairsOf, stumpsOf } from './staircases/rounds.js';
import { shareOf, valueSlider } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

/** `rounds`: those that open with the answer. */
export const description = {
  name: 'Staircases',
  shows: 'the staircase of every feature in a boosted model of stumps, round by round',
  parts: { features: 'feature, staircase', rounds: 'round' },
};

const ROUNDS = 10; // on the track, also before they are trained
const EACH = 350; // ms for a round that is shown again

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new StaircasesPicture(context);

class StaircasesPicture {
  #frame = pictureFrame({ label: 'Staircases', kind: 'chart-stage staircases', redraw: () => this.#draw() });
  element = this.#frame.element;
  #motion = animation();
  /** @type {Scene | null} */
  #scene = null;
  /** The last round of the step before its answer. */
  #asked = 0;
  #slider;
  #store;
  #announce;
  #unwatch;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce, store }) {
    this.#announce = announce;
    this.#store = store;
    this.#slider = valueSlider(this.#frame, {
      range: () => [0, this.#last()], value: () => this.#now(),
      valueAt: ([x]) => this.#rounds() * shareOf(layoutOf(this.#frame.isPhone(), this.#features()).track, x),
      move: (round) => {
        this.#motion.stop();
        this.#goTo(round);
      },
      rest: () => announce(this.#words()),
    });
    // The explanation of a score comes after the model.
    this.#unwatch = store.watch(({ model }) => [model.explanation], () => this.#draw());
  }

  #last() {
    return Math.max(0, (this.#scene?.state.run?.reports.length ?? 1) - 1);
  }

  #now() {
    return this.#scene?.state.snapshot?.iteration ?? 0;
  }

  #rounds() {
    return Math.max(ROUNDS, this.#last());
  }

  #features() {
    return this.#scene?.state.run?.overview?.features ?? 0;
  }

  /** What the features add to the score of the first page. @param {import('./staircases/rounds.js').Stair[]} stairs */
  #page(stairs) {
    const explanation = this.#store.get().model.explanation?.explanation;
    if (!explanation || explanation.iteration !== this.#now()) return null;
    return stairs.map(({ feature: of, steps }) => {
      const value = explanation.features.find(({ feature }) => feature === of)?.values[0] ?? 0;
      return { value, part: steps ? heightAt(steps, value) : 0 };
    });
  }

  /** @param {number} round */
  #goTo(round) {
    if (this.#scene?.ready && round !== this.#now()) this.#store.dispatch({ type: 'cursor', iteration: round });
  }

  /** @param {number} feature */
  #name(feature) {
    return this.#scene ? featureName(this.#scene.state, feature).replaceAll('_', ' ') : '';
  }

  #words() {
    const stumps = stumpsOf(this.#scene?.state.snapshot?.scorer ?? null);
    const newest = stumps[stumps.length - 1];
    if (!newest) return 'Round 0: no feature is chosen';
    const times = stumps.filter(({ feature }) => feature === newest.feature).length;
    const features = new Set(stumps.map(({ feature }) => feature)).size;
    return `Round ${stumps.length} chose ${this.#name(newest.feature)}${times > 1 ? ' again' : ''}, `
      + `${newest.weight > 0 ? '+' : ''}${fixed(newest.weight, 3)}. ${features} of ${this.#features()} features`;
  }

  #draw() {
    const features = this.#features();
    if (!features) return;
    const layout = layoutOf(this.#frame.isPhone(), features);
    const stairs = stairsOf(this.#scene?.state.snapshot?.scorer ?? null, features);
    const [words, now, last] = [this.#words(), this.#now(), this.#last()];
    const names = stairs.map(({ feature }) => this.#name(feature));
    const page = this.#page(stairs);
    this.#frame.show(words, drawStairs(layout, stairs, names, page), page ? drawChain(layout, stairs, page, names) : [],
      drawRounds(layout, this.#rounds(), last, now));
    this.#slider.show('Round', [roundX(layout.track, now, this.#rounds()), layout.track.y], words);
    say(this.#frame.caption, words);
  }

  again() {
    const [from, to] = [this.#asked, this.#last()];
    void this.#motion(EACH * (to - from), (share) => this.#goTo(from + Math.round(share * (to - from))))
      .then(() => this.#announce(this.#words()));
  }

  end() {
    this.#unwatch();
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed);
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew } = changeOf(this.#scene, next);
    this.#scene = next;
    if (isNew || !next.revealed) this.#asked = next.revealed ? 0 : this.#last();
    this.#draw();
  }
}
