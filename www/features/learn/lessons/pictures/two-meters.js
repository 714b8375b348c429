// Nine points, w as a handle that turns, the list that it makes, and a meter for each of two measures.

import './picture-frame.css';
import './circle.css';
import './two-meters.css';
import { s } from '../../../../ui/dom.js';
import { MEASURES } from '../../../../lib/measures.js';
import { fixed } from '../../../../lib/format.js';
import { messageOf } from '../../../../core/errors.js';
import { degreesOf } from '../../../../pictures/turning.js';
import { Dial, onCircle } from './dial.js';
import { afterRest, label, pictureFrame, px, wLetter } from './frame.js';
import { Meter } from './meter.js';
import { PageRows } from './page-rows.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { featureNames, trainSmall } from '../figures/small-run.js';
import { isMet, trailAt, turnedTo } from './trail.js';
import { turnOf, wrapped } from '../figures/turn.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('../figures/turn.js').Turn} Turn */
/** @typedef {import('./trail.js').Trail} Trail */
/** @typedef {ReturnType<typeof drawingOf>} Drawing */
/** @typedef {{ key: string, run: import('../figures/small-run.js').SmallRun, turn: Turn, features: [string, string],
 *   measures: string[] }} Model */

/** `best`: the best of each measure in a whole turn. `trained`: w goes where training ends. */
export const description = {
  name: 'Two meters', shows: 'w that turns, the list of each direction, and a meter for each of two measures',
  parts: { best: 'best, meters (values)', trained: 'trained, training (model)' },
  hasArrow: true,
};

/** The classes of the arcs of the two measures. */
const KINDS = ['best-first', 'best-second'];

const WIDE = {
  dial: { x: 226, y: 264, radius: 160, dot: 14, handle: 16 }, arcs: [192, 202],
  rows: { x: 520, y: 100, width: 292, height: 34, step: 40 },
  meters: [{ x: 36, y: 526, width: 368, height: 26 }, { x: 444, y: 526, width: 368, height: 26 }],
};
const PHONE = {
  arcs: [89, 96],
  dial: { x: 102, y: 110, radius: 78, dot: 9, handle: 14 }, rows: { x: 212, y: 8, width: 170, height: 22, step: 25 },
  meters: [{ x: 10, y: 282, width: 174, height: 20 }, { x: 208, y: 282, width: 174, height: 20 }],
};

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export function create({ announce }) {
  /** @type {Model | null} */
  let model = null;
  /** @type {Scene | null} */
  let scene = null;
  let trail = trailAt(0);
  /** @type {Drawing | null} */
  let drawing = null;
  const frame = pictureFrame('Two meters', (isNarrow) => {
    drawing = model && drawingOf(frame.svg, model, isNarrow, { turnTo, turnBy, rest });
    queueMicrotask(draw);
    return drawing?.all ?? [];
  });
  const restSoon = afterRest(rest);

  /** @param {number} angle */
  function turnTo(angle) {
    trail = turnedTo(trail, angle);
    draw();
  }
  /** @param {number} by */
  function turnBy(by) {
    turnTo(trail.angle + by);
    restSoon();
  }
  function rest() {
    if (model) announce(wordsOf(model, wrapped(trail.angle)));
  }
  function draw() {
    if (model && drawing && scene) drawMeters(drawing, model, trail, presenceOf(scene, 'best') === 'shown');
  }

  /** @param {Scene} next */
  function update(next) {
    const settings = next.state.run?.settings;
    if (!next.ready || !next.lines || !settings) return;
    const { arrow } = next.step;
    const key = JSON.stringify([next.lines, settings]);
    if (model?.key !== key) {
      model?.run.end();
      model = null;
      try {
        const run = trainSmall(next.lines, settings);
        model = { key, run, turn: turnOf(run, next.lines), features: featureNames(run),
          measures: (settings.measures ?? []).slice(0, 2) };
        frame.fault('');
      } catch (error) {
        return frame.fault(messageOf(error));
      }
    }
    const { isNew, isAnswered } = changeOf(scene, next);
    scene = next;
    if (isNew && arrow) trail = trailAt(Math.atan2(arrow[1], arrow[0]));
    const isTrained = presenceOf(next, 'trained') === 'shown';
    if (isTrained && (isNew || isAnswered)) trail = turnedTo(trail, model.turn.best);
    if (drawing?.turn === model.turn) draw();
    else frame.rebuild();
  }

  return { element: frame.element, update, end: () => {
    frame.end();
    model?.run.end();
  } };
}

