// The figures that the present run has, by their names on the page and with their values, for the menus of the editor.
// Pure, no DOM.

import { numberOf } from '../lessons/expressions.js';
import { PAGE_FIGURES, reportedFigures } from '../lessons/reported-figures.js';
import { lessonSnapshot } from '../lessons/step-player.js';
import { count, shortFigure } from '../../../lib/format.js';
import { nameOfFigure } from './figure-names.js';

/** @typedef {import('../lessons/lesson-state.js').LessonsState} State */

/**
 * The figures with a value in the present run first.
 * @param {State} state @returns {{ value: string, text: string }[]}
 */
export function figureMenu(state) {
  const { catalog, run, settings } = state;
  const names = [...reportedFigures(catalog, run?.settings ?? settings)?.figures ?? [], ...PAGE_FIGURES];
  const snapshot = lessonSnapshot(state);
  const measure = firstMeasure(state);
  const all = names.map((value) => {
    const now = snapshot && orNull(() => numberOf({ value }, { now: snapshot }));
    const name = nameOfFigure({ value }, measure);
    const text = now === null ? '' : ` = ${Number.isInteger(now) ? count(now) : shortFigure(now)}`;
    return { value, now, text: name + text };
  });
  return [...all.filter(({ now }) => now !== null), ...all.filter(({ now }) => now === null)]
    .map(({ value, text }) => ({ value, text }));
}

/** The measure that a run reports first. @param {State} state */
export const firstMeasure = ({ run, settings }) => run?.reports.at(-1)?.train[0]?.measure ?? settings.measure;

/** @template T @param {() => T} ask @returns {T | null} */
function orNull(ask) {
  try {
    return ask();
  } catch {
    return null;
  }
}
