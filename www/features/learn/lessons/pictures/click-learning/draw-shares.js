// Draws what each model looks at, as bars of one length, and how the share of one feature differs. No state.

import { wholeShares } from '../../../../../pictures/clicks/weight-shares.js';
import { s } from '../../../../../ui/dom.js';
import { hiddenBox } from '../drawn-frame.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/**
 * A model, `about` it, and its shares by feature; null while they are hidden.
 * @typedef {{ kind: 'full' | 'naive' | 'as-shown', name: string, about: string, shares: readonly number[] | null
 *   }} Row
 */
/** `marked`: a feature. `grown`: how much of the rows after the first one has come, from 0 to 1.
 * @typedef {{ features: readonly string[], rows: readonly Row[], marked: number, grown: number }} View */

const LEARNED = 1000; // sessions whose clicks the naive model counts
const LETTER = { wide: 8.6, phone: 7.4 }; // px of a letter of a name, about
const NUMBER = { wide: 46, phone: 38 }; // px that a share needs
const BETWEEN = 2; // px between parts

/**
 * The model that knows the true relevance, and what the answer tells: the naive one beside the order that was shown.
 * @param {import('../../figures/click-runs.js').ClickRun} run @param {string} logger
 * @param {{ isTold: boolean, grown: number }} answer @returns {View}
 */
export function sharesOf({ grounds: { features, full }, points }, logger, { isTold, grown }) {
  const marked = features.indexOf(logger.replace('feature:', ''));
  const naive = points.find(({ sessions }) => sessions === LEARNED)?.naive.shares ?? [];
  return { features, marked, grown, rows: [
    { kind: 'full', name: 'full', about: 'knows the wishes', shares: full.shares },
    { kind: 'naive', name: 'naive', about: 'counts clicks', shares: isTold ? naive : null },
    ...(isTold ? [{ kind: /** @type {const} */ ('as-shown'), name: 'old order', about: 'what users saw',
      shares: features.map((_, feature) => Number(feature === marked)) }] : []),
  ] };
}

/** @param {Layout} layout @param {View} view */
export function drawShares(layout, view) {
  return [drawLink(layout, view), ...view.rows.map((row, at) => drawRow(layout, view, row, at))];
}

/** @param {Layout} layout @param {View} view @param {Row} row @param {number} at */
function drawRow({ isPhone, rows: { nameX, left, right, ys, height } }, { features, marked, grown }, row, at) {
  const y = ys[at];
  const middle = y + height / 2;
  const names = [s('text', { class: 'learning-name strong', x: nameX, y: middle + (isPhone ? 5 : -3) }, row.name),
    isPhone ? null : s('text', { class: 'axis', x: nameX, y: middle + 19 }, row.about)];
  if (!row.shares) return s('g', { class: row.kind }, names, hiddenBox(left, y, right - left, height));
  const width = (right - left) * (at === 0 ? 1 : grown);
  const wholes = wholeShares(row.shares);
  const parts = partsOf(row.shares, left, width);
  const wide = parts.flatMap((part, feature) => (wholes[feature] > 0 ? [{ ...part, feature }] : []));
  return s('g', { class: row.kind }, names,
    wide.map(({ x, width: part, feature }) => s('g', { class: `learning-part${feature === marked ? ' marked' : ''}` },
      s('title', {}, `${features[feature]} ${wholes[feature]} %`),
      s('rect', { x, y, width: Math.max(0, part - BETWEEN), height, rx: 3 }),
      part > NUMBER[isPhone ? 'phone' : 'wide'] || (feature === marked && part > 28)
        ? s('text', { class: 'strong', x: x + (part - BETWEEN) / 2, y: middle + 6, 'text-anchor': 'middle' },
          isPhone && part < 40 ? String(wholes[feature]) : `${wholes[feature]} %`) : null)),
    grown < 1 && at > 0 ? null : namesAbove(wide.map(({ x, width: part, feature }) => ({ middle: x + part / 2,
      name: features[feature] })), left, right, isPhone).map(({ middle: x, name }) =>
      s('text', { class: 'axis', x, y: y - 8, 'text-anchor': 'middle' }, name)));
}

/** @param {readonly number[]} shares @param {number} left @param {number} width */
function partsOf(shares, left, width) {
  let end = left;
  return shares.map((share) => {
    const x = end;
    end += share * width;
    return { x, width: share * width };
  });
}

/**
 * The names of the parts, moved so that neighbours do not meet; the last one ends with the bar.
 * @param {{ middle: number, name: string }[]} parts @param {number} left @param {number} right @param {boolean} isPhone
 */
function namesAbove(parts, left, right, isPhone) {
  let free = right;
  return parts.toReversed().map(({ middle, name }) => {
    const half = (name.length * LETTER[isPhone ? 'phone' : 'wide']) / 2;
    const moved = Math.max(left + half, Math.min(middle, free - half));
    free = moved - half - 6;
    return { middle: moved, name };
  });
}

/** The marked feature of one row and the next, joined. @param {Layout} layout @param {View} view */
function drawLink({ rows: { left, right, ys, height } }, { rows, marked, grown }) {
  if (grown < 1) return null;
  const spans = rows.map(({ shares }) => shares && partsOf(shares, left, right - left)[marked]);
  return s('g', {}, spans.slice(1).map((span, at) => {
    const before = spans[at];
    if (!span || !before) return null;
    const [top, bottom] = [ys[at] + height + 2, ys[at + 1] - 26];
    return s('path', { class: 'learning-link', d: `M${before.x} ${top}L${span.x} ${bottom}H${span.x + span.width}L${
      before.x + before.width} ${top}Z` });
  }));
}
