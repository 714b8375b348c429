// Lets the rows of a list slide from where they were, after they have been drawn anew.

import { isCalm } from '../../../../../ui/media.js';

const SLIDE = 200; // ms

export class RowSlide {
  #svg;
  /** @type {Map<string, number>} */
  #places = new Map();

  /** @param {SVGElement} svg */
  constructor(svg) {
    this.#svg = svg;
  }

  slide() {
    const next = new Map();
    for (const row of /** @type {NodeListOf<SVGGElement>} */ (this.#svg.querySelectorAll('.plane-row'))) {
      const page = row.dataset.page ?? '';
      const y = parseFloat(row.style.getPropertyValue('--y'));
      const from = this.#places.get(page);
      next.set(page, y);
      if (from === undefined || from === y || isCalm()) continue;
      row.animate([{ transform: `translateY(${from}px)` }, { transform: `translateY(${y}px)` }],
        { duration: SLIDE, easing: 'ease-out' });
    }
    this.#places = next;
  }
}
