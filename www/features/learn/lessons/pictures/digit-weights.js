// w as a large picture, beside two documents that are pictures, too. The reader moves a ring over the pixels. The
// weights, or one of them, stay hidden until the answer.

import './digit-weights.css';
import { significant } from '../../../../lib/format.js';
import { h, s, say } from '../../../../ui/dom.js';
import { hiddenBox, pictureFrame, symbol } from './drawn-frame.js';
import { isIn, listenToSlide, sayValue } from '../../../../pictures/handles.js';
import { changeOf, presenceOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/**
 * A square of pixels: its upper left corner and the side of a pixel.
 * @typedef {{ x: number, y: number, cell: number }} Grid
 */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ three: ArrayLike<number>, other: ArrayLike<number> }} Documents */

export const description = {
  name: 'Weights of pixels', shows: 'w as a large picture of pixels, beside two documents',
  parts: { documents: 'document, digits, picture', w: 'w, weight', pixel: 'pixel' },
};

const FIRST = 19; // the pixel of the ring at the beginning, between the two curves of a three
const LEAST = 0.004; // opacity below which a pixel is not drawn
const SIGNED = 0.05; // opacity from which a pixel has its sign on paper

/** @param {boolean} isPhone @param {boolean} withW @returns {{ w: Grid, three: Grid, other: Grid }} */
function gridsOf(isPhone, withW) {
  if (isPhone) {
    return withW
      ? { w: { x: 12, y: 66, cell: 29 }, three: { x: 266, y: 66, cell: 12.5 }, other: { x: 266, y: 198, cell: 12.5 } }
      : { w: { x: 12, y: 66, cell: 29 }, three: { x: 14, y: 92, cell: 21 }, other: { x: 208, y: 92, cell: 21 } };
  }
  return withW
    ? { w: { x: 36, y: 104, cell: 60 }, three: { x: 592, y: 104, cell: 25 }, other: { x: 592, y: 384, cell: 25 } }
    : { w: { x: 36, y: 104, cell: 60 }, three: { x: 48, y: 150, cell: 45 }, other: { x: 440, y: 150, cell: 45 } };
}

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new DigitPicture(context);

