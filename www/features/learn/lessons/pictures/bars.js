// Two bars for each search, the loss inside the slack, and an arrow that can be made longer or shorter. A curve records
// the mean over the searches for the lengths that the reader has tried.

import './picture-frame.css';
import './bars.css';
import { s, say } from '../../../../ui/dom.js';
import { countWord } from '../../../../lib/count-word.js';
import { fixed } from '../../../../lib/format.js';
import { messageOf } from '../../../../core/errors.js';
import { afterRest, followPointer, label, pictureFrame, px, wLetter } from './frame.js';
import { animation } from '../../../../pictures/motion.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { featureNames, trainSmall } from '../figures/small-run.js';
import { BarRow } from './bar-row.js';
import { StretchChart } from './stretch-chart.js';
import { LONGEST, stretchOf } from '../figures/stretch.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('../figures/stretch.js').Stretch} Stretch */
/** @typedef {{ length: number, low: number, high: number }} Tried */
/** @typedef {{ key: string, run: import('../figures/small-run.js').SmallRun, stretch: Stretch,
 *   features: [string, string] }} Model */

/** `slack`: the outer bars. `handle`: w can be pulled. `curve`: the mean. `trained`: the length of the trained w. */
export const description = {
  name: 'Two bars', shows: 'two bars for each query, the loss inside the slack, and w that can be pulled longer',
  parts: { slack: 'slack (outer bars)', handle: 'w (arrow to pull)', curve: 'mean, curve (of the lengths tried)',
    trained: 'trained, training (model)' },
  hasArrow: true,
};

const STEP = 0.05;
const LEAP = 0.5;
const SHORTEST = 0.05;
const LONG_AGO = 1.6; // the length at the beginning
const GROWTH = 2; // of w, which answers what a longer w does
const GROWING = 900; // ms

const WIDE = {
  pad: { x: 36, y: 106, width: 232, height: 330, unit: 68 }, bars: { x: 316, y: 120, width: 496, height: 316 },
  chart: { x: 86, y: 520, width: 726, height: 90 }, heads: [36, 86, 316, 86, 36, 496], lengthAt: [36, 460],
  handle: 16,
};
const PHONE = {
  pad: { x: 8, y: 26, width: 112, height: 138, unit: 30 }, bars: { x: 158, y: 30, width: 224, height: 134 },
  chart: { x: 36, y: 226, width: 342, height: 82 }, heads: [8, 16, 158, 16, 8, 216], lengthAt: [8, 184],
  handle: 13,
};

