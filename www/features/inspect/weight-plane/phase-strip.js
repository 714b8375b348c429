// Slow motion in the plane of w: four buttons, and what each phase does to the picture.

import { count, figure, plural } from '../../../lib/format.js';
import { h, say } from '../../../ui/dom.js';
import { quietWhileMoving } from '../../../ui/live-regions.js';
import { isOpen } from '../../../store/panels.js';
import { PHASES, SLOW, canWalk, needsTraining } from '../../run/playback/playback-state.js';
import { demandAt } from './floor.js';

/** @typedef {import('./weight-plane-state.js').WeightPlane} WeightPlane */
/** @typedef {import('./weight-plane-state.js').PlaneOfWStore} Store */
/** @typedef {import('./weight-plane-state.js').PlaneOfWState} State */
/** @typedef {import('./floor.js').CutOnPlane} CutOnPlane */

const PLANES = ['Oracle', 'Cut', 'QP', 'Update'];
const DESCENT = ['Pulls', 'Gradient', 'Direction', 'Step'];

/** The phase that the picture shows; null without slow motion. @param {State} state */
export const phaseOf = (state) => (isOpen(state, SLOW) ? state.playback.phase : null);

export class PhaseStrip {
  #store;
  #caption = h('p', { class: 'plane-caption' });
  #buttons;
  #back;
  #forth;
  element;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    quietWhileMoving(store, this.#caption);
    this.#buttons = PHASES.map((phase) => h('button', { type: 'button',
      onclick: () => store.dispatch({ type: 'playback/phase', phase }) }));
    const turn = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => void} */ act) => {
      const button = h('button', { type: 'button', 'aria-label': label, onclick: () => {
        if (button.getAttribute('aria-disabled') !== 'true') act();
      } }, text);
      return button;
    };
    this.#back = turn('Previous phase', '‹', () => store.dispatch({ type: 'playback/walk', by: -1 }));
    this.#forth = turn('Next phase', '›', () => store.dispatch(
      needsTraining(store.get()) ? { type: 'step' } : { type: 'playback/walk', by: 1 }));
    this.element = h('div', { class: 'plane-phases', role: 'group', 'aria-label': 'Phases of the iteration' },
      h('div', { class: 'plane-phase-buttons' }, this.#back, this.#buttons, this.#forth), this.#caption);
  }

  /**
   * @param {WeightPlane} plane @param {CutOnPlane[]} newest @param {number} crossing how many lines cross the picture
   * @param {(cut: CutOnPlane) => string} nameOf
   */
  show(plane, newest, crossing, nameOf) {
    const state = this.#store.get();
    const phase = phaseOf(state);
    this.element.hidden = phase === null;
    if (phase === null) return;
    const titles = plane.has_floor ? PLANES : DESCENT;
    this.#buttons.forEach((button, at) => {
      say(button, `${at + 1} ${titles[at]}`);
      if (at === phase) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    });
    say(this.#caption, captionOf(plane, phase, { newest, crossing, nameOf }));
    this.#back.setAttribute('aria-disabled', String(phase === 0 && state.cursor.iteration === 0));
    const isBusy = state.run?.status === 'stepping' || state.run?.status === 'running';
    this.#forth.setAttribute('aria-disabled', String(!canWalk(state) || isBusy));
  }
}

/**
 * What a phase does to the picture.
 * @param {WeightPlane} plane @param {import('../../run/playback/playback-state.js').Phase} phase
 * @param {{ newest: CutOnPlane[], crossing: number, nameOf: (cut: CutOnPlane) => string }} found
 */
export function captionOf(plane, phase, { newest, crossing, nameOf }) {
  const { path, iteration } = plane;
  const next = path[iteration + 1];
  if (!plane.has_floor) return descentCaption(plane, phase);
  if (phase === 0) {
    if (!newest.length) return 'The oracles find no ranking that demands more slack than is paid already.';
    const lines = crossing === 1 ? '1 crosses' : crossing ? `${count(crossing)} cross` : 'none crosses';
    return `The oracles find ${plural(newest.length, 'plane')}; ${nameOf(newest[0])} demands most slack at this w, `
      + `${figure(demandAt(newest[0], path[iteration]))}. A line is the edge of the side that a plane forbids: `
      + `${lines} the picture.`;
  }
  if (phase === 1) {
    return newest.length ? 'Each new plane forbids the side of its line on which it demands slack, unless that is '
      + 'paid: the floor rises there, and the dashed lines move.' : 'Nothing is cut, and the floor stays.';
  }
  if (!next) return 'Not known yet: training has not gone further than this iteration.';
  if (!plane.lowest) {
    return 'The ties in y* were re-ordered instead of a QP solved, and w goes back to the best of the round.';
  }
  if (phase === 2) return 'The QP finds the lowest point of the floor, to its tolerance: the ring moves there.';
  const whole = Math.hypot(plane.lowest.x - path[iteration].x, plane.lowest.y - path[iteration].y);
  const left = Math.hypot(plane.lowest.x - next.x, plane.lowest.y - next.y);
  return left < 0.02 * whole ? `w moves to the lowest point: it is the w of iteration ${count(iteration + 1)}.`
    : `w moves to the w of iteration ${count(iteration + 1)}, part of the way from the best w so far to the ring: all `
      + 'the way is often too far.';
}

/** @param {WeightPlane} plane @param {number} phase */
function descentCaption({ path, iteration, downhill }, phase) {
  if (phase === 0) return 'The loss pulls every document up or down. w stays where it is.';
  if (phase === 1) {
    const gradient = 'The pulls, summed over the features, make the gradient';
    return downhill ? `${gradient}. The arrow points against it, where the objective falls fastest; near the optimum `
      + 'it vanishes.' : `${gradient}, against which w will move.`;
  }
  if (!path[iteration + 1]) return 'Not known yet: training has not gone further than this iteration.';
  return phase === 2 ? 'The dotted line is the way that the method takes. It bends the arrow by how the slope changes.'
    : `w moves along it, to the w of iteration ${count(iteration + 1)}.`;
}