class DigitPicture {
  #handle = h('div', { class: 'pixel-handle', role: 'slider', tabIndex: 0, 'data-handle': '', 'aria-label': 'Pixel' });
  #frame = pictureFrame({ label: 'Pixels', kind: 'digit-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  #pixel = FIRST;
  /** @type {Documents | null} Those of the step: training chooses others, and they stay until the next step. */
  #kept = null;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#frame.canvas.append(this.#handle);
    listenToSlide(this.#frame, this.#handle, {
      at: (place) => this.#moveTo(this.#pixelAt(place)),
      by: (steps, isUpwards) => this.#moveTo(this.#pixel + (isUpwards ? -steps * this.#size().width : steps)),
      rest: () => announce(this.#words()),
    });
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew } = changeOf(this.#scene, next);
    this.#scene = next;
    if (isNew) [this.#pixel, this.#kept] = [FIRST, null];
    if (next.ready) this.#kept ??= this.#chosen();
    this.#draw();
  }

  /** @returns {Size} */
  #size() {
    return this.#scene?.state.data?.request.picture ?? { width: 8, height: 8 };
  }

  #grids() {
    return gridsOf(this.#frame.isPhone(), presenceOf(this.#scene, 'w') !== 'absent');
  }

  /** The pixel at a place of one of the three pictures, or the present one. @param {[number, number]} place */
  #pixelAt(place) {
    const { width, height } = this.#size();
    const { w, three, other } = this.#grids();
    const grids = presenceOf(this.#scene, 'w') === 'absent' ? [three, other] : [w, three, other];
    const grid = grids.find(({ x, y, cell }) => isIn(place, { x, y, width: width * cell, height: height * cell }));
    if (!grid) return this.#pixel;
    const [column, row] = [place[0] - grid.x, place[1] - grid.y].map((along) => Math.floor(along / grid.cell));
    return Math.min(height - 1, row) * width + Math.min(width - 1, column);
  }

  /** @param {number} to */
  #moveTo(to) {
    const { width, height } = this.#size();
    this.#pixel = Math.min(width * height - 1, Math.max(0, to));
    this.#draw();
  }

  #documents() {
    return this.#kept ?? this.#chosen();
  }

  /** A three, and the other digit that the violator has highest. @returns {Documents | null} */
  #chosen() {
    const { snapshot } = this.#scene?.state ?? {};
    const about = snapshot?.inspection ?? snapshot?.pulls;
    const pixels = snapshot?.pixels;
    if (!about || !pixels) return null;
    const order = 'violator' in about ? about.violator : about.predicted;
    const find = (/** @type {boolean} */ isGood) =>
      order.find((document) => pixels[document] && about.documents[document].grade > 0 === isGood);
    const [three, other] = [find(true) ?? about.documents.findIndex(({ grade }, at) => grade > 0 && pixels[at]),
      find(false) ?? -1];
    return pixels[three] && pixels[other] ? { three: pixels[three], other: pixels[other] } : null;
  }

  /** The weights that may be seen. */
  #weights() {
    return presenceOf(this.#scene, 'w') === 'shown' ? this.#scene?.state.snapshot?.weights ?? null : null;
  }

  /** Whether the weight at a pixel is what the question is about. @param {number} pixel */
  #isAsked(pixel) {
    return presenceOf(this.#scene, 'pixel') === 'asked' && pixel === FIRST;
  }

  #draw() {
    const documents = this.#documents();
    if (!this.#scene || !documents) return;
    const isPhone = this.#frame.isPhone();
    const { w, three, other } = this.#grids();
    const presence = presenceOf(this.#scene, 'w');
    const { width } = this.#size();
    const words = this.#words();
    const names = isPhone ? ['a three', 'another digit'] : ['A three: grade 1', 'Another digit: grade 0'];
    const ringed = presence === 'absent' ? [three, other] : [w, three, other];
    this.#frame.show(`Two documents and w as pixels. ${words}`,
      ...[three, other].map((grid, at) => [this.#heading(grid, names[at]),
        this.#drawInk(grid, at ? documents.other : documents.three)]).flat(2),
      ...(presence === 'absent' ? [] : this.#drawW(w, isPhone)),
      ...ringed.flatMap((grid) => this.#drawRing(grid)));
    say(this.#frame.caption, words);
    const main = ringed[0];
    this.#frame.put(this.#handle, { x: main.x + (this.#pixel % width) * main.cell,
      y: main.y + Math.floor(this.#pixel / width) * main.cell, width: main.cell, height: main.cell });
    sayValue(this.#handle, { least: 0, most: width * this.#size().height - 1, now: this.#pixel, text: words });
  }

  /** @param {Grid} grid @param {string} words */
  #heading({ x, y }, words) {
    return s('text', { class: this.#frame.isPhone() ? 'axis' : 'strong', x, y: y - (this.#frame.isPhone() ? 8 : 14) },
      words);
  }

  /** @param {Grid} grid */
  #ground({ x, y, cell }) {
    const { width, height } = this.#size();
    return s('rect', { class: 'pixel-ground', x, y, width: width * cell, height: height * cell });
  }

  /**
   * A pixel with a share of its colour. @param {Grid} grid @param {number} pixel @param {string} kind
   * @param {number} share from 0 to 1
   */
  #square({ x, y, cell }, pixel, kind, share) {
    const { width } = this.#size();
    return share < LEAST ? null : s('rect', { class: kind, x: x + (pixel % width) * cell,
      y: y + Math.floor(pixel / width) * cell, width: cell, height: cell, 'fill-opacity': share.toFixed(3) });
  }

  /** @param {Grid} grid @param {ArrayLike<number>} values */
  #drawInk(grid, values) {
    const ink = Array.from(values);
    const top = Math.max(1, ...ink);
    return [this.#ground(grid), ink.map((value, pixel) => this.#square(grid, pixel, 'pixel-ink', value / top))].flat();
  }

  /** @param {Grid} grid @param {boolean} isPhone */
  #drawW(grid, isPhone) {
    const { width, height } = this.#size();
    const weights = this.#weights();
    const heading = s('text', { class: isPhone ? 'axis' : 'strong', x: grid.x, y: grid.y - (isPhone ? 8 : 14) },
      symbol('w'), isPhone ? '' : ': one weight for each pixel');
    if (!weights) return [heading, hiddenBox(grid.x, grid.y, width * grid.cell, height * grid.cell)];
    const top = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) || 1;
    const foot = grid.y + height * grid.cell + (isPhone ? 24 : 36);
    return [heading, this.#ground(grid),
      ...Array.from(weights, (weight, pixel) => (this.#isAsked(pixel) ? null
        : this.#square(grid, pixel, weight < 0 ? 'pixel-against' : 'pixel-for', Math.abs(weight) / top))),
      ...Array.from(weights, (weight, pixel) => weight < 0 && !this.#isAsked(pixel) && -weight / top >= SIGNED
        && minus(grid.x + (pixel % width + 0.5) * grid.cell, grid.y + (Math.floor(pixel / width) + 0.5) * grid.cell)),
      this.#isAsked(FIRST) && this.#drawAsked(grid),
      ...['pixel-for', 'pixel-against'].flatMap((kind, at) => {
        const x = grid.x + at * (isPhone ? 122 : 250);
        return [s('rect', { class: kind, x, y: foot - 13, width: 16, height: 16 }), at && minus(x + 8, foot - 5),
          s('text', { class: isPhone ? 'axis' : '', x: x + 24, y: foot },
            `${isPhone ? '' : 'ink here '}${at ? 'lowers' : 'raises'}${isPhone ? '' : ' the score'}`)];
      }),
      s('text', { class: isPhone ? 'axis' : '', x: grid.x + (isPhone ? 244 : 510), y: foot },
        `${isPhone ? 'full' : 'strongest'}: ${significant(top)}`)];
  }

  /** @param {Grid} grid */
  #drawAsked({ x, y, cell }) {
    const { width } = this.#size();
    return hiddenBox(x + (FIRST % width) * cell + 3, y + Math.floor(FIRST / width) * cell + 3, cell - 6, cell - 6);
  }

  /** @param {Grid} grid */
  #drawRing({ x, y, cell }) {
    const { width } = this.#size();
    const at = { x: x + (this.#pixel % width) * cell, y: y + Math.floor(this.#pixel / width) * cell, width: cell,
      height: cell, rx: 3 };
    return [s('rect', { class: 'pixel-ring halo', ...at }), s('rect', { class: 'pixel-ring', ...at })];
  }

  #words() {
    const documents = this.#documents();
    const { width } = this.#size();
    if (!documents) return '';
    const weight = this.#weights()?.[this.#pixel];
    const told = this.#isAsked(this.#pixel) ? '?' : weight === undefined ? '' : significant(weight);
    return `Row ${Math.floor(this.#pixel / width) + 1}, column ${(this.#pixel % width) + 1}: ink `
      + `${significant(documents.three[this.#pixel])} and ${significant(documents.other[this.#pixel])}`
      + `${told && `, weight ${told}`}`;
  }
}

/** On paper without colours a sign tells which weights are negative. @param {number} x @param {number} y */
const minus = (x, y) => s('path', { class: 'pixel-minus', d: `M${x - 5} ${y}h10` });
