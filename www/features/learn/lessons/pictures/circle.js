// The circle: w as a handle that turns, the list that every direction shows, the rim coloured by loss, and the rim
// unrolled into a chart of loss and slack.

import './picture-frame.css';
import './circle.css';
import { s, say } from '../../../../ui/dom.js';
import { fixed } from '../../../../lib/format.js';
import { messageOf } from '../../../../core/errors.js';
import { degreesOf } from '../../../../pictures/turning.js';
import { Dial } from './dial.js';
import { afterRest, label, pictureFrame, wLetter } from './frame.js';
import { animation } from '../../../../pictures/motion.js';
import { PageRows } from './page-rows.js';
import { Rim, rimChart, unrolled } from './rim.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { featureNames, trainSmall } from '../figures/small-run.js';
import { isMet, metParts, trailAt, turnedTo } from './trail.js';
import { listsOf, sectorAt, turnOf, wrapped } from '../figures/turn.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('../figures/turn.js').Turn} Turn */
/** @typedef {import('./trail.js').Trail} Trail */
/** @typedef {ReturnType<typeof drawingOf>} Drawing */
/** @typedef {{ key: string, run: import('../figures/small-run.js').SmallRun, turn: Turn,
 *   features: [string, string] }} Model */

/** `rim`: the whole rim. `count`: how many lists. `slack`: its line. `trained`: the direction of the trained w. */
export const description = {
  name: 'Circle of w', shows: 'w that turns, the list of each direction, and loss and slack over a turn',
  parts: { rim: 'rim, colours, loss (steps over a turn)', count: 'count, lists (met so far)', slack: 'slack (curve)',
    trained: 'trained, training (model)' },
  hasArrow: true,
};

const UNROLL = 600; // ms

/** Where things stand, on a wide picture and on a phone. */
const WIDE = {
  dial: { x: 206, y: 244, radius: 128, dot: 14, handle: 16 }, rim: { gap: 22, high: 70 },
  rows: { x: 540, y: 124, width: 272, height: 38, step: 46 }, chart: { x: 56, y: 452, width: 756, height: 140 },
  head: [540, 84], about: [540, 108], count: [540, 404], counted: 50,
};
const PHONE = {
  dial: { x: 98, y: 106, radius: 60, dot: 11, handle: 14 }, rim: { gap: 9, high: 40 },
  rows: { x: 200, y: 46, width: 182, height: 25, step: 29 }, chart: { x: 34, y: 224, width: 342, height: 86 },
  head: [200, 18], about: [200, 38], count: [200, 212], counted: 35,
};

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export function create({ announce }) {
  /** @type {Model | null} */
  let model = null;
  /** @type {Scene | null} */
  let scene = null;
  let trail = trailAt(0);
  let isTold = false; // whether the reader has turned w
  /** @type {Drawing | null} */
  let drawing = null;

  const frame = pictureFrame('Angle view', (isNarrow) => {
    drawing = model && drawingOf(frame.svg, model, isNarrow, { turnTo, turnBy, rest });
    queueMicrotask(draw);
    return drawing?.all ?? [];
  });
  const restSoon = afterRest(rest);

  /** @param {number} angle */
  function turnTo(angle) {
    trail = turnedTo(trail, angle);
    isTold = true;
    draw();
  }
  /** @param {number} by */
  function turnBy(by) {
    turnTo(trail.angle + by);
    restSoon();
  }
  function rest() {
    if (!model || !scene) return;
    const count = presenceOf(scene, 'count') === 'shown'
      ? `. ${countOf(model.turn, trail, isWhole())} different lists ${isWhole() ? 'in one turn' : 'so far'}` : '';
    announce(wordsOf(model.turn, wrapped(trail.angle)) + count);
  }

  const isWhole = () => presenceOf(scene, 'rim') === 'shown';

  function draw() {
    if (model && drawing && scene) drawTurn(drawing, model.turn, { scene, trail, isTold, isWhole: isWhole() });
  }
  const move = animation();
  /** The rim turns into the chart. */
  const unroll = () => void move(UNROLL, (share) => {
    if (!drawing) return;
    const { turn, chart, moving, layout } = drawing;
    moving.setAttribute('d', share < 1 ? unrolled(share, turn, chart, layout.dial, layout.rim) : '');
  });

  /** @param {Scene} next */
  function update(next) {
    const settings = next.state.run?.settings;
    if (!next.ready || !next.lines || !settings) return;
    const before = scene;
    const key = JSON.stringify([next.lines, settings]);
    const arrow = next.step.arrow;
    if (model?.key !== key) {
      const isFirst = model === null;
      model?.run.end();
      model = null;
      try {
        const run = trainSmall(next.lines, settings);
        model = { key, run, turn: turnOf(run, next.lines), features: featureNames(run) };
        frame.fault('');
      } catch (error) {
        return frame.fault(messageOf(error));
      }
      if (isFirst && !arrow) trail = trailAt(model.turn.best);
    }
    scene = next;
    const { isNew, isAnswered } = changeOf(before, next);
    if (isNew && arrow) trail = trailAt(Math.atan2(arrow[1], arrow[0]));
    const isToldNow = next.revealed && (isNew || isAnswered);
    if (isToldNow && next.show.includes('trained?')) trail = turnedTo(trail, model.turn.best);
    if (drawing?.turn === model.turn) draw();
    else frame.rebuild();
    if (isAnswered && next.show.includes('rim?')) unroll();
  }

  return { element: frame.element, update, again: unroll, canRepeat: isWhole, end: () => {
    frame.end();
    model?.run.end();
  } };
}

