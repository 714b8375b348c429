// Draws what models learn from more and more sessions, with the track of the handle and what is hidden. No state.

import { SESSIONS } from '../../../../../lib/click-shop.js';
import { drawLearningCurves } from '../../../../../pictures/clicks/learning-curves.js';
import { meanOf, valuesOf } from '../../../../../pictures/clicks/log-values.js';
import { acrossSessions } from '../../../../../pictures/clicks/sessions-axis.js';
import { s } from '../../../../../ui/dom.js';
import { drawHidden } from '../chart/frame.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('../../figures/click-runs.js').ClickRun} ClickRun */
/**
 * `least`: a value that the axis holds. `name`: of the corrected model, which is drawn up to `reach` sessions, the
 * naive one up to `edge`. `last`: the last stop that is open. `asked`: what is hidden; empty for nothing.
 * @typedef {{ run: ClickRun, least: number, name: string, edge: number, reach: number, last: number, asked: string
 *   }} View
 */

const LAST = SESSIONS.length - 1;

/** Where the track of the handle is. @param {Layout} layout */
export const trackY = ({ isPhone, frame: { bottom } }) => bottom - (isPhone ? 22 : 26);

/** @param {Layout} layout @param {View} view */
export function drawCurves(layout, { run: { grounds, points }, least, name, edge, reach, last, asked }) {
  const { frame, foot, title } = layout;
  const corrected = points.filter(({ sessions }) => sessions <= reach);
  return [
    s('text', { class: 'strong', ...title }, 'NDCG@10'),
    s('g', { class: 'clicks-svg' }, drawLearningCurves(frame, {
      curves: [
        { kind: 'naive', name: 'naive',
          points: points.map((one) => ({ sessions: one.sessions, values: valuesOf(one.naive) })) },
        { kind: 'corrected', name,
          points: corrected.map((one) => ({ sessions: one.sessions, values: valuesOf(one.corrected) })) },
      ],
      full: meanOf(grounds.full), asShown: grounds.asShown, edge, least, foot,
    })),
    ...drawTrack(layout, last),
    asked && drawAsked(layout, last, asked),
  ];
}

/**
 * The lowest value of a log with that many sessions or more.
 * @param {readonly ClickRun[]} runs @param {number} from
 */
export const leastOf = (runs, from) => Math.min(...runs.flatMap(({ points }) => points.filter(({ sessions }) =>
  sessions >= from).flatMap(({ naive, corrected }) => [...valuesOf(naive), ...valuesOf(corrected)])));

/** @param {Layout} layout @param {number} last */
function drawTrack(layout, last) {
  const { frame } = layout;
  const y = trackY(layout);
  const end = acrossSessions(frame, SESSIONS[last]);
  return [s('line', { class: 'learning-track', x1: frame.left, x2: end, y1: y, y2: y }),
    last < LAST && s('line', { class: 'chart-track closed', x1: end + 4, x2: frame.right, y1: y, y2: y })];
}

/**
 * It covers the sessions that are closed, whatever it hides.
 * @param {Layout} layout @param {number} last @param {string} asked
 */
function drawAsked({ isPhone, frame }, last, asked) {
  const x = acrossSessions(frame, SESSIONS[last]) + (isPhone ? 12 : 20);
  const y = frame.top + (isPhone ? 24 : 56);
  return drawHidden({ x, y, width: frame.right - x - 4, height: isPhone ? 44 : 132 }, 'learning-hidden', asked);
}
