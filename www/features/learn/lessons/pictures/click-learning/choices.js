// The corrections that the last view compares, as buttons.

import { h } from '../../../../../ui/dom.js';
import { CLIPPED, STEEP, WRONG } from '../../figures/learned.js';

/** `name`: of the curve. `about`: what is divided by what; `brief`, on a phone. */
export const CHOICES = [
  { words: 'Divide', name: 'IPS', settings: STEEP, about: 'Eyes tire with η = 2. IPS divides by the true chance.',
    brief: 'Eyes: η = 2. Divided with η = 2.' },
  { words: 'Clip', name: 'clipped', settings: CLIPPED,
    about: 'Eyes tire with η = 2. A chance below 1/√sessions counts as 1/√sessions.',
    brief: 'Chances count as 1/√sessions at least.' },
  { words: 'Wrong η', name: 'wrong η', settings: WRONG,
    about: 'Eyes tire with η = 1, but clicks are divided as if η were 2.', brief: 'Eyes: η = 1. Divided with η = 2.' },
];

/** @param {import('../drawn-frame.js').PictureFrame} frame @param {(choice: number) => void} choose */
export function choiceButtons(frame, choose) {
  const buttons = CHOICES.map(({ words }, at) => h('button', { type: 'button', class: 'drawn-choice',
    onclick: () => choose(at) }, words));
  const group = h('div', { role: 'group', 'aria-label': 'Correction', hidden: true }, buttons);
  frame.canvas.append(group);
  return {
    /** @param {import('./layouts.js').Layout} layout @param {number} chosen */
    show({ choices: { pitch, ...box } }, chosen) {
      group.hidden = false;
      buttons.forEach((button, at) => {
        button.setAttribute('aria-pressed', String(at === chosen));
        frame.put(button, { ...box, x: box.x + at * pitch });
      });
    },
    hide() {
      group.hidden = true;
    },
  };
}
