// The drawn table of a comparison, with stub elements.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawResults } from '../../../../www/features/library/comparison/results-table.js';

/** @typedef {import('../../../../www/wasm/rankscope.js').ComparisonRow} ComparisonRow */

class Node {
  /** @type {(Node | string)[]} */
  children = [];
  /** @type {Record<string, unknown>} */
  attributes = {};

  /** @param {Node | string} child */
  append(child) { this.children.push(child); }

  /** @param {string} name @param {unknown} value */
  setAttribute(name, value) { this.attributes[name] = value; }
}
Object.assign(globalThis, { Node, document: { createElement: () => new Node() } });

/** Returns the visible or the spoken text. The class `hidden` marks spoken text. @param {Node | string} node @param {boolean} heard @returns {string} */
function textOf(node, heard) {
  if (typeof node === 'string') return node;
  const skipped = heard ? node.attributes['aria-hidden'] : /** @type {any} */ (node).className === 'hidden';
  return skipped ? '' : node.children.map((child) => textOf(child, heard)).join('');
}

/** @type {[string, Partial<ComparisonRow['cells'][number]>, string, string, string][]} */
const cases = [
  ['a converged cell', { stop: 'converged' }, '0.5000 C 1', '0.5000 C 1', 'MAP on validation: 0.2500'],
  ['a cell of which nothing is known', {}, '0.5000 C 1', '0.5000 C 1', 'MAP on validation: 0.2500'],
  ['a cell that ran out of iterations', { stop: 'iteration limit' }, '0.5000† C 1', '0.5000 not converged C 1', 'MAP on validation: 0.2500; not converged: iteration limit'],
  ['a cell that learned little', { stop: 'converged', little_learned: true }, '0.5000‡ C 1', '0.5000 learned little C 1',
    'MAP on validation: 0.2500; learned little: the objective is hardly below its value at w = 0, or all scores are equal'],
  ['the best cell, out of range', { stop: 'numeric', best: true }, '★0.5000† C 1', '0.5000 best not converged C 1', 'MAP on validation: 0.2500; not converged: numeric'],
  ['a cell of the best that differs from others by chance', { best: true, queries: 20, standard_error: 0.0421 }, '≈0.5000 ± 0.042 · C 1',
    '0.5000 best, but not by more than chance ± 0.042 · C 1', 'MAP on validation: 0.2500; mean over 20 test queries'],
  ['a cell close to the best', { queries: 20, difference: { mean: -0.01, interval: undefined, queries: 20, standard_error: 0.02, p: 0.6 } }, '≈0.5000 C 1',
    '0.5000 may differ from the best by chance only C 1',
    'MAP on validation: 0.2500; mean over 20 test queries; less than the best by 0.0100 on the same queries, p = 0.600'],
  ['a cell far from the best', { queries: 20, difference: { mean: -0.2, interval: undefined, queries: 20, standard_error: 0.02, p: 0.001 } }, '0.5000 C 1', '0.5000 C 1',
    'MAP on validation: 0.2500; mean over 20 test queries; less than the best by 0.2000 on the same queries, p = 0.001'],
];

for (const [name, parts, seen, heard, title] of cases) {
  test(`${name} shows how its training ended`, () => {
    const cell = { c: 1, valid: 0.25, test: 0.5, best: false, clearly_best: false, queries: 0, standard_error: undefined,
      difference: undefined, stop: undefined, little_learned: false, ...parts };
    const row = { method: 'dorm', label: 'DORM', done: 1, of: 1, failure: undefined, seconds: 0, cells: [cell] };
    const [, body] = /** @type {Node[]} */ (/** @type {unknown} */ (drawResults({ measures: ['map'], against: undefined, rows: [row], note: undefined }, [], false)));
    const drawn = /** @type {any} */ (body.children[0]).children[1];
    assert.equal(textOf(drawn, false), seen);
    assert.equal(textOf(drawn, true), heard);
    assert.equal(drawn.attributes.title ?? drawn.title, title);
  });
}
