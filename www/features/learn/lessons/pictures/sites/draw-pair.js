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
 * A model's list. `features`: text and site of each page, from 0 to 1. `ratio`: the weight of the site over that of
 * the text.
 * @typedef {{ list: SiteList, order: readonly number[], worth: Worth, features: readonly (readonly number[])[] | null,
 *   ratio: number | null }} Ranked
 */

const FEATURES = ['text', 'site'];

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
  const { list: { pages }, order, worth, features, ratio } = ranked;
  const most = Math.max(...pages.map(({ grade }) => grade));
  const count = worth.repeats.slice(0, ranks).filter(Boolean).length;
  const barAt = (/** @type {number} */ at) => left + bars.x + at * (bars.width + bars.gap);
  return [
    title,
    features && FEATURES.map((name, at) => s('text', { class: 'axis', x: barAt(at), y: rows.y - 6 }, name)),
    s('line', { class: 'chart-base', x1: left, x2: left + layout.width, y1: split, y2: split }),
    ...order.slice(0, rows.count).flatMap((document, rank) => {
      const page = pages[document];
      const y = rowOf(layout, rank, ranks);
      const isStruck = rank < ranks && worth.repeats[rank];
      const group = sliding(`${side}-${document}`, left + tile.x, y, `graded${rank < stop ? ' met' : ''}`,
        s('rect', { width: tile.width, height: tile.height, rx: 7 }),
        s('title', {}, `${rank + 1}: site ${page.site}, grade ${page.grade}`),
        drawBadge(page, 5, (tile.height - tile.badge) / 2, tile.badge),
        s('text', { class: `strong${isStruck ? ' pair-struck' : ''}`, x: tile.width - 8, y: tile.height / 2 + 5,
          'text-anchor': 'end' }, isPhone ? String(page.grade) : `grade ${page.grade}`));
      group.setAttribute('data-shade', String(documentShade(page.grade, most)));
      return [
        tile.x > 0 && s('text', { class: 'axis', x: left, y: y + tile.height / 2 + 5 }, String(rank + 1)),
        group,
        isStruck && s('line', { class: 'site-strike', x1: left + tile.x - 4, x2: left + tile.x + tile.width + 4,
          y1: y + tile.height / 2, y2: y + tile.height / 2 }),
        isStruck && !features && s('text', { class: 'strong theirs', x: left + bars.x, y: y + tile.height / 2 + 5 },
          'repeat'),
        ...(features ? features[document].map((value, at) => s('g', { class: 'site-feature' },
          s('title', {}, `${FEATURES[at]} ${fixed(value, 2)}`),
          s('rect', { class: 'site-feature-ground', x: barAt(at), y: y + tile.height / 2 - 5, height: 10,
            width: bars.width, rx: 3 }),
          s('rect', { class: `site-feature-bar ${FEATURES[at]}`, x: barAt(at), y: y + tile.height / 2 - 5, height: 10,
            width: Math.max(1, value * bars.width), rx: 3 }))) : []),
      ];
    }),
    s('text', { class: `strong${count ? ' theirs' : ''}`, x: left, y: end + layout.foot },
      `repeats@${ranks}: ${count}`),
    stop === ranks && s('text', { class: 'strong', x: left + layout.width, y: end + layout.foot, 'text-anchor': 'end' },
      `${isPhone ? '' : `dNDCG@${ranks} `}${fixed(worth.share, 3)}`),
    ratio !== null && s('text', { x: left, y: end + 2 * layout.foot }, isPhone ? 'site / text: '
      : 'weight of site / text: ', s('tspan', { class: 'strong' }, fixed(ratio, 2))),
  ].flat();
}
