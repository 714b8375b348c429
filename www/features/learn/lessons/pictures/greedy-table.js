// The table of the search for the violator as cells: a path through the rows is a list, and its cells add up to H. The
// reader's path beside that of the published greedy search.

import './greedy-table/greedy-table.css';
import { fixed } from '../../../../lib/format.js';
import { h, s, say } from '../../../../ui/dom.js';
import { pictureFrame } from './drawn-frame.js';
import { isIn, keyedValue, listenToPointer, sayValue } from '../../../../pictures/handles.js';
import { animation } from '../../../../pictures/motion.js';
import { drawAllPaths, drawBarred, drawCells, drawHeads, drawNames, drawPath } from './greedy-table/draw-table.js';
import { drawNotes } from './greedy-table/draw-notes.js';
import { drawList, drawNamedList, drawRounds, drawSplit, drawSum } from './greedy-table/draw-lists.js';
import { cellBox, layoutOf } from './greedy-table/layouts.js';
import { addingUp, movedPath, searchRun } from './greedy-table/search-run.js';
import { changeOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Table of cells', shows: 'the table of a search for the violator, with the greedy path and the reader’s',
  parts: { path: 'path', bars: 'sum, H (bars)', split: 'loss, margin (H split)',
    rounds: 'iteration, training (rounds)' },
};

const DECIMALS = 4;
const GROWTH = 500; // ms
/** The loss that fills the room for a bar, unless a loss is larger. */
const LEAST_LOSS = 0.5;

const hatch = () => s('defs', {}, s('pattern', { id: 'hatch', width: 10, height: 10, patternUnits: 'userSpaceOnUse',
  patternTransform: 'rotate(45)' }, s('line', { class: 'hatch-line', x1: 0, x2: 0, y1: 0, y2: 10 })));

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export function create(context) {
  const view = new TableView(context);
  return { element: view.element, update: (scene) => view.update(scene), end: () => view.end() };
}

