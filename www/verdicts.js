// Draws the table of training loss against test measure, as far as it is filled in. Knows no state.

import { h } from './dom.js';
import { count, fixed, measureName, plural } from './format.js';

/** @typedef {import('./comparing.js').ComparisonTable} ComparisonTable */
/** @typedef {import('./comparing.js').ComparisonRow} ComparisonRow */
/** @typedef {import('./comparing.js').Working} Working */

/**
 * Head and lines of the table.
 * @param {ComparisonTable} table
 * @param {Working[]} working
 * @param {boolean} running
 */
export function drawVerdicts({ measures, rows }, working, running) {
  return [
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'training loss'), measures.map((key) => h('th', { scope: 'col' }, measureName(key))))),
    h('tbody', {}, rows.map((row, at) => h('tr', {}, h('th', { scope: 'row' }, row.label),
      row.cells.length ? row.cells.map((cell, column) => drawCell(cell, measures[column])) : h('td', { class: 'pending', colSpan: measures.length }, drawPending(row, working.some(({ job }) => job.row === at), running))))),
  ];
}

/**
 * @param {ComparisonRow['cells'][number]} cell
 * @param {string} key
 */
function drawCell({ c, valid, test, best, stop }, key) {
  const unconverged = stop !== undefined && stop !== 'converged';
  const title = [valid === undefined ? 'no validation value' : `${measureName(key)} on validation: ${fixed(valid, 4)}`, unconverged && `not converged: ${stop}`].filter(Boolean).join('; ');
  return h('td', { class: best ? 'best' : '', title },
    h('span', { class: 'value' }, best && h('span', { class: 'star', 'aria-hidden': 'true' }, '★'), fixed(test, 4), unconverged && h('span', { 'aria-hidden': 'true' }, '†'),
      best && h('span', { class: 'hidden' }, ' best'), unconverged && h('span', { class: 'hidden' }, ' not converged')),
    ' ', h('small', {}, `C ${c}`));
}

/**
 * A row that has no values: yet, or at all.
 * @param {ComparisonRow} row
 * @param {boolean} active
 * @param {boolean} running
 */
function drawPending({ label, done, of, failure }, active, running) {
  if (failure !== undefined) return h('span', { class: 'problem' }, `Not trained: ${failure}`);
  if (!running) return done ? `ended after ${count(done)} of ${plural(of, 'run')}` : 'not begun';
  if (!done && !active) return 'waiting';
  return h('span', { class: 'under-way' }, h('progress', { max: of, value: done, 'aria-label': `Runs of ${label}` }), `${count(done)} of ${plural(of, 'run')}`);
}
