// What every view of trees has: a slider over them, what is to be known of one, and the box of its picture. Knows no
// state.

import './trees.css';
import { significant } from '../lib/format.js';
import { fill, h, say } from '../ui/dom.js';
import { freshId } from '../ui/fields.js';
import { sizedPicture } from '../ui/sized-picture.js';
import { term } from '../ui/term.js';
import { sizeOf } from './tree-picture.js';

/** @typedef {import('../wasm/rankscope.js').TreeNode} TreeNode */

/**
 * A slider over the trees. @param {(place: number) => void} choose
 */
export function treeSlider(choose) {
  const id = freshId('tree');
  const input = h('input', { type: 'range', id, min: '0', oninput: () => choose(Number(input.value)) });
  // The slider says it too.
  const output = h('span', { class: 'tree-name', 'aria-hidden': 'true' });
  return {
    element: h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Tree'), input, output),
    /** @param {{ name: string }[]} trees @param {number} at */
    update(trees, at) {
      input.max = String(trees.length - 1);
      input.value = String(at);
      input.disabled = trees.length < 2;
      input.style.setProperty('--done', `${(100 * at) / Math.max(1, trees.length - 1)}%`);
      input.setAttribute('aria-valuetext', trees[at].name);
      say(output, trees[at].name);
    },
  };
}

/** The size of a tree and how its picture is read. @param {string} gain what the gain is */
export function treeFacts(gain) {
  const element = h('p', { class: 'muted' });
  let told = '';
  return {
    element,
    /** @param {TreeNode[]} nodes @param {number} weight of the tree */
    update(nodes, weight) {
      const size = sizeOf(nodes);
      const rest = `${nodes[0].documents === undefined ? '' : ' Wide edges have many documents.'}`
        + `${weight === 1 ? '' : ` Leaves count ${significant(weight)} times.`}`;
      // The term keeps its focus while nothing changes.
      if (told === size + rest) return;
      told = size + rest;
      fill(element, `${size}. A value above the threshold goes to yes. `, term('split-gain', 'Gain'),
        ` ${gain}.${rest}`);
    },
  };
}

/**
 * The box of the picture. Another tree is scrolled to its root.
 * @param {(width: number) => HTMLElement | null} draw
 */
export function treeBox(draw) {
  const box = h('div', { class: 'scroll tree', tabIndex: 0, role: 'region' });
  let [shown, centred] = ['', ''];
  const redraw = sizedPicture(box, (width) => {
    queueMicrotask(showRoot);
    return draw(width);
  });
  function showRoot() {
    const root = box.querySelector('span');
    if (shown === centred || !root) return;
    centred = shown;
    box.scrollLeft = 0;
    box.scrollTop = root.offsetTop + (root.offsetHeight - box.clientHeight) / 2;
  }
  return {
    element: box,
    /** @param {TreeNode[]} nodes @param {string} name of the tree */
    update(nodes, name) {
      shown = name;
      box.setAttribute('aria-label', `The chosen tree: ${sizeOf(nodes)}`);
      redraw();
    },
  };
}
