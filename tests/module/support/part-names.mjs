// Whether the page can have the parts that lessons point at. A part is named by its role and its words, so a part that
// was renamed is missed without a browser. Only a browser tells whether it is visible.

import { readFileSync } from 'node:fs';
import { at } from '../../../scripts/lib/project.mjs';
import { filesUnder } from '../../../scripts/lib/stamps.mjs';
import { methodOf } from '../../../www/features/settings/settings.js';
import { MEASURES } from '../../../www/lib/measures.js';

/** @typedef {import('../../../www/features/learn/lessons/find-part.js').PartName} PartName */
/** @typedef {import('../../../www/app/reducer.js').State} State */

/** The folders of `www` whose code draws the page. */
const DRAWING = ['app', 'features', 'ui'];

/** The names of measures, as people write them. */
const MEASURE = new Set(Object.values(MEASURES).map((measure) => measure.name));

/** Returns the code that draws the page, in one text. */
export async function drawingCode() {
  const files = (await Promise.all(DRAWING.map((folder) => filesUnder(at('www', folder))))).flat();
  return files.filter((path) => path.endsWith('.js')).map((path) => readFileSync(path, 'utf8')).join('\n');
}

/**
 * Returns whether the page can have a part: a chart of this run, a part whose name begins a text of the page's code, or a
 * control with a label of the catalogue.
 * @param {PartName} part @param {State} state @param {string} code
 */
export function canHave({ role, name }, { catalog, run }, code) {
  const isChart = (/** @type {{ name: string }} */ chart) => chart.name === name;
  if (role === 'region' && catalog.methods.some(({ charts }) => charts.some(isChart))) {
    return Boolean(run && methodOf(catalog, run.settings)?.charts.some(isChart));
  }
  // The chart of the measure has the name of the first one that is reported.
  if (role === 'region' && MEASURE.has(name.split('@')[0])) return name.toLowerCase() === run?.reports.at(0)?.train[0]?.measure;
  return code.includes(`'${name}`) || (role !== 'region' && JSON.stringify(catalog).includes(`"${name}"`));
}
