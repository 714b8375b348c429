// The charts of a state, with the kept runs laid over them. Several parts of the page ask for them in a frame. Pure.

import { overlays } from '../../library/runs/runs-state.js';
import { componentLabel } from '../../settings/components.js';
import { chartsOfMethod, hasOption, methodOf } from '../../settings/settings.js';
import { charts } from './curves.js';
import { withOverlays } from './run-overlays.js';

/** @typedef {import('./curves.js').Chart} Chart */

/** The charts of the state that was asked about last. @type {{ of: unknown[], charts: Chart[] }} */
const known = { of: [], charts: [] };

/**
 * The charts of a state. Several parts of the page ask for them in a frame.
 * @param {import('./charts-state.js').ChartsState} state
 */
export function chartsOf(state) {
  const of = [state.run, state.settings, state.catalog, state.runs];
  if (of.some((part, at) => part !== known.of[at])) Object.assign(known, { of, charts: makeCharts(state) });
  return known.charts;
}

/** @param {import('./charts-state.js').ChartsState} state */
function makeCharts({ run, settings, catalog, runs }) {
  const measure = hasOption(methodOf(catalog, settings), 'measure') ? settings.measure : '';
  const laid = overlays(runs);
  const key = run?.reports.at(-1)?.train[0]?.measure ?? run?.overview?.measures[0] ?? measure;
  const declared = chartsOfMethod(catalog, run?.settings ?? settings);
  return charts(run, measure, declared, (name) => componentLabel(catalog, name))
    .map((chart) => (laid.length ? withOverlays(chart, laid, key) : chart));
}
