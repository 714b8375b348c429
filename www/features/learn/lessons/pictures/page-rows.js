// A list of pages in a drawing, which slide to their new ranks.

import { s } from '../../../../ui/dom.js';
import { documentShade } from '../../../inspect/inspector/document-shade.js';
import { label } from './frame.js';

/** @typedef {{ x: number, y: number, width: number, height: number, step: number }} RowsPlace */

const NARROW = 200; // units; below, the place alone tells the rank
const LETTER = 8; // units of a letter
const SMALL_LETTER = 6.9;

/** A name as far as its row is wide. @param {string} name @param {number} most letters */
const fitted = (name, most) => (name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`);

export class PageRows {
  #place;
  #rows;
  #ranks;
  element;

  /** @param {RowsPlace} place @param {{ name: string, grade: number }[]} pages by document */
  constructor(place, pages) {
    this.#place = place;
    const { width, height, step } = place;
    const most = Math.max(...pages.map(({ grade }) => grade));
    const middle = height / 2 + 5.5;
    const [start, letter] = width < NARROW ? [10, SMALL_LETTER] : [34, LETTER];
    const letters = Math.floor((width - start - 26) / letter);
    this.#rows = pages.map(({ name, grade }) => s('g', { class: 'page-row', 'data-shade': documentShade(grade, most) },
      s('rect', { width, height, rx: Math.min(7, height / 4) }),
      name && label(start, middle, fitted(name, letters), 'lab name'),
      label(width - 12, middle, String(grade), 'lab grade', 'end')));
    this.#ranks = (width < NARROW ? [] : pages).map((_, at) =>
      label(place.x + 12, place.y + at * step + middle, String(at + 1), 'axis rank'));
    this.element = s('g', { class: 'page-rows' }, this.#rows, this.#ranks);
  }

  /** @param {readonly number[]} order documents from the top */
  update(order) {
    const { x, y, step } = this.#place;
    order.forEach((document, rank) => {
      this.#rows[document].style.setProperty('transform', `translate(${x}px, ${y + rank * step}px)`);
      this.#ranks[rank]?.setAttribute('data-shade', this.#rows[document].getAttribute('data-shade') ?? '0');
    });
  }
}
