// Draws the pages of a list with their sites, the repeats among the first ranks, and what each rank brings. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { documentShade } from '../../../../inspect/inspector/document-shade.js';
import { hiddenBox, sliding } from '../drawn-frame.js';
import { placeOf, stopAt } from './layouts.js';
import { MOST_GRADE, sitesOf } from './site-list.js';

const DIGITS = 2;
const HUES = 7;

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./site-list.js').SiteList} SiteList */
/** @typedef {import('./site-list.js').Worth} Worth */
/** `stop`: of the handle. `isMarked`: whether repeats are told.
 * @typedef {{ order: readonly number[], worth: Worth, stop: number, isMarked: boolean }} View */

/** A site has its colour in every search; those of a search in the lesson differ. @param {string} site */
const hueOf = (site) => site.charCodeAt(0) % HUES;

/**
 * The letter of a site. @param {import('./site-list.js').Page} page @param {number} x @param {number} y
 * @param {number} size
 */
export function drawBadge({ site }, x, y, size) {
  return s('g', { class: `site-badge site-${hueOf(site)}` },
    s('rect', { x, y, width: size, height: size, rx: size / 5 }),
    s('text', { class: 'strong', x: x + size / 2, y: y + size / 2 + 5, 'text-anchor': 'middle' }, site));
}

/** @param {Layout} layout @param {SiteList} list @param {View} view */
export function drawPages(layout, { pages, ranks }, { order, stop }) {
  const { isPhone, tile: { width, height, badge }, rows, rest } = layout;
  const inset = (height - badge) / 2;
  return [
    ...order.slice(0, ranks).map((_, rank) => s('text', { class: 'axis', x: rows.rank,
      y: rows.y + rank * rows.step + height / 2 + 5 }, String(rank + 1))),
    rest.head > 0 && s('text', { class: 'axis', x: rest.x, y: rest.head }, `below rank ${ranks}`),
    ...order.map((document, rank) => {
      const page = pages[document];
      const [x, y] = placeOf(layout, rank, ranks);
      const group = sliding(`page-${document}`, x, y, `graded${rank < stop ? ' met' : ''}`,
        s('rect', { width, height, rx: 7 }),
        s('title', {}, `${rank + 1}: site ${page.site}, grade ${page.grade}`),
        drawBadge(page, inset, inset, badge),
        !isPhone && s('text', { x: badge + 16, y: height / 2 + 6 }, 'grade'),
        s('text', { class: 'strong', x: width - (isPhone ? 10 : 16), y: height / 2 + 5, 'text-anchor': 'end' },
          String(page.grade)));
      group.setAttribute('data-shade', String(documentShade(page.grade, MOST_GRADE)));
      return group;
    }),
  ];
}

/** @param {Layout} layout @param {SiteList} list @param {View} view */
export function drawRepeats({ rows, tile }, { ranks }, { worth, isMarked }) {
  return isMarked ? worth.repeats.slice(0, ranks).flatMap((isRepeat, rank) => (isRepeat ? [s('text', {
    class: 'strong theirs', x: rows.mark, y: rows.y + rank * rows.step + tile.height / 2 + 5 }, 'repeat')] : [])) : [];
}

/** Gain times discount of each rank, and their sum. @param {Layout} layout @param {SiteList} list @param {View} view */
export function drawGains({ bar, rows, tile, head, foot, isPhone }, { ranks }, { worth, stop }) {
  const { gains, repeats, sum, best, share } = worth;
  const widest = Math.max(...gains, 1e-9, best * 0.6);
  // Printed parts add up: the last one that counts takes the rounding.
  const printed = gains.map((gain) => Number(gain.toFixed(DIGITS)));
  const last = printed.findLastIndex((gain, rank) => !repeats[rank] && gain > 0);
  const rest = printed.reduce((all, gain, rank) => (repeats[rank] || rank === last ? all : all + gain), 0);
  if (last >= 0) printed[last] = Number(sum.toFixed(DIGITS)) - rest;
  const count = repeats.filter(Boolean).length;
  const name = `dNDCG@${ranks} ${stop === ranks ? '' : 'so far '}`;
  return [
    head > 0 && s('text', { class: 'axis', x: bar.x, y: head }, 'gain × discount'),
    ...gains.flatMap((gain, rank) => {
      const middle = rows.y + rank * rows.step + tile.height / 2;
      const struck = repeats[rank] ? ' struck' : '';
      return [s('rect', { class: `site-gain${struck}`, x: bar.x, y: middle - bar.height / 2, height: bar.height,
        width: Math.max(1, (bar.width * gain) / widest), rx: 3 }),
      s('text', { class: `strong${struck}`, x: bar.end, y: middle + 5, 'text-anchor': 'end' },
        fixed(printed[rank], DIGITS))];
    }),
    s('line', { class: 'chart-base', x1: bar.x, x2: bar.end, y1: foot - (isPhone ? 17 : 24),
      y2: foot - (isPhone ? 17 : 24) }),
    s('text', { class: `${isPhone ? 'strong' : 'value'}${count ? ' theirs' : ''}`, x: rows.rank, y: foot },
      `repeats@${ranks}: ${count}`),
    s('text', { class: isPhone ? 'strong' : 'value', x: bar.end, y: foot, 'text-anchor': 'end' }, isPhone
      ? `${fixed(sum, DIGITS)} of ${fixed(best, DIGITS)}: ${fixed(share, DIGITS)}`
      : `${fixed(sum, DIGITS)} of the best ${fixed(best, DIGITS)}: ${name}${fixed(share, DIGITS)}`),
  ];
}

/** The sites met so far, and the number of repeats. @param {Layout} layout @param {SiteList} list @param {View} view */
export function drawMet({ side: { x, y, step, badge, count }, isPhone }, list, { stop, worth, isMarked }) {
  const repeats = worth.repeats.filter(Boolean).length;
  return [
    s('text', { class: isPhone ? 'axis' : 'head', x, y }, stop ? `sites in the first ${stop}` : 'sites met: none yet'),
    ...sitesOf(list, stop).map((page, at) => drawBadge(page, x + at * step, y + 14, badge)),
    isMarked ? s('text', { class: 'big-number', x, y: count }, String(repeats))
      : hiddenBox(x, count - (isPhone ? 26 : 38), isPhone ? 40 : 60, isPhone ? 32 : 48),
    s('text', { class: isPhone ? 'strong' : 'head', x: x + (isPhone ? 50 : 74), y: count - 4 },
      `repeats@${list.ranks}`),
  ];
}

/**
 * @param {Pick<Layout, 'isPhone' | 'track'>} layout @param {number} last
 * @param {number} highest where the handle stops @param {boolean} isRule
 */
export function drawTrack(layout, last, highest, isRule) {
  const { isPhone, track: { y, left, right, names } } = layout;
  const end = stopAt(layout, highest, last);
  return [
    s('line', { class: 'chart-track', x1: left, x2: end, y1: y, y2: y }),
    end < right && s('line', { class: 'chart-track closed', x1: end, x2: right, y1: y, y2: y }),
    ...Array.from({ length: last + 1 }, (_, stop) => [
      s('circle', { class: 'chart-stop', cx: stopAt(layout, stop, last), cy: y, r: isPhone ? 4 : 6 }),
      s('text', { class: 'axis', x: stopAt(layout, stop, last), y: names, 'text-anchor': 'middle' },
        stop ? (isPhone ? String(stop) : `rank ${stop}`) : isRule ? 'by score' : isPhone ? '0' : 'start')]).flat(),
  ];
}
