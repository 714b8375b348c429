// The handles of the picture: the dot of w and the height of the cut, by pointer and keys.

import { h } from '../../../../../ui/dom.js';
import { weight } from './draw-labels.js';
import { across, up, weightsAt } from './geometry.js';

/** @typedef {import('./view.js').PlaneView} PlaneView */

const STEP = 0.05;
const FAR = 4; // steps with Shift

export class PlaneHandles {
  #view;
  #canvas;
  #draw;
  #rest;
  #dot = h('button', { type: 'button', class: 'plane-handle', 'data-handle': '', hidden: true });
  #cut = h('div', { class: 'plane-handle cut-handle', role: 'slider', tabIndex: 0, 'data-handle': '', hidden: true,
    'aria-label': 'Height of the cut', 'aria-orientation': 'vertical' }, h('span', { 'aria-hidden': 'true' }, '↕'));
  /** @type {'dot' | 'cut' | null} */
  #held = null;

  /**
   * @param {PlaneView} view @param {HTMLElement} canvas that the drawing fills
   * @param {{ draw: () => void, rest: (words: string) => void }} calls `rest` when a handle comes to rest
   */
  constructor(view, canvas, { draw, rest }) {
    this.#view = view;
    this.#canvas = canvas;
    this.#draw = draw;
    this.#rest = rest;
    canvas.append(this.#dot, this.#cut);
    canvas.addEventListener('pointerdown', (event) => this.#take(event));
    canvas.addEventListener('pointermove', (event) => { if (this.#held) this.#follow(event); });
    canvas.addEventListener('pointerup', () => this.#leave());
    canvas.addEventListener('pointercancel', () => { this.#held = null; });
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
    putAt(this.#dot, view, across(square, x), up(square, y));
    this.#dot.setAttribute('aria-label', `Probe at ${weight(x)}, ${weight(y)}`);
    putAt(this.#cut, view, square.left + square.width, up(square, view.cut));
    const limits = { 'aria-valuemin': square.y[0], 'aria-valuemax': square.y[1], 'aria-valuenow': view.cut };
    for (const [name, value] of Object.entries(limits)) this.#cut.setAttribute(name, value.toFixed(2));
    this.#cut.setAttribute('aria-valuetext', `weight of words ${weight(view.cut)}`);
  }

  /** @param {PointerEvent} event */
  #take(event) {
    const view = this.#view;
    const isOn = event.target instanceof Node && (event.target === this.#dot || this.#cut.contains(event.target));
    // A touch beside a handle scrolls the page.
    if (event.button !== 0 || (event.pointerType === 'touch' && !isOn)) return;
    this.#held = view.has('cut') ? 'cut' : view.has('dot') ? 'dot' : null;
    if (!this.#held) return;
    event.preventDefault();
    this.#canvas.setPointerCapture(event.pointerId);
    (this.#held === 'dot' ? this.#dot : this.#cut).focus({ preventScroll: true });
    if (this.#held === 'dot') view.before = view.w;
    if (!isOn) this.#follow(event);
  }

  /** @param {PointerEvent} event */
  #follow(event) {
    const { layout } = this.#view;
    const box = this.#canvas.getBoundingClientRect();
    const place = weightsAt(layout.square, [((event.clientX - box.left) / box.width) * layout.width,
      ((event.clientY - box.top) / box.height) * layout.height]);
    if (this.#held === 'dot') this.#view.moveModel(place);
    else this.#view.moveCut(place[1]);
    this.#draw();
  }

  #leave() {
    if (this.#held) this.#rest(this.#words());
    this.#held = null;
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
    const { tea, w, cut } = this.#view;
    if (this.#view.has('cut') || !tea) return `The cut at weight of words ${weight(cut)}`;
    const { ranking, ndcg, isTied } = tea.at(w);
    return `${isTied ? 'Some scores are equal' : `${tea.pages[ranking[0]].title} first`}, NDCG ${ndcg.toFixed(3)}`;
  }
}

/** @param {HTMLElement} element @param {PlaneView} view @param {number} x @param {number} y in units of the drawing */
export function putAt(element, { layout }, x, y) {
  element.style.setProperty('--left', `${(100 * x) / layout.width}%`);
  element.style.setProperty('--top', `${(100 * y) / layout.height}%`);
}
