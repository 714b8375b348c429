// Parts of the text of any phase of slow motion.

import { h } from '../../../ui/dom.js';
import { canResume } from '../training/run-state.js';

/** @typedef {{ headline: string, sentence: string, figures: Element[] }} PhaseText */

/**
 * A phase whose iteration has not got so far.
 * @param {import('../training/training-state.js').TrainingState} state
 * @param {{ now: string, none: string }} words while it is being made, and where training ended before it
 * @returns {PhaseText}
 */
export function pendingText(state, { now, none }) {
  const { run } = state;
  const sentence = run?.status === 'stopped'
    ? none
    : run?.status === 'running' || run?.status === 'stepping' ? now
      : canResume(state) ? 'Not done yet: Next or Step goes on.' : 'Not known: the run ended before.';
  return { headline: '–', sentence, figures: [] };
}

/** Named figures. @param {[string, string][]} pairs */
export function figures(pairs) {
  return h('dl', { class: 'figures' },
    pairs.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
}

/** The first column names the row. @param {string} caption @param {string[]} heads @param {(string | Node)[][]} rows */
export function table(caption, heads, rows) {
  return h('div', { class: 'scroll' }, h('table', { class: 'numbers' }, h('caption', {}, caption),
    h('thead', {}, h('tr', {}, heads.map((head, at) => h('th', { scope: 'col', class: at ? '' : 'name' }, head)))),
    h('tbody', {},
      rows.map(([first, ...rest]) =>
          h('tr', {}, h('th', { scope: 'row', class: 'name' }, first), rest.map((cell) => h('td', {}, cell)))))));
}
