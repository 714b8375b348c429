// The drawing of the decay profile c beside the measure's discount a: two lines, labelled where they run. Knows no
// settings.

import { h, s } from '../../ui/dom.js';
import { significant } from '../../lib/format.js';

const HEIGHT = 84; // pixels of the plot
const TOP = 4; // pixels above the greatest value
const LINE = 12; // pixels of a line of text
const AT = 0.36; // where the labels begin, as a share of the width

/** @typedef {{ c: number[], a: number[] }} Profiles */

/**
 * c as a line, a as a dashed line, each against its own greatest value, with the same numbers as a hidden table.
 * @param {Profiles} profiles
 */
export function decayPicture({ c, a }) {
  const drawing = s('svg', { viewBox: `0 0 100 ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    a.length > 0 && s('path', { class: 'profile-a', d: path(a) }), s('path', { class: 'profile-c', d: path(c) }));
  const plot = h('div', { class: 'profile-plot', 'aria-hidden': 'true' },
    h('span', { class: 'profile-high' }, '1'), h('span', { class: 'profile-low' }, '0'), drawing, labels(c, a));
  return [plot, ticks(c.length), h('div', { class: 'hidden' }, table(c, a))];
}

/** @param {number[]} values @param {number} at a share of the width @returns {number} pixels from the top */
function heightAt(values, at) {
  const most = Math.max(...values) || 1;
  const place = at * (values.length - 1);
  const [low, high] = [Math.floor(place), Math.ceil(place)];
  const value = values[low] + (values[high] - values[low]) * (place - low);
  return HEIGHT - (value / most) * (HEIGHT - TOP);
}

/** @param {number[]} values */
function path(values) {
  const steps = Math.max(1, values.length - 1);
  return values.map((_value, j) =>
      `${j ? 'L' : 'M'}${((100 * j) / steps).toFixed(2)} ${heightAt(values, j / steps).toFixed(2)}`).join('');
}

/** The number of ranks that count, or null where the last rank of the drawing counts too. @param {number[]} values */
function reach(values) {
  const last = values.findLastIndex((value) => value > 0);
  return last < values.length - 1 ? last + 1 : null;
}

/** What each line is, above c and below it where there is room. @param {number[]} c @param {number[]} a */
function labels(c, a) {
  const places = [AT, 0.58, 0.8];
  const highest = (/** @type {number[]} */ values) => Math.min(...places.map((at) => heightAt(values, at)));
  const [cEnd, aEnd] = [reach(c), reach(a)];
  const above = Math.max(0, Math.min(highest(c), a.length ? highest(a) : HEIGHT) - LINE - 3);
  const words = cEnd === null ? ' reaches every rank' : ` stops after rank ${cEnd}`;
  const name = (/** @type {number} */ top) => label(HEIGHT - top - LINE, h('b', {}, 'c'), words);
  if (!a.length) return [name(above)];
  const discount = aEnd === null ? 'discount a, dashed' : `discount a stops at k = ${aEnd}`;
  // Below c there is room where a is 0 and c is not.
  const lowest = Math.max(...places.map((at) => heightAt(c, at)));
  if (aEnd !== null && aEnd / a.length <= AT && lowest < HEIGHT - LINE - 2) {
    return [name(above), label(1, discount)];
  }
  return [name(Math.max(above, LINE)), label(HEIGHT - Math.max(above, LINE), discount)];
}

/** @param {number} bottom pixels above the axis @param {...import('../../ui/dom.js').Child} words */
function label(bottom, ...words) {
  const element = h('span', { class: 'profile-label' }, words);
  element.style.bottom = `${(100 * bottom) / HEIGHT}%`;
  return element;
}

/** @param {number} ranks */
function ticks(ranks) {
  const marks = [1, 10, 20, 30].filter((rank) => rank <= ranks);
  return h('div', { class: 'profile-ticks', 'aria-hidden': 'true' }, marks.map((rank, at) => {
    const tick = h('span', {}, at === marks.length - 1 ? `rank ${rank}` : rank);
    tick.style.left = `${(100 * (rank - 1)) / Math.max(1, ranks - 1)}%`;
    return tick;
  }));
}

/** @param {number[]} c @param {number[]} a */
function table(c, a) {
  const heads = ['rank', 'c', ...(a.length ? ['discount a'] : [])];
  return h('table', {}, h('caption', {}, 'Decay profile by rank'),
    h('thead', {}, h('tr', {}, heads.map((text) => h('th', { scope: 'col' }, text)))),
    h('tbody', {}, c.map((value, j) => h('tr', {}, h('th', { scope: 'row' }, j + 1), h('td', {}, significant(value)),
      a.length > 0 && h('td', {}, significant(a[j]))))));
}
