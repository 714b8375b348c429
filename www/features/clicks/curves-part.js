// What models learn from logs that grow: the curves, whose edge is the number of sessions, and one sentence on them.
// Part of the mode Clicks.

import { count, fixed, seconds } from '../../lib/format.js';
import { SESSIONS } from '../../lib/click-shop.js';
import { listenToSlide, placeOn, sayValue } from '../../pictures/handles.js';
import { drawLearningCurves } from '../../pictures/clicks/learning-curves.js';
import { meanOf, valuesOf } from '../../pictures/clicks/log-values.js';
import { acrossSessions, stopAt } from '../../pictures/clicks/sessions-axis.js';
import { fill, h, s, say } from '../../ui/dom.js';
import { isLow } from '../../ui/media.js';
import { sizedPicture } from '../../ui/sized-picture.js';
import { correctedName, shownPoint } from './clicks-state.js';

/** @typedef {import('./clicks-state.js').ClicksStore} Store */
/** @typedef {import('./clicks-state.js').ClicksView} ClicksView */

const NARROW = 440; // px
const CLOSE = 0.005; // of NDCG, between curves that count as level

/** @param {Store} store */
export function curvesPart(store) {
  const title = h('h3', { class: 'clicks-claim' });
  const line = h('p', { class: 'clicks-claim-line', 'aria-live': 'polite' });
  const place = h('div', { class: 'clicks-curves' });
  const handle = h('div', { class: 'chart-handle clicks-handle', role: 'slider', tabIndex: 0,
    'aria-label': 'Sessions of the curves' }, h('span', { 'aria-hidden': 'true' }, '‹›'));
  const foot = h('p', { class: 'note' });
  /** @type {import('../../pictures/clicks/sessions-axis.js').Frame} */
  let frame = frameOf(600);
  const draw = sizedPicture(place, (width) => {
    const { clicks } = store.get();
    frame = frameOf(width);
    const height = frame.bottom + 56;
    const picture = s('svg', { class: 'clicks-svg', role: 'img', 'aria-label': wordsOf(clicks), width, height,
      viewBox: `0 0 ${width} ${height}` }, drawLearningCurves(frame, viewOf(clicks)));
    handle.style.left = `${acrossSessions(frame, SESSIONS[clicks.stop])}px`;
    handle.style.top = `${frame.bottom - 22}px`;
    sayValue(handle, { least: 0, most: SESSIONS.length - 1, now: clicks.stop,
      text: `${count(SESSIONS[clicks.stop])} sessions` });
    return [picture, handle];
  });
  const go = (/** @type {number} */ stop) => store.dispatch({ type: 'clicks/stop', stop });
  listenToSlide({ canvas: place, place: (event) => placeOn(place, event, place.clientWidth) }, handle, {
    at: ([x]) => go(stopAt(frame, x)), rest: () => {},
    by: (steps) => go(Math.max(-SESSIONS.length, Math.min(SESSIONS.length, steps)) + store.get().clicks.stop),
  });
  store.watch(({ clicks }) => [clicks.curves, clicks.stop, clicks.problem, clicks.crash], () => {
    const { clicks } = store.get();
    const { claim, about } = claimOf(clicks);
    say(title, claim);
    say(line, about);
    fill(foot, ...footOf(clicks));
    draw();
  });
  return h('section', { class: 'clicks-learning', 'aria-label': 'Learning from clicks' }, title, line,
    h('p', { class: 'clicks-measure' }, 'NDCG@10 on 400 new searches, mean and range of 5 logs'), place, foot);
}

/** @param {number} width of the picture in px @returns {import('../../pictures/clicks/sessions-axis.js').Frame} */
function frameOf(width) {
  const isPhone = width < NARROW;
  return { left: isPhone ? 40 : 46, right: width - (isPhone ? 118 : 138), top: 16,
    bottom: isPhone ? 240 : isLow() ? 262 : 372, isPhone };
}

/** @param {ClicksView} clicks @returns {import('../../pictures/clicks/learning-curves.js').CurvesView} */
function viewOf({ curves, stop, settings }) {
  const points = curves?.points ?? [];
  return {
    curves: [
      { kind: 'naive', name: 'naive',
        points: points.map(({ sessions, naive }) => ({ sessions, values: valuesOf(naive) })) },
      { kind: 'corrected', name: correctedName(curves?.settings ?? settings),
        points: points.map(({ sessions, corrected }) => ({ sessions, values: valuesOf(corrected) })) },
    ],
    full: meanOf(curves?.grounds.full ?? null), asShown: curves?.grounds.asShown ?? null, edge: SESSIONS[stop],
  };
}

/** What the curves say at the edge. @param {ClicksView} clicks */
function claimOf(clicks) {
  const point = shownPoint(clicks);
  const [naive, corrected] = [meanOf(point?.naive ?? null), meanOf(point?.corrected ?? null)];
  const full = meanOf(clicks.curves?.grounds.full ?? null);
  if (clicks.problem || clicks.crash) {
    return { claim: 'No curves.', about: clicks.problem || `The worker of clicks ended: ${clicks.crash} It starts `
      + 'again with the next change.' };
  }
  if (naive === null || full === null) {
    return { claim: 'Sessions are played …', about: 'Each log trains two models.' };
  }
  if (corrected === null) {
    return { claim: 'Naive counting, and no correction.', about: 'Too few clicks tell how often a rank is seen.' };
  }
  const gain = corrected - naive;
  const name = correctedName(clicks.curves?.settings ?? clicks.settings);
  const words = `At ${count(SESSIONS[clicks.stop])} sessions: ${name} ${fixed(corrected, 3)}, naive ${
    fixed(naive, 3)}, full ${fixed(full, 3)}.`;
  if (gain > CLOSE) {
    const most = meanOf(clicks.curves?.points.at(-1)?.naive ?? null) ?? naive;
    return { claim: most < full - CLOSE ? 'More clicks do not heal naive counting.' : 'Here the correction helps.',
      about: words };
  }
  return { claim: gain < -CLOSE ? 'Here the correction does harm.' : 'Here the correction changes little.',
    about: words };
}

/** @param {ClicksView} clicks */
function footOf({ curves }) {
  if (!curves?.isWhole || curves.milliseconds === null) return [];
  const trainings = curves.points.reduce((sum, { naive, corrected }) => sum + naive.ndcg.length
    + (corrected?.ndcg.length ?? 0), 0);
  return [`${count(5 * SESSIONS[SESSIONS.length - 1])} sessions and ${count(trainings)} trainings in ${
    seconds(curves.milliseconds / 1000)}. The listwise loss of clicks, C = 10.`];
}

/** @param {ClicksView} clicks */
const wordsOf = (clicks) => `NDCG@10 over the number of sessions. ${claimOf(clicks).about}`;
