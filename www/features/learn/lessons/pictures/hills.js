// The score of a model as hills over the plane of two features, with the documents in it. The handle turns the
// direction of a straight score; later it goes from model to model, and one surface turns into the next.

import './chart/chart.css';
import './hills/hills.css';
import { say } from '../../../../ui/dom.js';
import { fixed, measureName } from '../../../../lib/format.js';
import { pictureFrame } from './drawn-frame.js';
import { keyedLoader } from './keyed-loader.js';
import { animation } from '../../../../pictures/motion.js';
import { drawPlane } from './hills/draw-plane.js';
import { drawKey, drawRows, drawTried, drawValue, ramp } from './hills/draw-side.js';
import { SIZE, STOPS, hillsRun, kernelOf } from './hills/hills-run.js';
import { degreesOf, layoutOf, onRim } from './hills/layouts.js';
import { shade } from './hills/shade.js';
import { linesOf } from './searches/lines.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { valueSlider } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./hills/hills-run.js').Stop} Stop */

export const description = {
  name: 'Hills',
  shows: 'the score of a model as hills over the plane of two features, its documents, and NDCG@10 of five models',
  parts: { direction: 'direction', line: 'line, straight', products: 'products', hills: 'hills',
    few: 'landmarks (fewer)', trees: 'trees' },
};

const CHANGE = 900; // ms from one surface to the next
const TURN = 10; // degrees of a step
const FIRST = 60; // degrees
const FLAT = new Float64Array(SIZE * SIZE);

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new HillsPicture(context);

class HillsPicture {
  #frame = pictureFrame({ label: 'Hills', kind: 'hills-picture', redraw: () => this.#draw() });
  element = this.#frame.element;
  #shade = shade(this.#frame);
  /** @type {import('./hills/hills-run.js').HillsRun | null} */
  #run = null;
  #loader = keyedLoader(this.#frame);
  /** @type {Scene | null} */
  #scene = null;
  #motion = animation();
  #degrees = FIRST;
  /** From where the arrow turned to the trained direction. */
  #before = FIRST;
  /** NDCG in the directions of the handle so far. @type {Map<number, number>} */
  #tried = new Map();
  #stop = 0;
  /** What is drawn, also between two surfaces. @type {Float64Array} */
  #heights = FLAT;
  /** @type {Float64Array} */
  #from = FLAT;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = valueSlider(this.#frame, {
      step: () => (this.#turns() ? TURN : 1),
      range: () => [0, this.#turns() ? 360 - TURN : this.#stops().length - 1],
      value: () => (this.#turns() ? this.#degrees : this.#stop),
      valueAt: (place) => {
        const layout = layoutOf(this.#frame.isPhone());
        if (this.#turns()) return (Math.round(degreesOf(layout, place) / TURN) * TURN) % 360;
        return (place[1] - layout.rows.y) / layout.rows.step;
      },
      move: (value) => this.#move(value), rest: () => announce(this.#words()),
      isDownwards: () => !this.#turns(),
    });
  }

  /** Whether the handle turns the direction of a straight score. */
  #turns() {
    return this.#scene?.show.includes('direction') ?? false;
  }

  /** The models that the step shows; the last one may wait for the answer. */
  #stops() {
    const scene = this.#scene;
    return scene ? STOPS.filter(({ part }) => presenceOf(scene, part) !== 'absent') : [];
  }

  /** @param {Stop | undefined} stop */
  #isKnown(stop) {
    return stop !== undefined && presenceOf(this.#scene, stop.part) === 'shown';
  }

  /** What the handle stands at; null for a model that waits for the answer. */
  #surface() {
    if (!this.#run) return null;
    if (this.#turns()) return this.#run.towards(this.#degrees);
    const stop = this.#stops()[this.#stop];
    return this.#isKnown(stop) ? this.#run.at(stop) : null;
  }

  /** What lies over the plane. Of hills that wait for the answer, it is one. */
  #wanted() {
    const isAsked = !this.#turns() && Boolean(this.#stops()[this.#stop]?.hills);
    return (this.#surface() ?? (isAsked ? this.#run?.hill() : null))?.heights ?? FLAT;
  }

  /** @param {number} value */
  #move(value) {
    if (this.#turns()) {
      this.#motion.stop();
      this.#degrees = value;
      this.#heights = this.#wanted();
      this.#draw();
    } else if (value !== this.#stop) {
      this.#stop = value;
      this.#change();
    }
  }