/** The name of a measure, as people write it. @param {string} key */
function nameOf(key) {
  const [name, cut] = key.split('@');
  return `${MEASURES[name]?.name ?? name}${cut ? `@${cut}` : ''}`;
}

/** @param {Model} model @param {number} angle */
function wordsOf({ turn, measures }, angle) {
  const { order, measures: values } = turn.at(angle);
  return [`${degreesOf(angle)}: ${turn.names[order[0]]} first`,
    ...measures.map((key) => `${nameOf(key)} ${fixed(values[key], 3)}`)].join(', ');
}

/** @param {Drawing} drawing @param {Model} model @param {Trail} trail @param {boolean} hasBest */
function drawMeters(drawing, model, trail, hasBest) {
  const { turn, measures } = model;
  const angle = wrapped(trail.angle);
  const now = turn.at(angle);
  drawing.dial.update(angle, wordsOf(model, angle));
  drawing.rows.update(now.order);
  const met = turn.sectors.filter((one) => isMet(trail, one));
  measures.forEach((key, at) => {
    const values = turn.sectors.map((one) => one.measures[key]);
    const best = Math.max(now.measures[key], ...met.map((one) => one.measures[key]));
    drawing.meters[at].update(now.measures[key], best, hasBest ? Math.max(...values) : null);
  });
  drawing.marks.toggleAttribute('hidden', !hasBest);
}

/**
 * @param {SVGSVGElement} svg @param {Model} model @param {boolean} isNarrow
 * @param {ConstructorParameters<typeof Dial>[4]} on
 */
function drawingOf(svg, { turn, features, measures }, isNarrow, on) {
  const layout = isNarrow ? PHONE : WIDE;
  const dial = new Dial(svg, layout.dial, turn, features, on);
  const rows = new PageRows(layout.rows, turn.points.map(({ grade }, at) => ({ name: turn.names[at], grade })));
  const meters = measures.map((key, at) => new Meter({ ...layout.meters[at], isNarrow, kind: KINDS[at] }, nameOf(key)));
  const marks = s('g', { class: 'best-marks' }, measures.flatMap((key, at) => bestMarks(layout, turn, key, at)));
  const caption = isNarrow ? null : label(36, 46, ['The arrow ', wLetter(),
    ' sorts the pages. Each meter reads the list.'], 'caption');
  return { turn, dial, rows, meters, marks, all: [caption, marks, dial.element,
    !isNarrow && label(520, 86, 'The list now', 'big'), rows.element,
    ...meters.map(({ element }) => element)] };
}

/**
 * The arcs of the rim where a measure is at its best.
 * @param {{ dial: import('./dial.js').DialPlace, arcs: number[] }} layout @param {Turn} turn @param {string} key
 * @param {number} at 0 or 1
 */
function bestMarks({ dial: place, arcs }, { sectors }, key, at) {
  const most = Math.max(...sectors.map(({ measures }) => measures[key]));
  const radius = arcs[at];
  return sectors.filter(({ measures }) => measures[key] > most - 1e-9).map(({ from, to }) => {
    const [start, end] = [onCircle(place, from, radius), onCircle(place, to, radius)];
    return s('path', { class: KINDS[at],
      d: `M${start.map(px)}A${radius} ${radius} 0 0 1 ${end.map(px)}` });
  });
}
