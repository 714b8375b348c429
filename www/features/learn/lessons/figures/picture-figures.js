// The figures of a step's picture that lessons can look up. They come from a training run on the page itself.

import { clickFigures } from './clicks.js';
import { learnedFigures } from './learned.js';
import { stretchFigures, stretchOf } from './stretch.js';
import { trainSmall } from './small-run.js';
import { turnFigures, turnOf } from './turn.js';

/** @typedef {import('../../../../core/protocol.js').TrainingSettings} TrainingSettings */

/** @type {Record<string, (run: import('./small-run.js').SmallRun, lines: string[], settings: TrainingSettings,
 *   arrow: [number, number] | undefined) => Record<string, number>>} */
const FIGURES_OF = {
  bars: stretched,
  plane: stretched,
  'click-page': (_run, lines) => clickFigures(lines),
  circle: (run, lines) => turnFigures(turnOf(run, lines)),
  'two-meters': (run, lines, { measures }) => turnFigures(turnOf(run, lines), measures),
};

/** @type {typeof FIGURES_OF[string]} */
function stretched(run, _lines, settings, arrow) {
  const stretch = stretchOf(run, settings, arrow);
  try {
    return stretchFigures(stretch);
  } finally {
    stretch.end();
  }
}

/**
 * Returns the figures of a step's picture; null if the picture has none, or if they are not wanted any more.
 * @param {{ picture?: string, show?: string[], arrow?: [number, number] }} step
 * @param {unknown} lines of the step's data @param {TrainingSettings | undefined} settings
 */
export async function pictureFigures({ picture = '', show = [], arrow }, lines, settings) {
  // A lesson without its figures says so.
  if (picture === 'click-learning') return learnedFigures(show).catch(() => null);
  const figures = FIGURES_OF[picture];
  if (!figures || !settings || !Array.isArray(lines)) return null;
  try {
    const run = trainSmall(lines, settings);
    try {
      return figures(run, lines, settings, arrow);
    } finally {
      run.end();
    }
  } catch {
    return null; // The lesson then says that the run lacks the figure.
  }
}
