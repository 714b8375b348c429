// The figures that the present run has, with their values, for the menus of the editor. Pure, no DOM.

import { numberOf } from '../lessons/expressions.js';
import { reportedFigures } from '../lessons/reported-figures.js';
import { lessonSnapshot } from '../lessons/step-player.js';
import { shortFigure } from '../../../lib/format.js';

/** @typedef {import('../lessons/lesson-state.js').LessonsState} State */

/** Figures of every method. */
const OF_ALL = ['rows.slack', 'rows.value', 'rows.count', 'overview.queries_used', 'overview.documents',
  'overview.features', 'pulls.pull', 'pulls.score', 'pulls.up', 'pulls.down', 'settings.c'];

/** @param {State} state @returns {{ value: string, text: string }[]} with a value of the present run first */
export function figureMenu(state) {
  const { catalog, run, settings } = state;
  const names = [...reportedFigures(catalog, run?.settings ?? settings)?.figures ?? [], ...OF_ALL];
  const snapshot = lessonSnapshot(state);
  const all = names.map((value) => {
    const now = snapshot && orNull(() => numberOf({ value }, { now: snapshot }));
    return { value, now, text: now === null ? value : `${value} = ${shortFigure(now)}` };
  });
  return [...all.filter(({ now }) => now !== null), ...all.filter(({ now }) => now === null)]
    .map(({ value, text }) => ({ value, text }));
}

/** @template T @param {() => T} ask @returns {T | null} */
function orNull(ask) {
  try {
    return ask();
  } catch {
    return null;
  }
}
