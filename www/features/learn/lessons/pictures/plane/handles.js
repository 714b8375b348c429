// The handles of the picture: the dot of w and the height of the cut, by pointer and keys.

import { h } from '../../../../../ui/dom.js';
import { weight } from './draw-labels.js';
import { listenToPointer, sayValue } from '../../../../../pictures/handles.js';
import { across, up, weightsAt } from '../../../../../pictures/plane-geometry.js';

/** @typedef {import('./view.js').PlaneView} PlaneView */

const STEP = 0.05;
const FAR = 4; // steps with Shift

/** @typedef {import('../drawn-frame.js').PictureFrame} PictureFrame */

export class PlaneHandles {
  #view;
  #frame;
  #draw;
  #rest;
  #dot = h('button', { type: 'button', class: 'plane-handle', 'data-handle': '', hidden: true });
  #cut = h('div', { class: 'plane-handle cut-handle', role: 'slider', tabIndex: 0, 'data-handle': '', hidden: true,
    'aria-label': 'Height of the slice', 'aria-orientation': 'vertical' }, h('span', { 'aria-hidden': 'true' }, '↕'));

  /**
   * @param {PlaneView} view @param {PictureFrame} frame
   * @param {{ draw: () => void, rest: (words: string) => void }} calls `rest` when a handle comes to rest
   */
  constructor(view, frame, { draw, rest }) {
    this.#view = view;
    this.#frame = frame;
    this.#draw = draw;
    this.#rest = rest;
    frame.canvas.append(this.#dot, this.#cut);
    listenToPointer(frame, { grab: (_place, event) => this.#grab(event), focus: ({ handle }) => handle,
      follow: (held, place) => this.#follow(held, place), rest: () => rest(this.#words()) });
    this.#dot.addEventListener('keydown', (event) => this.#pressDot(event));
    this.#cut.addEventListener('keydown', (event) => this.#pressCut(event));
  }

  /** Puts the handles where the drawing has them. */
  place() {
    const view = this.#view;
    const { square } = view.layout;
    const [x, y] = view.model;
    this.#dot.hidden = !view.has('dot');
    this.#cut.hidden = !view.has('cut');
    this.#frame.put(this.#dot, { x: across(square, x), y: up(square, y) });
    this.#dot.setAttribute('aria-label', `Probe at ${weight(x)}, ${weight(y)}`);
    this.#frame.put(this.#cut, { x: square.left + square.width, y: up(square, view.cut) });
    sayValue(this.#cut, { least: square.y[0], most: square.y[1], now: Number(view.cut.toFixed(2)),
      text: `weight of ${view.features[0]} ${weight(view.cut)}` });
  }

  /** What a pointer takes: the handle of the step, or its place beside the handle. @param {PointerEvent} event */
  #grab({ target, pointerType }) {
    const view = this.#view;
    const handle = view.has('cut') ? this.#cut : view.has('dot') ? this.#dot : null;
    const isOn = target instanceof Node && Boolean(handle?.contains(target));
    // A touch beside a handle scrolls the page.
    if (!handle || (pointerType === 'touch' && !isOn)) return null;
    if (handle === this.#dot) view.before = view.w;
    return { handle, isOn };
  }

  /** @param {{ handle: HTMLElement, isOn: boolean }} held @param {[number, number]} place */
  #follow(held, place) {
    // A press on the handle does not move it yet.
    if (held.isOn) {
      held.isOn = false;
      return;
    }
    const weights = weightsAt(this.#view.layout.square, place);
    if (held.handle === this.#dot) this.#view.moveModel(weights);
    else this.#view.moveCut(weights[1]);
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #pressDot(event) {
    const by = /** @type {Record<string, [number, number]>} */ (
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] })[event.key];
    if (!by) return;
    event.preventDefault();
    const view = this.#view;
    const step = STEP * (event.shiftKey ? FAR : 1);
    view.before = view.w;
    view.moveModel([view.w[0] + by[0] * step, view.w[1] + by[1] * step]);
    this.#draw();
    this.#rest(this.#words());
  }

  /** @param {KeyboardEvent} event */
  #pressCut(event) {
    const view = this.#view;
    const [low, high] = view.layout.square.y;
    const step = STEP * (event.shiftKey ? FAR : 1);
    const to = /** @type {Record<string, number>} */ ({ ArrowUp: view.cut + step, ArrowRight: view.cut + step,
      ArrowDown: view.cut - step, ArrowLeft: view.cut - step, Home: low, End: high })[event.key];
    if (to === undefined) return;
    event.preventDefault();
    view.moveCut(to);
    this.#draw();
    this.#rest(this.#words());
  }

  /** What the handle has done. */
  #words() {
    const { run, w, cut, features } = this.#view;
    if (this.#view.has('cut') || !run) return `The slice at weight of ${features[0]} ${weight(cut)}`;
    const { ranking, ndcg, isTied } = run.at(w);
    return `${isTied ? 'Some scores are equal' : `${run.pages[ranking[0]].title} first`}, NDCG ${ndcg.toFixed(3)}`;
  }
}
