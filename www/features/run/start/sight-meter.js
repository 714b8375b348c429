// The meter of first sight: a scale from 0 to 1 that takes a guess, and then shows the truth beside it.

import { h, say } from '../../../ui/dom.js';
import { isCalm } from '../../../ui/media.js';
import { fixed } from '../../../lib/format.js';
import { asGuess, keyedGuess } from './sight-state.js';

/** @typedef {import('./sight-state.js').Sight} Sight */

const RUN = 500; // ms until the truth is at its place
const EDGE = 24; // px from the ends of the track within which a number has no middle
const ROOM = 96; // px between the middles of two numbers

export class SightMeter {
  #flag = h('span', { class: 'sight-flag-text' });
  #track = h('div', { class: 'sight-track' });
  #own = number('own', 'your arrow');
  #learned = number('learned', 'learned');
  #act;
  /** @type {Sight | null} */
  #shown = null;
  /** The last values, for a window of another size. @type {[number, number | null]} */
  #values = [0, null];
  element;

  /** @param {{ guess: (value: number) => void, rest: () => void }} act */
  constructor(act) {
    this.#act = act;
    this.handle = h('div', { role: 'slider', tabIndex: 0, class: 'sight-guess', 'aria-label': 'Your guess',
      'aria-valuemin': '0', 'aria-valuemax': '1',
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event) });
    this.#track.append(h('div', { class: 'sight-bar' }), h('div', { class: 'sight-fill' }), this.#own.mark,
      this.#learned.mark, this.#own.label, this.#learned.label, this.handle, this.#flag);
    const ticks = [['0', ', useless on top'], ['0.25'], ['0.5'], ['0.75'], ['1', ', perfect']];
    this.element = h('div', { class: 'sight-meter' }, this.#track,
      h('p', { class: 'sight-ticks', 'aria-hidden': 'true' }, ticks.map(([tick, meaning]) =>
        h('span', {}, tick, meaning && h('i', {}, meaning)))));
    this.#track.addEventListener('pointerdown', (event) => this.#begin(event));
    new ResizeObserver(() => this.#place(...this.#values)).observe(this.#track);
  }

  /** @param {Sight} sight @param {number} own @param {number | null} learned NDCG on the other searches */
  show(sight, own, learned) {
    const isNew = this.#shown !== null && this.#shown.phase === 'guess' && sight.phase === 'truth';
    this.#shown = sight;
    const { phase, guess, isGuessed } = sight;
    this.element.dataset.phase = phase;
    this.#track.classList.toggle('guessed', isGuessed);
    this.#track.classList.toggle('right-half', guess > 0.62);
    this.#track.style.setProperty('--guess', `${100 * guess}%`);
    const { handle } = this;
    handle.setAttribute('aria-valuenow', String(guess));
    handle.setAttribute('aria-valuetext', isGuessed ? fixed(guess, 2) : `no guess yet, ${fixed(guess, 2)}`);
    handle.setAttribute('aria-disabled', String(phase !== 'guess'));
    say(this.#flag, phase === 'guess' ? isGuessed ? fixed(guess, 2) : 'drag your guess here'
      : `you guessed ${fixed(guess, 2)}`);
    say(this.#own.value, phase === 'guess' ? '' : fixed(own, 3));
    say(this.#learned.value, learned === null ? '' : fixed(learned, 3));
    this.#place(phase === 'guess' ? 0 : own, learned);
    if (isNew && !isCalm()) this.#run();
  }

  /**
   * Puts marks and numbers at their places, and the numbers apart.
   * @param {number} own @param {number | null} learned
   */
  #place(own, learned) {
    this.#values = [own, learned];
    const width = this.#track.clientWidth;
    const { style } = this.#track;
    style.setProperty('--own', `${100 * own}%`);
    style.setProperty('--learned', `${100 * (learned ?? 0)}%`);
    const [a, b] = apart([own * width, (learned ?? own) * width], learned === null ? 0 : ROOM, width);
    style.setProperty('--own-text', `${a}px`);
    style.setProperty('--learned-text', `${b}px`);
  }

  /** The truth runs from 0 to its place. */
  #run() {
    const timing = { duration: RUN, easing: 'ease-out' };
    const fill = this.#track.querySelector('.sight-fill');
    fill?.animate([{ width: '0%' }, {}], timing);
    this.#own.mark.animate([{ left: '0%' }, {}], timing);
    this.#own.label.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: RUN });
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.button !== 0 || this.#shown?.phase !== 'guess') return;
    event.preventDefault();
    this.handle.focus({ preventScroll: true });
    this.#track.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ { clientX }) => {
      const box = this.#track.getBoundingClientRect();
      this.#act.guess(asGuess((clientX - box.left) / box.width));
    };
    this.#track.addEventListener('pointermove', move);
    this.#track.addEventListener('lostpointercapture', () => {
      this.#track.removeEventListener('pointermove', move);
      this.#act.rest();
    }, { once: true });
    move(event);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#shown?.phase !== 'guess') return;
    const guess = keyedGuess(event.key, this.#shown.guess);
    if (guess === null) return;
    event.preventDefault();
    this.#act.guess(guess);
    this.#act.rest();
  }
}

/** A mark on the track and the number above it. @param {string} kind @param {string} caption */
function number(kind, caption) {
  const value = h('b', {});
  return { value, mark: h('span', { class: `sight-mark ${kind}` }),
    label: h('span', { class: `sight-number ${kind}` }, h('span', {}, caption), value) };
}

/**
 * Two places pushed apart to `room`, within the width and what stands over its end.
 * @param {[number, number]} places @param {number} room @param {number} width
 * @returns {[number, number]}
 */
export function apart([a, b], room, width) {
  const [first, last] = [EDGE, width - EDGE];
  const inside = (/** @type {number} */ place) => Math.max(first, Math.min(last, place));
  const [near, far] = [inside(a), inside(b)];
  if (Math.abs(far - near) >= room) return [near, far];
  const left = Math.max(first, Math.min(last - room, (near + far - room) / 2));
  return b >= a ? [left, left + room] : [left + room, left];
}