/** Without the curve, the bars take its place. @param {boolean} isNarrow @param {boolean} hasCurve */
function layoutOf(isNarrow, hasCurve) {
  const layout = isNarrow ? PHONE : WIDE;
  const more = hasCurve ? 0 : isNarrow ? 140 : 150;
  const { pad, bars, lengthAt: [x, y] } = layout;
  return { ...layout, pad: { ...pad, height: pad.height + more }, bars: { ...bars, height: bars.height + more },
    lengthAt: [x, y + more] };
}

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export function create({ announce }) {
  /** @type {Model | null} */
  let model = null;
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Tried} */
  let tried = { length: LONG_AGO, low: LONG_AGO, high: LONG_AGO };
  /** @type {ReturnType<typeof drawingOf> | null} */
  let drawing = null;
  const frame = pictureFrame('Slack and loss of each search', (isNarrow) => {
    drawing = model && drawingOf(frame.svg, model, { isNarrow, hasCurve: hasCurve() }, { pull, press, rest });
    queueMicrotask(draw);
    return drawing?.all ?? [];
  });
  const restSoon = afterRest(rest);
  const grow = animation();
  const hasCurve = () => presenceOf(scene, 'curve') !== 'absent';

  /** @param {number} to */
  function pull(to) {
    if (scene && presenceOf(scene, 'handle') === 'shown') void grow(0, () => setLength(to));
  }
  /** @param {number} to */
  function setLength(to) {
    const length = Math.min(LONGEST, Math.max(SHORTEST, Math.round(to / STEP) * STEP));
    tried = { length, low: Math.min(tried.low, length), high: Math.max(tried.high, length) };
    draw();
  }
  /** @param {KeyboardEvent} event */
  function press(event) {
    const by = { ArrowRight: STEP, ArrowUp: STEP, ArrowLeft: -STEP, ArrowDown: -STEP, PageUp: LEAP, PageDown: -LEAP,
      Home: -LONGEST, End: LONGEST }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    pull(tried.length + by * (event.shiftKey ? LEAP / STEP : 1));
    restSoon();
  }
  function rest() {
    if (model) announce(wordsOf(model.stretch, tried.length));
  }

  function draw() {
    if (!model || !drawing || !scene) return;
    const now = model.stretch.at(tried.length);
    const shown = scene;
    const [slack, handle, curve] = ['slack', 'handle', 'curve'].map((part) => presenceOf(shown, part));
    drawing.setLength(tried.length, handle === 'shown', wordsOf(model.stretch, tried.length));
    drawing.bars.update(now.queries, slack);
    say(drawing.length, fixed(tried.length, 2));
    drawing.chart.element.toggleAttribute('hidden', curve !== 'shown');
    drawing.chartHead.toggleAttribute('hidden', curve !== 'shown');
    drawing.chart.update(tried, now.mean, presenceOf(scene, 'trained') === 'shown');
  }

  /** @param {Scene} next */
  function update(next) {
    const settings = next.state.run?.settings;
    if (!next.ready || !next.lines || !settings) return;
    const before = scene;
    const key = JSON.stringify([next.lines, settings, next.step.arrow ?? null]);
    if (model?.key !== key) {
      model?.stretch.end();
      model?.run.end();
      model = null;
      try {
        const run = trainSmall(next.lines, settings);
        model = { key, run, stretch: stretchOf(run, settings, next.step.arrow), features: featureNames(run) };
        frame.fault('');
      } catch (error) {
        return frame.fault(messageOf(error));
      }
    }
    scene = next;
    const { isNew, isAnswered } = changeOf(before, next);
    const length = next.step.arrow ? LONG_AGO : Math.min(LONGEST, model.stretch.trained);
    if (isNew || (isAnswered && !next.step.arrow)) tried = { length, low: length, high: length };
    const isWhole = isAnswered || (isNew && (next.revealed || !next.step.question));
    if (isWhole) tried = { ...tried, low: SHORTEST, high: LONGEST };
    if (drawing?.stretch === model.stretch && drawing.hasCurve === hasCurve()) draw();
    else frame.rebuild();
    const grows = isAnswered && asksOfLength(before, next);
    if (isNew || grows) void grow(grows ? GROWING : 0, (share) => grows && setLength(LONG_AGO + share * GROWTH));
  }

  return { element: frame.element, update, end: () => {
    frame.end();
    model?.stretch.end();
    model?.run.end();
  } };
}

/** Whether the answer is what a longer w does. @param {Scene | null} before @param {Scene} next */
const asksOfLength = (before, { step }) =>
  before !== null && presenceOf(before, 'handle') === 'asked' && step.arrow !== undefined;

/** @param {Stretch} stretch @param {number} length */
function wordsOf(stretch, length) {
  const { mean } = stretch.at(length);
  return `length ${fixed(length, 2)}, mean slack ${fixed(mean.slack, 3)}, mean loss ${fixed(mean.loss, 3)}`;
}

/**
 * @param {SVGSVGElement} svg @param {{ stretch: Stretch, features: [string, string] }} model
 * @param {{ isNarrow: boolean, hasCurve: boolean }} shape
 * @param {{ pull: (length: number) => void, press: (event: KeyboardEvent) => void, rest: () => void }} on
 */
