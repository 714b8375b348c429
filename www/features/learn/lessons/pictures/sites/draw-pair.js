// Draws the lists of two models for one search side by side: its pages with their sites, repeats struck out, and the
// features of each page. A list that waits is a dashed outline. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { documentShade } from '../../../../inspect/inspector/document-shade.js';
import { hiddenBox, sliding } from '../drawn-frame.js';
import { drawBadge } from './draw-list.js';
import { rowOf } from './layouts.js';

/** @typedef {import('./layouts.js').PairLayout} PairLayout */
/** @typedef {import('./site-list.js').SiteList} SiteList */
/** @typedef {import('./site-list.js').Worth} Worth */
/**
 * A model's list. `features`: text, site and newness of each page, from 0 to 1. `ratios`: the weights of site and
 * newness over that of the text.
 * @typedef {{ list: SiteList, order: readonly number[], worth: Worth, features: readonly (readonly number[])[] | null,
 *   ratios: readonly [number, number] | null }} Ranked
 */

const FEATURES = ['text', 'site', 'new'];

/**
 * @param {PairLayout} layout @param {string} head @param {number} side 0 or 1
 * @param {Ranked | null} ranked null while it waits @param {number} stop ranks that the rule has filled
 * @param {number} ranks that count
 */
export function drawRanked(layout, head, side, ranked, stop, ranks) {
  const { isPhone, tile, rows, bars } = layout;
  const left = layout.columns[side];
  const end = rowOf(layout, rows.count - 1, ranks) + tile.height;
  const split = rowOf(layout, ranks, ranks) - rows.split / 2 - (rows.step - tile.height) / 2;
  const title = s('text', { class: isPhone ? 'strong' : 'head', x: left, y: layout.head }, head);
  if (!ranked) return [title, hiddenBox(left, rows.y, layout.width, end - rows.y)];
  const { order, worth, features, ratios } = ranked;
  const count = worth.repeats.slice(0, ranks).filter(Boolean).length;
  return [
    title,
    features && drawFeatureNames(layout, side, rows.y - 6),
    s('line', { class: 'chart-base', x1: left, x2: left + layout.width, y1: split, y2: split }),
    ...order.slice(0, rows.count).flatMap((document, rank) => {
      const y = rowOf(layout, rank, ranks);
      const isStruck = rank < ranks && worth.repeats[rank];
      return [
        tile.x > 0 && s('text', { class: 'axis', x: left, y: y + tile.height / 2 + 5 }, String(rank + 1)),
        ...drawPage(layout, ranked, document, { side, y, rank, isMet: rank < stop, isStruck }),
        isStruck && s('line', { class: 'site-strike', x1: left - 4, x2: left + tile.x - 4, y1: y + tile.height / 2,
          y2: y + tile.height / 2 }),
        isStruck && !features && s('text', { class: 'strong theirs', x: left + bars.x, y: y + tile.height / 2 + 5 },
          'repeat'),
      ];
    }),
    s('text', { class: `strong${count ? ' theirs' : ''}`, x: left, y: end + layout.foot },
      `repeats@${ranks}: ${count}`),
    stop === ranks && s('text', { class: 'strong', x: left + layout.width, y: end + layout.foot, 'text-anchor': 'end' },
      `${isPhone ? '' : `dNDCG@${ranks} `}${fixed(worth.share, 3)}`),
    ratios && s('text', { x: left, y: end + 2 * layout.foot }, isPhone ? 'site ' : 'weights: text 1, site ',
      s('tspan', { class: 'strong' }, fixed(ratios[0], 2)), `, new ${fixed(ratios[1], 2)}`),
  ].flat();
}

/** @param {PairLayout} layout @param {number} side @param {number} at of a feature */
const barAt = ({ columns, bars }, side, at) => columns[side] + bars.x + at * (bars.width + bars.gap);

