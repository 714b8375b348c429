// Which charts have a logarithmic value axis. Pure.

/** Names of charts. @typedef {{ logarithmic: string[] }} Charts */
/** @typedef {{ type: 'charts/scale', chart: string, logarithmic: boolean }} ChartsAction */

/** @type {Charts} */
export const LINEAR_CHARTS = { logarithmic: [] };

/** @param {Charts} charts @param {ChartsAction} action @returns {Charts} */
export function reduceCharts(charts, action) {
  if (action.type !== 'charts/scale') return charts;
  const others = charts.logarithmic.filter((name) => name !== action.chart);
  return { logarithmic: action.logarithmic ? [...others, action.chart] : others };
}

/** The slices that the charts read. */
/** @typedef {import('../../library/runs/runs-state.js').RunsState & { theme: string, charts: Charts }} ChartsState */
/**
 * @typedef {import('../../../store/store.js').Store<ChartsState,
 *   import('../training/training-state.js').TrainingAction | ChartsAction>} ChartsStore
 */
