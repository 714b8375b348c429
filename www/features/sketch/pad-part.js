// The pad: documents as points in two features, and the arrow of w over them, for pointer and keyboard.

import { fill, h, say } from '../../ui/dom.js';
import { handOn } from '../../ui/focus.js';
import { freshId } from '../../ui/fields.js';
import { fixed, plural } from '../../lib/format.js';
import { markOf } from './marks.js';
import { PadDrawing, placeAt } from './pad-drawing.js';
import { HEIGHT, WIDTH, drawn, keyedPoint, keyedWeights, tipOf, undrawn, weightsAt } from './pad-geometry.js';
import { GRADES, add, frameOf, move, regrade, remove, shades, shownDocuments, undo } from './sketch-edits.js';
import { ndcgName, rankText, shownWeights, weightsText } from './sketch-text.js';

/** @typedef {import('./sketch-state.js').SketchStore} Store */
/** @typedef {import('./sketch-state.js').SketchView} SketchView */
/** @typedef {import('./pad-geometry.js').Pair} Pair */

const KEY_REST = 400; // ms after the last key until a move by keys has ended
const CLICK = 4; // px that a pointer may move in a click

/** @param {Store} store */
export function padPart(store) {
  return new PadView(store).element;
}

class PadView {
  #store;
  #drawing = new PadDrawing();
  #frame;
  #handle;
  #help;
  /** @type {HTMLButtonElement[]} */
  #points = [];
  #place = h('div', { class: 'pad-points' });
  #others = h('div', { class: 'pad-others', 'aria-hidden': 'true' });
  #across = h('div', { class: 'pad-x', 'aria-hidden': 'true' });
  #upward = h('div', { class: 'pad-y', 'aria-hidden': 'true' });
  #unit = 1; // px of a unit of the drawing
  #isDue = false;
  /** What the pointer drags. @type {{ kind: 'point', at: number, isFirst: boolean } | { kind: 'arrow' } | null} */
  #drag = null;
  /** The newest place of the pointer, until the next frame. @type {Pair | null} */
  #pointer = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #keyRest;
  element;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    this.#help = h('p', { class: 'hidden', id: freshId('pad-help') }, 'The arrow keys move the document, with Shift '
      + 'by small steps. Digits 0 to 4 set its grade. Delete removes it. Control and Z undo.');
    const arrowHelp = h('p', { class: 'hidden', id: freshId('arrow-help') }, 'Left and right turn w, up and down '
      + 'change its length, with Shift by small steps. Home goes back to the trained w.');
    // A button takes focus and keys on every platform; an element of the drawing does not.
    this.#handle = h('button', { type: 'button', class: 'pad-handle', 'aria-describedby': arrowHelp.id,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#turn(event) });
    this.#frame = h('div', { class: 'pad-frame' }, this.#drawing.element, this.#others, this.#drawing.numbers,
      this.#handle, this.#place);
    this.#listen();
    this.element = h('div', { class: 'pad-picture' }, this.#upward, this.#frame, this.#across, this.#help, arrowHelp);
    store.watch(({ sketch }) => [sketch.pad, sketch.query, sketch.chosen, sketch.arrow, sketch.reply],
      () => this.#schedule());
    store.watch(({ sketch }) => [sketch.sheet], () => this.#drawAxes());
    new ResizeObserver(([{ contentRect }]) => {
      if (!contentRect.width) return;
      this.#unit = contentRect.width / WIDTH;
      this.#schedule();
    }).observe(this.#frame);
  }

  /** The numbers and the names of the axes. */
  #drawAxes() {
    const { sketch } = this.#store.get();
    const frame = frameOf(sketch);
    const { axes } = sketch.sheet;
    [this.#across, this.#upward].forEach((axis, at) => {
      const ticks = frame.ticks.map((tick) => {
        const [x, y] = drawn([tick, tick], frame);
        const number = h('span', { class: 'tick' }, String(tick).replace('-', '−'));
        if (at === 0) number.style.setProperty('left', `${(100 * x) / WIDTH}%`);
        else number.style.setProperty('top', `${(100 * y) / HEIGHT}%`);
        return number;
      });
      fill(axis, ticks, h('span', { class: 'name' }, `${axes[at]} →`));
    });
  }

  /** @param {Partial<SketchView>} change */
  #set(change) {
    this.#store.dispatch({ type: 'sketch/set', change });
  }

  #schedule() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#draw(this.#store.get().sketch);
    });
  }

  /** @param {SketchView} sketch */
  #draw(sketch) {
    const { pad, query, reply } = sketch;
    if (!pad) return;
    const documents = shownDocuments(sketch);
    const ranks = rankText(pad, query, reply);
    this.#drawOthers(sketch);
    this.#drawPoints(sketch, documents, ranks);
    const w = shownWeights(sketch);
    this.#drawing.draw(sketch, documents, ranks, this.#unit);
    this.#placeHandle(sketch, w);
    const arrow = w ? `, and w as an arrow to ${weightsText(w)}` : '';
    this.#drawing.element.setAttribute('aria-label', `Query ${pad[query]?.id ?? ''}: `
      + `${plural(documents.length, 'document')} over ${sketch.sheet.axes.join(' and ')}${arrow}.`);
  }

  /** The documents of the other queries. @param {SketchView} sketch */
  #drawOthers(sketch) {
    const [frame, shadeOf] = [frameOf(sketch), shades(sketch.pad)];
    fill(this.#others, (sketch.pad ?? []).flatMap(({ documents }, at) => (at === sketch.query ? []
      : documents.map(({ x, y, grade }) => {
        const mark = h('span', { class: 'pad-other', dataset: { grade: shadeOf(grade) } }, markOf(at),
          h('span', {}, String(grade)));
        placeAt(mark, drawn([x, y], frame));
        return mark;
      }))));
  }

  /** @param {SketchView} sketch @param {import('./sketch-state.js').Point[]} documents @param {string[]} ranks */
  #drawPoints(sketch, documents, ranks) {
    const { pad, query, chosen } = sketch;
    const [frame, shadeOf] = [frameOf(sketch), shades(pad)];
    while (this.#points.length < documents.length) this.#points.push(this.#point(this.#points.length));
    if (this.#place.childElementCount !== documents.length) {
      handOn(this.#place, () => fill(this.#place, this.#points.slice(0, documents.length)),
        this.#points[Math.min(chosen ?? documents.length - 1, documents.length - 1)],
        document.querySelector('.sketch-foot button'));
    }
    const id = pad?.[query]?.id ?? '';
    documents.forEach(({ x, y, grade, name }, at) => {
      const button = this.#points[at];
      placeAt(button, drawn([x, y], frame));
      if (button.dataset.shape !== String(query)) {
        button.dataset.shape = String(query);
        button.firstElementChild?.replaceWith(markOf(query));
      }
      button.dataset.grade = shadeOf(grade);
      button.classList.toggle('chosen', at === chosen);
      if (button.lastElementChild) say(button.lastElementChild, String(grade));
      button.setAttribute('aria-label', `Document ${at + 1} of query ${id}: ${fixed(x, 3)}, ${fixed(y, 3)}, `
        + `grade ${grade}${ranks[at] ? `, rank ${ranks[at]}` : ''}${name ? `, ${name}` : ''}`);
      button.title = name ?? '';
    });
  }

  /** @param {number} at */
  #point(at) {
    return h('button', { type: 'button', class: 'pad-point', 'aria-describedby': this.#help.id,
      dataset: { at: String(at) },
      onfocus: () => { if (this.#store.get().sketch.chosen !== at) this.#set({ chosen: at }); },
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event, at) }, markOf(0), h('span', {}));
  }

  /** @param {SketchView} sketch @param {Pair | null} w */
  #placeHandle(sketch, w) {
    const { arrow, reply } = sketch;
    const frame = frameOf(sketch);
    this.#handle.hidden = w === null;
    if (!w) return;
    placeAt(this.#handle, drawn(tipOf(w, frame), frame));
    const ndcg = reply?.shown.mean.ndcg;
    this.#handle.setAttribute('aria-label', `Arrow of w: ${weightsText(w)}${arrow ? ', moved' : ', trained'}`
      + `${ndcg === null || ndcg === undefined ? '' : `. ${ndcgName(reply)} ${fixed(ndcg, 3)}`}`);
  }

  /** A key on a document. @param {KeyboardEvent} event @param {number} at */
  #press(event, at) {
    const { sketch } = this.#store.get();
    const point = shownDocuments(sketch)[at];
    if (!point || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'z') return;
      event.preventDefault();
      return this.#set(undo(sketch));
    }
    const place = keyedPoint(event.key, event.shiftKey, point, frameOf(sketch));
    if (place) {
      event.preventDefault();
      clearTimeout(this.#keyRest);
      this.#keyRest = setTimeout(() => this.#set({ isMoving: false }), KEY_REST);
      return this.#set({ ...move(sketch, at, place, !sketch.isMoving), chosen: at, isMoving: true });
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      this.#set({ ...remove(sketch, at), isMoving: false });
    } else if (GRADES.includes(Number(event.key)) && event.key.length === 1 && event.key !== ' ') {
      event.preventDefault();
      this.#set(regrade(sketch, at, Number(event.key)));
    } else if (event.key === 'Escape') this.#set({ chosen: null });
  }

  /** A key on the arrow. @param {KeyboardEvent} event */
  #turn(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { sketch } = this.#store.get();
    const w = shownWeights(sketch);
    if (event.key === 'Home') {
      event.preventDefault();
      return this.#set({ arrow: null });
    }
    const next = w && keyedWeights(event.key, event.shiftKey, w);
    if (!next) return;
    event.preventDefault();
    this.#set({ arrow: next });
  }

  /** Where a pointer is, in features. @param {PointerEvent} event @returns {Pair} */
  #at(event) {
    const box = this.#frame.getBoundingClientRect();
    return undrawn([WIDTH * (event.clientX - box.left) / Math.max(1, box.width),
      HEIGHT * (event.clientY - box.top) / Math.max(1, box.height)], frameOf(this.#store.get().sketch));
  }

  #listen() {
    const frame = this.#frame;
    /** Where the pointer went down on no document. @type {{ x: number, y: number } | null} */
    let free = null;
    frame.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      const target = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest('button')
        ?? event.target);
      const at = target.dataset.at;
      free = null;
      if (at !== undefined) this.#drag = { kind: 'point', at: Number(at), isFirst: true };
      else if (target === this.#handle) this.#drag = { kind: 'arrow' };
      else {
        free = { x: event.clientX, y: event.clientY };
        return;
      }
      event.preventDefault();
      frame.setPointerCapture(event.pointerId);
      target.focus({ preventScroll: true });
    });
    frame.addEventListener('pointermove', (event) => {
      if (!this.#drag) return;
      // Pointers report more often than frames are drawn, and the newest place counts.
      const isWaiting = this.#pointer !== null;
      this.#pointer = this.#at(event);
      if (!isWaiting) requestAnimationFrame(() => this.#dragOn());
    });
    frame.addEventListener('click', (event) => {
      const isClick = free && Math.hypot(event.clientX - free.x, event.clientY - free.y) <= CLICK;
      free = null;
      if (!isClick) return;
      const [x, y] = this.#at(/** @type {PointerEvent} */ (event));
      this.#set(add(this.#store.get().sketch, x, y));
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      frame.addEventListener(end, () => {
        if (!this.#drag) return;
        this.#dragOn();
        this.#drag = null;
        if (this.#store.get().sketch.isMoving) this.#set({ isMoving: false });
      });
    }
  }

  /** Moves what is dragged to the newest place of the pointer. */
  #dragOn() {
    const [drag, place] = [this.#drag, this.#pointer];
    this.#pointer = null;
    if (!drag || !place) return;
    if (drag.kind === 'arrow') return this.#set({ arrow: weightsAt(place, frameOf(this.#store.get().sketch)) });
    const { sketch } = this.#store.get();
    this.#set({ ...move(sketch, drag.at, { x: place[0], y: place[1] }, drag.isFirst), isMoving: true });
    drag.isFirst = false;
  }
}
