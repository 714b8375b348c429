// The training objective under two bounds along a line of w: from w = 0 through the w of this iteration, and beyond.

import './bounds.css';
import { ofRun } from '../../../lib/of-run.js';
import { h, fill, s, say } from '../../../ui/dom.js';
import { figure, fixed } from '../../../lib/format.js';
import { hasPlanes, methodOf } from '../../settings/settings.js';
import { curvesAlong, lowestOf } from './line-curves.js';

/** @typedef {import('./bounds-state.js').BoundsStore} Store */
/** @typedef {import('./bounds-state.js').BoundsReply} Reply */
/** @typedef {import('./line-curves.js').LineCurve} LineCurve */

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 64;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 30;

/** What stands in it. @param {Store} store */
export function body(store) {
  const says = h('p', { class: 'muted' });
  const picture = h('div', { class: 'along-picture' });
  const key = h('ul', { class: 'along-key' });
  store.watch((state) => [state.bounds.reply, state.run], ([, run]) => {
    const reply = ofRun(store.get().bounds.reply, run);
    const along = reply?.along ?? null;
    const curves = along && run ? curvesAlong(along, run.settings.c) : [];
    // Where there is nothing to draw, the words stand in its place.
    picture.hidden = Boolean(reply) && !curves.length;
    fill(picture, curves.length > 0 && drawing(curves, along?.norm ?? 0));
    fill(key, curves.map(({ name, label, at, value }) => h('li', { class: `along-${name}` },
      h('span', { class: 'swatch' }),
      name === 'loss' ? label : [`${label}: lowest `, h('b', {}, figure(value)), ` at ‖w‖ = ${figure(at)}`])));
    say(says, wordsOf(store.get(), reply));
  });
  return [
    h('p', {}, 'The line leads from w = 0 through the w of this iteration, which the dotted line marks. The hinge is '
      + 'drawn for the averaged reference. For a query that w ranks wrongly it grows without end, so hopeless '
      + 'queries can keep the minimum at w = 0. The ramp '
      + 'bound gives them up.'),
    picture, key, says];
}

/** What is missing, and why. @param {import('./bounds-state.js').BoundsState} state @param {Reply | null} reply */
function wordsOf({ run, catalog, settings }, reply) {
  const method = methodOf(catalog, run?.settings ?? settings);
  if (!hasPlanes(method)) return `${method?.label} has no structured loss, so it has no such bounds.`;
  if (!reply) return run?.reports.length ? 'Computing …' : '';
  if (reply.problem) return reply.problem;
  if (!reply.along) return 'At w = 0 there is no line. Choose a later iteration.';
  return reply.along.ramp ? '' : 'This loss has no ramp bound.';
}

/** @param {LineCurve[]} curves @param {number} here ‖w‖ of the iteration */
function drawing(curves, here) {
  const far = curves[0].points.at(-1)?.[0] || 1;
  const start = curves[0].points[0]?.[1] ?? 0;
  const lowest = Math.min(...curves.map((curve) => lowestOf(curve)[1]));
  // The hinge may leave the picture: what matters lies near its value at w = 0.
  const highest = Math.max(...curves.flatMap(({ points }) => points.map(([, value]) => value)));
  const top = Math.min(2.2 * start || 1, highest);
  const low = Math.min(lowest, 0);
  const x = (/** @type {number} */ at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / far;
  const bottom = HEIGHT - BOTTOM;
  const y = (/** @type {number} */ value) => bottom - ((bottom - TOP) * (value - low)) / (top - low || 1);
  /** @param {number} at @param {number} height @param {string} words */
  const text = (at, height, words, anchor = 'middle') =>
    s('text', { x: at.toFixed(1), y: height.toFixed(1), 'text-anchor': anchor }, words);
  const label = `The objective from ‖w‖ = 0 to ${figure(far)}. `
    + curves.map((curve) => `${curve.label}: ${figure(curve.points[0][1])} at 0, lowest ${figure(curve.value)} at `
      + `${figure(curve.at)}`).join('. ');
  return s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label },
    s('path', { class: 'axis', d: `M${LEFT} ${TOP}V${bottom}H${WIDTH - RIGHT}` }),
    [0, 0.5, 1].map((share) => text(LEFT + (WIDTH - LEFT - RIGHT) * share, HEIGHT - 12, figure(share * far),
      share === 1 ? 'end' : 'middle')),
    text(LEFT + (WIDTH - LEFT - RIGHT) * 0.25, HEIGHT - 12, '‖w‖'),
    [low, start, top].filter((value, at, all) => all.findIndex((one) => Math.abs(y(one) - y(value)) < 14) === at)
      .map((value) => text(LEFT - 6, y(value) + 4, fixed(value, value < 10 ? 2 : 1), 'end')),
    here > 0 && here <= far && s('path', { class: 'here', d: `M${x(here).toFixed(1)} ${TOP}V${bottom}` }),
    curves.map(({ name, points }) => s('path', { class: `along-${name}`,
      d: points.filter(([, value]) => value <= top).map(([at, value], place) =>
        `${place ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('') })),
    curves.filter(({ name }) => name !== 'loss').map(({ name, at, value }) => s('circle',
      { class: `along-${name}`, cx: x(at).toFixed(1), cy: y(value).toFixed(1), r: '5' })));
}
