// Draws sums as stacked contributions: positive parts right of 0, negative parts left. Knows no state.

import { h } from './dom.js';
import { fixed, significant } from '../lib/format.js';

/** Contributions with their own colour and number; the others share one grey. */
export const KEYED = 7;

/**
 * `from` and `to` in the units of the parts; `key` from 1, 0 for the rest.
 * @typedef {{ key: number, value: number, from: number, to: number }} Segment
 */

/**
 * Returns the segments of one sum, from 0 outwards on both sides, in the order of the parts.
 * @param {number[]} parts those behind the first `KEYED` are taken together, by their sign
 * @returns {{ segments: Segment[], low: number, high: number, sum: number }}
 */
export function stack(parts) {
  const rest = parts.slice(KEYED);
  /** @param {number} sign */
  const together = (sign) => ({ key: 0, value: rest.reduce((sum, part) => (part * sign > 0 ? sum + part : sum), 0) });
  let [low, high] = [0, 0];
  const segments = [...parts.slice(0, KEYED).map((value, at) =>
        ({ key: at + 1, value })), together(1), together(-1)].filter(({ value }) => value !== 0)
    .map(({ key, value }) => {
    const [from, to] = value > 0 ? [high, high + value] : [low + value, low];
    if (value > 0) high = to;
    else low = from;
    return { key, value, from, to };
  });
  return { segments, low, high, sum: parts.reduce((sum, part) => sum + part, 0) };
}

/**
 * Returns the place with the most room for the number of a segment: the whole segment, or the longer side of the mark
 * inside it.
 * @param {Segment} segment
 * @param {number} mark
 * @returns {[number, number]}
 */
export function clear({ from, to }, mark) {
  if (mark <= from || mark >= to) return [from, to];
  return mark - from > to - mark ? [from, mark] : [mark, to];
}

/**
 * Draws several sums on one scale. It is hidden from assistive technology, because a table has the same numbers.
 * @param {string} label
 * @param {{ name: string, parts: number[] }[]} sums
 */
export function stackedBars(label, sums) {
  const rows = sums.map(({ name, parts }) => ({ name, ...stack(parts) }));
  const low = Math.min(...rows.map((row) => row.low));
  const width = Math.max(...rows.map((row) => row.high)) - low || 1;
  /** @param {number} value */
  const place = (value) => (100 * (value - low)) / width;
  /** @param {HTMLElement} element @param {number} from @param {number} [to] */
  const put = (element, from, to) => {
    element.style.setProperty('--from', `${place(from)}%`);
    if (to !== undefined) element.style.setProperty('--share', `${place(to) - place(from)}%`);
    return element;
  };
  const ends = [low, low + width].filter((end) => Math.abs(place(end) - place(0)) > 15);
  return h('div', { class: 'stacks', role: 'img', 'aria-label': label },
    rows.map(({ name, segments, sum }) =>
        h('div', { class: 'stack-row' }, h('span', { class: 'stack-name', title: name }, name),
      h('span', { class: 'stack' }, put(h('span', { class: 'stack-zero' }), 0),
        segments.map((segment) => {
          const { key, value, from, to } = segment;
          const [left, right] = clear(segment, sum);
          const part = put(
            h('span',
              { class: 'stack-part', title: fixed(value, 3),
                dataset: { key: String(key), shown: place(right) - place(left) > 5 && key ? String(key) : '' } }), from,
            to);
          part.style.setProperty('--middle', `${(100 * ((left + right) / 2 - from)) / (to - from)}%`);
          return part;
        }),
        put(h('span', { class: 'stack-sum' }), sum)), h('b', {}, fixed(sum, 3)))),
    h('div', { class: 'stack-row stack-axis' }, h('span', {}),
      h('span', { class: 'stack' }, put(h('span', {}, '0'), 0),
        ends.map((end) => put(h('span', { class: end < 0 ? 'stack-low' : 'stack-high' }, significant(end, 2)), end))),
      h('span', {})));
}
