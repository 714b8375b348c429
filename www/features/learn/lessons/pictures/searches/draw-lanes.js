// Draws every search as a lane of pages over one feature, and whether it is served. No state.

import { fixed, measureName } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { hiddenBox } from '../drawn-frame.js';
import { STOPS, isServed } from './searches-run.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./searches-run.js').Search} Search */
/** @typedef {import('./searches-run.js').SearchesRun} SearchesRun */
/** `stop`: of w. `isCounted`: whether the counter is told.
 * @typedef {{ stop: number, isCounted: boolean, feature: string }} View */

/** How many, and of what kind. @param {readonly Search[]} own @param {string} kind */
export const named = ({ length }, kind) => `${length} ${kind.replace(/(ch|s|x)$/, '$1e')}${length > 1 ? 's' : ''}`;

/** The kinds of searches, the most frequent first. @param {readonly Search[]} searches */
export function kindsOf(searches) {
  const kinds = [...new Set(searches.map(({ kind }) => kind))].slice(0, 2);
  return kinds.map((kind) => ({ kind, own: searches.filter((one) => one.kind === kind) }))
    .sort((a, b) => b.own.length - a.own.length);
}

/** @param {Layout} layout @param {SearchesRun} run @param {View} view */
export function drawLanes(layout, { searches }, view) {
  return kindsOf(searches).flatMap(({ kind, own }, column) => {
    const { lefts, head, side, top, pitch, width } = layout.lanes;
    const x = lefts[column];
    return [
      s('text', { class: layout.isPhone ? 'strong' : 'head', x, y: head }, named(own, kind)),
      drawSide(layout, x, side, view),
      ...own.flatMap((search, at) => drawLane(layout, search, x, top + at * pitch, view)),
      s('text', { class: 'axis', x: x + width / 2, y: top + own.length * pitch + (layout.isPhone ? 8 : 6),
        'text-anchor': 'middle' }, `${view.feature} →`),
    ];
  });
}

/** Which end of the lanes has the first rank. @param {Layout} layout @param {number} x @param {number} y
 * @param {View} view */
function drawSide({ lanes: { width } }, x, y, { stop }) {
  const w = STOPS[stop];
  const words = w > 0 ? 'first →' : w < 0 ? '← first' : 'all tie';
  return s('text', { class: `axis${w ? ' now' : ''}`, y, x: w > 0 ? x + width : w < 0 ? x : x + width / 2,
    'text-anchor': w > 0 ? 'end' : w < 0 ? 'start' : 'middle' }, words);
}

/** @param {Layout} layout @param {Search} search @param {number} x @param {number} y its middle @param {View} view */
function drawLane({ lanes: { pitch, width, dot, tick } }, search, x, y, { stop }) {
  const w = STOPS[stop];
  const isLit = isServed(search, stop);
  const at = (/** @type {number} */ value) => x + width * value;
  const first = search.pages.reduce((best, page) => (page.value * w > best.value * w ? page : best));
  const size = dot * 0.9;
  const sorted = [...search.pages].sort((a, b) => Number(a.isGood) - Number(b.isGood));
  return [
    s('rect', { class: `lane${isLit ? ' served' : ''}`, x: x - dot, y: y - pitch * 0.43, width: width + 2 * dot,
      height: pitch * 0.86, rx: Math.min(6, pitch / 3) }, s('title', {}, search.id)),
    ...sorted.map(({ value, isGood }) => s('circle', { class: `lane-page${isGood ? ' good' : ''}`, cx: at(value),
      cy: y, r: isGood ? dot * 1.15 : dot * 0.8 })),
    w !== 0 && s('circle', { class: 'lane-first', cx: at(first.value), cy: y, r: dot * 1.15 + (dot > 3 ? 2.5 : 1.2) }),
    isLit && s('path', { class: 'lane-tick', d: `M${x + tick} ${y}l${size} ${size}l${1.6 * size} ${-2 * size}` }),
  ];
}

/** @param {Layout} layout @param {SearchesRun} run @param {View} view */
export function drawCount({ count: { x, y }, isPhone }, run, { stop, isCounted }) {
  const { length } = run.searches;
  if (!isCounted) {
    const [width, height] = isPhone ? [48, 24] : [64, 34];
    return [hiddenBox(x, y - height + 8, width, height),
      s('text', { class: 'strong', x: x + width + 10, y: y + 2 }, `of ${length} served`)];
  }
  const served = run.searches.filter((search) => isServed(search, stop)).length;
  return [s('text', { class: 'big-number', x, y }, `${served} of ${length}`),
    s('text', { class: isPhone ? 'axis' : 'head', x, y: y + (isPhone ? 20 : 32) }, 'searches served'),
    s('text', { class: isPhone ? 'strong' : 'value', x, y: y + (isPhone ? 44 : 68) },
      `${measureName(run.measure)} ${fixed(run.value(STOPS[stop]), 3)}`)];
}
