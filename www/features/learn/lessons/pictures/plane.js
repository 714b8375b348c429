// The plane of w for one search with two features: a dot for the model with the list it makes, the violator that
// becomes a line, lines that push up a floor, seen from the side, and the ring of the phases of training.

import './plane/plane.css';
import { say } from '../../../../ui/dom.js';
import { drawAll } from './plane/draw-all.js';
import { PHASES } from './plane/draw-ring.js';
import { pictureFrame } from './drawn-frame.js';
import { PlaneHandles } from './plane/handles.js';
import { blended, layoutOf } from './plane/layouts.js';
import { animation } from '../../../../pictures/motion.js';
import { PhaseButtons } from './plane/phase-buttons.js';
import { planeRun } from './plane/plane-run.js';
import { PlaneView } from './plane/view.js';
import { changeOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Plane of w', shows: 'the plane of w for one query, with the lines and the floor of training',
  parts: { dot: 'dot, point (w)', list: 'list', violator: 'violator', line: 'line (newest)', lines: 'lines (all)',
    cut: 'slice', side: 'side (view)', floor: 'floor', ring: 'ring, phases, round', shades: 'shade, colour, price',
    price: 'price, slack' },
  hasArrow: true,
};

/** Milliseconds of each change. */
const MOTION = { fly: 700, grow: 400, open: 600, rise: 500, half: 1200, update: 500 };
const DONE = ['the violator is found', 'it becomes a line', 'the lowest point of the floor is found', 'w moves there'];

/** What stands above the picture, by the newest part that it shows. @type {[string, string][]} */
const CAPTIONS = [
  ['price', 'The end of training. The stronger the blue, the lower the price.'],
  ['ring', 'One iteration of training, phase by phase.'],
  ['side', 'Above, the plane of w and its borders. Below, the slice from the side.'],
  ['violator', 'A list leaves the column and draws its border.'],
  ['dot', 'One search. Every point of the square is a model.'],
];

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export function create({ announce }) {
  const picture = new PlanePicture(announce);
  return { element: picture.element, update: (scene) => picture.update(scene), again: () => picture.again(),
    canRepeat: () => picture.canRepeat(), end: () => picture.end() };
}

class PlanePicture {
  #view = new PlaneView();
  #frame = pictureFrame({ label: 'Plane of w', kind: 'plane-stage', redraw: () => this.#resize() });
  element = this.#frame.element;
  #motion = animation();
  #announce;
  #handles;
  #buttons;
  /** The data and settings of the run. */
  #key = '';
  /** @type {Scene | null} */
  #scene = null;
  /** Repeats the last change, if there was one. @type {(() => void) | null} */
  #repeat = null;

  /** @param {(words: string) => void} announce */
  constructor(announce) {
    this.#announce = announce;
    this.#handles = new PlaneHandles(this.#view, this.#frame, { draw: () => this.#draw(), rest: announce });
    this.#buttons = new PhaseButtons(this.#view, this.#frame, (phase) => this.#goTo(phase));
    this.#frame.canvas.append(this.#buttons.element);
  }

  #resize() {
    if (!this.#scene) return;
    this.#view.layout = layoutOf(this.#scene.show, this.#frame.isPhone());
    this.#draw();
  }

