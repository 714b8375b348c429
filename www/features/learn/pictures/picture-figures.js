// The figures of a step's picture that lessons can look up. They come from a training run on the page itself.

import { stateAt } from '../lessons/step-state.js';
import { stretchFigures, stretchOf } from './stretch.js';
import { trainSmall } from './small-run.js';
import { turnFigures, turnOf } from './turn.js';

/** @typedef {import('../lessons/schema.js').Lesson} Lesson */
/** @typedef {import('../../../core/protocol.js').TrainingSettings} TrainingSettings */

/** @type {Record<string, (run: import('./small-run.js').SmallRun, lines: string[], settings: TrainingSettings,
 *   arrow: [number, number] | undefined) => Record<string, number>>} */
const FIGURES_OF = {
  circle: (run, lines) => turnFigures(turnOf(run, lines)),
  'two-meters': (run, lines) => turnFigures(turnOf(run, lines)),
  bars: (run, _lines, settings, arrow) => {
    const stretch = stretchOf(run, settings, arrow);
    try {
      return stretchFigures(stretch);
    } finally {
      stretch.end();
    }
  },
};

/**
 * Returns the figures of a step's picture; null if the picture has none.
 * @param {Lesson} lesson @param {number} step @param {boolean} revealed @param {TrainingSettings | undefined} settings
 */
export function pictureFigures(lesson, step, revealed, settings) {
  const { picture = '', arrow } = lesson.steps[step];
  const { data } = stateAt(lesson, step, revealed);
  const figures = FIGURES_OF[picture];
  if (!figures || !settings || !Array.isArray(data)) return null;
  try {
    const run = trainSmall(data, settings);
    try {
      return figures(run, data, settings, arrow);
    } finally {
      run.end();
    }
  } catch {
    return null; // The lesson then says that the run lacks the figure.
  }
}
