// The figures that the present run has, by their names on the page and with their values, for the menus of the editor.
// Pure, no DOM.

import { numberOf } from '../lessons/expressions.js';
import { reportedFigures } from '../lessons/reported-figures.js';
import { lessonSnapshot } from '../lessons/step-player.js';
import { count, shortFigure } from '../../../lib/format.js';
import { nameOfFigure } from './figure-names.js';

/** @typedef {import('../lessons/lesson-state.js').LessonsState} State */

/** Figures of every method. */
const OF_ALL = ['rows.slack', 'rows.value', 'rows.count', 'overview.queries_used', 'overview.documents',
  'overview.features', 'pulls.pull', 'pulls.score', 'pulls.up', 'pulls.down', 'settings.c'];
const OF_TURN = ['lists', 'least_loss', 'greatest_jump', 'least_slack', 'loss_at_least_slack', 'slack_per_degree'];
/** Figures of pictures, by the picture. @type {Readonly<Record<string, string[]>>} */
const OF_PICTURES = {
  circle: OF_TURN.map((name) => `turn.${name}`), 'two-meters': ['turn.lists', 'turn.most_of_all'],
  bars: ['stretch.loss_change', 'stretch.slack_change', 'stretch.least_room'],
  gain: ['order.ndcg', 'order.ap', 'order.auc', 'order.swapped'],
};

/**
 * The figures with a value in the present run first.
 * @param {State} state @param {string} [picture] of the step @returns {{ value: string, text: string }[]}
 */
export function figureMenu(state, picture = '') {
  const { catalog, run, settings } = state;
  const names = [...OF_PICTURES[picture] ?? [],
    ...reportedFigures(catalog, run?.settings ?? settings)?.figures ?? [], ...OF_ALL];
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
