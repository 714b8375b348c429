// The figures of a step's picture that lessons can look up. They come from a training run on the page itself.

import { allowedPlanes, planeFigures } from './allowed-planes.js';
import { clickFigures } from './clicks.js';
import { generalisationFigures, generalisationOf } from './generalisation.js';
import { learnedFigures } from './learned.js';
import { marginFigures, marginsOf } from './margins.js';
import { onlinePasses, passFigures } from './online-to-batch.js';
import { pushFigures, pushOf } from './push.js';
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

/** @typedef {import('../../../data/data-state.js').DataRequest} DataRequest */
/**
 * Of pictures of whole samples.
 * @type {Record<string, (request: DataRequest | undefined, settings: TrainingSettings) =>
 *   Promise<Record<string, number>>>}
 */
const FIGURES_OF_SAMPLES = {
  'allowed-planes': async (request) => planeFigures(await allowedPlanes(request)),
  generalisation: async (request) => generalisationFigures(await generalisationOf(request)),
  margins: async (request) => marginFigures(await marginsOf(request)),
  'online-to-batch': async (request) => passFigures(await onlinePasses(request)),
  push: async (request, settings) => pushFigures(await pushOf(request, settings)),
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
 * @param {DataRequest} [request] of the data
 */
export async function pictureFigures({ picture = '', show = [], arrow }, lines, settings, request) {
  // A lesson without its figures says so.
  if (picture === 'click-learning') return learnedFigures(show).catch(() => null);
  if (FIGURES_OF_SAMPLES[picture] && settings) return FIGURES_OF_SAMPLES[picture](request, settings).catch(() => null);
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