/** The number of lists met. @param {Turn} turn @param {Trail} trail @param {boolean} isWhole */
const countOf = ({ sectors }, trail, isWhole) =>
  listsOf(isWhole ? sectors : sectors.filter((one) => isMet(trail, one)));

/**
 * @param {Drawing} drawing @param {Turn} turn
 * @param {{ scene: Scene, trail: Trail, isTold: boolean, isWhole: boolean }} state
 */
function drawTurn(drawing, turn, { scene, trail, isTold, isWhole }) {
  const angle = wrapped(trail.angle);
  const now = turn.at(angle);
  const slack = presenceOf(scene, 'slack');
  drawing.dial.update(angle, wordsOf(turn, angle));
  drawing.rows.update(now.order);
  say(drawing.about, `${drawing.isNarrow ? '' : `${degreesOf(angle)} · `}loss ${fixed(now.loss, 3)}`
    + `${slack === 'shown' ? ` · slack ${fixed(now.slack, 3)}` : ''}`);
  drawing.rim.update((sector) => isWhole || isMet(trail, sector), sectorAt(turn, angle));
  drawing.chart.update(isWhole ? [[-Math.PI, Math.PI]] : metParts(trail), { ...now, at: angle }, slack === 'shown');
  const count = countOf(turn, trail, isWhole);
  drawing.counter.toggleAttribute('hidden', presenceOf(scene, 'count') !== 'shown');
  say(drawing.count, String(count));
  const lists = `${drawing.isNarrow ? '' : 'different '}${count === 1 ? 'list' : 'lists'}`;
  say(drawing.counted, `${lists} ${isWhole ? 'in one turn' : drawing.isNarrow ? 'so far' : 'met so far'}`);
  drawing.counted.setAttribute('x', String(drawing.countedAt(count)));
  drawing.hint.toggleAttribute('hidden', isWhole || isTold);
  drawing.asked.toggleAttribute('hidden', slack !== 'asked');
  drawing.slackName.toggleAttribute('hidden', slack !== 'shown');
  drawing.trained.toggleAttribute('hidden', presenceOf(scene, 'trained') !== 'shown');
}

/** @param {Turn} turn @param {number} angle */
function wordsOf(turn, angle) {
  const { order, loss } = turn.at(angle);
  return `${degreesOf(angle)}: ${turn.names[order[0]]} first, loss ${fixed(loss, 3)}`;
}

/**
 * @param {SVGSVGElement} svg @param {{ turn: Turn, features: [string, string] }} model @param {boolean} isNarrow
 * @param {ConstructorParameters<typeof Dial>[4]} on
 */
function drawingOf(svg, { turn, features }, isNarrow, on) {
  const layout = isNarrow ? PHONE : WIDE;
  const { x, y, width, height } = layout.chart;
  const dial = new Dial(svg, layout.dial, turn, features, on);
  const rim = new Rim(layout.dial, layout.rim, turn);
  const rows = new PageRows(layout.rows, turn.points.map(({ grade }, at) => ({ name: turn.names[at], grade })));
  const chart = rimChart(layout.chart, turn, isNarrow, features);
  const about = label(layout.about[0], layout.about[1], '', 'axis');
  const [countX, countY] = layout.count;
  const count = label(countX, countY, '', 'count');
  const counted = label(countX, countY, '', 'lab');
  const countedAt = (/** @type {number} */ value) => countX + layout.counted / (value > 9 ? 0.86 : 1.47);
  const counter = s('g', {}, count, counted);
  const hint = label(x + 6, y + height * 0.42, isNarrow ? 'Turn w: it draws this chart.'
    : 'Turn the arrow: it draws this chart.', 'axis');
  const asked = s('g', { class: 'asked' }, s('rect', { x: x + 4, y: y - 4, width: width - 8, height: height * 0.5,
    rx: 8 }), label(x + width / 2, y + height * 0.25 + 4, 'slack: ?', 'lab', 'middle'));
  const slackName = label(x + 10, chart.y(0.78), isNarrow ? 'slack' : 'slack, without steps',
    'lab slack-name');
  const lossName = label(x + 10, chart.y(0.1), isNarrow ? 'loss' : 'loss: steps', 'lab loss-name');
  const at = chart.x(turn.best);
  const trained = s('g', { class: 'trained' }, s('path', { d: `M${at} ${y + height}l-7 12h14Z` }),
    label(at, y + height + (isNarrow ? 34 : 47), ['trained ', wLetter()], 'lab', 'middle'));
  const moving = s('path', { class: 'chart-steps' });
  const lists = label(layout.head[0], layout.head[1], 'The list now', 'big');
  const caption = isNarrow ? null : label(36, 38, ['The circle is every direction of ', wLetter(),
    '. Its rim, unrolled, is the chart below.'], 'caption');
  return { turn, isNarrow, layout, dial, rim, rows, chart, about, count, counted, countedAt, counter, hint, asked,
    slackName, trained, moving,
    all: [caption, rim.element, dial.element, lists, about, rows.element, counter, chart.element, hint, asked, lossName,
      slackName, trained, moving] };
}

