// The figures that a step can look up, by their names on the page. Pure, no DOM.

import { measureName } from '../../../lib/format.js';
import { PAGE_FIGURES, reportedFigures } from '../lessons/reported-figures.js';

/** @typedef {import('../lessons/expressions.js').Lookup} Lookup */

/** @type {Readonly<Record<string, string>>} */
const NAMES = {
  'report.iteration': 'iteration', 'report.round': 'round', 'report.primal': 'primal objective',
  'report.best_primal': 'best primal objective', 'report.dual': 'dual objective', 'report.gap': 'gap',
  'report.mean_slack': 'mean slack', 'report.mean_loss': 'mean loss', 'report.norm': 'length of w, ‖w‖',
  'report.cuts': 'cutting planes', 'report.added': 'planes added in this iteration',
  'report.worst_violation': 'worst violation', 'report.objective': 'objective',
  'report.best_objective': 'best objective', 'report.pair_error': 'pair error', 'report.smoothing': 'smoothing',
  'report.moved': 'move of w in the round',
  'report.gradient_norm': 'length of the gradient', 'report.rate': 'learning rate',
  'report.alpha': 'weight α of the round', 'report.edge': 'edge of the round', 'report.given_up': 'pairs given up',
  'report.entropy': 'evenness of the weights', 'report.paid': 'loss paid by the query', 'report.regret': 'regret',
  'report.bound': 'bound on the regret',
  'report.feature': 'feature of the round', 'report.threshold': 'threshold of the round',
  'stop.gap': 'gap at the end', 'stop.iterations': 'iterations until the end',
  'stop.best_iteration': 'iteration of the kept model', 'stop.best_objective': 'best objective at the end',
  'stop.best_primal': 'best primal objective at the end', 'stop.dual': 'dual objective at the end',
  'overview.queries_used': 'queries used', 'overview.queries_skipped': 'queries skipped',
  'overview.documents': 'documents', 'overview.features': 'features',
  'inspection.loss': 'loss of the violator', 'inspection.margin': 'margin of the violator',
  'inspection.hinge': 'H of the violator', 'inspection.predicted_loss': 'model’s loss',
  'inspection.predicted_value': 'measure of the query', 'inspection.working_slack': 'slack of the working set',
  'inspection.reference.grade': 'grade at rank 1 of y*', 'inspection.predicted.grade': 'grade at rank 1 of the model',
  'inspection.violator.grade': 'grade at rank 1 of the violator',
  'greedy.loss': 'loss of the greedy search', 'greedy.margin': 'margin of the greedy search',
  'greedy.hinge': 'H of the greedy search', 'greedy.grade': 'grade at rank 1 of the greedy search',
  'rows.slack': 'slack of a query', 'rows.loss': 'loss of a query', 'rows.value': 'measure of a query',
  'rows.count': 'queries in the table',
  'pulls.pull': 'pull on the first document', 'pulls.score': 'score of the first document',
  'pulls.grade': 'grade of the first document', 'pulls.up': 'documents pulled up',
  'pulls.down': 'documents pulled down', 'pulls.pair_error': 'pair error of the query',
  'pulls.value': 'measure of the query, tab Pulls',
  'model.features': 'features in use', 'model.trees': 'trees', 'model.uses': 'uses of feature 1',
  'model.steps': 'steps of feature 1', 'model.rise': 'rise of feature 1', weight: 'weight of feature 1',
  'settings.c': 'C', 'ratings.mean': 'mean over the users', 'ratings.ahead': 'lead of the ranking',
  'ratings.c': 'chosen C', 'ratings.low': 'lead, lower end', 'ratings.high': 'lead, upper end',
  'order.ndcg': 'NDCG of the reader’s order', 'order.ap': 'AP of the reader’s order',
  'order.auc': 'AUC of the reader’s order', 'order.swapped': 'NDCG after a swap of ranks 1 and 2',
  'comparison.c': 'C of the first method', 'comparison.valid': 'validation of the first method',
  'comparison.test': 'test of the first method', 'comparison.standard_error': 'standard error of the first method',
  'turn.lists': 'lists of a turn', 'turn.least_loss': 'least loss of a turn',
  'turn.greatest_jump': 'greatest jump of the loss', 'turn.least_slack': 'least slack of a turn',
  'turn.loss_at_least_slack': 'loss where the slack is least', 'turn.slack_per_degree': 'slack for each degree',
  'turn.most': 'greatest value of a measure', 'turn.most_of_all': 'value that all measures reach',
  'stretch.loss_change': 'change of the loss', 'stretch.slack_change': 'change of the slack',
  'stretch.least_room': 'least room between slack and loss',
  'clicks.seen': 'share of sessions that saw a rank', 'clicks.counted': 'clicks at a rank',
  'clicks.weighed': 'clicks ÷ seen at a rank', 'clicks.wanted': 'clicks if all saw the rank',
  'clicks.moved': 'clicks of the moved product at a rank',
  'learned.ndcg': 'NDCG@10 of a model of clicks', 'learned.low': 'NDCG@10 of the worst log',
  'learned.high': 'NDCG@10 of the best log', 'learned.share': 'share of feature 1 in the weights',
  'generalisation.training': 'loss on the draw', 'generalisation.risk': 'risk of the chosen w',
  'generalisation.least': 'least risk', 'generalisation.largest': 'largest difference of loss and risk',
  'generalisation.signs': 'how well w follows random signs', 'generalisation.slide': 'bound of the slide',
  'generalisation.full': 'full bound', 'generalisation.held': 'draws that keep the slide’s bound',
  'generalisation.all_held': 'draws that keep the slide’s bound for all w',
  'generalisation.full_held': 'draws that keep the full bound',
  'margins.error': 'error at a margin', 'margins.second': 'second term of the margin bound',
  'margins.sum': 'margin bound', 'margins.least': 'least margin bound', 'margins.least_at': 'margin of the least bound',
  'margins.searches': 'searches of the margin bound', 'margins.needed': 'searches that a promise needs',
  'planes.allowed': 'planes that the theory allows', 'planes.needed': 'planes that training needs',
  'planes.iterations': 'iterations until the violation is left',
  'passes.paid': 'mean loss that passes paid', 'passes.mean': 'loss of the mean w of passes',
  'passes.last': 'loss of the last w of passes', 'passes.held': 'passes whose mean w costs less than was paid',
  'passes.orders': 'shuffled orders', 'passes.searches': 'searches of a pass',
  'passes.certain': 'term for certainty',
  'push.norm': 'length of w of a push', 'push.objective': 'objective of a push', 'push.value': 'measure of a push',
  'push.share': 'share of the pull on the bad page on top',
};

