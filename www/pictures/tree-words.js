// What documents meet on their ways through a tree, in words. Pure.

import { signed, significant } from '../lib/format.js';
import { common } from './tree-layout.js';

const ALL_DIGITS = 17;

/** @typedef {import('../wasm/rankscope.js').TreeNode} TreeNode */
/** @typedef {import('../wasm/rankscope.js').TreePaths} TreePaths */
/** @typedef {(feature: number) => string} NameOf */

/**
 * A value and a threshold, with as many digits as tell both apart.
 * @param {number} value @param {number} threshold
 */
function apart(value, threshold) {
  let digits = 3;
  const texts = () => [value, threshold].map((one) => significant(one, digits));
  while (value !== threshold && digits < ALL_DIGITS && texts()[0] === texts()[1]) digits += 1;
  return texts();
}

/**
 * The answer of a split to a document: `title length 0.31 > 0.25: yes`.
 * @param {TreeNode[]} nodes @param {number} at @param {number} next @param {number} value NaN if it is missing
 * @param {NameOf} nameOf
 */
function answerOf(nodes, at, next, value, nameOf) {
  const node = nodes[at];
  if (node.kind !== 'split') return '';
  const yes = next === node.right;
  if (Number.isNaN(value)) return `${nameOf(node.feature)}: no value, goes to ${yes ? 'yes' : 'no'}`;
  // A program may send the value 0 where it sends gaps.
  if (value > node.threshold !== yes) {
    return `${nameOf(node.feature)}: value ${significant(value)} counts as a gap, goes to ${yes ? 'yes' : 'no'}`;
  }
  const [shown, threshold] = apart(value, node.threshold);
  return `${nameOf(node.feature)}: value ${shown} ${value > node.threshold ? '>' : '≤'} ${threshold}: `
    + `${yes ? 'yes' : 'no'}`;
}

/**
 * What the tree adds for a document. @param {TreeNode[]} nodes @param {number} weight @param {number[]} way
 */
export const addedBy = (nodes, weight, way) => weight * nodes[way[way.length - 1]].value;

/**
 * The way of one document, split by split, and what its leaf adds.
 * @param {TreeNode[]} nodes @param {number} weight of the tree
 * @param {number[]} way @param {number[]} values @param {NameOf} nameOf @param {string} sum what the leaf is added to
 */
export function stepsOf(nodes, weight, way, values, nameOf, sum) {
  const last = nodes[way[way.length - 1]];
  const whole = weight === 1 ? '' : ` · ${significant(weight)} = ${significant(addedBy(nodes, weight, way))}`;
  return [...values.map((value, at) => answerOf(nodes, way[at], way[at + 1], value, nameOf)),
    `Leaf: ${significant(last.value)}${whole}, added to ${sum}`];
}

/**
 * Where two ways part, and what that does to the scores.
 * @param {TreeNode[]} nodes @param {number} weight @param {TreePaths} paths @param {NameOf} nameOf
 */
export function partingOf(nodes, weight, { nodes: [one, other], values }, nameOf) {
  const shared = common(one, other);
  const [first, second] = [addedBy(nodes, weight, one), addedBy(nodes, weight, other)];
  if (shared === one.length) {
    return `A and B reach the same leaf, so this tree adds ${signed(first)} to both.`;
  }
  const at = one[shared - 1];
  const node = nodes[at];
  const answer = (/** @type {number} */ place, /** @type {number[]} */ way) =>
    `${Number.isNaN(values[place][shared - 1]) ? 'no value' : significant(values[place][shared - 1])} `
    + `(${node.kind === 'split' && way[shared] === node.right ? 'yes' : 'no'})`;
  const name = node.kind === 'split' ? `${nameOf(node.feature)} > ${significant(node.threshold)}` : '';
  return `A and B part at split ${shared}, ${name}: A has ${answer(0, one)}, B has ${answer(1, other)}. `
    + `This tree adds ${signed(first)} to A and ${signed(second)} to B.`;
}
