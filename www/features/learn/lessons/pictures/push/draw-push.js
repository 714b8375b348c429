// Draws the push: which bad pages of one search are pulled down, and below it a column for each p. No state.

import { fixed, percent } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { hiddenBox, symbol } from '../drawn-frame.js';

/** @typedef {import('../../figures/push.js').Pushed} Pushed */
/**
 * `left`, `right`: of both panels. `shares`, `columns`: top and bottom of a panel, null without it.
 * @typedef {{ isPhone: boolean, left: number, right: number, shares: readonly [number, number],
 *   columns: readonly [number, number] | null, track: number }} PushLayout
 */
/**
 * `at`: the stop of the handle. `open`: how many stops it reaches. `told`: how many columns are drawn.
 * @typedef {{ at: number, open: number, told: number, kind: 'length' | 'value' }} PushView
 */

/** @param {boolean} isPhone @param {boolean} hasColumns @returns {PushLayout} */
export const layoutOf = (isPhone, hasColumns) => (isPhone
  ? { isPhone, left: 58, right: 380, shares: hasColumns ? [58, 134] : [58, 232], track: 312,
    columns: hasColumns ? [190, 262] : null }
  : { isPhone, left: 96, right: 800, shares: hasColumns ? [104, 286] : [104, 474], track: 596,
    columns: hasColumns ? [376, 506] : null });

/** The middle of the column of a stop. @param {PushLayout} layout @param {number} stop @param {number} stops */
export const columnAt = ({ left, right }, stop, stops) => left + ((stop + 0.5) / stops) * (right - left);

/** @param {number} p */
export const nameOf = (p) => (p === Number.POSITIVE_INFINITY ? '∞' : String(p));

/** @param {PushLayout} layout @param {readonly Pushed[]} all @param {PushView} view @param {string} measure */
export const drawPush = (layout, all, view, measure) => [
  drawShares(layout, all, view), drawTrack(layout, all, view),
  layout.columns && drawColumns(layout, layout.columns, all, view, measure)].flat(2);

/** @param {PushLayout} layout @param {readonly Pushed[]} all @param {PushView} view */
function drawShares({ isPhone, left, right, shares: [top, bottom] }, all, { at }) {
  const { shares } = all[at];
  const count = all[0].shares.length;
  const width = (right - left) / count;
  const y = (/** @type {number} */ share) => bottom - share * (bottom - top);
  return [
    s('text', { class: 'strong', x: isPhone ? 12 : 36, y: top - (isPhone ? 14 : 24) },
      isPhone ? 'share of the pull on bad pages' : 'share of the pull on the bad pages of one search'),
    (isPhone ? [0, 1] : [0, 0.5, 1]).map((share) => [
      s('line', { class: 'chart-grid', x1: left, x2: right, y1: y(share), y2: y(share) }),
      s('text', { class: 'axis', x: left - 8, y: y(share) + 5, 'text-anchor': 'end' }, percent(share))]),
    shares.map((share, place) => s('rect', { class: 'push-share', x: left + (place + 0.14) * width, width: 0.72 * width,
      y: y(share), height: Math.max(1, share * (bottom - top)) })),
    shares.length === 0 && s('text', { class: 'strong', x: (left + right) / 2, y: (top + bottom) / 2 + 6,
      'text-anchor': 'middle' }, symbol('w'), ' = 0: all pages have the same score'),
    s('line', { class: 'chart-base', x1: left, x2: right, y1: bottom, y2: bottom }),
    s('text', { class: 'axis', x: left, y: bottom + (isPhone ? 20 : 26) },
      isPhone ? 'highest score' : 'the bad page with the highest score'),
    s('text', { class: 'axis', x: right, y: bottom + (isPhone ? 20 : 26), 'text-anchor': 'end' },
      isPhone ? 'lowest' : 'the lowest'),
  ].flat(2);
}

/** @param {PushLayout} layout @param {readonly Pushed[]} all @param {PushView} view */
function drawTrack(layout, all, { open, at }) {
  const { isPhone, track, left, columns } = layout;
  const x = (/** @type {number} */ stop) => columnAt(layout, stop, all.length);
  const names = columns ? columns[1] + (isPhone ? 20 : 28) : track - (isPhone ? 34 : 44);
  return [
    s('text', { class: 'symbol', x: left - (isPhone ? 26 : 52), y: names }, 'p'),
    all.map(({ p }, stop) => s('text', { class: stop === at ? 'strong' : 'axis', x: x(stop), y: names,
      'text-anchor': 'middle' }, nameOf(p))),
    s('line', { class: 'chart-track', x1: x(0), x2: x(open - 1), y1: track, y2: track }),
    open < all.length && s('line', { class: 'chart-track closed', x1: x(open - 1), x2: x(all.length - 1), y1: track,
      y2: track }),
    all.map((_one, stop) => s('circle', { class: 'chart-stop', cx: x(stop), cy: track, r: isPhone ? 3 : 4 }))].flat();
}

/** @param {PushLayout} layout @param {readonly [number, number]} ends @param {readonly Pushed[]} all
 * @param {PushView} view @param {string} measure */
function drawColumns(layout, [top, bottom], all, { at, told, kind }, measure) {
  const { isPhone, left, right } = layout;
  const heightOf = (/** @type {Pushed} */ { norm, value }) => (kind === 'length' ? norm : value);
  const most = kind === 'length' ? Math.max(...all.map(heightOf)) : 1;
  const width = (right - left) / all.length * (isPhone ? 0.7 : 0.5);
  return [
    s('text', { class: 'strong', x: isPhone ? 12 : 36, y: top - (isPhone ? 16 : 26) },
      ...(kind === 'length' ? ['length of the trained ', symbol('w')] : [`${measure} on the training data`])),
    s('line', { class: 'chart-base', x1: left, x2: right, y1: bottom, y2: bottom }),
    all.map((one, stop) => {
      const x = columnAt(layout, stop, all.length);
      const box = isPhone ? 30 : 52;
      if (stop >= told) return hiddenBox(x - width / 2, bottom - box, width, box);
      const height = (heightOf(one) / most) * (bottom - top - (isPhone ? 16 : 20));
      return [s('rect', { class: `push-column${stop === at ? ' now' : ''}`, x: x - width / 2, width,
        y: bottom - Math.max(2, height), height: Math.max(2, height) }),
      // Long values of neighbours would touch on phones.
      (kind === 'length' || !isPhone || stop === at || stop === 0) && s('text',
        { class: stop === at ? 'strong' : 'axis', x, y: bottom - height - 8, 'text-anchor': 'middle' },
        fixed(heightOf(one), kind === 'length' ? 2 : 3))];
    }),
  ].flat(2);
}
