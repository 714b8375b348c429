// A result page that glows where eyes go: the more sessions see a row, the brighter its light. One session may be
// shown, with the path of its eye and a ring for each click. No state.

import './result-page.css';
import { s } from '../../ui/dom.js';
import { fittedText } from './fitted-text.js';

/** `seen`: the chance that a session sees the row, 0 to 1; null while hidden.
 * @typedef {{ title: string, seen: number | null }} ResultRow */
/** `examined`, `clicks`: ranks from 0; `eye`: the rank where the eye is, null before it starts.
 * @typedef {{ examined: readonly number[], clicks: readonly number[], eye: number | null }} ShownSession */
/** `order`: what sorts the page, in words. `framed`: the rank of the row that can be dragged.
 * @typedef {{ query: string, order: string, rows: readonly ResultRow[], session: ShownSession | null,
 *   framed?: number | null }} ResultPage */
/**
 * `x`, `y`: the upper left corner of the first row; `height` of a row; `pitch`: from row to row; `seenX`: the right end
 * of the column of percents, null for none.
 * @typedef {{ x: number, y: number, width: number, height: number, pitch: number, seenX: number | null,
 *   isPhone: boolean }} ResultLayout
 */

/** Light above which letters on it are dark in both themes. */
const BRIGHT = 0.62;
const MOMENT = 320; // ms from one row to the next, and from a row to its click
const FRAME = 3; // units between a row and its frame

/** In units: letters, and where things stand in a row and beside it. `click`: the room that a title leaves a ring. */
const SIZES = {
  wide: { letters: 16, number: 16, title: 38, right: 28, click: 28, ring: 22, radius: 10, path: 30, eye: 1, head: 24 },
  phone: { letters: 14, number: 11, title: 23, right: 6, click: 24, ring: 13, radius: 7, path: 15, eye: 0.6, head: 9 },
};

/** @param {ResultLayout} layout */
const sizesOf = ({ isPhone }) => SIZES[isPhone ? 'phone' : 'wide'];

/** The middle of a row. @param {ResultLayout} layout @param {number} rank */
const middleOf = ({ y, pitch, height }, rank) => y + rank * pitch + height / 2;

/** How far letters stand below the middle of a row. @param {ResultLayout} layout */
const baseOf = ({ isPhone }) => (isPhone ? 5 : 5.5);

/** A chance in whole percents. @param {number | null} seen */
export const seenText = (seen) => (seen === null ? '?' : `${Math.round(100 * seen)} %`);

/** @param {ResultLayout} layout @param {ResultPage} page @returns {SVGElement[]} */
export function drawResultPage(layout, page) {
  const titles = page.rows.map((row, rank) => drawTitle(layout, page, row, rank));
  // The row in hand slides over the others.
  const inHand = titles.splice(page.framed ?? titles.length, 1);
  return [s('g', { class: `result-page${layout.isPhone ? ' phone' : ''}` }, drawHeads(layout, page),
    page.rows.flatMap((row, rank) => drawLight(layout, page, row, rank)), titles, inHand,
    page.session ? drawSession(layout, page.session) : [])];
}

/** @param {ResultLayout} layout @param {ResultPage} page */
function drawHeads(layout, { query, order }) {
  const { x, y, width, seenX, isPhone } = layout;
  const { head } = sizesOf(layout);
  return [s('text', { class: 'result-query', x, y: y - head }, query),
    isPhone ? null : s('text', { class: 'result-note', x: x + width, y: y - head, 'text-anchor': 'end' }, order),
    seenX === null ? null : s('text', { class: 'result-note', x: seenX, y: y - head, 'text-anchor': 'end' }, 'seen')];
}

/**
 * The light of a rank, its number and its percent. They belong to the rank and stay when a product moves.
 * @param {ResultLayout} layout @param {ResultPage} page @param {ResultRow} row @param {number} rank
 */
function drawLight(layout, { session }, { seen }, rank) {
  const { x, y, width, height, pitch, seenX, isPhone } = layout;
  return [litBox({ x, y: y + rank * pitch, width, height, rx: isPhone ? 5 : 7 },
    `result-light${session?.examined.includes(rank) ? ' seen' : ''}`, seen),
  drawRank(layout, seen, rank, x, y + rank * pitch),
  seenX === null ? null : s('text', { class: `result-seen${seen === null ? ' hidden-seen' : ''}`, x: seenX,
    y: middleOf(layout, rank) + baseOf(layout), 'text-anchor': 'end' }, seenText(seen))];
}