  /** The surface turns into that of the handle. */
  #change() {
    const [from, to] = [this.#heights, this.#wanted()];
    this.#from = from;
    void this.#motion(CHANGE, (share) => {
      this.#heights = share < 1 ? from.map((height, at) => height + share * (to[at] - height)) : to;
      this.#draw();
    });
  }

  /** The direction turns to the trained one. @param {number} from */
  #turn(from) {
    const run = this.#run;
    if (!run) return;
    const to = run.trained;
    if (from !== to) this.#before = from;
    void this.#motion(CHANGE, (share) => {
      this.#degrees = share < 1 ? Math.round(from + share * (to - from)) : to;
      this.#heights = run.towards(this.#degrees).heights;
      this.#draw();
    });
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    const { isNew, isAnswered } = changeOf(was, next);
    if (isNew || isAnswered) this.#stop = this.#first(next);
    this.#load(next);
    if (!this.#run) return;
    if (isNew || isAnswered) this.#show(isAnswered || next.revealed);
    else this.#draw();
  }

  /** Where the handle begins. @param {Scene} scene */
  #first({ step, revealed }) {
    const stops = this.#stops();
    const few = stops.findIndex(({ part }) => part === 'few');
    const trees = stops.findIndex(({ part }) => part === 'trees');
    if (trees >= 0) return revealed || !step.question ? trees : trees - 1;
    return few >= 0 ? few : Math.max(0, stops.length - 1);
  }

  /** A step begins, or its question is answered. @param {boolean} isTold */
  #show(isTold) {
    if (this.#turns() && isTold && this.#scene?.step.question) this.#turn(this.#degrees);
    else this.#change();
  }

  again() {
    if (this.#turns()) return this.#turn(this.#before);
    this.#heights = this.#from;
    return this.#change();
  }

  canRepeat() {
    return !this.#turns() || Boolean(this.#scene?.revealed && this.#scene.step.question);
  }

  end() {
    this.#loader.end();
    this.#run?.end();
    this.#run = null;
  }

  /** Reads the data of the step, once. @param {Scene} scene */
  #load({ ready, lines, state }) {
    const settings = state.run?.settings;
    if (!ready || !settings) return;
    const { train, test } = state.data?.request ?? {};
    const key = JSON.stringify([lines ?? train, settings.c, settings.measure, kernelOf(settings)]);
    const read = async () => {
      const own = lines ?? await linesOf(train);
      return { own, tests: test ? await linesOf(test) : own };
    };
    void this.#loader.load(key, read, ({ own, tests }) => {
      this.#run?.end();
      this.#run = hillsRun(own, tests, settings);
      this.#show(Boolean(this.#scene?.revealed));
    });
  }

  #draw() {
    const run = this.#run;
    if (!run || !this.#scene) return;
    const layout = layoutOf(this.#frame.isPhone());
    const turns = this.#turns();
    const stops = this.#stops();
    const stop = stops[this.#stop];
    const words = this.#words();
    const isKnown = turns || this.#isKnown(stop);
    // Where the landmarks lie is known before training.
    const landmarks = turns || !stop?.hills ? [] : run.at(stop).landmarks.map((one) =>
      ({ ...one, weight: isKnown ? one.weight : null }));
    const [x = 'x', y = 'y'] = this.#scene.state.data?.request.features ?? [];
    if (turns && (this.#degrees % TURN === 0 || this.#degrees === run.trained)) {
      this.#tried.set(this.#degrees, run.towards(this.#degrees).value);
    }
    this.#shade.show(this.#heights, layout);
    this.#frame.show(words, ramp(),
      ...drawPlane(layout, run, { heights: this.#heights, degrees: turns ? this.#degrees : null, names: [x, y],
        hasSteps: !turns && stop?.part === 'trees', landmarks }),
      ...drawKey(layout, { hasLandmarks: landmarks.length > 0, hasSigns: landmarks.length > 0 && isKnown }),
      ...drawValue(layout, run.measure, this.#surface()?.value ?? null),
      ...(turns ? drawTried(layout, this.#tried, this.#degrees) : drawRows(layout, stops.map((one) =>
        ({ name: one.name, value: this.#isKnown(one) ? run.at(one).value : null })), this.#stop)));
    say(this.#frame.caption, turns ? 'Turn the arrow: along it, the score grows.'
      : landmarks.length && !isKnown ? `One of the ${landmarks.length} hills. Training chooses how high each is.`
        : 'Slide from model to model.');
    this.#slider.show(turns ? 'Direction' : 'Model', turns ? onRim(layout, this.#degrees)
      : [layout.rows.track, layout.rows.y + this.#stop * layout.rows.step], words, !turns);
  }

  #words() {
    const value = this.#surface()?.value;
    const name = this.#turns() ? `${Math.round(this.#degrees)}°` : this.#stops()[this.#stop]?.name ?? '';
    const measure = measureName(this.#run?.measure ?? 'ndcg@10');
    return `${name}, ${measure} ${value === undefined ? 'not known yet' : fixed(value, 3)}`;
  }
}