function drawingOf(svg, { stretch, features }, { isNarrow, hasCurve }, on) {
  const layout = layoutOf(isNarrow, hasCurve);
  const { pad, heads } = layout;
  const [across, up] = stretch.direction;
  const inset = isNarrow ? 14 : 26;
  const [left, right] = [pad.x + inset, pad.x + pad.width - inset / 2];
  const isDown = up < 0;
  const [top, bottom] = [pad.y + (isDown ? inset : inset / 2), pad.y + pad.height - inset - 8];
  // A w that points down or left starts at the other edge.
  const [x, y] = [across < 0 ? right : left, isDown ? top : bottom];
  const reach = Math.min((right - left) / (Math.abs(across) || 1e-9), (bottom - top) / (Math.abs(up) || 1e-9));
  const unit = reach / LONGEST;
  const end = (/** @type {number} */ length) => [x + length * unit * across, y - length * unit * up];
  const shaft = s('path', { class: 'pull-shaft' });
  const track = s('path', { class: 'pull-track', d: `M${px(x)} ${px(y)}L${end(LONGEST).map(px)}` });
  const handle = s('g', { role: 'slider', tabindex: 0, 'aria-label': 'Length of w', 'aria-valuemin': 0,
    'aria-valuemax': LONGEST, 'data-handle': '' }, s('circle', { class: 'handle-halo', r: layout.handle * 1.7 }),
    s('circle', { class: 'handle', r: layout.handle }),
    s('text', { class: 'w-letter', 'text-anchor': 'middle', y: layout.handle * 0.36 }, 'w'));
  const zone = s('rect', { class: 'pull-zone', x: pad.x, y: pad.y, width: pad.width, height: pad.height, rx: 6 });
  for (const target of [zone, handle]) {
    followPointer(target, svg, ([px, py]) => on.pull(((px - x) * across - (py - y) * up) / unit), on.rest);
  }
  handle.addEventListener('keydown', on.press);
  const length = s('tspan', { class: 'length' });
  const bars = new BarRow(layout.bars, stretch, isNarrow);
  const chart = new StretchChart(layout.chart, stretch, isNarrow);
  const chartHead = label(heads[4], heads[5], `Mean of the ${countWord(stretch.names.length).toLowerCase()}`, 'big');
  const caption = label(36, 46, ['One handle: the length of ', wLetter(), '.'], 'caption');
  const still = label(36, 46, 'Left the model, right two bars for each search.', 'caption');
  const all = [
    !isNarrow && caption, !isNarrow && still,
    label(heads[0], heads[1], 'The model', 'big'),
    s('rect', { class: 'pull-pad', x: pad.x, y: pad.y, width: pad.width, height: pad.height, rx: 6 }),
    s('path', { class: 'chart-axis', d: `M${x} ${px(top)}V${px(bottom)}M${px(left)} ${y}H${px(right)}` }),
    !isNarrow && label(right, isDown ? y - 8 : bottom + 24, `${features[0]} →`, 'axis', 'end'),
    !isNarrow && label(left + 8, isDown ? bottom - 8 : top + 14,
      isDown ? `↓ ${features[1]}, below 0` : `↑ ${features[1]}`, 'axis'),
    track, zone, shaft, handle,
    label(layout.lengthAt[0], layout.lengthAt[1], ['length ', length], 'lab'), bars.element, chartHead, chart.element];
  return { stretch, hasCurve, bars, chart, chartHead, length, all,
    /** @param {number} now @param {boolean} isFree @param {string} words */
    setLength(now, isFree, words) {
      const [ex, ey] = end(now);
      shaft.setAttribute('d', `M${px(x)} ${px(y)}L${px(ex)} ${px(ey)}`);
      handle.setAttribute('transform', `translate(${px(ex)} ${px(ey)})`);
      handle.setAttribute('aria-valuenow', fixed(now, 2));
      handle.setAttribute('aria-valuetext', words);
      handle.setAttribute('aria-disabled', String(!isFree));
      for (const one of [track, caption]) one.toggleAttribute('hidden', !isFree);
      still.toggleAttribute('hidden', isFree);
    } };
}
