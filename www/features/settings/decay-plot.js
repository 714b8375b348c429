// The plot on which a decay profile is drawn: by strokes of a pointer, or point by point with keys. Knows no settings.

import { significant } from '../../lib/format.js';
import { h, s, fill, say } from '../../ui/dom.js';
import { keyed, topOf, withStroke } from './decay-values.js';

const [WIDTH, HEIGHT] = [240, 110]; // units of the drawing
const ROOM = 6; // units above the greatest value

/** @typedef {{ rank: number, value: number }} Place */

export class DecayPlot {
  /** @type {number[]} */
  values = [];
  #rank = 0; // of the point that the keyboard is at
  #top = 1; // the greatest value that fits
  #isWrong = false;
  /** Where the pointer was last. @type {Place | null} */
  #stroke = null;
  #frame = 0;
  #drawing = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  #points = h('div', { class: 'points' });
  #height = h('span', { class: 'height', 'aria-hidden': 'true' });
  element = h('div', { class: 'draw-plot', role: 'group', 'aria-label': 'Draw c over the ranks' }, this.#drawing,
    this.#points, this.#height);
  #changed;

  /** @param {(values: number[]) => void} changed called with every value that is drawn */
  constructor(changed) {
    this.#changed = changed;
    this.#listenToPointer();
    this.#listenToKeys();
  }

  /**
   * @param {number[] | null} values null where those that are drawn stay
   * @param {boolean} isWrong whether something is wrong with them
   */
  update(values, isWrong) {
    if (values) this.values = values;
    if (!this.#stroke && !this.#points.contains(document.activeElement)) this.#top = topOf(this.values);
    this.#rank = Math.min(this.#rank, this.values.length - 1);
    this.#isWrong = isWrong;
    this.#schedule();
  }

  #schedule() {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  /** @param {number} value in units from the top of the drawing */
  #y(value) {
    const share = Number.isFinite(value) ? value / this.#top : 0;
    return HEIGHT - Math.min(1, Math.max(0, share)) * (HEIGHT - ROOM);
  }

  #draw() {
    this.#frame = 0;
    const { values } = this;
    const n = values.length;
    const path = values.map((value, at) =>
        `${at ? 'L' : 'M'}${(((at + 0.5) * WIDTH) / n).toFixed(2)} ${this.#y(value).toFixed(2)}`);
    const columns = values.map((value, at) => {
      const y = this.#y(value);
      return s('rect',
        { class: 'draw-column', x: (at * WIDTH) / n + 1, width: Math.max(0.5, WIDTH / n - 2), y, height: HEIGHT - y });
    });
    fill(this.#drawing, columns, s('path', { class: 'profile-c', d: path.join('') }));
    say(this.#height, significant(this.#top, 2));
    const points = this.#points;
    while (points.children.length > n) points.lastElementChild?.remove();
    while (points.children.length < n) points.append(newPoint());
    values.forEach((_value, at) => this.#drawPoint(at));
  }

  /** @param {number} at */
  #drawPoint(at) {
    const { values } = this;
    const value = values[at];
    const before = at ? values[at - 1] : Number.POSITIVE_INFINITY;
    const point = /** @type {HTMLElement} */ (this.#points.children[at]);
    point.style.left = `${(100 * (at + 0.5)) / values.length}%`;
    point.style.top = `${(100 * this.#y(value)) / HEIGHT}%`;
    point.tabIndex = at === this.#rank ? 0 : -1;
    point.setAttribute('aria-label', `c at rank ${at + 1}`);
    point.setAttribute('aria-valuenow', String(Number.isFinite(value) ? value : 0));
    point.setAttribute('aria-valuemax', String(Number(this.#top.toPrecision(3))));
    point.setAttribute('aria-valuetext', Number.isFinite(value) ? significant(value) : 'not a number');
    // Where the line rises or leaves the plot; the words come from the core.
    point.classList.toggle('wrong', this.#isWrong && !(value >= 0 && value <= before));
  }

  /** @param {number[]} values */
  #change(values) {
    this.values = values;
    this.#schedule();
    this.#changed(values);
  }

  #focusPoint() {
    this.#draw();
    /** @type {HTMLElement} */ (this.#points.children[this.#rank]).focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event @returns {Place} */
  #placeOf(event) {
    const box = this.element.getBoundingClientRect();
    const share = (event.clientX - box.left) / Math.max(1, box.width);
    const height = Math.min(1, Math.max(0, 1 - (event.clientY - box.top) / Math.max(1, box.height)));
    const rank = Math.min(this.values.length - 1, Math.max(0, Math.floor(share * this.values.length)));
    return { rank, value: (height * this.#top * HEIGHT) / (HEIGHT - ROOM) };
  }

  #listenToPointer() {
    const plot = this.element;
    plot.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      plot.setPointerCapture(event.pointerId);
      const place = this.#placeOf(event);
      this.#stroke = place;
      this.#rank = place.rank;
      this.#change(withStroke(this.values, place, place));
      this.#focusPoint();
    });
    plot.addEventListener('pointermove', (event) => {
      if (!this.#stroke) return;
      const next = this.#placeOf(event);
      this.#rank = next.rank;
      this.#change(withStroke(this.values, this.#stroke, next));
      this.#stroke = next;
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      plot.addEventListener(end, () => {
        if (!this.#stroke) return;
        this.#stroke = null;
        this.#top = topOf(this.values);
        this.#schedule();
      });
    }
  }

  #listenToKeys() {
    const points = this.#points;
    // A point may be focused by other ways than the keys below.
    points.addEventListener('focusin', (event) => {
      const at = [...points.children].indexOf(/** @type {HTMLElement} */ (event.target));
      if (at < 0 || at === this.#rank) return;
      this.#rank = at;
      this.#schedule();
    });
    points.addEventListener('keydown', (event) => {
      const result = keyed(this.values, this.#rank, event.key);
      if (!result) return;
      event.preventDefault();
      this.#rank = result.rank;
      if (result.values !== this.values) {
        this.#change(result.values);
        this.#top = Math.max(this.#top, topOf(this.values));
      }
      this.#focusPoint();
    });
  }
}

function newPoint() {
  return h('span', { class: 'point', role: 'slider', 'aria-orientation': 'vertical', 'aria-valuemin': '0' });
}
