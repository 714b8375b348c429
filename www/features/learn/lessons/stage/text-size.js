// The size of the text on the stage, kept on this device.

import { h } from '../../../../ui/dom.js';
import { keptChoice } from '../../../../ui/kept-choice.js';

const KEPT = keptChoice('text-size');
/** In per cent of the usual size. */
const SIZES = ['100', '125', '150'];

/** Returns the choice as a group of buttons, and applies what was chosen before. */
export function textSizeChoice() {
  const buttons = SIZES.map((size) => h('button', { type: 'button', class: `text-size size-${size}`,
    'aria-label': `Text at ${size} %`, title: `Text at ${size} %`, onclick: () => choose(size) }, 'A'));
  /** @param {string} size */
  function apply(size) {
    document.documentElement.dataset.textSize = size;
    for (const [at, one] of SIZES.entries()) buttons[at].setAttribute('aria-pressed', String(one === size));
  }
  /** @param {string} size */
  function choose(size) {
    apply(size);
    KEPT.write(size);
  }
  apply(SIZES.find((size) => size === KEPT.read()) ?? SIZES[0]);
  return h('div', { class: 'text-sizes', role: 'group', 'aria-label': 'Text size' }, buttons);
}
