// The table of a comparison as it is drawn, on elements that only hold what they are given.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawVerdicts } from '../../www/verdicts.js';

/** @typedef {import('../../www/comparing.js').ComparisonRow} ComparisonRow */

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

/** What is seen, or heard: what has the class `hidden` is for ears alone. @param {Node | string} node @param {boolean} heard @returns {string} */
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
  ['the best cell, out of range', { stop: 'numeric', best: true }, '★0.5000† C 1', '0.5000 best not converged C 1', 'MAP on validation: 0.2500; not converged: numeric'],
];

for (const [name, parts, seen, heard, title] of cases) {
  test(`${name} says how its training ended`, () => {
    const cell = { c: 1, valid: 0.25, test: 0.5, best: false, stop: undefined, ...parts };
    const row = { method: 'dorm', label: 'DORM', done: 1, of: 1, failure: undefined, cells: [cell] };
    const [, body] = /** @type {Node[]} */ (/** @type {unknown} */ (drawVerdicts({ measures: ['map'], rows: [row], note: undefined }, [], false)));
    const drawn = /** @type {any} */ (body.children[0]).children[1];
    assert.equal(textOf(drawn, false), seen);
    assert.equal(textOf(drawn, true), heard);
    assert.equal(drawn.attributes.title ?? drawn.title, title);
  });
}
