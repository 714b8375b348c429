// A line of text with a button at its end, shown while it says something.

import { h, say } from './dom.js';
import { handOn } from './focus.js';

/**
 * @param {string} kind the class of the line @param {string} label of the button @param {() => void} act
 * @param {() => Element | null} heir where the focus goes when the button is hidden
 */
export function lineWithButton(kind, label, act, heir) {
  const words = h('span', {});
  const button = h('button', { type: 'button', class: 'quiet', onclick: act }, label);
  const element = h('p', { class: kind }, words, ' ', button);
  return {
    element,
    /** @param {string} text @param {boolean} canAct */
    update(text, canAct) {
      handOn(button, () => {
        element.hidden = !text;
        button.hidden = !canAct;
      }, heir);
      say(words, text);
    },
  };
}
