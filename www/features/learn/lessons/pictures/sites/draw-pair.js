// Draws the lists of two models for one search side by side: its pages with their sites, repeats pale, and how
// good the site of each page is. A list that waits is a dashed outline. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { documentShade } from '../../../../inspect/inspector/document-shade.js';
import { hiddenBox, sliding } from '../drawn-frame.js';
import { drawBadge } from './draw-list.js';
import { rowOf } from './layouts.js';
import { MOST_GRADE, demandLists } from './site-list.js';

/** @typedef {import('./layouts.js').PairLayout} PairLayout */
/** @typedef {import('./site-list.js').SiteList} SiteList */
/** @typedef {import('./site-list.js').Worth} Worth */
/**
 * A model's list. `features`: text, site and newness of each page, from 0 to 1. `ratios`: the weights of site and
 * newness over that of the text.
 * @typedef {{ list: SiteList, order: readonly number[], worth: Worth, features: readonly (readonly number[])[] | null,
 *   ratios: readonly [number, number] | null }} Ranked
 */
/** @typedef {{ plain: number, ruled: number }} AskedWeights */

export const FEATURES = ['text', 'site', 'new'];
const SITE = FEATURES.indexOf('site');

/**
 * @param {PairLayout} layout @param {string} head @param {number} side 0 or 1
 * @param {Ranked | null} ranked null while it waits @param {number} stop ranks that the rule has filled
 * @param {number} ranks that count @param {((document: number, rank: number) => boolean) | null} isMoved in a list that
 * is compared: whether a page has changed places
 */
export function drawRanked(layout, head, side, ranked, stop, ranks, isMoved) {
  const { isPhone, tile, rows, bars } = layout;
  const left = layout.columns[side];
  const end = rowOf(layout, rows.count - 1, ranks) + tile.height;
  const split = rowOf(layout, ranks, ranks) - rows.split / 2 - (rows.step - tile.height) / 2;
  const hasRest = rows.count > ranks;
  const title = s('text', { class: isPhone ? 'strong' : 'head', x: left, y: layout.head }, head);
  if (!ranked) return [title, hiddenBox(left, rows.y, layout.width, end - rows.y)];
  const { order, worth, features, ratios } = ranked;
  const count = worth.repeats.slice(0, ranks).filter(Boolean).length;
  return [
    title,
    features && s('text', { class: 'axis', x: left + bars.x, y: rows.y - (isPhone ? 6 : 12) },
      isPhone ? 'site' : 'site: how good it is'),
    hasRest && s('line', { class: 'chart-base', x1: left, x2: left + layout.width, y1: split, y2: split }),
    ...order.slice(0, rows.count).flatMap((document, rank) => {
      const y = rowOf(layout, rank, ranks);
      const isStruck = rank < ranks && worth.repeats[rank];
      return [
        tile.x > 0 && s('text', { class: 'axis', x: left, y: y + tile.height / 2 + 5 }, String(rank + 1)),
        ...drawPage(layout, ranked, document, { side, y, rank, isMet: isMoved ? isMoved(document, rank)
          : rank < stop, isStruck }),
        isStruck && !features && s('text', { class: 'strong theirs', x: left + bars.x, y: y + tile.height / 2 + 5 },
          'repeat'),
      ];
    }),
    s('text', { class: `strong${count ? ' theirs' : ''}`, x: left, y: end + layout.foot },
      `repeats@${ranks}: ${count}`),
    stop === ranks && s('text', { class: 'strong', x: left + layout.width, y: end + layout.foot, 'text-anchor': 'end' },
      `${isPhone ? '' : `dNDCG@${ranks} `}${fixed(worth.share, 3)}`),
    ratios && s('text', { x: left, y: end + 2 * layout.foot }, isPhone ? 'site: ' : 'weight of site: ',
      s('tspan', { class: 'strong' }, fixed(ratios[0], 2)), isPhone ? ' × text' : ' times that of text'),
  ].flat();
}

/**
 * A page with its site, its grade and how good its site is. @param {PairLayout} layout @param {Ranked} ranked
 * @param {number} document
 * @param {{ side: number, y: number, rank: number, isMet: boolean, isStruck: boolean }} place
 */
