// A regression tree as a picture: lists within lists, whose nodes stand where the layout says, over drawn edges.

import { h, s } from '../ui/dom.js';
import { count, plural, signed, significant } from '../lib/format.js';
import { layoutOf } from './tree-layout.js';

/** @typedef {import('../wasm/rankscope.js').TreeNode} TreeNode */
/** @typedef {(feature: number) => string} NameOf the name of a feature */
/** The nodes on the ways of documents, by the letter of the document. @typedef {Record<string, Set<number>>} Ways */

/**
 * Sizes in px. `row`: the height for a leaf, of which `leaf` has its width and height. `split`: the height of a split,
 * between `narrowest` and `widest`. `gap`: between a split and its children. `word`: the size of *no* and *yes*.
 * @typedef {{ row: number, leaf: readonly [number, number], split: number, narrowest: number, widest: number,
 *   gap: number, pad: number, word: readonly [number, number] }} Sizes
 */

/** @type {Sizes} */
const SMALL = { row: 24, leaf: [172, 20], split: 44, narrowest: 148, widest: 168, gap: 34, pad: 12, word: [22, 14] };

/** What boxes call documents, and the improvement of a split. */
const WORDS = { documents: 'docs', gain: 'gain' };

/**
 * Returns the tree, the root on the left.
 * @param {TreeNode[]} nodes the root first
 * @param {NameOf} nameOf
 * @param {Ways} ways
 * @param {number} width in which the tree should fit
 * @param {Sizes} [sizes]
 * @param {typeof WORDS} [words]
 */
export function treePicture(nodes, nameOf, ways, width, sizes = SMALL, words = WORDS) {
  const { row, leaf, split, gap, pad, word: [wordWidth, wordHeight] } = sizes;
  const layout = layoutOf(nodes);
  const room = (width - leaf[0] - 2 * pad) / Math.max(1, layout.deepest) - gap;
  const wide = Math.floor(Math.min(sizes.widest, Math.max(sizes.narrowest, room)));
  const left = (/** @type {number} */ at) => pad + layout.depth[at] * (wide + gap);
  const middle = (/** @type {number} */ at) => 2 * pad + row / 2 + layout.row[at] * row;
  const top = largestLeaf(nodes);
  const list = h('ul', {}, nodeOf(0, ''));
  const edges = edgesOf(nodes, layout, ways, { left, middle, wide });
  const size = { width: pad + layout.deepest * (wide + gap) + (layout.deepest ? leaf[0] : wide) + pad,
    height: Math.max(split, layout.leaves * row) + 4 * pad };
  const canvas = h('div', { class: 'tree-canvas' },
    s('svg', { 'aria-hidden': 'true', viewBox: `0 0 ${size.width} ${size.height}`, ...size }, edges), list);
  canvas.style.width = `${size.width}px`;
  canvas.style.height = `${size.height}px`;
  return canvas;

  /**
   * A node with the nodes below it, as a list within a list.
   * @param {number} at
   * @param {'' | 'no' | 'yes'} word of the edge to it
   * @returns {HTMLElement}
   */
  function nodeOf(at, word) {
    const node = nodes[at];
    const letters = Object.keys(ways).filter((letter) => ways[letter].has(at));
    const edge = word && h('span', { class: 'edge' }, word);
    if (edge) {
      placed(edge, left(at) - wordWidth - 2, middle(at) + (word === 'no' ? -wordHeight : 0));
      edge.style.width = `${wordWidth}px`;
    }
    const mark = letters.length > 0 && h('b', { class: 'on-way' }, letters.join(' '));
    const box = node.kind === 'leaf' ? leafOf(node, top, mark, words)
      : splitOf(node, nameOf, mark, words);
    for (const letter of letters) box.classList.add(`way-${letter.toLowerCase()}`);
    const [across, height] = node.kind === 'leaf' ? leaf : [wide, split];
    placed(box, left(at), middle(at) - height / 2);
    box.style.width = `${across}px`;
    box.style.height = `${height}px`;
    return h('li', {}, edge, box,
      node.kind === 'split' && h('ul', {}, nodeOf(node.left, 'no'), nodeOf(node.right, 'yes')));
  }
}

/** @param {HTMLElement} element @param {number} left @param {number} top */
function placed(element, left, top) {
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

/**
 * @param {Extract<TreeNode, { kind: 'split' }>} node @param {NameOf} nameOf
 * @param {HTMLElement | false} mark @param {typeof WORDS} words
 */
function splitOf({ feature, threshold, gain, documents }, nameOf, mark, words) {
  const name = nameOf(feature);
  return h('span', { class: 'split', title: `${name}, index ${feature + 1}` },
    h('span', { class: 'split-name' }, h('span', {}, name), mark),
    h('span', { class: 'split-line' }, ` > ${significant(threshold)}?`,
      documents !== undefined && h('span', { class: 'muted' }, ` ${count(documents)} ${words.documents}`)),
    h('span', { class: 'muted' }, ` ${words.gain} ${significant(gain)}`));
}

/**
 * A leaf: its value, with a bar from the middle to the side of its sign, and its documents.
 * @param {Extract<TreeNode, { kind: 'leaf' }>} node @param {number} top @param {HTMLElement | false} mark
 * @param {typeof WORDS} words
 */
function leafOf({ value, documents }, top, mark, words) {
  const bar = h('span', { class: value < 0 ? 'wbar negative' : 'wbar' });
  bar.style.setProperty('--share', `${(50 * Math.abs(value)) / (top || 1)}%`);
  return h('span', { class: value < 0 ? 'leaf negative' : value > 0 ? 'leaf positive' : 'leaf' },
    h('span', { class: 'leaf-value' }, signed(value)), h('span', { class: 'wtrack', 'aria-hidden': 'true' }, bar),
    documents !== undefined && h('span', { class: 'muted' }, ` ${count(documents)} ${words.documents}`), mark);
}

/**
 * The edges, as wide as their share of the documents, and the ways of documents over them.
 * @param {TreeNode[]} nodes @param {import('./tree-layout.js').Layout} layout @param {Ways} ways
 * @param {{ left: (at: number) => number, middle: (at: number) => number, wide: number }} places
 */
function edgesOf(nodes, { parent, share }, ways, { left, middle, wide }) {
  const drawn = (/** @type {number} */ at, /** @type {string} */ name, /** @type {number} */ width) => {
    const [x, y, to, low] = [left(parent[at]) + wide, middle(parent[at]), left(at), middle(at)];
    const half = (x + to) / 2;
    return s('path', { class: name, 'stroke-width': width.toFixed(1),
      d: `M${x} ${y}C${half} ${y} ${half} ${low} ${to} ${low}` });
  };
  const below = nodes.map((_, at) => at).slice(1);
  return [
    ...below.map((at) => drawn(at, 'branch', 1 + 13 * (share[at] ?? 0.04))),
    ...Object.entries(ways).flatMap(([letter, nodesOfWay]) =>
      below.filter((at) => nodesOfWay.has(at)).map((at) => drawn(at, `way-${letter.toLowerCase()}`, 3)))];
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
