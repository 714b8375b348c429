// The angle view beside the plane of w: the loss as steps under the slack in every direction, and a handle that turns
// w.

import { figure } from '../../../lib/format.js';
import { fill, h, s, say } from '../../../ui/dom.js';
import { term } from '../../../ui/term.js';
import { listenToGrip, placeOn, sayValue } from '../../../pictures/handles.js';
import { LossChart } from '../../../pictures/loss-chart.js';
import { weightsAt } from '../../../pictures/plane-geometry.js';
import { degreesOf, turnOfKey } from '../../../pictures/turning.js';
import { swatch } from './side-parts.js';
import { HEIGHT, WIDTH, frameOf } from './side-views.js';

/** @typedef {import('./weight-plane-state.js').AngleView} View */
/** @typedef {import('./weight-plane-state.js').WeightPlane} WeightPlane */
/** @typedef {{ x: number, y: number }} Place */

const BESIDE = 'This slice does not go through w = 0, so a ranking depends on more than the angle. Choose the plane '
  + 'through 0 for this view.';
const TURN = /** @type {[number, number]} */ ([-Math.PI, Math.PI]);
const ANGLES = [-180, -90, 0, 90, 180];

export class AnglePart {
  #turn;
  #drawing = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
  #handle = h('div', { class: 'angle-handle', role: 'slider', tabIndex: 0, 'aria-label': 'Direction of w' });
  #frame = h('div', { class: 'angle-frame' }, this.#drawing, this.#handle);
  #why = h('p', { class: 'muted' });
  #key = h('ul', { class: 'plane-key' });
  #words = h('span', {});
  element = h('section', { 'aria-labelledby': 'angle-head' }, h('h3', { id: 'angle-head' }, 'Angle view ',
    h('span', { class: 'muted' }, 'every direction of w')), this.#frame, this.#why, this.#key);
  /** @type {{ view: View, frame: import('./grid.js').Frame, chart: LossChart } | null} */
  #drawn = null;
  #angle = 0;

  /** @param {(angle: number) => void} turn called with the angle to which w shall turn */
  constructor(turn) {
    this.#turn = turn;
    listenToGrip({ canvas: this.#frame, place: (event) => placeOn(this.#frame, event, WIDTH) }, this.#handle,
      { at: (spot) => { if (this.#drawn) turn(weightsAt(this.#drawn.frame, spot)[0]); } });
    this.#handle.addEventListener('keydown', (event) => {
      const by = turnOfKey(event);
      if (by === null || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.#turn(this.#angle + by);
    });
  }

  /** @param {WeightPlane} plane @param {View | null} view @param {Place} at the w that is shown */
  show(plane, view, at) {
    const { x, y } = plane.path[plane.best];
    const radius = Math.hypot(x, y);
    this.element.classList.toggle('is-awaited', !plane.height && radius > 0);
    this.#frame.hidden = this.#key.hidden = !view;
    this.#why.hidden = Boolean(view);
    say(this.#why, plane.height ? BESIDE
      : radius ? 'It is computed once training rests.' : 'The best w is 0, which has no direction.');
    if (!view) return;
    const { chart } = this.#drawn?.view === view ? this.#drawn : this.#draw(view, radius);
    const isZero = at.x === 0 && at.y === 0;
    this.#angle = Math.atan2(at.y, at.x);
    const now = valuesAt(view, this.#angle);
    chart.update([TURN], { at: this.#angle, ...now });
    this.#drawing.classList.toggle('at-zero', isZero);
    this.#handle.style.left = `${(100 * chart.x(this.#angle)) / WIDTH}%`;
    const words = isZero ? 'w = 0 has no direction'
      : `w points to ${degreesOf(this.#angle)}: mean slack ${figure(now.slack)}, mean loss ${figure(now.loss)}`;
    sayValue(this.#handle, { least: -180, most: 180, now: Math.round((this.#angle * 180) / Math.PI), text: words });
    say(this.#words, words);
  }

  /** @param {View} view @param {number} radius */
  #draw(view, radius) {
    const { angles, losses, bound_angles: turns, bounds, is_exact: isExact } = view;
    const [least, highest] = [Math.min(...bounds), Math.max(...bounds)];
    const frame = frameOf(TURN, [0, highest * 1.05]);
    const ends = [...angles.slice(1), Math.PI];
    const chart = new LossChart(frame, {
      slack: turns.map((angle, at) => [angle, bounds[at]]),
      loss: angles.flatMap((angle, at) =>
        /** @type {[number, number][]} */ ([[angle, losses[at]], [ends[at], losses[at]]])),
    }, { values: [0, highest], textOf: figure,
      places: ANGLES.map((angle) => [(angle * Math.PI) / 180, degreesOf((angle * Math.PI) / 180),
        angle === 180 ? 'end' : 'middle']) });
    fill(this.#drawing, chart.element);
    this.#drawing.setAttribute('aria-label', `Every direction of w. The bound falls from ${figure(highest)} to `
      + `${figure(least)} at ${degreesOf(turns[bounds.indexOf(least)])}. The loss below it is a step function from `
      + `${figure(Math.min(...losses))} to ${figure(Math.max(...losses))}.`);
    fill(this.#key,
      h('li', {}, swatch('bound'), `mean slack at the length of the best w, ${figure(radius)}`),
      h('li', {}, swatch('steps'), h('span', {}, term('loss', 'mean loss Δ'),
        isExact ? ': steps, no slope to follow' : ': steps, drawn at 720 angles')),
      h('li', {}, swatch('here'), this.#words));
    this.#drawn = { view, frame, chart };
    return this.#drawn;
  }
}

/** Loss and slack of a direction. @param {View} view @param {number} angle */
export function valuesAt({ angles, losses, bound_angles: turns, bounds }, angle) {
  const after = turns.findIndex((turn) => turn >= angle);
  const next = after < 0 ? turns.length - 1 : Math.max(1, after);
  const share = Math.min(1, (angle - turns[next - 1]) / (turns[next] - turns[next - 1]));
  return { loss: losses[Math.max(0, angles.findLastIndex((from) => from <= angle))],
    slack: bounds[next - 1] + share * (bounds[next] - bounds[next - 1]) };
}