class TableView {
  #announce;
  #frame = pictureFrame({ label: 'Table of the search', kind: 'greedy-table', redraw: () => this.#draw() });
  element = this.#frame.element;
  #round = h('div', { class: 'drawn-handle', role: 'slider', tabIndex: 0, 'data-handle': '', hidden: true,
    'aria-label': 'Iteration shown', 'aria-valuemin': '0' });
  /** @type {HTMLElement[]} */
  #sliders = [];
  /** On a phone: opens the other row. */
  #other = h('button', { type: 'button', class: 'row-bar', hidden: true, onclick: () => {
    this.#row = 1 - this.#row;
    this.#draw();
    this.#sliders[this.#row]?.focus({ preventScroll: true });
  } });
  /** @type {import('./greedy-table/search-run.js').SearchRun | null} */
  #run = null;
  #key = '';
  /** @type {Scene | null} */
  #scene = null;
  /** The reader's path. */
  #path = [0, 0];
  #iteration = 0;
  /** The row that a phone shows. */
  #row = 0;
  /** How far the told bars have grown, from 0 to 1. */
  #grown = 1;
  #motion = animation();

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#announce = announce;
    this.#frame.canvas.append(this.#round, this.#other);
    this.#listen();
  }

  /** @param {string} part */
  #has(part) {
    return Boolean(this.#scene?.show.includes(part));
  }

  #draw() {
    if (!this.#run || !this.#scene) return;
    const layout = layoutOf(this.#scene.show, this.#frame.isPhone());
    const search = this.#run.searchAt(this.#iteration);
    const names = search.rows.map((row) => this.#run?.soups[row].name ?? '');
    this.#frame.show(this.#described(), hatch(), this.#table(layout, search, names),
      this.#has('path') ? drawNamedList(layout, this.#run.soups, this.#run.listOf(this.#iteration, this.#path)) : null,
      this.#has('bars') || this.#has('split') ? this.#lists(layout, search, this.#run) : null,
      this.#has('rounds') ? drawRounds(layout, this.#rounds(), { present: this.#iteration,
        isTold: this.#scene.revealed, grown: this.#grown }) : null,
      drawNotes(layout, this.#scene.show, this.#scene.revealed));
    this.#placeHandles(layout, names);
  }

  /**
   * The rows of cells with both paths. @param {import('./greedy-table/layouts.js').Layout} layout
   * @param {import('./greedy-table/search-run.js').Search} search @param {readonly string[]} names
   */
  #table(layout, { cells, rows, greedy, exact }, names) {
    const { isPhone } = layout;
    const isTold = Boolean(this.#scene?.revealed);
    const isFirst = this.#has('path');
    const drawn = isPhone ? [this.#row] : rows.map((_row, row) => row);
    const ours = !this.#has('rounds') ? this.#path : isTold ? exact : null;
    const printed = isTold && !isFirst ? this.#printedCells(cells, ours ? [greedy, ours] : [greedy]) : null;
    const values = cells.flat();
    return [
      ...drawHeads(layout, cells[0].length),
      ...(isPhone ? this.#rowHead(names[this.#row]) : drawNames(layout, names)),
      ...drawn.flatMap((row, place) => drawCells(layout, place, cells[row], { most: Math.max(...values),
        least: Math.min(...values), bars: !isFirst, printed: printed?.[row] ?? null,
        barred: isPhone && row > 0 && ours ? ours[row - 1] : 0 })),
      isFirst && isTold && !isPhone ? drawAllPaths(layout, cells[0].length) : null,
      isFirst ? null : drawPath(layout, greedy, drawn, 'theirs', false),
      ours && drawPath(layout, ours, drawn, 'ours', !this.#has('rounds')),
      this.#has('bars') && isTold && !isPhone ? drawBarred(layout, rows.length - 1, greedy[0]) : null];
  }

  /**
   * Both lists with what they are worth. @param {import('./greedy-table/layouts.js').Layout} layout
   * @param {import('./greedy-table/search-run.js').Search} search
   * @param {import('./greedy-table/search-run.js').SearchRun} run
   */
  #lists(layout, { greedy, exact }, run) {
    const isTold = Boolean(this.#scene?.revealed);
    const isSplit = this.#has('split');
    const isBest = (isTold || isSplit) && this.#path.join() === exact.join();
    const paths = [greedy, this.#path];
    const worths = paths.map((path) => run.worthOf(this.#iteration, path));
    const most = Math.max(LEAST_LOSS, ...worths.map(({ loss }) => loss));
    const highest = Math.max(1e-9, ...worths.map(({ hinge }) => hinge));
    return paths.flatMap((path, place) => {
      const kind = place ? 'ours' : 'theirs';
      const name = place ? (isBest ? 'Best path' : 'Your path') : 'Greedy path';
      return [...drawList(layout, place, name, kind, run.soups, run.listOf(this.#iteration, path)),
        ...(isSplit ? drawSplit(layout, place, worths[place], most, isTold, this.#grown)
          : drawSum(layout, place, kind, isTold ? worths[place] : null, highest, this.#grown))];
    });
  }

  /** The bar of the row that a phone shows. @param {string} name */
  #rowHead(name) {
    return [s('text', { class: 'strong', x: 18, y: 74 }, `Row ${this.#row + 1} · ${name}`),
      s('text', { class: 'axis', x: 372, y: 74, 'text-anchor': 'end' }, 'bad before it')];
  }

  /**
   * Each cell as printed. Those of a path add up to its printed sum. @param {number[][]} cells
   * @param {number[][]} paths
   */
  #printedCells(cells, paths) {
    const all = cells.map((row) => [...row]);
    for (const path of paths) {
      const chosen = path.map((column, row) => cells[row][column]);
      const sum = this.#run?.worthOf(this.#iteration, path).hinge ?? 0;
      addingUp(chosen, sum, DECIMALS).forEach((value, row) => { all[row][path[row]] = value; });
    }
    return all;
  }

  /** H that both searches find, by iteration. */
  #rounds() {
    return Array.from({ length: (this.#run?.iterations ?? 0) + 1 }, (_, iteration) => {
      const search = this.#run?.searchAt(iteration);
      const worth = (/** @type {number[] | undefined} */ path) => this.#run?.worthOf(iteration, path ?? []).hinge ?? 0;
      return { greedy: worth(search?.greedy), exact: worth(search?.exact) };
    });
  }

  /** @param {import('./greedy-table/layouts.js').Layout} layout @param {readonly string[]} names */
  #placeHandles(layout, names) {
    const { isPhone, rounds } = layout;
    if (this.#sliders.length !== names.length) {
      for (const one of this.#sliders) one.remove();
      this.#sliders = names.map((_name, row) => this.#cellSlider(row));
      this.#frame.canvas.append(...this.#sliders);
    }
    this.#sliders.forEach((slider, row) => {
      slider.hidden = this.#has('rounds') || (isPhone && row !== this.#row);
      this.#frame.put(slider, cellBox(layout, isPhone ? 0 : row, this.#path[row]));
      slider.setAttribute('aria-label', `Place of ${names[row]}`);
      sayValue(slider, { least: this.#path[row - 1] ?? 0, most: this.#width() - 1, now: this.#path[row],
        text: placeText(this.#path[row]) });
    });
    this.#other.hidden = !isPhone;
    const row = 1 - this.#row;
    const search = this.#run?.searchAt(this.#iteration);
    const shown = !this.#has('rounds') ? this.#path : this.#scene?.revealed ? search?.exact : search?.greedy;
    say(this.#other, `Row ${row + 1} · ${names[row]}: cell ${shown?.[row] ?? 0} ›`);
    this.#round.hidden = !this.#has('rounds');
    this.#frame.put(this.#round, { ...rounds, x: rounds.x + this.#iteration * rounds.step });
    sayValue(this.#round, { least: 0, most: this.#run?.iterations ?? 0, now: this.#iteration,
      text: `iteration ${this.#iteration}` });
  }

  /** @param {number} row */
  #cellSlider(row) {
    return h('div', { class: 'drawn-handle', role: 'slider', tabIndex: 0, 'data-handle': '',
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const to = keyedValue(event, this.#path[row], { least: 0, most: this.#width() - 1 });
        if (to === undefined) return;
        this.#move(row, to);
        this.#rest();
      } });
  }

  /** The number of columns. */
  #width() {
    return this.#run?.searchAt(this.#iteration).cells[0].length ?? 1;
  }

  /** @param {number} row @param {number} column */
  #move(row, column) {
    this.#path = movedPath(this.#path, row, column, this.#width());
    this.#draw();
  }

  /** @param {number} iteration */
  #turn(iteration) {
    this.#iteration = Math.min(this.#run?.iterations ?? 0, Math.max(0, iteration));
    this.#draw();
  }

  /** Says what the handle has brought about; nothing that is still hidden. */
  #rest() {
    if (!this.#run || !this.#scene) return;
    if (this.#has('rounds')) {
      const { greedy, exact } = this.#rounds()[this.#iteration];
      const told = this.#scene.revealed ? `, the exact search ${fixed(exact, DECIMALS)}` : '';
      return this.#announce(`Iteration ${this.#iteration}: greedy finds H ${fixed(greedy, DECIMALS)}${told}`);
    }
    const { soups } = this.#run;
    const list = this.#run.listOf(this.#iteration, this.#path).map((document) => soups[document].name);
    const { hinge, loss } = this.#run.worthOf(this.#iteration, this.#path);
    const told = this.#scene.revealed && !this.#has('path') ? `, H ${fixed(hinge, DECIMALS)}`
      : this.#has('split') ? `, loss ${fixed(loss, DECIMALS)}` : '';
    this.#announce(`Your list: ${list.join(', ')}${told}`);
  }

  /** The drawing in a sentence. */
  #described() {
    if (!this.#run) return '';
    const { rows, greedy } = this.#run.searchAt(this.#iteration);
    const path = (/** @type {readonly number[]} */ one) =>
      one.map((column, row) => `${this.#run?.soups[rows[row]].name} ${placeText(column)}`).join(', ');
    const ours = this.#has('rounds') ? '' : `Your path: ${path(this.#path)}.`;
    return `${this.#has('path') ? '' : `Greedy path: ${path(greedy)}. `}${ours}`;
  }

  #listen() {
    const layout = () => layoutOf(this.#scene?.show ?? [], this.#frame.isPhone());
    listenToPointer(this.#frame, {
      grab: (place, { target }) => (this.#run && target !== this.#other ? this.#heldAt(place) : null),
      focus: (held) => (held === 'round' ? this.#round : this.#sliders[held]),
      follow: (held, [x]) => {
        const { cell, rounds } = layout();
        if (held === 'round') this.#turn(Math.floor((x - rounds.x) / rounds.step));
        else this.#move(held, Math.floor((x - cell.x) / cell.step));
      },
      rest: () => this.#rest(),
    });
    this.#round.addEventListener('keydown', (event) => {
      const to = keyedValue(event, this.#iteration, { least: 0, most: this.#run?.iterations ?? 0 });
      if (to === undefined) return;
      this.#turn(to);
      this.#rest();
    });
  }

  /**
   * What the pointer holds at a place: a row, or the iteration. @param {[number, number]} place
   * @returns {number | 'round' | null}
   */
  #heldAt(place) {
    const isPhone = this.#frame.isPhone();
    const layout = layoutOf(this.#scene?.show ?? [], isPhone);
    if (this.#has('rounds')) return isIn(place, { ...layout.rounds, width: 5 * layout.rounds.step }) ? 'round' : null;
    const rows = isPhone ? [this.#row] : this.#sliders.map((_slider, row) => row);
    const { width, step } = layout.cell;
    return rows.find((_row, at) => isIn(place, { ...cellBox(layout, at, 0), width: width + 3 * step })) ?? null;
  }

  /** A step begins, or its question is answered. @param {boolean} isAnswer */
  #begin(isAnswer) {
    this.#iteration = this.#has('rounds') && !this.#scene?.revealed ? 1 : this.#run?.iterations ?? 0;
    this.#row = 0;
    // The best path is the answer of one step, and known in the next.
    const isKnown = this.#has('split') || (this.#scene?.revealed && !this.#has('path'));
    if (isKnown) this.#path = this.#run?.searchAt(this.#iteration).exact ?? this.#path;
    else if (!this.#scene?.revealed) this.#path = this.#run?.searchAt(this.#iteration).rows.map(() => 0) ?? [0, 0];
    this.#grown = 1;
    if (!isAnswer) return this.#draw();
    void this.#motion(GROWTH, (share) => {
      this.#grown = share;
      this.#draw();
    });
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    this.#load(next);
    if (!this.#run) return;
    say(this.#frame.caption, this.#has('rounds') && next.revealed ? 'Slide the iteration. Pale is what greedy misses.'
      : CAPTIONS.find(([part]) => this.#has(part))?.[1] ?? '');
    const { isNew, isAnswered } = changeOf(was, next);
    if (!isNew && !isAnswered && this.#sliders.length) return this.#draw();
    this.#begin(isAnswered);
  }

  /** Trains on the data of the step, once. @param {Scene} scene */
  #load({ ready, lines, state }) {
    const settings = state.run?.settings;
    const key = JSON.stringify([lines, settings]);
    if (!ready || !lines || !settings || key === this.#key) return;
    this.end();
    this.#key = key;
    try {
      this.#run = searchRun(lines, settings);
    } catch (error) {
      this.#frame.sayFault(error);
    }
  }

  end() {
    this.#run?.end();
    this.#run = null;
    this.#key = '';
  }
}

/** @param {number} column */
const placeText = (column) => `${column} bad ${column === 1 ? 'result' : 'results'} before it`;

/** @type {[string, string][]} */
const CAPTIONS = [
  ['rounds', 'Slide the iteration: w has moved, so the table is another one.'],
  ['split', 'The same two lists, with the parts of H.'],
  ['path', 'A row is a good soup, a column its place. A path through the rows is a list.'],
  ['bars', 'A row is a good soup, a column its place. A path through the rows is a list.'],
];
