// A picture of a laboratory: curves over one axis, with one handle that stops where the answer begins. Knows no
// laboratory.

import '../chart/chart.css';
import { drawCurves, placeOn } from '../../../../../pictures/lab-curves.js';
import { s, say } from '../../../../../ui/dom.js';
import { drawHidden } from '../chart/frame.js';
import { pictureFrame } from '../drawn-frame.js';
import { keyedLoader } from '../keyed-loader.js';
import { askedPart, changeOf, presenceOf } from '../shown-parts.js';
import { animatedSlider } from '../value-slider.js';

/** @typedef {import('../../stage/picture.js').Scene} Scene */
/** @typedef {import('../../../../../pictures/lab-curves.js').Axis} Axis */
/** @typedef {import('../../../../../pictures/lab-curves.js').Curve} Curve */
/** @typedef {import('../../../../../pictures/lab-curves.js').CurvesLayout} CurvesLayout */
/**
 * `count`: how many stops a part has: all when it is shown, those of the open handle while its question waits, none
 * otherwise; a part that has just been answered grows. `isThere`: whether a part is shown.
 * @typedef {{ isPhone: boolean, isThere: (part: string) => boolean, has: (part: string) => boolean,
 *   count: (part: string, stops: number, open?: number) => number }} LabScene
 */
/**
 * `stops`: the places of the handle on the axis across; the first `open` ones are free before the answer. `begin`: the
 * stop at the beginning of a step. `hidden`: where the box of the waiting part stands, as shares of the chart, and its
 * words.
 * @typedef {{ x: Axis, y: Axis, curves: Curve[], levels?: { y: number, name: string, isLeft?: boolean }[],
 *   stops: readonly number[], open: number, begin: number, handle: string, words: (stop: number) => string,
 *   hidden: { place: readonly [number, number], head: string, about: string } }} LabChart
 */
/**
 * `key`: what the result belongs to, besides the sample.
 * @template Seen
 * @typedef {{ label: string, parts: Readonly<Record<string, string>>, key: (scene: Scene) => string,
 *   load: (scene: Scene) => Promise<Seen>, chart: (seen: Seen, scene: LabScene) => LabChart }} LabKind
 */

const GROWTH = 1600; // ms
const BOX = { wide: /** @type {const} */ ([320, 84]), phone: /** @type {const} */ ([150, 44]) };

/** @param {boolean} isPhone @returns {CurvesLayout} */
const layoutOf = (isPhone) => (isPhone
  ? { width: 390, height: 352, left: 56, right: 264, top: 60, bottom: 238, isPhone, name: 18, head: [12, 48],
    below: [20, 40] }
  : { width: 848, height: 664, left: 96, right: 636, top: 108, bottom: 500, isPhone, name: 22, head: [36, 86],
    below: [26, 52] });

/** The height of the track of the handle. @param {CurvesLayout} layout */
const trackOf = ({ bottom, isPhone }) => bottom + (isPhone ? 74 : 104);

/**
 * @template Seen
 * @param {LabKind<Seen>} kind @param {import('../../stage/picture.js').PictureContext} context
 * @returns {import('../../stage/picture.js').Picture}
 */
export const labPicture = (kind, context) => new LabPicture(kind, context);

/** @template Seen */
class LabPicture {
  #frame;
  element;
  #kind;
  #slider;
  /** @type {Seen | null} */
  #seen = null;
  #loader;
  /** @type {Scene | null} */
  #scene = null;
  /** The stop of the handle. */
  #at = 0;
  /** How much of the newest part is drawn, from 0 to 1. */
  #grown = 1;

