// The buttons that play one session or many, and how many have been played.

import { fixed } from '../../../../../lib/format.js';
import { h, s } from '../../../../../ui/dom.js';

/**
 * @param {import('../drawn-frame.js').PictureFrame} frame
 * @param {{ one: () => void, many: () => void }} play
 */
export function playButtons(frame, play) {
  const make = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
    h('button', { type: 'button', class: 'drawn-choice for-hands', hidden: true, onclick }, words);
  const [one, many] = [make('Play session', play.one), make('Play 100', play.many)];
  frame.canvas.append(one, many);
  return {
    /**
     * Puts the buttons in their places, and returns the count of sessions.
     * @param {import('./layouts.js').Layout} layout @param {number} sessions
     */
    show(layout, sessions) {
      one.hidden = false;
      many.hidden = false;
      frame.put(one, layout.play);
      frame.put(many, layout.many);
      const { count: { x, y }, page: { isPhone } } = layout;
      const word = sessions === 1 ? 'session' : 'sessions';
      const number = s('tspan', { class: 'strong' }, fixed(sessions, 0));
      if (!isPhone) return [s('text', { x, y }, number, ` ${word}`)];
      return [s('text', { class: 'axis ink', x, y }, number), s('text', { class: 'axis', x, y: y + 18 }, word)];
    },
  };
}
