// Loss, margin and H of a list as three bars on one scale. The margin is cut off the end of the loss, and H is left.

import { fixed } from '../../../../lib/format.js';
import { h, say } from '../../../../ui/dom.js';
import { worthBar } from '../../../../pictures/worth-bar.js';

/**
 * The parts of H, how they are printed, and how they are spoken.
 * @typedef {{ loss: number, margin: number, hinge: number, numbers: Texts, words: Texts }} Worth
 */
/** @typedef {import('./shown-parts.js').Presence} Presence */
/** @typedef {{ loss: string, margin: string, hinge: string }} Texts */
/**
 * `shown`: of each bar. `range`: the ends of the scale. `best`: the mark of the largest H so far.
 * @typedef {{ title: string, worth: Worth, range: { least: number, greatest: number },
 *   shown: { loss: Presence, margin: Presence, hinge: Presence }, best: number | null }} Bars
 */

/** @param {string} name */
export function barsOf(name) {
  const title = h('h3', {});
  const rows = { loss: worthBar('loss', 'loss'), margin: worthBar('margin', 'minus\u00A0margin'),
    hinge: worthBar('hinge', 'H') };
  const mark = h('span', { class: 'oracle-best', 'aria-hidden': 'true' });
  rows.hinge.track.append(mark);
  const note = h('p', { class: 'oracle-later' }, 'comes with Reveal');
  const element = h('section', { class: 'oracle-sum', 'aria-label': name }, title, rows.loss.element,
    rows.margin.element, rows.hinge.element, note);

  /** @param {Bars} bars */
  function update({ title: words, worth: { loss, hinge, numbers }, range: { least, greatest }, shown, best }) {
    say(title, words);
    const at = (/** @type {number} */ value) => (value - least) / (greatest - least);
    element.style.setProperty('--zero', String(at(0)));
    note.hidden = !Object.values(shown).includes('asked');
    const ends = { loss: [at(0), at(loss)], margin: [at(hinge), at(loss)], hinge: [at(0), at(hinge)] };
    for (const part of /** @type {const} */ (['loss', 'margin', 'hinge'])) {
      const [from, to] = ends[part];
      rows[part].element.hidden = shown[part] === 'absent';
      rows[part].update(from, to, numbers[part], shown[part] === 'asked');
    }
    mark.hidden = best === null || shown.hinge !== 'shown' || best < 0;
    if (!mark.hidden) mark.style.setProperty('--at', String(at(best ?? 0)));
  }
  return { element, update };
}

/**
 * The parts of H as the page prints them: they add up.
 * @param {{ loss: number, margin: number, hinge: number }} of @returns {Worth}
 */
export function worthOf({ loss, margin, hinge }) {
  const [printedLoss, printedHinge] = [loss, hinge].map((value) => Number(value.toFixed(3)));
  const printedMargin = printedLoss - printedHinge;
  const numbers = { loss: fixed(loss, 3), hinge: fixed(hinge, 3),
    margin: `${signOf(printedMargin)}${fixed(Math.abs(printedMargin), 3)}` };
  const words = { loss: `loss ${numbers.loss}`, margin: `margin ${fixed(printedMargin, 3)}`,
    hinge: `H ${numbers.hinge}` };
  return { loss, margin, hinge, numbers, words };
}

/** @param {number} margin */
const signOf = (margin) => (margin > -5e-4 ? '' : '−\u00A0');
