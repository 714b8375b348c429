// The gain picture: titles that the reader puts in order. Each title brings blocks, which take the width of its rank.
// All blocks in one row show the share of what a best order brings, which is NDCG.

import './gain.css';
import { fixed, plural } from '../../../../lib/format.js';
import { fill, h, say } from '../../../../ui/dom.js';
import { countWord } from '../../../../lib/count-word.js';
import { blocksOfOrder } from '../order-measures.js';
import { presenceOf } from './shown-parts.js';
import { gainLanes } from './gain-lanes.js';
import { moveInOrder, ownOrder } from './own-order.js';
import { RowList, rowParts } from './row-list.js';
import { searchName } from './search-name.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./own-order.js').OwnOrder} OwnOrder */
/** @typedef {ReturnType<typeof blocksOfOrder>} Blocks */

/** `swaps`: the two exchanges A and B; `values`: the numbers; `pairs`: AUC; `average`: AP. */
export const description = {
  name: 'Gain', shows: 'titles in the reader’s own order, with the blocks that they bring',
  parts: { blocks: 'blocks, gain', row: 'row, share, NDCG', swaps: 'swap (of two ranks)', loss: 'loss',
    values: 'values, gain, discount', pairs: 'pairs', average: 'AP, average (precision)' },
};

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export function create({ store, announce }) {
  /** @type {Map<number, HTMLElement>} */
  const beside = new Map();
  /** @type {{ scene: Scene, share: number } | null} */
  let drawn = null;
  /** The share of the row before the hand began to move a title. @type {number | null} */
  let before = null;
  const list = new RowList({
    label: 'Your list',
    move: (document, to) => {
      before ??= drawn?.share ?? null;
      moveInOrder(store, document, to);
    },
    rest: (document) => announce(resultOf(document)),
    beside: (document) => {
      const element = h('div', { class: 'gain-blocks' });
      beside.set(document, element);
      return element;
    },
  });
  /** @param {number} document */
  function resultOf(document) {
    const order = ownOrder(store, store.get());
    if (!order || !drawn) return '';
    const { name } = rowParts(0, order.documents[document], document, 1);
    const { ndcg } = order.values;
    const { scene } = drawn;
    const by = ndcg - (before ?? ndcg);
    before = null;
    const change = by > 1e-9 ? 'longer' : by < -1e-9 ? 'shorter' : 'as long as before';
    const row = presenceOf(scene, 'row') !== 'shown' ? ''
      : presenceOf(scene, 'values') === 'shown' ? `, NDCG ${fixed(ndcg, 3)}` : `; the row of blocks is ${change}`;
    return `${name} at rank ${order.list.indexOf(document) + 1}${row}.`;
  }
  const caption = h('p', { class: 'gain-caption' });
  const swaps = h('div', { class: 'gain-swaps', 'aria-hidden': 'true' });
  const lanes = gainLanes();
  const legend = h('p', { class: 'gain-legend' });
  const picture = h('section', { class: 'list-picture gain', 'aria-label': 'Gain and discount' }, caption,
    h('div', { class: 'gain-heads' }, h('h3', {}, 'Your list'), h('h3', { class: 'gain-head' }, 'Gain × discount'),
      h('p', { class: 'gain-note' }, 'a block narrows with its rank')),
    h('div', { class: 'gain-list' }, list.element, swaps), lanes.element, legend);

  /** @param {Scene} scene */
  function update(scene) {
    const order = ownOrder(store, scene.state);
    if (!order) return;
    drawn = { scene, share: order.values.ndcg };
    const blocks = blocksOfOrder(order.grades);
    const isFull = presenceOf(scene, 'blocks') === 'shown';
    picture.classList.toggle('with-blocks', isFull);
    picture.classList.toggle('with-values', presenceOf(scene, 'values') === 'shown');
    fill(caption, h('span', { class: 'wide-only' }, `${countWord(order.list.length)} pages for `,
      h('strong', {}, searchName(scene.state)), '. '), h('span', { class: 'for-hands' }, 'Drag a title up or down.'));
    list.update(order.list, order.documents);
    order.list.forEach((document, rank) => {
      const place = beside.get(document);
      if (place) drawBlocks(place, blocks, rank, order, presenceOf(scene, 'values') === 'shown');
    });
    drawSwaps(swaps, order.list.length, presenceOf(scene, 'swaps') !== 'absent');
    lanes.update(scene, order, blocks);
    drawLegend(legend, order);
    legend.hidden = !isFull;
  }
  return { element: h('div', { class: 'rows-picture' }, picture), update };
}

/**
 * The blocks of a title: as many as its gain, as wide as the discount of its rank. The other places stay empty.
 * @param {HTMLElement} place @param {Blocks} blocks @param {number} rank @param {OwnOrder} order
 * @param {boolean} valued
 */
function drawBlocks(place, { gains, discounts }, rank, { grades }, valued) {
  const most = Math.max(...gains);
  const highest = Math.max(...grades);
  if (place.children.length !== most + 1) {
    fill(place, Array.from({ length: most }, () => h('span', { class: 'gain-block' })),
      h('span', { class: 'gain-value' }));
  }
  place.style.setProperty('--block', String(discounts[rank] / most));
  [...place.children].slice(0, most).forEach((block, at) => {
    block.classList.toggle('vacant', at >= gains[rank]);
    block.setAttribute('data-grade', grades[rank] === highest ? 'high' : 'low');
  });
  say(place.children[most], valued ? fixed(gains[rank] * discounts[rank], 3) : '');
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', `${plural(gains[rank], 'block')}${valued && gains[rank]
    ? `, each ${fixed(discounts[rank], 3)} wide` : ''}`);
}

/**
 * The exchanges A, of the first two ranks, and B, of the last two.
 * @param {HTMLElement} place @param {number} count @param {boolean} are
 */
function drawSwaps(place, count, are) {
  place.hidden = !are || count < 4;
  if (place.hidden || place.children.length) return;
  fill(place, [['A', 0], ['B', count - 2]].map(([letter, rank]) => {
    const swap = h('span', { class: 'gain-swap' }, h('b', {}, letter));
    swap.style.setProperty('--rank', String(rank));
    return swap;
  }));
}

/** @param {HTMLElement} place @param {OwnOrder} order */
function drawLegend(place, { grades }) {
  const kinds = [...new Set(grades)].sort((a, b) => b - a);
  const { gains } = blocksOfOrder(kinds);
  const words = gains.map((gain, at) => `grade ${kinds[at]}: ${gain ? plural(gain, 'block') : 'none'}`);
  if (place.dataset.words === words.join()) return;
  place.dataset.words = words.join();
  fill(place, gains.map((gain, at) => h('span', { class: 'gain-kind' },
    Array.from({ length: Math.min(gain, 7) },
      () => h('span', { class: 'gain-block', dataset: { grade: at ? 'low' : 'high' } })),
    h('span', {}, words[at]))));
}
