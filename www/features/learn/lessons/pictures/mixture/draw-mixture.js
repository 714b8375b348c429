// Draws the pages on the axis of their scores, the bell around the page of a rank, the mixture that this rank holds,
// and the smoothed NDCG beside the true one. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { across, up } from '../chart/frame.js';
import { hiddenBox } from '../drawn-frame.js';
import { shadeOf } from '../row-list.js';
import { SIGMAS, nearness } from './shares.js';

/** @typedef {import('../chart/frame.js').Chart} Chart */
/**
 * @typedef {{ chart: Chart, bar: { left: number, right: number, y: number, height: number }, gainY: number,
 *   sums: { left: number, right: number, y: number, height: number, pitch: number },
 *   track: { left: number, right: number, y: number } }} Layout
 */
/** Pages by rank. @typedef {{ title: string, grade: number, score: number, share: number }} Page */
/**
 * `rank`: from 0. `last`: the last stop that is open. `sums`: null without the measure; `smooth` is null while hidden.
 * @typedef {{ pages: readonly Page[], rank: number, at: number, last: number, sums: { mean: number, gain: number,
 *   smooth: number | null, exact: number } | null }} View
 */

const STEPS = 80; // of the bell
const READ = { wide: 46, phone: 34 }; // units of a share that has room for its number
const BEYOND = 0.14; // of the scores' span, on both sides

/** @param {boolean} isPhone @param {readonly number[]} scores @returns {Layout} */
export function layoutOf(isPhone, scores) {
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const beyond = BEYOND * (most - least || 1);
  const x = /** @type {const} */ ([least - beyond, most + beyond]);
  if (isPhone) {
    return { chart: { width: 390, height: 352, left: 6, right: 384, top: 50, bottom: 134, x, y: [0, 1], isPhone },
      bar: { left: 66, right: 384, y: 160, height: 26 }, gainY: 206,
      sums: { left: 84, right: 330, y: 216, height: 15, pitch: 21 }, track: { left: 66, right: 366, y: 288 } };
  }
  return { chart: { width: 848, height: 664, left: 36, right: 812, top: 104, bottom: 286, x, y: [0, 1], isPhone },
    bar: { left: 180, right: 812, y: 378, height: 44 }, gainY: 458,
    sums: { left: 180, right: 740, y: 482, height: 22, pitch: 32 }, track: { left: 180, right: 740, y: 594 } };
}

/** @param {Layout} layout @param {View} view */
export const drawMixture = (layout, view) => [drawBell(layout.chart, view), drawPages(layout.chart, view),
  drawBar(layout, view), drawSums(layout, view), drawTrack(layout, view)].flat(3);

/** How near a score is to that of the rank, over all scores. @param {Chart} chart @param {View} view */
function drawBell(chart, { pages, rank, at }) {
  const { isPhone, left, right, top, bottom, x: [low, high] } = chart;
  const center = pages[rank].score;
  const near = (/** @type {number} */ score) => up(chart, nearness(score - center, SIGMAS[at]));
  const line = Array.from({ length: STEPS + 1 }, (_, step) => {
    const score = low + ((high - low) * step) / STEPS;
    return `${across(chart, score).toFixed(1)},${near(score).toFixed(1)}`;
  });
  const peak = `${across(chart, center).toFixed(1)},${top}`;
  const place = line.findIndex((one) => Number(one.split(',')[0]) > across(chart, center));
  const points = line.toSpliced(place, 0, peak).join(' ');
  return [s('polygon', { class: 'mixture-room', points: `${left},${bottom} ${points} ${right},${bottom}` }),
    s('polyline', { class: 'mixture-bell', points }),
    s('line', { class: 'chart-base', x1: left, x2: right, y1: bottom, y2: bottom }),
    pages.map(({ score }) => s('line', { class: 'mixture-stem', x1: across(chart, score), x2: across(chart, score),
      y1: bottom, y2: near(score) })),
    s('text', { class: 'axis', x: left, y: bottom + (isPhone ? 20 : 30) }, 'score →')];
}

