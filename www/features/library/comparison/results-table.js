// Draws the table of training loss against test measure with the results so far. Knows no state.

import { h } from '../../../ui/dom.js';
import { count, fixed, measureName, plural } from '../../../lib/format.js';

/** @typedef {import('../../../wasm/rankscope.js').ComparisonTable} ComparisonTable */
/** @typedef {import('../../../wasm/rankscope.js').ComparisonRow} ComparisonRow */
/** @typedef {import('./comparison-state.js').Working} Working */

/** Differences with a smaller p-value count as more than chance, as in the core. */
const LEVEL = 0.05;

/**
 * Returns the head and the lines of the table.
 * @param {ComparisonTable} table
 * @param {Working[]} working
 * @param {boolean} running
 */
export function drawResults({ measures, rows }, working, running) {
  return [
    h('thead', {},
      h('tr', {}, h('th', { scope: 'col' }, 'training loss'),
        measures.map((key) => h('th', { scope: 'col' }, measureName(key))))),
    h('tbody', {}, rows.map((row, at) => h('tr', {}, h('th', { scope: 'row' }, row.label),
      row.cells.length ? row.cells.map((cell, column) => drawCell(cell, measures[column]))
        : h('td', { class: 'pending', colSpan: measures.length },
        drawPending(row, working.filter((one) => one.row === at), running))))),
  ];
}

/** Marks of a value, each with the words that say the same. @typedef {[sign: string, words: string]} Mark */

/**
 * @param {ComparisonRow['cells'][number]} cell
 * @param {string} key
 */
function drawCell(cell, key) {
  const { c, test, best, stop, little_learned: isLittle, standard_error: error } = cell;
  const star = rankMark(cell);
  /** @type {Mark | null} */
  const dagger = isCutShort(stop) ? ['†', 'not converged'] : null;
  /** @type {Mark | null} */
  const little = isLittle ? ['‡', 'learned little'] : null;
  return h('td', { class: best ? 'best' : '', title: detailsOf(cell, key) },
    h('span', { class: 'value' }, star && sign(star, 'star'), fixed(test, 4), dagger && sign(dagger),
      little && sign(little),
      [star, dagger, little].map((mark) => mark && h('span', { class: 'hidden' }, ` ${mark[1]}`))),
    ' ', h('small', {}, [error === undefined ? '' : `± ${fixed(error, 3)}`, c === undefined ? '' : `C ${c}`]
      .filter(Boolean).join(' · ')));
}

/** Whether training ended before it had done all. @param {ComparisonRow['cells'][number]['stop']} stop */
const isCutShort = (stop) =>
  stop !== undefined && ['iteration limit', 'stalled', 'interrupted', 'numeric'].includes(stop);

/**
 * Returns the star of the best value, or the mark of a value whose difference from it may be chance.
 * @param {ComparisonRow['cells'][number]} cell
 * @returns {Mark | null}
 */
function rankMark({ best, clearly_best: clear, queries, difference }) {
  if (best && (clear || queries === 0)) return ['★', 'best'];
  if (best) return ['≈', 'best, but not by more than chance'];
  return difference && difference.p >= LEVEL ? ['≈', 'may differ from the best by chance only'] : null;
}

/** @param {Mark} mark @param {string} [name] */
const sign = ([text], name = '') => h('span', { class: name, 'aria-hidden': 'true' }, text);

/** @param {ComparisonRow['cells'][number]} cell @param {string} key */
function detailsOf({ valid, stop, queries, little_learned: isLittle, difference }, key) {
  return [
    valid === undefined ? 'no validation value' : `${measureName(key)} on validation: ${fixed(valid, 4)}`,
    queries > 0 && `mean over ${plural(queries, 'test query', 'test queries')}`,
    difference
      && `less than the best by ${fixed(-difference.mean, 4)} on the same queries, p = ${fixed(difference.p, 3)}`,
    isCutShort(stop) && `not converged: ${stop}`,
    isLittle && 'learned little: the objective is hardly below its value at w = 0, or all scores are equal',
  ].filter(Boolean).join('; ');
}

/**
 * Returns a row without values.
 * @param {ComparisonRow} row
 * @param {Working[]} working of this row
 * @param {boolean} running
 */
function drawPending({ label, done: finished, of, failure }, working, running) {
  const done = working.reduce((sum, { trained }) => sum + trained, finished);
  if (failure !== undefined) return h('span', { class: 'problem' }, `Not trained: ${failure}`);
  if (!running) return done ? `ended after ${count(done)} of ${plural(of, 'run')}` : 'not started';
  if (!done && !working.length) return 'waiting';
  return h('span', { class: 'under-way' }, h('progress', { max: of, value: done, 'aria-label': `Runs of ${label}` }),
    `${count(done)} of ${plural(of, 'run')}`);
}
