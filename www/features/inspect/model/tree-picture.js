// A regression tree as a picture: lists within lists, which the style sheet draws as nodes and edges.

import { h } from '../../../ui/dom.js';
import { plural, signed, significant } from '../../../lib/format.js';
import { featureName } from './weight-names.js';

/** @typedef {import('./model-state.js').ModelState} State */
/** @typedef {import('../../../wasm/rankscope.js').TreeNode} TreeNode */

/**
 * Returns the tree with its root on top, in a box that scrolls. The root is in the middle of the box at first.
 * @param {TreeNode[]} nodes the root first
 * @param {State} state
 */
export function treePicture(nodes, state) {
  const top = largestLeaf(nodes);
  const label = `The chosen tree: ${sizeOf(nodes)}`;
  const root = nodeOf(0, '');
  const box = h('div', { class: 'scroll tree', tabIndex: 0, role: 'region', 'aria-label': label }, h('ul', {}, root));
  scrollToMiddle(box, root);
  return box;

  /**
   * A node with the nodes below it, as a list within a list.
   * @param {number} at
   * @param {'' | 'no' | 'yes'} word of the edge to it
   * @returns {HTMLElement}
   */
  function nodeOf(at, word) {
    const node = nodes[at];
    const edge = word && h('span', { class: 'edge' }, word);
    if (node.kind === 'leaf') return h('li', {}, edge, leafOf(node.value, top));
    const name = featureName(state, node.feature);
    const threshold = `> ${significant(node.threshold)}?`;
    return h('li', {}, edge,
      h('span', { class: 'split', title: `${name}, index ${node.feature + 1}` },
        h('span', { class: 'split-name' }, name), ' ', h('span', {}, threshold)),
      h('ul', {}, nodeOf(node.left, 'no'), nodeOf(node.right, 'yes')));
  }
}

/**
 * Scrolls a box to the middle of its root when the box first has a size. A closed tab has none.
 * @param {HTMLElement} box @param {HTMLElement} root
 */
function scrollToMiddle(box, root) {
  const observer = new ResizeObserver(() => {
    if (!box.clientWidth) return;
    observer.disconnect();
    const [outer, inner] = [box.getBoundingClientRect(), (root.querySelector('span') ?? root).getBoundingClientRect()];
    box.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  });
  observer.observe(box);
}

/** A leaf: its value, with a bar from the middle to the side of its sign. @param {number} value @param {number} top */
function leafOf(value, top) {
  const bar = h('span', { class: value < 0 ? 'wbar negative' : 'wbar' });
  bar.style.setProperty('--share', `${(50 * Math.abs(value)) / (top || 1)}%`);
  return h('span', { class: value < 0 ? 'leaf negative' : value > 0 ? 'leaf positive' : 'leaf' },
    h('span', { class: 'leaf-value' }, signed(value)), h('span', { class: 'wtrack', 'aria-hidden': 'true' }, bar));
}

/** Returns the size of the largest value of a leaf. @param {TreeNode[]} nodes */
export function largestLeaf(nodes) {
  return nodes.reduce((most, node) => (node.kind === 'leaf' ? Math.max(most, Math.abs(node.value)) : most), 0);
}

/** Returns the numbers of splits and leaves, and the range of the leaves, in words. @param {TreeNode[]} nodes */
export function sizeOf(nodes) {
  const leaves = nodes.filter(({ kind }) => kind === 'leaf').map(({ value }) => value);
  const splits = nodes.length - leaves.length;
  const [low, high] = [Math.min(...leaves), Math.max(...leaves)];
  return `${plural(splits, 'split')}, ${plural(leaves.length, 'leaf', 'leaves')}`
    + (splits > 0 ? ` from ${signed(low)} to ${signed(high)}` : '');
}
