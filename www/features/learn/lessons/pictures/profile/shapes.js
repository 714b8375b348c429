// Three shapes of c: the weights of the first ten ranks, and figures of the runs that were trained with each.

import { fixed } from '../../../../../lib/format.js';
import { h, s } from '../../../../../ui/dom.js';
import { symbol } from '../drawn-frame.js';
import { animation } from '../../../../../pictures/motion.js';
import { drawRuns, lastOf, runPlace } from '../run-bars.js';
import { changeOf } from '../shown-parts.js';
import { weightsOf } from './profile-run.js';

/** @typedef {import('../../stage/picture.js').Scene} Scene */
/** The shapes by the names under which the lesson remembers their runs. */
const SHAPES = [
  { run: 'slight', name: 'nearly flat', decay: 'power:0.01' }, { run: 'usual', name: '1/√rank', decay: 'power:0.5' },
  { run: 'steep', name: '1/rank³', decay: 'power:3' },
];
const RANKS = 10;
const GROWTH = 500; // ms

/** @type {import('../run-bars.js').RunFigure[]} */
const FIGURES = [
  { name: '‖w‖', about: 'length of w', kind: 'length', most: 1.2, text: (value) => fixed(value, 3),
    value: (run) => lastOf(run).norm ?? 0 },
  { name: 'training', about: 'NDCG@10', kind: 'train', most: 1, text: (value) => fixed(value, 3),
    value: (run) => lastOf(run).train[0]?.value ?? 0 },
  { name: 'new searches', short: 'new', about: 'NDCG@10', kind: 'test', most: 1, text: (value) => fixed(value, 3),
    value: (run) => lastOf(run).test[0]?.value ?? 0 },
];

/**
 * @param {import('../drawn-frame.js').PictureFrame} frame @param {(words: string) => void} announce
 * @param {() => void} redraw
 */
export function shapeView(frame, announce, redraw) {
  let chosen = 1;
  let grown = 1;
  /** @type {readonly number[]} */
  let weights = [];
  const motion = animation();
  const buttons = SHAPES.map(({ name }, at) => h('button', { type: 'button', class: 'drawn-choice', onclick: () => {
    chosen = at;
    redraw();
    announce(`${name}: rank 10 weighs ${fixed(weights[RANKS - 1], 3)}, rank 1 weighs ${fixed(weights[0], 3)}`);
  } }, name));
  const element = h('div', { role: 'group', 'aria-label': 'Shapes of c', hidden: true }, buttons);
  frame.canvas.append(element);

  return {
    element,
    /** The newest shape is chosen when its run is there. @param {Scene | null} was @param {Scene} next */
    begin(was, next) {
      const { isNew, isAnswered } = changeOf(was, next);
      if (!isNew && !isAnswered) return;
      const first = next.open.lesson.steps.findIndex(({ show }) => show?.includes('shapes'));
      const newest = next.open.step > first ? 2 : 0;
      chosen = newest;
      grown = 1;
      if (isNew) return;
      void motion(GROWTH, (share) => {
        grown = share;
        redraw();
      });
    },
    /** @param {Scene} scene */
    draw({ open, state }) {
      const isPhone = frame.isPhone();
      const settings = state.run?.settings ?? {};
      weights = weightsOf(settings, SHAPES[chosen].decay, RANKS);
      const runs = SHAPES.map(({ run, name }) => ({ name, snapshot: open.remembered[run] }));
      const place = runPlace(isPhone, isPhone ? 214 : 396);
      frame.show(`${SHAPES[chosen].name}: the weights of ranks 1 to 10.`, drawTen(weights, isPhone),
        drawRuns(place, runs, FIGURES, isPhone, grown));
      buttons.forEach((button, at) => {
        button.setAttribute('aria-pressed', String(at === chosen));
        frame.put(button, { x: place.x + at * place.step, y: isPhone ? 160 : 322, width: place.width,
          height: isPhone ? 44 : 50 });
      });
    },
  };
}

/** The weights of ten ranks as bars. @param {readonly number[]} weights @param {boolean} isPhone */
function drawTen(weights, isPhone) {
  const [left, step, bar, base, room] = isPhone ? [112, 28, 18, 130, 96] : [228, 63, 40, 276, 176];
  const name = isPhone ? { class: 'strong', x: 14, y: base - room / 2 } : { class: 'head', x: 36, y: base - room / 2 };
  return [s('text', name, 'weight ', symbol('c')),
    ...weights.flatMap((weight, rank) => [
      s('rect', { class: 'bar-weight', x: left + rank * step - bar / 2, y: base - room * weight, width: bar, rx: 3,
        height: Math.max(1, room * weight) }),
      s('text', { class: 'axis', x: left + rank * step, y: base + 20, 'text-anchor': 'middle' }, String(rank + 1))]),
    s('line', { class: 'bar-base', x1: left - step / 2, x2: left + 9.5 * step, y1: base, y2: base })];
}