/** A row that glows. @param {Record<string, number>} box @param {string} kind @param {number | null} seen */
function litBox(box, kind, seen) {
  const light = s('rect', { class: kind, ...box });
  light.style.setProperty('--light', `${100 * (seen ?? 0)}%`);
  return light;
}

/** @param {ResultLayout} layout @param {number | null} seen @param {number} rank @param {number} x @param {number} y */
function drawRank(layout, seen, rank, x, y) {
  return s('text', { class: `result-rank${brightness(seen)}`, x: x + sizesOf(layout).number,
    y: y + layout.height / 2 + baseOf(layout), 'text-anchor': 'middle' }, String(rank + 1));
}

/** @param {number | null} seen */
const brightness = (seen) => (seen !== null && seen > BRIGHT ? ' on-light' : '');

/**
 * A title, which slides when its product moves to another rank. A framed one takes its row along.
 * @param {ResultLayout} layout @param {ResultPage} page @param {ResultRow} row @param {number} rank
 */
function drawTitle(layout, { framed, session }, { title, seen }, rank) {
  const { x, y, width, height, pitch, isPhone } = layout;
  const { title: left, right, click, letters } = sizesOf(layout);
  const room = width - left - (session?.clicks.includes(rank) ? click : right);
  const top = y + rank * pitch;
  return s('g', { 'data-slides': `result ${title}`, 'data-x': x, 'data-y': top, transform: `translate(${x} ${top})` },
    s('title', {}, title),
    framed === rank ? [litBox({ x: -FRAME, y: -FRAME, width: width + 2 * FRAME, height: height + 2 * FRAME,
      rx: isPhone ? 7 : 10 }, 'result-frame', seen), drawRank(layout, seen, rank, 0, 0)] : null,
    s('text', { class: `result-title${brightness(seen)}`, x: left, y: height / 2 + baseOf(layout) },
      fittedText(title, room, letters)));
}

/** The path of an eye and the clicks. @param {ResultLayout} layout @param {ShownSession} session */
function drawSession(layout, { examined, clicks, eye }) {
  const { path, ring, radius, eye: scale } = sizesOf(layout);
  const [left, right] = [layout.x - path, layout.x + layout.width - ring];
  const place = (/** @type {number} */ rank) => middleOf(layout, rank);
  const [first] = examined;
  return [
    eye === null || first === undefined ? null : s('line', { class: 'result-path', x1: left, x2: left,
      y1: place(first), y2: place(eye) }),
    ...examined.filter((rank) => rank !== eye).map((rank) => s('circle', { class: 'result-look', cx: left,
      cy: place(rank), r: 5 * scale + 1 })),
    eye === null ? null : s('g', { class: 'result-eye', transform: `translate(${left} ${place(eye)}) scale(${scale})` },
      s('path', { d: 'M-18 0Q0 -18 18 0Q0 18 -18 0Z' }), s('circle', { r: 6 })),
    ...clicks.map((rank) => s('g', { class: 'result-click', transform: `translate(${right} ${place(rank)})` },
      s('circle', { class: 'result-halo', r: 1.6 * radius }), s('circle', { class: 'result-ring', r: radius }),
      s('circle', { class: 'result-point', r: 0.4 * radius }))),
  ];
}

/** What is shown of a session, moment by moment. @param {{ examined: number[], clicks: number[] }} session */
function momentsOf({ examined, clicks }) {
  return examined.flatMap((eye, at) => {
    const seen = examined.slice(0, at + 1);
    const before = clicks.filter((rank) => rank !== eye && seen.includes(rank));
    const look = { examined: seen, clicks: before, eye };
    return clicks.includes(eye) ? [look, { ...look, clicks: [...before, eye] }] : [look];
  });
}

/**
 * Moves the eye from seen row to seen row: rows light up, clicks get their rings. With reduced motion the end comes at
 * once.
 * @param {{ examined: number[], clicks: number[] }} session
 * @param {(duration: number, draw: (share: number) => void) => Promise<void>} motion
 * @param {(shown: ShownSession) => void} show
 */
export function playSession(session, motion, show) {
  const moments = momentsOf(session);
  /** @type {number | null} */
  let last = null;
  return motion(MOMENT * moments.length, (share) => {
    const at = Math.min(moments.length - 1, Math.floor(share * moments.length));
    if (at === last) return;
    last = at;
    show(moments[at] ?? { examined: [], clicks: [], eye: null });
  });
}