/** @param {Chart} chart @param {View} view */
function drawPages(chart, { pages, rank }) {
  const most = Math.max(...pages.map(({ grade }) => grade));
  return pages.map(({ title, grade, score }, at) => [
    s('g', { class: 'graded dot', 'data-shade': String(shadeOf(grade, most)),
      transform: `translate(${across(chart, score).toFixed(1)} ${chart.bottom})` },
    s('title', {}, `${title}, grade ${grade}`),
    s('circle', { r: chart.isPhone ? 10 : 15 }),
    s('text', { y: chart.isPhone ? 5 : 6, 'text-anchor': 'middle' }, String(grade)),
    at === rank ? s('circle', { class: 'mixture-chosen', r: chart.isPhone ? 13 : 19 }) : null),
    // Two lines of titles, so that neighbours do not meet.
    chart.isPhone ? null : s('text', { class: `axis${at === rank ? ' ink' : ''}`, x: across(chart, score),
      y: chart.bottom + (at % 2 ? 62 : 40), 'text-anchor': 'middle' }, title)]);
}

/**
 * The shares of the pages end to end, in the order of their scores on the axis.
 * @param {Layout} layout @param {View} view
 */
function drawBar({ chart: { isPhone }, bar: { left, right, y, height } }, { pages, rank }) {
  const most = Math.max(...pages.map(({ grade }) => grade));
  let end = left;
  return [s('text', { class: isPhone ? 'axis ink' : 'strong', x: isPhone ? 6 : 36, y: y + height / 2 + 6 },
    `${isPhone ? 'rank' : 'In rank'} ${rank + 1}`),
  ...pages.toReversed().map(({ title, grade, share }) => {
    const width = (right - left) * share;
    const x = end;
    end += width;
    return s('g', { class: 'graded', 'data-shade': String(shadeOf(grade, most)) },
      s('title', {}, `${title}: ${fixed(100 * share, 1)} %`),
      s('rect', { class: 'mixture-part', x, y, width: Math.max(0, width), height }),
      width > READ[isPhone ? 'phone' : 'wide'] ? s('text', { class: 'strong', x: x + width / 2, y: y + height / 2 + 6,
        'text-anchor': 'middle' }, `${Math.round(100 * share)} %`) : null);
  })];
}

/** @param {Layout} layout @param {View} view */
function drawSums({ chart: { isPhone }, bar, gainY, sums }, { rank, sums: told }) {
  if (!told) return [];
  const { left, right, y, height, pitch } = sums;
  const own = isPhone ? 'its page' : `the page at rank ${rank + 1}`;
  const bars = /** @type {const} */ ([['Smoothed', 'smooth', told.smooth], ['True', 'exact', told.exact]]);
  return [told.smooth === null ? null : s('text', { class: isPhone ? 'axis ink' : '', x: bar.left, y: gainY },
    `mean gain ${fixed(told.mean, 2)}; ${own} alone has ${told.gain}`),
  ...bars.flatMap(([name, kind, value], row) => {
    const top = y + row * pitch;
    const middle = top + height / 2 + 5.5;
    const width = (right - left) * (value ?? 0);
    return [s('text', { class: isPhone ? 'axis' : '', x: isPhone ? 6 : 36, y: middle },
      isPhone ? name.toLowerCase() : `${name} NDCG`),
    value === null ? hiddenBox(left, top, (right - left) / 2, height)
      : s('rect', { class: `mixture-sum ${kind}`, x: left, y: top, width, height, rx: 3 }),
    value === null ? null : s('text', { class: isPhone ? 'axis ink' : 'strong', x: left + width + (isPhone ? 5 : 10),
      y: middle }, fixed(value, 3))];
  })];
}

/** A width as the track writes it. @param {number} sigma */
export const widthText = (sigma) => (sigma < 1 ? `1/${1 / sigma}` : String(sigma));

/** @param {Layout['track']} track @param {number} at */
export const stopX = ({ left, right }, at) => left + (at * (right - left)) / (SIGMAS.length - 1);

/** @param {Layout} layout @param {View} view */
function drawTrack({ chart: { isPhone }, track }, { last }) {
  const { y } = track;
  const end = SIGMAS.length - 1;
  return [s('text', { class: isPhone ? 'axis' : '', x: isPhone ? 6 : 36, y: y + 5 }, isPhone ? 'σ' : 'Smoothing σ'),
    s('line', { class: 'chart-track', x1: stopX(track, 0), x2: stopX(track, last), y1: y, y2: y }),
    last < end ? s('line', { class: 'chart-track closed', x1: stopX(track, last) + 4, x2: stopX(track, end), y1: y,
      y2: y }) : null,
    ...SIGMAS.flatMap((sigma, at) => [s('circle', { class: 'chart-stop', cx: stopX(track, at), cy: y, r: 4 }),
      s('text', { class: 'axis', x: stopX(track, at), y: y + (isPhone ? 38 : 44), 'text-anchor': 'middle' },
        widthText(sigma))])];
}
