// What the core says of a cost of positions for one search at w = 0: the table T, and the lists that cost least and
// most. With w = 0 no feature counts, so the search is written with one feature that never differs.

import { check_settings, cost_rows } from '../../../../../wasm/rankscope.js';
import { tableText } from '../../../../settings/cost-table.js';
import { trainSmall } from '../../figures/small-run.js';

/** @typedef {import('../../../../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../row-list.js').Document} Document */
/** @typedef {import('../../../../../core/protocol.js').CostRow} CostRow */
/** A column of the table: documents of a grade and a kind. @typedef {{ name: string, row: number }} Column */
/**
 * `loss`: how much more the dearest list costs than the cheapest one, as the core reports it.
 * @typedef {{ cheapest: number[], dearest: number[], loss: number }} Answer
 */

/** Kinds and grades of the lesson in its words. */
const KINDS = ['news', 'shop'];
const NEWS = 'A';
const QUALITIES = ['weak', 'useful'];

/** The column of a document. @param {Document} document */
const columnOf = ({ grade, comment }) => `${QUALITIES[Math.min(1, grade)]} ${KINDS[isNews(comment) ? 0 : 1]}`;

/** @param {string} comment */
export const isNews = (comment) => new RegExp(`=\\s*${NEWS}\\b`).test(comment);

/** The columns of the table from the cheapest kind of document to the dearest. */
const NAMES = ['useful news', 'useful shop', 'weak news', 'weak shop'];

export class CostRun {
  #run;
  #settings;
  /** The rows of the core's table. @type {CostRow[]} */
  #rows;
  documents;
  /** The column of each document. @type {number[]} */
  columns;

  /** @param {readonly Document[]} documents of the search @param {TrainingSettings} settings */
  constructor(documents, settings) {
    this.#run = trainSmall(documents.map(({ grade, comment }) => `${grade} qid:1 1:1 # ${comment}`), settings);
    this.#settings = settings;
    this.columns = documents.map((one) => NAMES.indexOf(columnOf(one)));
    this.documents = documents.map((one) => ({ ...one, comment: columnOf(one) }));
    const rows = cost_rows(settings, 1, documents.length, documents.length);
    this.#rows = rows.map(({ grade, kind, costs }) => ({ grade, kind: kind ?? null, costs: Array.from(costs) }));
  }

  get names() {
    return NAMES;
  }

  /** The table by rank: the cost of each column. */
  table() {
    const rows = NAMES.map((name) => this.#row(name).costs);
    return this.documents.map((_, rank) => rows.map((costs) => costs[rank]));
  }

  /** @param {string} name of a column */
  #row(name) {
    const [quality, kind] = name.split(' ');
    const grade = QUALITIES.indexOf(quality);
    const of = this.#rows.filter((row) => row.grade === grade);
    const found = of.find((row) => row.kind === (kind === KINDS[0] ? NEWS : null)) ?? of[0];
    if (!found) throw new Error('the cost has no row for these documents');
    return found;
  }

  /** Changes one cell of the table. @param {number} rank @param {number} column @param {number} cost */
  put(rank, column, cost) {
    this.#row(NAMES[column]).costs[rank] = cost;
    const settings = { ...this.#settings, cost: tableText(this.#rows) };
    check_settings(settings);
    this.#settings = settings;
  }

  /** @returns {Answer} */
  answer() {
    const { reference, violator, loss } = this.#run.training.preview(0, 0, this.#settings);
    return { cheapest: [...reference], dearest: [...violator], loss };
  }

  end() {
    this.#run.end();
  }
}

/** Hundredths, so that the printed sum of a list is the sum of its printed cells. @param {readonly number[]} costs */
export const sumOf = (costs) => costs.reduce((sum, cost) => sum + Math.round(cost * 100), 0) / 100;

/** A cost with at most two decimals. @param {number} cost */
export function costText(cost) {
  const rounded = Math.round(cost * 100) / 100;
  const text = Number.isInteger(rounded) ? String(Math.abs(rounded)) : Math.abs(rounded).toFixed(2);
  return rounded < 0 ? `−${text}` : text;
}