const PLACES = /** @type {Record<string, string>} */ ({ cursor: 'at the iteration shown', first: 'at the start',
  last: 'at the end', best: 'at the kept model' });
const DATA = /** @type {Record<string, string>} */ ({ train: 'training', valid: 'validation', test: 'test' });

/**
 * The figures of a run with these settings, for a menu, and what names any of its figures.
 * @param {import('../../../core/protocol.js').Catalog} catalog
 * @param {import('../../../core/protocol.js').TrainingSettings} settings
 * @param {import('../lessons/step-state.js').StepState} state of the step
 */
export function figuresOfRun(catalog, settings, state) {
  const nameOf = (/** @type {Lookup} */ lookup) => nameOfFigure(lookup, settings.measures?.[0] ?? '');
  const figures = [...reportedFigures(catalog, settings)?.figures ?? [],
    ...PAGE_FIGURES.filter((value) => {
      const [kind] = value.split('.');
      // These tabs have figures only in a step that sets them up.
      return !['ratings', 'comparison'].includes(kind) || kind in state;
    })];
  return { menu: figures.map((value) => ({ value, text: nameOf({ value }) })), nameOf };
}

/**
 * The name of a figure as the page has it.
 * @param {Lookup} lookup
 * @param {string} measure the first measure that the settings name; empty for that of the method
 */
export function nameOfFigure({ value, measure: own, run, at, of, rank, feature }, measure) {
  const [kind, data] = value.split('.');
  const isMeasure = kind === 'report' && Object.hasOwn(DATA, data);
  const name = isMeasure ? `${measureName(own ?? measure) || 'charted measure'}, ${DATA[data]}` : NAMES[value] ?? value;
  const isRow = kind === 'rows' && data !== 'count';
  const more = [!isMeasure && own && measureName(own), isRow ? rowOf(of) : of, rank && `rank ${rank}`,
    feature && `feature ${feature}`,
    at !== undefined && (PLACES[at] ?? (kind === 'learned' ? `at ${at} sessions` : `at iteration ${at}`)),
    run === 'before' && 'before the answer',
    run && run !== 'before' && `run “${run}”`].filter(Boolean);
  return more.length ? `${name} (${more.join(', ')})` : name;
}

/** The query of a figure of the table. @param {string | undefined} of */
const rowOf = (of = 'largest') => (['largest', 'smallest'].includes(of) ? `${of} slack` : `query ${of}`);