function drawPage(layout, { list: { pages }, features }, document, { side, y, rank, isMet, isStruck }) {
  const { isPhone, tile, bars, columns } = layout;
  const page = pages[document];
  const group = sliding(`${side}-${document}`, columns[side] + tile.x, y, `graded${isMet ? ' met' : ''}${
    isStruck ? ' site-strike' : ''}`,
    s('rect', { width: tile.width, height: tile.height, rx: 7 }),
    s('title', {}, `${rank + 1}: site ${page.site}, grade ${page.grade}`),
    drawBadge(page, 5, (tile.height - tile.badge) / 2, tile.badge),
    s('text', { class: 'strong', x: tile.width - 8, y: tile.height / 2 + 5,
      'text-anchor': 'end' }, isPhone ? String(page.grade) : `grade ${page.grade}`));
  group.setAttribute('data-shade', String(documentShade(page.grade, MOST_GRADE)));
  const value = features?.[document][SITE];
  return [group, ...(value === undefined ? []
    : [drawFeature(SITE, value, columns[side] + bars.x, y + tile.height / 2, bars.width, isPhone ? 12 : 18)])];
}

/** A feature as a bar. @param {number} at @param {number} value from 0 to 1 @param {number} x
 * @param {number} y its middle @param {number} width @param {number} height */
const drawFeature = (at, value, x, y, width, height) => s('g', { class: 'site-feature' },
  s('title', {}, `${FEATURES[at]} ${fixed(value, 2)}`),
  s('rect', { class: 'site-feature-ground', x, y: y - height / 2, height, width, rx: 3 }),
  s('rect', { class: 'site-feature-bar', x, y: y - height / 2, height,
    width: Math.max(1, value * width), rx: 3 }));

/** The first page of a list, and one of its site with the lowest grade. @param {Ranked} ranked */
export function demandOf({ list: { pages }, order: [best] }) {
  const own = pages.flatMap(({ site }, document) => (site === pages[best].site && document !== best ? [document] : []));
  return [best, own.reduce((least, one) => (pages[one].grade < pages[least].grade ? one : least), best)];
}

/** By how much the features of the upper page of a demand differ from those of the lower one. @param {Ranked} ranked */
export function differencesOf(ranked) {
  const [best, lower] = demandOf(ranked).map((document) => ranked.features?.[document] ?? []);
  return FEATURES.map((_, at) => Number(((best[at] ?? 0) - (lower[at] ?? 0)).toFixed(2)));
}

/** @param {number} value */
export const differenceText = (value) => (value ? `${value > 0 ? '+' : ''}${fixed(value, 2)}` : '0');

/**
 * Best list and violator with one page per site, joined where the sites are equal.
 * @param {import('./layouts.js').DemandLayout} layout @param {Ranked} ranked
 */
function drawStrips({ isPhone, x, strips: { left, step, tops, width, height, badge } }, ranked) {
  const { pages } = ranked.list;
  const pair = demandOf(ranked);
  const lists = demandLists(ranked.list, pair);
  const middle = (/** @type {number} */ rank) => left + rank * step + width / 2;
  return [
    ...lists[0].map((document, rank) => {
      const other = lists[1].findIndex((one) => pages[one].site === pages[document].site);
      return s('line', { class: `site-join${document === pair[0] ? ' met' : ''}`, x1: middle(rank),
        y1: tops[0] + height, x2: middle(other), y2: tops[1] });
    }),
    ...lists.flatMap((list, row) => [
      s('text', { class: isPhone ? 'axis ink' : 'strong', x, y: tops[row] + height / 2 + 6 },
        row ? isPhone ? 'violator' : 'violator, w = 0' : 'best list'),
      ...list.map((document, rank) => {
        const page = pages[document];
        return s('g', { class: `graded${document === pair[row] ? ' met' : ''}`,
          'data-shade': String(documentShade(page.grade, MOST_GRADE)),
          transform: `translate(${left + rank * step} ${tops[row]})` },
        s('rect', { width, height, rx: 7 }), drawBadge(page, 4, (height - badge) / 2, badge),
        s('text', { class: 'strong', x: width - 10, y: height / 2 + 6, 'text-anchor': 'end' }, String(page.grade)));
      })]),
  ];
}

