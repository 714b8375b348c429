// The size of the text on the stage. It stays on this device, if the browser allows that.

import { h } from '../../../../ui/dom.js';

const KEPT = 'rankscope-text-size';
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
    try {
      localStorage.setItem(KEPT, size);
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  }
  apply(kept());
  return h('div', { class: 'text-sizes', role: 'group', 'aria-label': 'Text size' }, buttons);
}

function kept() {
  try {
    return SIZES.find((size) => size === localStorage.getItem(KEPT)) ?? SIZES[0];
  } catch {
    return SIZES[0];
  }
}
