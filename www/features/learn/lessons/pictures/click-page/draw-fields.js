// Draws the sessions of one product at two ranks as two fields of dots: clicked, seen without a click, not seen. No
// state.

import { s } from '../../../../../ui/dom.js';
import { SESSIONS } from '../../figures/moved-page.js';
import { hiddenBox } from '../drawn-frame.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('../../figures/moved-page.js').Outcome} Outcome */

/** Below each field, the colours that come with it. */
const KEYS = [[{ kind: 'clicked', words: 'clicked' }, { kind: 'seen', words: 'seen, no click' }],
  [{ kind: '', words: 'not seen' }]];

/**
 * @param {Layout} layout
 * @param {{ title: string, fields: readonly { rank: number, outcome: Outcome | null }[] }} view `outcome`: null while
 * hidden
 */
export function drawFields(layout, { title, fields }) {
  const { panel: { x }, page: { isPhone } } = layout;
  return [isPhone ? null : s('text', { class: 'head', x, y: 137 }, title),
    isPhone ? null : s('text', { class: 'axis', x, y: 162 }, `newest ${SESSIONS} sessions, a dot for each`),
    fields.map((field, at) => drawField(layout, field, at))];
}

/**
 * @param {Layout} layout @param {{ rank: number, outcome: Outcome | null }} field @param {number} at
 */
function drawField(layout, { rank, outcome }, at) {
  const { panel: { x }, page: { isPhone }, fields: { ys, across, gap, high, radius } } = layout;
  const y = ys[at];
  const bottom = y + (SESSIONS / across - 1) * high;
  const under = bottom + (isPhone ? 22 : 40);
  const count = outcome ? String(outcome.clicked) : '?';
  return [s('text', { class: isPhone ? 'axis ink' : '', x, y: y - (isPhone ? 10 : 18) }, `at rank ${rank + 1}`),
    outcome ? drawOutcome(outcome, { x: x + radius, y, across, gap, high, radius })
      : hiddenBox(x, y - radius, (across - 1) * gap + 2 * radius, bottom - y + 2 * radius),
    s('text', { x, y: under }, s('tspan', { class: `click-count${outcome ? '' : ' soft'}` }, count),
      count === '1' ? ' click' : ' clicks'),
    isPhone || !outcome ? null : drawKey(layout, under, KEYS[at])];
}

/**
 * @param {Outcome} outcome
 * @param {{ x: number, y: number, across: number, gap: number, high: number, radius: number }} grid
 */
function drawOutcome({ clicked, seen, unseen }, { x, y, across, gap, high, radius }) {
  return Array.from({ length: clicked + seen + unseen }, (_, at) => s('circle', {
    class: `click-dot${at < clicked ? ' clicked' : at < clicked + seen ? ' seen' : ''}`, cx: x + (at % across) * gap,
    cy: y + Math.floor(at / across) * high, r: radius }));
}

/**
 * What the colours of dots mean. @param {Layout} layout @param {number} y
 * @param {readonly { kind: string, words: string }[]} kinds
 */
function drawKey({ fields: { key: { x, xs } } }, y, kinds) {
  return kinds.map(({ kind, words }, at) => [s('circle', { class: `click-dot ${kind}`, cx: x + xs[at] - 12, cy: y - 5,
    r: 5 }), s('text', { class: 'axis', x: x + xs[at], y }, words)]);
}