  #draw() {
    const view = this.#view;
    if (!view.run) return;
    this.#frame.show(described(view), drawAll(view));
    this.#handles.place();
    this.#buttons.place();
  }

  /** Draws a change of the view. @param {number} duration @param {(share: number) => void} change */
  #move(duration, change) {
    return this.#motion(duration, (share) => {
      change(share);
      this.#draw();
    });
  }

  /** @param {number} phase */
  #goTo(phase) {
    const view = this.#view;
    if (!view.goTo(phase)) return false;
    const [from, to] = [view.w, view.turns[view.turn]?.w ?? view.w];
    this.#repeat = () => void this.#move(phase === 4 ? MOTION.update : 1, (share) => {
      if (phase === 4) view.w = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    });
    this.#repeat();
    this.#announce(`Iteration ${view.turn}, ${PHASES[phase - 1].name}: ${DONE[phase - 1]}`);
    return true;
  }

  /** The violator flies into the plane and becomes a line. */
  async #fly() {
    const view = this.#view;
    view.line = 0;
    await this.#move(MOTION.fly, (share) => { view.flight = share; });
    view.flight = 0;
    await this.#move(MOTION.grow, (share) => { view.line = share; });
  }

  /** A step begins, or its question has been answered. @param {readonly string[]} shown before */
  #change(shown) {
    const view = this.#view;
    const from = view.layout;
    const to = layoutOf(view.show, this.#frame.isPhone());
    view.layout = to;
    const isBlended = from.width === to.width && shown.length > 0 && JSON.stringify(from) !== JSON.stringify(to);
    this.#repeat = this.#bringsOf(shown) ?? (isBlended ? () => void this.#move(MOTION.open, (share) => {
      view.layout = share < 1 ? blended(from, to, share) : to;
    }) : null);
    if (this.#repeat) this.#repeat();
    else this.#draw();
  }

  /** The change that a step or an answer brings besides its layout; null if none. @param {readonly string[]} shown */
  #bringsOf(shown) {
    const view = this.#view;
    if (view.has('ring') && !shown.includes('ring')) {
      Object.assign(view, { turn: Math.min(3, view.turns.length), phase: 3 });
      view.w = view.turns[view.turn - 1].w;
    }
    if (!view.revealed) view.climb = 0;
    if (view.has('line') && !shown.includes('line') && !view.revealed) return () => void this.#fly();
    if (!view.revealed) return null;
    if (view.isBorder) return () => void this.#move(MOTION.half, (share) => { view.climb = share; });
    if (view.has('ring')) {
      Object.assign(view, { turn: view.turns.length, phase: 3 });
      view.w = view.turns[view.turn - 1].w;
    }
    if (view.has('dot')) {
      const [x, y] = view.w;
      view.before = [x, y];
      return () => void this.#move(MOTION.half, (share) => {
        view.w = [x * (1 - share / 2), y * (1 - share / 2)];
      });
    }
    if (view.has('side')) return () => void this.#move(MOTION.rise, (share) => { view.rise = share; });
    return null;
  }

  /** Trains, if the data or the settings are new. @param {Scene} scene */
  #train({ ready, lines, state: { run } }) {
    if (!ready || !lines || !run) return;
    const key = JSON.stringify([lines, run.settings]);
    if (key === this.#key) return;
    this.#key = key;
    this.#view.run?.end();
    this.#view.run = null;
    try {
      this.#view.run = planeRun(lines, run.settings);
    } catch (error) {
      this.#frame.sayFault(error);
    }
  }

  /** @param {Scene} scene */
  update(scene) {
    const was = this.#scene;
    const view = this.#view;
    this.#scene = scene;
    say(this.#frame.caption, CAPTIONS.find(([part]) => scene.show.includes(part))?.[1] ?? '');
    const had = view.run !== null;
    this.#train(scene);
    Object.assign(view, { show: scene.show, revealed: scene.revealed });
    if (!view.run) return;
    const { isNew, isAnswered } = changeOf(was, scene);
    // The first feature lies upwards.
    const { arrow } = scene.step;
    if (arrow && (!had || isNew)) view.w = view.before = [arrow[1], arrow[0]];
    if (!had || isNew || isAnswered) this.#change(had && was ? was.show : []);
    else this.#draw();
  }

  again() {
    this.#repeat?.();
  }

  canRepeat() {
    return this.#repeat !== null;
  }

  end() {
    this.#buttons.stop();
    this.#view.run?.end();
    this.#view.run = null;
  }
}

/** The picture in a sentence. @param {PlaneView} view */
function described(view) {
  if (view.has('price')) return 'The plane of w at the end of training, with the two parts of the price.';
  if (view.has('ring')) return `Iteration ${view.turn}, phase ${PHASES[view.phase - 1].name}: ${view.count} lines.`;
  if (view.has('side')) return `The plane of w with ${view.count} lines, and below it the view from the side.`;
  if (view.has('violator')) return 'The plane of w with the border of the violator.';
  return 'The plane of w with the model as a dot.';
}
