// Bars of figures of several runs: a column for each run, a row for each figure. A run that has not been trained yet is
// hidden. No state.

import { s } from '../../../../ui/dom.js';
import { hiddenBox, withSymbols } from './drawn-frame.js';

/** @typedef {import('../expressions.js').LessonSnapshot} LessonSnapshot */
/** @typedef {{ name: string, snapshot: LessonSnapshot | undefined }} RunColumn */
/**
 * A figure of a run's last report. `short`: its name on a phone. `inner`: a part of it, drawn inside its bar. `most`:
 * the value that fills the room.
 * @typedef {{ name: string, short?: string, about?: string, kind: string, most: number,
 *   text: (value: number) => string, value: (snapshot: LessonSnapshot) => number,
 *   inner?: (snapshot: LessonSnapshot) => number }} RunFigure
 */
/** @typedef {{ x: number, step: number, width: number, y: number, rowStep: number, labels: number }} Place */

/** Where the columns of runs stand below `top`. @param {boolean} isPhone @param {number} top @returns {Place} */
export const runPlace = (isPhone, top) => (isPhone ? { x: 96, step: 97, width: 90, y: top, rowStep: 42, labels: 14 }
  : { x: 200, step: 208, width: 196, y: top, rowStep: 70, labels: 36 });

/**
 * @param {Place} place @param {readonly RunColumn[]} runs @param {readonly RunFigure[]} figures
 * @param {boolean} isPhone @param {number} grown
 */
export function drawRuns(place, runs, figures, isPhone, grown) {
  const bar = isPhone ? 10 : 16;
  return figures.flatMap(({ name, short, about, kind, most, text, value, inner }, row) => {
    const y = place.y + row * place.rowStep;
    return [s('text', { class: isPhone ? 'axis ink' : 'strong', x: place.labels, y: y + (isPhone ? 16 : 20) },
      ...withSymbols((isPhone && short) || name)),
      isPhone || !about ? null : s('text', { class: 'axis', x: place.labels, y: y + 41 },
        ...withSymbols(about)),
      ...runs.flatMap(({ snapshot }, column) => {
        const x = place.x + column * place.step;
        if (!snapshot) return [hiddenBox(x, y, place.width, isPhone ? 32 : 44)];
        const number = value(snapshot);
        const wide = (/** @type {number} */ one) => Math.max(1.5, (place.width * Math.min(1, one / most)) * grown);
        return [s('text', { class: isPhone ? 'strong' : 'value', x, y: y + (isPhone ? 14 : 18) }, text(number)),
          s('rect', { class: 'run-room', x, y: y + (isPhone ? 20 : 26), width: place.width, height: bar, rx: 3 }),
          s('rect', { class: `run-bar ${kind}`, x, y: y + (isPhone ? 20 : 26), width: wide(number), height: bar,
            rx: 3 }),
          inner ? s('rect', { class: 'run-inner', x, y: y + (isPhone ? 23 : 31), width: wide(inner(snapshot)),
            height: isPhone ? 4 : 6 }) : null];
      })];
  });
}

/** The last report of a run. @param {LessonSnapshot} snapshot */
export const lastOf = ({ reports }) => reports[reports.length - 1];
