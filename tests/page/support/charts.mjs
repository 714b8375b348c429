// The charts that the catalogue declares for methods with cutting planes, for tests of the page's state without the core.

/** @type {import('../../../www/wasm/rankscope.js').ChartChoice[]} */
export const PLANES = [
  { name: 'Objective', about: '½‖w‖² + C · mean ξ', curves: [{ figure: 'best_primal', label: 'primal, best', role: 'primal' }, { figure: 'dual', label: 'dual', role: 'dual' }, { figure: 'gap', label: 'gap', role: 'gap' }] },
  { name: 'Slack and loss', about: 'mean of the queries', curves: [{ figure: 'mean_slack', label: 'slack ξ', role: 'slack' }, { figure: 'mean_loss', label: 'loss Δ', role: 'loss' }] },
];
