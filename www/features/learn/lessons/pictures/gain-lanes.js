// The lower part of the gain picture: all blocks in one row, and below it lanes of the same length for what the step
// compares with the row.

import { fixed } from '../../../../lib/format.js';
import { fill, h, say } from '../../../../ui/dom.js';
import { presenceOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./own-order.js').OwnOrder} OwnOrder */
/** @typedef {ReturnType<typeof import('../order-measures.js').blocksOfOrder>} Blocks */
/**
 * `from`, `to`: the bar; `lost`: where the row ends, if the lane shows what is missing up to there.
 * @typedef {{ key: string, label: string, kind: 'kept' | 'loss', from: number, to: number, lost?: number,
 *   value: string, asked: boolean }} Lane
 */

export function gainLanes() {
  const head = h('h3', {}, 'All blocks in one row');
  const label = h('span', { class: 'gain-label' });
  const value = h('span', { class: 'gain-number' });
  const blocks = h('div', { class: 'gain-all', role: 'img' });
  const end = h('span', { class: 'gain-end', 'aria-hidden': 'true' });
  const rest = h('span', { class: 'gain-rest', 'aria-hidden': 'true' });
  const track = h('div', { class: 'gain-track gain-row' }, rest, blocks, end, askedBox());
  const share = h('span', {});
  const note = h('p', { class: 'gain-under' }, share, h('span', { class: 'muted' }, 'the best order reaches here'));
  const more = h('div', { class: 'gain-lanes' });
  const element = h('div', { class: 'gain-lower' }, head,
    h('div', { class: 'gain-lane' }, label, track, value), note, more);
  /** @type {Map<string, ReturnType<typeof laneOf>>} */
  const made = new Map();

  /** @param {Scene} scene @param {OwnOrder} order @param {Blocks} all */
  function update(scene, order, all) {
    const row = presenceOf(scene, 'row');
    element.hidden = row === 'absent';
    const valued = presenceOf(scene, 'values') === 'shown';
    const { ndcg } = order.values;
    const isAsked = row === 'asked';
    track.classList.toggle('asked', isAsked);
    track.style.setProperty('--share', String(ndcg));
    say(label, valued ? 'NDCG' : 'your list');
    say(value, valued && !isAsked ? fixed(ndcg, 3) : '');
    fill(share, 'The share of the way is called ', h('strong', {}, 'NDCG'), '.');
    drawRow(blocks, order, all);
    const wanted = lanesOf(scene, order);
    for (const [key, lane] of made) {
      if (wanted.some((one) => one.key === key)) continue;
      lane.element.remove();
      made.delete(key);
    }
    for (const one of wanted) {
      const lane = made.get(one.key) ?? laneOf();
      if (!made.has(one.key)) more.append(lane.element);
      made.set(one.key, lane);
      lane.update(one);
    }
  }
  return { element, update };
}

/** @param {Scene} scene @param {OwnOrder} order @returns {Lane[]} */
function lanesOf(scene, { values: { ndcg, auc, ap, swapped } }) {
  /** @type {Lane[]} */
  const lanes = [];
  const swaps = presenceOf(scene, 'swaps');
  if (swaps !== 'absent') {
    for (const [letter, after] of /** @type {const} */ ([['A', swapped[0]], ['B', swapped[swapped.length - 1]]])) {
      lanes.push({ key: letter, label: `after ${letter}`, kind: 'kept', from: 0, to: after, lost: ndcg,
        value: difference(after - ndcg), asked: swaps === 'asked' });
    }
  }
  const loss = presenceOf(scene, 'loss');
  if (loss !== 'absent') {
    lanes.push({ key: 'loss', label: 'loss', kind: 'loss', from: ndcg, to: 1, value: fixed(1 - ndcg, 3),
      asked: loss === 'asked' });
  }
  for (const [part, name, to] of /** @type {const} */ ([['pairs', 'AUC', auc], ['average', 'AP', ap]])) {
    const presence = presenceOf(scene, part);
    if (presence === 'absent') continue;
    lanes.push({ key: name, label: name, kind: 'kept', from: 0, to, value: fixed(to, 3),
      asked: presence === 'asked' });
  }
  return lanes;
}

/** @param {number} by */
const difference = (by) => `${by < 0 ? '−' : '+'}\u00A0${fixed(Math.abs(by), 3)}`;

/** @param {HTMLElement} place @param {OwnOrder} order @param {Blocks} blocks */
function drawRow(place, { grades, values: { ndcg } }, { gains, discounts, best }) {
  const highest = Math.max(...grades);
  const all = gains.flatMap((gain, rank) => Array.from({ length: gain }, () => ({ width: discounts[rank] / best,
    grade: grades[rank] === highest ? 'high' : 'low' })));
  if (place.children.length !== all.length) fill(place, all.map(() => h('span', { class: 'gain-block' })));
  all.forEach(({ width, grade }, at) => {
    const block = /** @type {HTMLElement} */ (place.children[at]);
    block.style.setProperty('--block', String(width));
    block.dataset.grade = grade;
  });
  place.setAttribute('aria-label', `${all.length} blocks in one row: ${fixed(100 * ndcg, 0)} % of the way`);
}

const askedBox = () => h('span', { class: 'gain-asked' }, '?');

function laneOf() {
  const label = h('span', { class: 'gain-label' });
  const bar = h('span', { class: 'gain-bar', 'aria-hidden': 'true' });
  const lost = h('span', { class: 'gain-lost', 'aria-hidden': 'true' });
  const track = h('div', { class: 'gain-track' }, bar, lost, askedBox());
  const value = h('span', { class: 'gain-number' });
  return {
    element: h('div', { class: 'gain-lane' }, label, track, value),
    /** @param {Lane} lane */
    update({ label: words, kind, from, to, lost: end, value: number, asked, key }) {
      track.classList.toggle('asked', asked);
      track.dataset.kind = kind;
      track.dataset.lane = key;
      // The length of a hidden lane is nowhere on the page.
      bar.style.setProperty('--from', asked ? '0' : String(from));
      bar.style.setProperty('--to', asked ? '0' : String(to));
      const isLost = end !== undefined && !asked && end > to;
      lost.style.setProperty('--from', isLost ? String(to) : '0');
      lost.style.setProperty('--to', isLost ? String(end) : '0');
      say(label, words);
      say(value, asked ? '' : number);
    },
  };
}
