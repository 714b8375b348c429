// The costs of positions: the table T beside the reader's list. A result at a rank lights the cell that it pays, and
// the sum of these is the cost of the list. The oracle's lists stand beside it, and cells can be changed.

import './position-costs.css';
import { messageOf } from '../../../../core/errors.js';
import { fill, h, say } from '../../../../ui/dom.js';
import { moved } from '../../../inspect/inspector/inspector-state.js';
import { CostRun, costText, sumOf } from './position-costs/cost-run.js';
import { heatTable } from './position-costs/heat-table.js';
import { pricedList } from './position-costs/priced-list.js';
import { RowList } from './row-list.js';
import { changeOf, presenceOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./position-costs/heat-table.js').Place} Place */

/** `swap`: the sum, until it is known what it costs that ranks 1 and 2 change places. */
export const description = {
  name: 'Costs of positions',
  shows: 'the table of a cost of positions beside the reader’s list, whose results light the cells that they pay',
  parts: { table: 'table, cost', list: 'list, sum', swap: 'change places (ranks 1 and 2)',
    violator: 'violator, costs most', edit: 'change (a cell)' },
};

/** The cell that is chosen at first: a useful shop at rank 2. @type {Place} */
const FIRST = { rank: 1, column: 1 };

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new CostPicture(context);

class CostPicture {
  #announce;
  /** @type {Scene | null} */
  #scene = null;
  /** @type {{ key: string, run: CostRun } | null} */
  #made = null;
  /** The reader's list. @type {number[]} */
  #order = [];
  /** The sum before ranks 1 and 2 changed places. @type {number | null} */
  #before = null;
  /** @type {Place} */
  #chosen = FIRST;
  #list = new RowList({ label: 'Your list', move: (document, to) => this.#move(document, to),
    rest: (document) => this.#say(document) });
  #table = heatTable({ choose: (place) => this.#choose(place), change: (cost) => this.#change(cost),
    rest: () => this.#announce(this.#cellWords()) });
  #cheapest = pricedList('Cheapest', 'the reference y*', 'ours');
  #dearest = pricedList('Costliest', 'the violator', 'theirs');
  #caption = h('p', { class: 'cost-caption' });
  #sum = h('span', { class: 'cost-total' });
  #foot = h('p', { class: 'cost-sum table-sum' });
  #mine = h('section', { class: 'cost-mine', 'aria-label': 'Your list' }, h('h3', { class: 'cost-heads' }, 'Your list'),
    this.#list.element);
  #problem = h('p', { class: 'problem' });
  #picture = h('section', { class: 'list-picture position-costs', 'aria-label': 'Costs of positions' }, this.#caption,
    h('div', { class: 'cost-columns' }, this.#mine, h('div', { class: 'cost-middle' }, this.#table.element, this.#foot),
      this.#cheapest.element, this.#dearest.element), this.#problem);
  element = h('div', { class: 'rows-picture' }, this.#picture);

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#announce = announce;
  }

  /** @param {Scene} next */
  update(next) {
    if (!next.ready) return;
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    this.#problem.hidden = true;
    try {
      const run = this.#run(next);
      if (!run) return;
      if (isNew) {
        this.#order = run.answer().cheapest;
        this.#before = null;
        this.#chosen = FIRST;
      }
      if (isAnswered && presenceOf(next, 'swap') === 'shown') this.#swap(run);
      this.#draw();
    } catch (error) {
      this.#fault(error);
    }
  }

  end() {
    this.#made?.run.end();
    this.#made = null;
  }

  /** @param {unknown} error */
  #fault(error) {
    this.#problem.hidden = false;
    say(this.#problem, `The picture could not be drawn: ${messageOf(error)}.`);
  }

  /** The search of the step with its cost. @param {Scene} scene */
  #run({ step, state: { run, snapshot } }) {
    const documents = snapshot?.inspection?.documents;
    if (!run || !documents) return this.#made?.run ?? null;
    const { method, cost, kind } = run.settings;
    const found = documents.map(({ grade, comment }) => [grade, comment]);
    const key = JSON.stringify([step.title, method, cost, kind, found]);
    if (this.#made?.key !== key) {
      const made = new CostRun(documents, run.settings);
      this.end();
      this.#made = { key, run: made };
    }
    return this.#made?.run ?? null;
  }

  /** What each rank of the reader's list costs. @param {CostRun} run */
  #costs(run) {
    const table = run.table();
    return this.#order.map((document, rank) => table[rank][run.columns[document]]);
  }

  /** Ranks 1 and 2 of the cheapest list change places. @param {CostRun} run */
  #swap(run) {
    this.#order = run.answer().cheapest;
    this.#before = sumOf(this.#costs(run));
    this.#order = moved(this.#order, this.#order[0], 1);
  }

  #draw() {
    const run = this.#made?.run;
    if (!run) return;
    const violator = presenceOf(this.#scene, 'violator');
    const isEdited = presenceOf(this.#scene, 'edit') === 'shown';
    const withList = presenceOf(this.#scene, 'list') !== 'absent';
    const answer = run.answer();
    this.#picture.classList.toggle('with-oracle', violator !== 'absent' || isEdited);
    this.#picture.classList.toggle('answered', violator === 'shown');
    this.#picture.classList.toggle('edits', isEdited);
    this.#mine.hidden = !withList;
    if (withList) this.#list.update(this.#order, run.documents);
    this.#table.update(run.names, run.table(), { lit: withList ? this.#order.map((document) => run.columns[document])
      : null, chosen: isEdited ? this.#chosen : null });
    const isAsked = presenceOf(this.#scene, 'swap') === 'asked';
    this.#sum.classList.toggle('asked', isAsked);
    say(this.#sum, isAsked ? '?' : costText(sumOf(this.#costs(run))));
    fill(this.#foot, h('span', {}, 'Sum', h('span', { class: 'wide-only' }, ' of the lit cells')), this.#sum);
    this.#foot.hidden = !withList;
    this.#cheapest.element.hidden = this.#dearest.element.hidden = violator === 'absent' && !isEdited;
    this.#cheapest.update(run, answer.cheapest);
    this.#dearest.update(run, violator === 'asked' ? null : answer.dearest);
    say(this.#caption, this.#words(isEdited));
  }

  /** @param {boolean} isEdited */
  #words(isEdited) {
    if (isEdited) return 'Drag a cell up or down. Keys: ↑ ↓ its cost, ← → another cell.';
    if (this.#before !== null) return `Before ranks 1 and 2 changed places, the list cost ${costText(this.#before)}.`;
    return 'Drag a result: it lights the cell that it pays. Blue saves, orange costs.';
  }

  /** @param {number} document @param {number} to */
  #move(document, to) {
    this.#order = moved(this.#order, document, to);
    this.#before = null;
    this.#draw();
  }

  /** @param {number} document */
  #say(document) {
    const run = this.#made?.run;
    if (!run) return;
    const rank = this.#order.indexOf(document);
    const costs = this.#costs(run);
    const sum = presenceOf(this.#scene, 'swap') === 'asked' ? '' : `, the list ${costText(sumOf(costs))}`;
    this.#announce(`${run.documents[document].comment} at rank ${rank + 1} costs ${costText(costs[rank])}${sum}.`);
  }

  /** @param {Place} place */
  #choose(place) {
    this.#chosen = place;
    this.#draw();
  }

  /** @param {number} cost */
  #change(cost) {
    try {
      this.#made?.run.put(this.#chosen.rank, this.#chosen.column, cost);
      this.#draw();
    } catch (error) {
      this.#fault(error);
    }
  }

  #cellWords() {
    const run = this.#made?.run;
    if (!run) return '';
    const { cheapest, dearest } = run.answer();
    const first = ([one, two] = /** @type {number[]} */ ([])) =>
      `${run.documents[one].comment}, ${run.documents[two].comment}`;
    return `${run.names[this.#chosen.column]} at rank ${this.#chosen.rank + 1} costs ${
      costText(run.table()[this.#chosen.rank][this.#chosen.column])}. Cheapest: ${first(cheapest)}. Costliest: ${
      first(dearest)}.`;
  }
}