/** @param {PairLayout} layout @param {number} side @param {number} y */
const drawFeatureNames = (layout, side, y) =>
  FEATURES.map((name, at) => s('text', { class: 'axis', x: barAt(layout, side, at), y }, name));

/**
 * A page with its site, its grade and its features. @param {PairLayout} layout @param {Ranked} ranked
 * @param {number} document
 * @param {{ side: number, y: number, rank?: number, isMet: boolean, isStruck: boolean }} place
 */
function drawPage(layout, { list: { pages }, features }, document, { side, y, rank, isMet, isStruck }) {
  const { isPhone, tile, bars, columns } = layout;
  const page = pages[document];
  const group = sliding(`${rank === undefined ? 'demand-' : ''}${side}-${document}`, columns[side] + tile.x, y,
    `graded${isMet ? ' met' : ''}`,
    s('rect', { width: tile.width, height: tile.height, rx: 7 }),
    s('title', {}, `${rank === undefined ? '' : `${rank + 1}: `}site ${page.site}, grade ${page.grade}`),
    drawBadge(page, 5, (tile.height - tile.badge) / 2, tile.badge),
    s('text', { class: `strong${isStruck ? ' pair-struck' : ''}`, x: tile.width - 8, y: tile.height / 2 + 5,
      'text-anchor': 'end' }, isPhone ? String(page.grade) : `grade ${page.grade}`));
  group.setAttribute('data-shade', String(documentShade(page.grade, Math.max(...pages.map(({ grade }) => grade)))));
  return [group, ...(features ? features[document].map((value, at) => s('g', { class: 'site-feature' },
    s('title', {}, `${FEATURES[at]} ${fixed(value, 2)}`),
    s('rect', { class: 'site-feature-ground', x: barAt(layout, side, at), y: y + tile.height / 2 - 5, height: 10,
      width: bars.width, rx: 3 }),
    s('rect', { class: `site-feature-bar ${FEATURES[at]}`, x: barAt(layout, side, at), y: y + tile.height / 2 - 5,
      height: 10, width: Math.max(1, value * bars.width), rx: 3 }))) : [])];
}

/** The first page of a list, and one of its site with the lowest grade. @param {Ranked} ranked */
export function demandOf({ list: { pages }, order: [best] }) {
  const own = pages.flatMap(({ site }, document) => (site === pages[best].site && document !== best ? [document] : []));
  return [best, own.reduce((least, one) => (pages[one].grade < pages[least].grade ? one : least), best)];
}

/**
 * What training with the rule demands: a page above another one of its site. It stands where the list waits.
 * @param {PairLayout} layout @param {Ranked} ranked the other list @param {number} ranks that count
 */
export function drawDemand(layout, ranked, ranks) {
  const { columns: [, left], rows, tile, isPhone } = layout;
  const [best, lower] = demandOf(ranked);
  const at = (/** @type {number} */ row) => rowOf(layout, row, ranks);
  const place = { side: 1, isMet: false, isStruck: false };
  const top = at(3) + tile.height / 2;
  return [
    s('text', { class: isPhone ? 'strong' : 'head', x: left, y: layout.head },
      isPhone ? 'one demand' : 'one demand, with the rule'),
    ...drawFeatureNames(layout, 1, rows.y - 6),
    ...drawPage(layout, ranked, best, { ...place, y: at(0) }),
    s('text', { class: 'axis', x: left + tile.x, y: at(1) + tile.height / 2 + 5 }, 'must score above'),
    ...drawPage(layout, ranked, lower, { ...place, y: at(2) }),
    s('text', { class: isPhone ? 'strong' : 'head', x: left, y: top + (isPhone ? 10 : 16) },
      isPhone ? 'with the rule' : 'trained with the rule'),
    hiddenBox(left, top + (isPhone ? 18 : 30), layout.width, rowOf(layout, rows.count - 1, ranks) + tile.height - top
      - (isPhone ? 18 : 30)),
  ];
}
