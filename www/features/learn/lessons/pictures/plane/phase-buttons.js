// The buttons on the ring: a phase each, and *Slow motion*, which plays them.

import { h, say } from '../../../../../ui/dom.js';
import { PHASES, phasePlace } from './draw-ring.js';

/** @typedef {import('./view.js').PlaneView} PlaneView */

const PAUSE = 900; // ms of a phase in slow motion
const BELOW = 1.9; // radii from the centre to the button

export class PhaseButtons {
  #view;
  #frame;
  #go;
  #isPlaying = false;
  #phases = PHASES.map(({ name }, at) => h('button', { type: 'button', class: 'ring-button',
    'aria-label': `${at + 1} ${name}`, onclick: () => this.#go(at + 1) }, String(at + 1)));
  #slow = h('button', { type: 'button', class: 'picture-button ring-slow', onclick: () => void this.#play() },
    'Slow motion');
  element = h('div', { role: 'group', 'aria-label': 'Phases', class: 'ring-buttons', hidden: true }, this.#phases,
    this.#slow);

  /**
   * @param {PlaneView} view @param {import('../drawn-frame.js').PictureFrame} frame
   * @param {(phase: number) => boolean} go whether training has that phase
   */
  constructor(view, frame, go) {
    this.#view = view;
    this.#frame = frame;
    this.#go = go;
    this.element.addEventListener('pointerdown', (event) => event.stopPropagation());
  }

  place() {
    const { layout, phase } = this.#view;
    this.element.hidden = !this.#view.has('ring');
    if (!layout.ring) return;
    for (const [at, button] of this.#phases.entries()) {
      const [x, y] = phasePlace(layout.ring, at + 1);
      this.#frame.put(button, { x, y });
      if (phase === at + 1) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
      button.classList.toggle('reached', at + 1 < phase);
    }
    this.#frame.put(this.#slow, { x: layout.ring.x, y: layout.ring.y + layout.ring.radius * BELOW });
  }

  stop() {
    this.#isPlaying = false;
  }

  /** Plays the phases until training ends, or until the button is pressed again. */
  async #play() {
    const view = this.#view;
    this.#isPlaying = !this.#isPlaying;
    say(this.#slow, this.#isPlaying ? 'Pause' : 'Slow motion');
    if (this.#isPlaying && view.turn === view.turns.length) Object.assign(view, { turn: 0, phase: 4 });
    while (this.#isPlaying && view.has('ring') && this.#go((view.phase % 4) + 1)) {
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    }
    this.#isPlaying = false;
    say(this.#slow, 'Slow motion');
  }
}
