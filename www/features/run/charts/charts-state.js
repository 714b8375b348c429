// How the charts are shown: which have a logarithmic value axis, and whether they are folded to a row. Pure.

/**
 * `logarithmic`: names of charts. `folded`: the reader's choice; null without one, so that the window decides.
 * @typedef {{ logarithmic: string[], folded: boolean | null }} Charts
 */
/**
 * @typedef {{ type: 'charts/scale', chart: string, logarithmic: boolean }
 *   | { type: 'charts/fold', folded: boolean }} ChartsAction
 */

/** @type {Charts} */
export const LINEAR_CHARTS = { logarithmic: [], folded: null };

/** @param {Charts} charts @param {ChartsAction} action @returns {Charts} */
export function reduceCharts(charts, action) {
  if (action.type === 'charts/fold') return { ...charts, folded: action.folded };
  if (action.type !== 'charts/scale') return charts;
  const others = charts.logarithmic.filter((name) => name !== action.chart);
  return { ...charts, logarithmic: action.logarithmic ? [...others, action.chart] : others };
}

/**
 * The slices that the charts read. `lessons.open`: the open lesson, if there is one.
 * @typedef {import('../../library/runs/runs-state.js').RunsState
 *   & { theme: string, charts: Charts, lessons: { open: object | null } }} ChartsState
 */
/**
 * @typedef {import('../../../store/store.js').Store<ChartsState,
 *   import('../training/training-state.js').TrainingAction | ChartsAction>} ChartsStore
 */
