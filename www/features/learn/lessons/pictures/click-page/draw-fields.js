// Draws the sessions of one product at two ranks as two fields of dots: clicked, seen without a click, not seen. No state.

import { s } from '../../../../../ui/dom.js';
import { SESSIONS } from '../../figures/moved-page.js';
import { hiddenBox } from '../drawn-frame.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('../../figures/moved-page.js').Outcome} Outcome */

/**
 * @param {Layout} layout
 * @param {{ title: string, fields: readonly { rank: number, outcome: Outcome | null }[] }} view `outcome`: null while
 * hidden
 */
export function drawFields(layout, { title, fields }) {
  const { panel: { x }, page: { isPhone } } = layout;
  return [isPhone ? null : s('text', { class: 'head', x, y: 137 }, title),
    isPhone ? null : s('text', { class: 'axis', x, y: 162 }, `newest ${SESSIONS} sessions, a dot for each`),
    fields.map((field, at) => drawField(layout, field, at)), isPhone ? null : drawKey(layout)];
}

/**
 * @param {Layout} layout @param {{ rank: number, outcome: Outcome | null }} field @param {number} at
 */
function drawField({ panel: { x }, page: { isPhone }, fields: { ys, across, gap, high, radius } }, { rank, outcome },
  at) {
  const y = ys[at];
  const bottom = y + (SESSIONS / across - 1) * high;
  const under = bottom + (isPhone ? 22 : 40);
  const count = outcome ? String(outcome.clicked) : '?';
  return [s('text', { class: isPhone ? 'axis ink' : '', x, y: y - (isPhone ? 10 : 18) }, `at rank ${rank + 1}`),
    outcome ? drawOutcome(outcome, { x: x + radius, y, across, gap, high, radius })
      : hiddenBox(x, y - radius, (across - 1) * gap + 2 * radius, bottom - y + 2 * radius),
    s('text', { x, y: under }, s('tspan', { class: `click-count${outcome ? '' : ' soft'}` }, count),
      count === '1' ? ' click' : ' clicks')];
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

/** What the colours of the dots mean. @param {Layout} layout */
function drawKey({ panel: { x, width }, fields: { ys, across, high } }) {
  const y = ys[0] + (SESSIONS / across - 1) * high + 40;
  const kinds = /** @type {const} */ ([['clicked', 'clicked', 116], ['seen', 'seen, no click', 204], ['', 'not seen', 0]]);
  return kinds.map(([kind, words, left], at) => {
    const [cx, cy] = at === 2 ? [x + 116, y + 24] : [x + left, y];
    return [s('circle', { class: `click-dot ${kind}`, cx: cx - 12 + Math.min(0, width), cy: cy - 5, r: 5 }),
      s('text', { class: 'axis', x: cx, y: cy }, words)];
  });
}