  /** @param {LabKind<Seen>} kind @param {import('../../stage/picture.js').PictureContext} context */
  constructor(kind, { announce }) {
    this.#kind = kind;
    this.#frame = pictureFrame({ label: kind.label, kind: 'chart-stage lab-stage', redraw: () => this.#draw() });
    this.element = this.#frame.element;
    this.#loader = keyedLoader(this.#frame);
    this.#slider = animatedSlider(this.#frame, {
      range: () => [0, this.#last()],
      value: () => this.#at,
      valueAt: ([across]) => this.#nearest(across),
      take: (at) => {
        this.#grown = 1;
        this.#at = at;
      },
      words: () => this.#words(), announce,
    });
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    if (next.ready) this.#load(next);
    if (isNew || isAnswered) this.#begin(isAnswered);
    else this.#draw();
  }

  again() {
    this.#begin(true);
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed && this.#asked());
  }

  end() {
    this.#loader.end();
  }

  /** @param {Scene} scene */
  #load(scene) {
    const key = `${scene.state.data?.request.sample} ${this.#kind.key(scene)}`;
    void this.#loader.load(key, () => this.#kind.load(scene), (seen) => {
      this.#seen = seen;
      this.#begin(false);
    });
  }

  #asked() {
    return askedPart(this.#scene, this.#kind);
  }

  /** @returns {LabChart | null} */
  #chart() {
    const [seen, scene] = [this.#seen, this.#scene];
    if (seen === null || !scene) return null;
    const asked = this.#asked();
    return this.#kind.chart(seen, {
      isPhone: this.#frame.isPhone(),
      isThere: (part) => presenceOf(scene, part) === 'shown',
      has: (part) => presenceOf(scene, part) !== 'absent',
      count: (part, stops, open = 0) => {
        const presence = presenceOf(scene, part);
        if (presence === 'absent') return 0;
        if (presence === 'asked') return open;
        return part === asked ? Math.max(open, Math.round(this.#grown * stops)) : stops;
      },
    });
  }

  /** The last stop that the handle reaches. */
  #last() {
    const chart = this.#chart();
    if (!chart) return 0;
    return (this.#isWaiting() ? chart.open : chart.stops.length) - 1;
  }

  #isWaiting() {
    const part = this.#asked();
    return part !== undefined && presenceOf(this.#scene, part) === 'asked';
  }

  /** The stop that lies nearest to a place of the drawing. @param {number} across */
  #nearest(across) {
    const chart = this.#chart();
    if (!chart) return 0;
    const { left, right } = this.#layout();
    const farness = chart.stops.map((stop) => Math.abs(placeOn(chart.x, left, right, stop) - across));
    return farness.indexOf(Math.min(...farness));
  }

  #layout() {
    return layoutOf(this.#frame.isPhone());
  }

  #words() {
    return this.#chart()?.words(this.#at) ?? '';
  }

  #draw() {
    const chart = this.#chart();
    if (!chart) return;
    const layout = this.#layout();
    this.#at = Math.min(this.#at, this.#last());
    const words = chart.words(this.#at);
    const at = chart.stops[this.#at];
    this.#frame.show(words, drawCurves(layout, { ...chart, at }), this.#track(layout, chart),
      this.#isWaiting() && hiddenPart(layout, chart.hidden));
    say(this.#frame.caption, words);
    this.#slider.show(chart.handle, [placeOn(chart.x, layout.left, layout.right, at), trackOf(layout)], words);
  }

  /** @param {CurvesLayout} layout @param {LabChart} chart */
  #track(layout, { x, stops }) {
    const y = trackOf(layout);
    const place = (/** @type {number} */ stop) => placeOn(x, layout.left, layout.right, stops[stop]);
    const [first, end, last] = [place(0), place(this.#last()), place(stops.length - 1)];
    return [s('line', { class: 'chart-track', x1: first, x2: end, y1: y, y2: y }),
      end !== last && s('line', { class: 'chart-track closed', x1: end, x2: last, y1: y, y2: y })];
  }

  /** A step begins, or its question is answered: the newest part grows. @param {boolean} isAnswered now */
  #begin(isAnswered) {
    const chart = this.#chart();
    if (!chart) return;
    if (!isAnswered) this.#at = Math.min(chart.begin, this.#last());
    const [from, to] = [this.#at, this.#last()];
    void this.#slider.animate(isAnswered ? GROWTH : 1, (share) => {
      this.#grown = share;
      if (isAnswered) this.#at = Math.round(from + share * (to - from));
    }).then(() => { if (isAnswered) this.#slider.announce(); });
  }
}

/** @param {CurvesLayout} layout @param {LabChart['hidden']} hidden */
function hiddenPart({ left, right, top, bottom, isPhone }, { place: [x, y], head, about }) {
  const [width, height] = isPhone ? BOX.phone : BOX.wide;
  return drawHidden({ x: left + x * (right - left - width), y: top + y * (bottom - top - height), width, height }, '',
    head, isPhone ? '' : about);
}
