// Draws five trainings of a cross-validation: a row for each model, a column for each fold. No state.

import { s } from '../../../../../ui/dom.js';
import { hiddenBox } from '../drawn-frame.js';

export const FOLDS = 5;

/** @param {boolean} isPhone */
export const dealLayout = (isPhone) => (isPhone
  ? { left: 76, top: 62, width: 56, height: 34, across: 60, down: 42, phone: true, track: 40, end: 280 }
  : { left: 196, top: 112, width: 112, height: 68, across: 120, down: 84, phone: false, track: 76, end: 580 });

/** The middle of a row. @param {ReturnType<typeof dealLayout>} layout @param {number} row */
export const rowAt = ({ top, height, down }, row) => top + row * down + height / 2;

/**
 * @param {ReturnType<typeof dealLayout>} layout
 * @param {{ seen: number, row: number, highest: number }} view `seen`: the last row that is drawn. `row`: where the
 * handle stands
 */
export function drawDeal(layout, { seen, row, highest }) {
  const { left, top, width, height, across, down, phone, track } = layout;
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold);
  const [first, last, end] = [0, FOLDS - 1, highest].map((one) => rowAt(layout, one));
  const foot = top + FOLDS * down + (phone ? 18 : 26);
  return [
    folds.map((fold) => s('text', { class: phone ? 'axis' : 'strong', x: left + fold * across + width / 2,
      y: top - (phone ? 10 : 18), 'text-anchor': 'middle' }, phone ? `${fold + 1}` : `fold ${fold + 1}`)),
    s('text', { class: 'axis', x: track, y: top - (phone ? 10 : 18), 'text-anchor': 'middle' }, 'model'),
    s('line', { class: 'chart-track', x1: track, x2: track, y1: first, y2: end }),
    end < last && s('line', { class: 'chart-track closed', x1: track, x2: track, y1: end, y2: last }),
    folds.slice(0, seen + 1).flatMap((model) => folds.map((fold) => drawCell(layout, model, fold, model === row))),
    // One box for all others: their number is the answer.
    seen < FOLDS - 1 && hiddenBox(left, top + (seen + 1) * down, (FOLDS - 1) * across + width,
      (FOLDS - 2 - seen) * down + height),
    [['training', 'trains'], ['validation', 'measures']].map(([kind, words], at) => s('g', { class: kind },
      s('rect', { class: 'fold-cell', x: left + at * (phone ? 110 : 180), y: foot - 12, width: 16, height: 16, rx: 4 }),
      s('text', { class: phone ? 'axis' : '', x: left + at * (phone ? 110 : 180) + 24, y: foot + 2 }, words))),
  ].flat(2);
}

/**
 * @param {ReturnType<typeof dealLayout>} layout @param {number} model @param {number} fold
 * @param {boolean} isNow whether the handle stands at this model
 */
function drawCell({ left, top, width, height, across, down, phone }, model, fold, isNow) {
  const [x, y] = [left + fold * across, top + model * down];
  const measures = model === fold;
  return s('g', { class: measures ? 'validation' : 'training' },
    s('rect', { class: isNow ? 'fold-cell now' : 'fold-cell', x, y, width, height, rx: 8 }),
    s('text', { class: measures ? 'fold-word strong' : 'fold-word', x: x + width / 2, y: y + height / 2 + 6,
      'text-anchor': 'middle' }, phone ? (measures ? 'M' : 't') : measures ? 'measures' : 'trains'));
}
