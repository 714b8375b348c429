// Rows of titles in the reader's own order. A row is dragged, or moved by the arrow keys; the rows slide to their new
// ranks. In the document the rows always stand in their order.

import './row-list.css';
import { documentName } from '../../../../lib/document-name.js';
import { h, say } from '../../../../ui/dom.js';
import { isCalm } from '../../../../ui/media.js';

const SLIDE = 200; // ms
const SHADES = 4;

/** @typedef {import('../../../../core/protocol.js').Inspection['documents'][number]} Document */
/**
 * `beside`: what stands beside the row of a document and moves with it.
 * @typedef {{ label: string, move: (document: number, to: number) => void, rest: (document: number) => void,
 *   beside?: (document: number) => HTMLElement | null }} Behaviour
 */
/** @typedef {{ document: number, line: HTMLElement, row: HTMLElement, rank: HTMLElement }} Row */
/** @typedef {{ row: Row, pointer: number, from: number, home: number, moves: boolean }} Drag */

/** The shade of a grade: 0 for grade 0, else a step of the blue ramp. @param {number} grade @param {number} most */
export function shadeOf(grade, most) {
  return grade === 0 ? 0 : Math.max(1, Math.round((SHADES * grade) / Math.max(1, most)));
}

/**
 * @param {number} rank from 0 @param {Document} document @param {number} index
 * @param {number} most the highest grade
 */
export function rowParts(rank, document, index, most) {
  const number = h('span', { class: 'stage-rank' }, rank + 1);
  return { number, shade: String(shadeOf(document.grade, most)), name: documentName(document, index),
    nodes: [number, h('span', { class: 'stage-name' }, documentName(document, index)),
      h('span', { class: 'stage-dots', 'aria-hidden': 'true' }), h('b', { class: 'stage-grade' }, document.grade)] };
}

export class RowList {
  /** @type {Row[]} */
  #rows = [];
  /** @type {readonly Document[]} */
  #documents = [];
  /** @type {readonly number[]} */
  #order = [];
  /** @type {Drag | null} */
  #drag = null;
  #behaviour;

  /** @param {Behaviour} behaviour */
  constructor(behaviour) {
    this.#behaviour = behaviour;
    this.element = h('div', { class: 'stage-rows', role: 'group', 'aria-label': behaviour.label });
  }

  /** @param {readonly number[]} order @param {readonly Document[]} documents */
  update(order, documents) {
    const isSame = documents.length === this.#documents.length
      && documents.every(({ comment, grade }, at) => comment === this.#documents[at].comment
        && grade === this.#documents[at].grade);
    this.#documents = documents;
    if (!isSame) this.#build();
    if (isSame && order.join() === this.#order.join()) return;
    const tops = this.#rows.map(({ line }) => line.getBoundingClientRect().top);
    this.#order = order;
    this.#sort(order.map((document) => this.#rows[document]));
    if (isSame && !isCalm()) this.#slide(tops);
  }

  #build() {
    const most = Math.max(...this.#documents.map(({ grade }) => grade));
    this.#rows = this.#documents.map((one, document) => this.#make(one, document, most));
    this.element.replaceChildren(...this.#rows.map(({ line }) => line));
  }

  /** @param {Document} one @param {number} document @param {number} most @returns {Row} */
  #make(one, document, most) {
    const { number, shade, name, nodes } = rowParts(0, one, document, most);
    const row = h('div', { class: 'stage-row', role: 'slider', tabIndex: 0, 'aria-orientation': 'vertical',
      'aria-label': name, 'aria-valuemin': 1, 'aria-valuemax': this.#documents.length, dataset: { shade, handle: '' },
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event, document) }, nodes);
    const line = h('div', { class: 'stage-line' }, row, this.#behaviour.beside?.(document));
    const made = { document, line, row, rank: number };
    row.addEventListener('pointerdown', (event) => this.#begin(event, made));
    row.addEventListener('pointermove', (event) => this.#follow(event));
    row.addEventListener('pointerup', () => this.#end(true));
    row.addEventListener('pointercancel', () => this.#end(false));
    return made;
  }

  /** Sorts the lines around the one in hand, which must keep its place to keep the pointer. @param {Row[]} sorted */
  #sort(sorted) {
    const inHand = sorted.findIndex(({ row }) => row === (this.#drag?.row.row ?? document.activeElement));
    const kept = sorted[Math.max(0, inHand)]?.line;
    sorted.forEach((one, rank) => {
      if (rank < inHand) kept?.before(one.line);
      else if (rank > Math.max(0, inHand)) this.element.append(one.line);
      else if (inHand < 0) this.element.append(one.line);
      say(one.rank, String(rank + 1));
      one.row.setAttribute('aria-valuenow', String(rank + 1));
      one.row.setAttribute('aria-valuetext',
        `rank ${rank + 1} of ${sorted.length}, grade ${this.#documents[one.document].grade}`);
    });
  }

  /** @param {number[]} tops where the lines were, by document */
  #slide(tops) {
    this.#rows.forEach(({ line }, document) => {
      if (line === this.#drag?.row.line) return;
      const by = tops[document] - line.getBoundingClientRect().top;
      if (!by) return;
      line.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }],
        { duration: SLIDE, easing: 'ease-out' });
    });
  }

  /** @param {KeyboardEvent} event @param {number} document */
  #press(event, document) {
    const rank = this.#order.indexOf(document);
    const to = new Map([['ArrowUp', rank - 1], ['ArrowLeft', rank - 1], ['ArrowDown', rank + 1],
      ['ArrowRight', rank + 1], ['Home', 0], ['End', this.#order.length - 1]]).get(event.key);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (to < 0 || to >= this.#order.length || to === rank) return;
    this.#behaviour.move(document, to);
    this.#behaviour.rest(document);
  }

  /** @param {PointerEvent} event @param {Row} row */
  #begin(event, row) {
    if (event.button !== 0 || this.#drag) return;
    row.row.setPointerCapture(event.pointerId);
    this.#drag = { row, pointer: event.pointerId, from: event.clientY, home: this.#order.indexOf(row.document),
      moves: false };
  }

  /** @param {PointerEvent} event */
  #follow(event) {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    const { row: { document, line }, home, from } = drag;
    if (!drag.moves) line.classList.add('in-hand');
    drag.moves = true;
    const pitch = this.#pitch();
    const last = this.#order.length - 1;
    const place = Math.min(last, Math.max(0, home + (event.clientY - from) / pitch));
    if (Math.round(place) !== this.#order.indexOf(document)) this.#behaviour.move(document, Math.round(place));
    line.style.setProperty('transform', `translateY(${(place - this.#order.indexOf(document)) * pitch}px)`);
  }

  /** The distance of two rows, in pixels. */
  #pitch() {
    const [first, second] = this.element.children;
    return second ? second.clientHeight + Number.parseFloat(getComputedStyle(this.element).rowGap || '0')
      : first?.clientHeight ?? 1;
  }

  /** @param {boolean} drops whether the row stays; otherwise it returns to its rank */
  #end(drops) {
    const drag = this.#drag;
    if (!drag) return;
    const { row: { document, line }, home, moves } = drag;
    const by = line.style.getPropertyValue('transform');
    this.#drag = null;
    line.classList.remove('in-hand');
    line.style.removeProperty('transform');
    if (!moves) return;
    if (by && !isCalm()) line.animate([{ transform: by }, { transform: 'none' }], { duration: SLIDE / 2 });
    if (!drops && this.#order.indexOf(document) !== home) this.#behaviour.move(document, home);
    this.#behaviour.rest(document);
  }
}