/**
 * A part of what training with the rule demands: a page above another one of its site, and their differences.
 * @param {import('./layouts.js').DemandLayout} layout @param {Ranked} ranked with features
 * @param {AskedWeights | null} asked what all demands ask; null before the answer, which the differences are, too
 */
export function drawDemand(layout, ranked, asked) {
  const { isPhone, head, x, tile, rows, words, columns, width, bar, names } = layout;
  const { list: { pages }, features } = ranked;
  const value = (/** @type {number} */ at, /** @type {number} */ y, /** @type {string} */ text, kind = 'strong') =>
    s('text', { class: kind, x: columns[at], y }, text);
  return [
    ...drawStrips(layout, ranked),
    s('text', { class: isPhone ? 'axis' : 'strong', x, y: head }, isPhone ? 'a part of it'
      : 'a part of this demand'),
    ...FEATURES.map((name, at) => value(at, names, name, isPhone ? 'axis ink' : 'head')),
    ...demandOf(ranked).flatMap((document, row) => {
      const page = pages[document];
      const y = rows[row];
      const group = s('g', { class: 'graded', 'data-shade': String(documentShade(page.grade, MOST_GRADE)),
        transform: `translate(${x} ${y})` },
      s('rect', { width: tile.width, height: tile.height, rx: 8 }),
      drawBadge(page, 8, (tile.height - tile.badge) / 2, tile.badge),
      s('text', { class: 'strong', x: tile.width - 12, y: tile.height / 2 + 6, 'text-anchor': 'end' },
        isPhone ? String(page.grade) : `grade ${page.grade}`));
      return [group, ...FEATURES.flatMap((_, at) => [
        drawFeature(at, features?.[document][at] ?? 0, columns[at], y + tile.height / 2 - bar / 2, width, bar),
        value(at, y + tile.height / 2 + bar / 2 + (isPhone ? 14 : 20), fixed(features?.[document][at] ?? 0, 2))])];
    }),
    s('text', { class: isPhone ? 'axis' : '', x, y: words }, 'must score above'),
    s('line', { class: 'chart-base', x1: x, x2: columns[2] + width, y1: rows[2] - (isPhone ? 18 : 34),
      y2: rows[2] - (isPhone ? 18 : 34) }),
    s('text', { class: isPhone ? 'strong' : 'head', x, y: rows[2] + (isPhone ? 12 : 16) },
      isPhone ? 'difference' : 'the difference'),
    ...differencesOf(ranked).map((difference, at) => (asked ? value(at, rows[2] + (isPhone ? 12 : 20),
      differenceText(difference), 'value')
      : hiddenBox(columns[at], rows[2] - (isPhone ? 6 : 8), width, isPhone ? 24 : 40))),
    ...(asked ? drawAsked(layout, asked) : []),
  ].flat();
}

/**
 * The weight of a site beside that of the text, as all demands together ask for it, without the rule and with it.
 * @param {import('./layouts.js').DemandLayout} layout @param {AskedWeights} asked
 */
function drawAsked({ isPhone, x, columns, width, asked: { head, tops, height } }, { plain, ruled }) {
  const [left, whole] = [columns[0], columns[2] + width - columns[0]];
  return [
    s('text', { class: isPhone ? 'axis' : 'strong', x, y: head },
      isPhone ? 'all demands: site / text' : 'What all demands ask for: the weight of site beside that of text'),
    ...[{ words: isPhone ? 'no rule' : 'without the rule', value: plain },
      { words: isPhone ? 'rule' : 'with the rule', value: ruled }].flatMap(({ words, value }, row) => [
      s('text', { class: isPhone ? 'axis ink' : '', x, y: tops[row] + height / 2 + 5 }, words),
      s('rect', { class: 'site-feature-bar', x: left, y: tops[row], height, width: 0.8 * whole * value, rx: 3 }),
      s('text', { class: 'strong halo', x: left + 0.8 * whole * value + 8, y: tops[row] + height / 2 + 5 },
        fixed(value, 2))]),
  ];
}
