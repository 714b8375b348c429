// Evaluates the expressions of lessons: figures of a run by name, their sums and comparisons. An expression is plain
// data and never runs as a program. Pure. Every figure comes from the core.

import { withoutRounding } from '../../../lib/without-rounding.js';

/** @typedef {import('../../../core/protocol.js').StepReport} StepReport */

/**
 * The state of the run at a step of a lesson. `greedy`: the result of the published greedy search for SVM-NDCG.
 * `ratings` and `comparison`: the results of these tabs. `ranking`: the measures of the reader's own order.
 * `picture`: the figures of the step's picture.
 * `pulls` is there if the page shows them. `scorer` stands in the place of `weights` if it is not linear.
 * @typedef {{ reports: readonly StepReport[],
 *   stop: import('../../../core/protocol.js').Stop | null,
 *   overview: import('../../../core/protocol.js').Overview | null, iteration: number,
 *   inspection: import('../../../core/protocol.js').Inspection | null,
 *   pulls: import('../../../core/protocol.js').Pulls | null,
 *   rows: import('../../../core/protocol.js').QueryRow[], weights: Float64Array | null,
 *   scorer: import('../../../core/protocol.js').ScorerView | null,
 *   settings: import('../../../core/protocol.js').TrainingSettings, greedy: Greedy | null,
 *   ratings: import('../../../core/ratings-protocol.js').RatingsResult | null,
 *   comparison: import('../../../wasm/rankscope.js').ComparisonTable | null,
 *   ranking: import('./order-measures.js').OrderMeasures | null,
 *   picture?: Record<string, number> | null }} LessonSnapshot
 */

/** @typedef {import('../../../wasm/rankscope.js').GreedyViolation} Greedy */
/**
 * Snapshots by the names that expressions use: `now`, `before` (in a reveal), and those of `remember`.
 * @typedef {Record<string, LessonSnapshot | undefined>} LessonSnapshots
 */
/**
 * @typedef {{ value: string, run?: string, at?: string | number, measure?: string, of?: string, rank?: number,
 *   feature?: number }} Lookup
 */
/**
 * @typedef {number | Lookup | { plus: Sum[] } | { minus: Sum[] } | { times: Sum[] } | { over: Sum[] }
 *   | { size: Sum }} Sum
 */
/**
 * @typedef {{ less: Sum[] } | { more: Sum[] } | { same: Sum[], within?: number } | { all: Condition[] }
 *   | { any: Condition[] } | { not: Condition }} Condition
 */

const REPORT = /** @type {const} */ (
  ['iteration', 'round', 'primal', 'best_primal', 'dual', 'gap', 'mean_slack', 'mean_loss', 'norm', 'cuts', 'added',
    'worst_violation', 'train', 'valid', 'test', 'objective', 'best_objective', 'pair_error', 'smoothing', 'moved',
    'gradient_norm', 'rate', 'paid', 'regret', 'bound', 'alpha', 'edge', 'given_up', 'entropy', 'feature',
    'threshold']);
const STOP = /** @type {const} */ (
  ['gap', 'iterations', 'best_iteration', 'best_objective', 'best_primal', 'dual']);
const OVERVIEW = /** @type {const} */ (['queries_used', 'queries_skipped', 'documents', 'features']);
const INSPECTION = /** @type {const} */ (
  ['loss', 'margin', 'hinge', 'predicted_loss', 'predicted_value', 'working_slack']);
const RANKINGS = /** @type {const} */ (['reference', 'predicted', 'violator']);
const ROWS = /** @type {const} */ (['slack', 'loss', 'value']);
const PULLS = /** @type {const} */ (['pull', 'score', 'grade', 'up', 'down', 'pair_error', 'value']);
const MODEL = /** @type {const} */ (['features', 'uses', 'steps', 'rise', 'trees']);
const RATINGS = /** @type {const} */ (['mean', 'ahead', 'low', 'high', 'c']);
const ORDER = /** @type {const} */ (['ndcg', 'ap', 'auc', 'swapped']);
const COMPARISON = /** @type {const} */ (['c', 'valid', 'test', 'standard_error']);
const TURN = /** @type {const} */ (
  ['lists', 'least_loss', 'greatest_jump', 'least_slack', 'loss_at_least_slack', 'slack_per_degree', 'most',
    'most_of_all']);
const STRETCH = /** @type {const} */ (['loss_change', 'slack_change', 'least_room']);
const CLICKS = /** @type {const} */ (['seen', 'counted', 'weighed', 'wanted', 'moved']);
const LEARNED = /** @type {const} */ (['ndcg', 'low', 'high', 'share']);
const GENERALISATION = /** @type {const} */ (
  ['training', 'risk', 'least', 'largest', 'slide', 'full', 'held', 'all_held', 'full_held', 'signs']);
const MARGINS = /** @type {const} */ (['error', 'second', 'sum', 'least', 'least_at', 'searches', 'needed']);
const PLANES = /** @type {const} */ (['allowed', 'needed', 'iterations']);
const PASSES = /** @type {const} */ (['paid', 'mean', 'last', 'held', 'orders', 'searches', 'certain']);
const PUSH = /** @type {const} */ (['norm', 'objective', 'value', 'share']);
const GREEDY = /** @type {const} */ (['loss', 'margin', 'hinge']);

/** The names of all figures, for the check of lessons and its messages. */
export const FIGURES = [
  ...REPORT.map((name) => `report.${name}`), ...STOP.map((name) => `stop.${name}`),
  ...OVERVIEW.map((name) => `overview.${name}`),
  ...INSPECTION.map((name) => `inspection.${name}`), ...RANKINGS.map((name) => `inspection.${name}.grade`),
  ...ROWS.map((name) => `rows.${name}`), 'rows.count', ...GREEDY.map((name) => `greedy.${name}`), 'greedy.grade',
  ...PULLS.map((name) => `pulls.${name}`), ...MODEL.map((name) => `model.${name}`), 'weight', 'settings.c',
  ...RATINGS.map((name) => `ratings.${name}`), ...ORDER.map((name) => `order.${name}`),
  ...COMPARISON.map((name) => `comparison.${name}`),
  ...TURN.map((name) => `turn.${name}`), ...STRETCH.map((name) => `stretch.${name}`),
  ...CLICKS.map((name) => `clicks.${name}`), ...LEARNED.map((name) => `learned.${name}`),
  ...GENERALISATION.map((name) => `generalisation.${name}`), ...MARGINS.map((name) => `margins.${name}`),
  ...PLANES.map((name) => `planes.${name}`), ...PASSES.map((name) => `passes.${name}`),
  ...PUSH.map((name) => `push.${name}`),
];
/** Figures of pictures of the laboratories; `of` says which. */
const LAB_KINDS = ['generalisation', 'margins', 'planes', 'passes', 'push'];
export const SUMS = /** @type {const} */ (['plus', 'minus', 'times', 'over']);
export const PLACES = ['cursor', 'first', 'last', 'best'];

/**
 * Returns the value of an expression. Throws with a message if the run has no such figure.
 * @param {Sum} sum
 * @param {LessonSnapshots} snapshots
 * @returns {number}
 */
export function numberOf(sum, snapshots) {
  const number = worthOf(sum, snapshots);
  if (!Number.isFinite(number)) throw new Error('it is beyond all numbers: something is divided by 0, or too large');
  return number;
}

/** @param {Sum} sum @param {LessonSnapshots} snapshots @returns {number} */
function worthOf(sum, snapshots) {
  if (typeof sum === 'number') return sum;
  if ('value' in sum) {
    const figure = lookUp(sum, snapshots);
    if (typeof figure !== 'number' || !Number.isFinite(figure)) {
      throw new Error(`the run has no ${sum.value}${sum.at === undefined ? '' : ` at ${sum.at}`}`);
    }
    return figure;
  }
  if ('size' in sum) return Math.abs(numberOf(sum.size, snapshots));
  if ('plus' in sum) return sum.plus.map((one) => numberOf(one, snapshots)).reduce((total, one) => total + one, 0);
  if ('times' in sum) {
    return sum.times.map((one) => numberOf(one, snapshots)).reduce((product, one) => product * one, 1);
  }
  const [first, second] = ('minus' in sum ? sum.minus : sum.over).map((one) => numberOf(one, snapshots));
  return 'minus' in sum ? first - second : first / second;
}

/**
 * Returns whether a condition holds. Throws like `numberOf`.
 * @param {Condition} condition
 * @param {LessonSnapshots} snapshots
 * @returns {boolean}
 */
export function holds(condition, snapshots) {
  if ('all' in condition) return !someIs(false, condition.all, snapshots);
  if ('any' in condition) return someIs(true, condition.any, snapshots);
  if ('not' in condition) return !holds(condition.not, snapshots);
  const [first, second] = ('less' in condition ? condition.less : 'more' in condition ? condition.more : condition.same)
    .map((one) => numberOf(one, snapshots));
  if ('less' in condition) return first < second;
  if ('more' in condition) return first > second;
  return Math.abs(first - second) <= (condition.within ?? 0);
}

/**
 * Whether some of the conditions is what is wanted. A missing figure only matters if the others do not decide.
 * @param {boolean} wanted @param {Condition[]} conditions @param {LessonSnapshots} snapshots
 */
function someIs(wanted, conditions, snapshots) {
  /** @type {unknown[]} */
  const missing = [];
  for (const one of conditions) {
    try {
      if (holds(one, snapshots) === wanted) return true;
    } catch (error) {
      missing.push(error);
    }
  }
  if (missing.length) throw missing[0];
  return false;
}

/** @param {Lookup} lookup @param {LessonSnapshots} snapshots @returns {number | undefined} */
function lookUp({ value, run = 'now', at, measure, of, rank = 1, feature = 1 }, snapshots) {
  const snapshot = Object.hasOwn(snapshots, run) ? snapshots[run] : undefined;
  if (!snapshot) throw new Error(`no run is remembered as “${run}”`);
  const [kind, name] = value.split('.');
  if (kind === 'report') {
    const place = at === undefined || at === 'cursor' ? snapshot.iteration : at === 'first' ? 0
      : at === 'best' ? snapshot.stop?.best_iteration ?? -1 : at === 'last' ? snapshot.reports.length - 1 : Number(at);
    const report = place < 0 ? undefined : snapshot.reports.at(place);
    if (!report) return undefined;
    if (name === 'feature' || name === 'threshold') return report.chosen?.[name];
    if (name !== 'train' && name !== 'valid' && name !== 'test') return Reflect.get(report, name);
    return (measure === undefined ? report[name][0] : report[name].find(
        (one) => one.measure === measure.toLowerCase()))?.value ?? undefined;
  }
  if (kind === 'stop') return snapshot.stop ? Reflect.get(snapshot.stop, name) : undefined;
  if (kind === 'overview') return snapshot.overview ? Reflect.get(snapshot.overview, name) : undefined;
  if (kind === 'settings') return snapshot.settings.c;
  if (kind === 'weight') return snapshot.weights?.[feature - 1];
  if (value === 'rows.count') return snapshot.rows.length;
  if (kind === 'rows') {
    const sorted = [...snapshot.rows].sort((a, b) => b.shortfall - a.shortfall);
    const row = of === undefined || of === 'largest' ? sorted[0] : of === 'smallest' ? sorted[sorted.length - 1]
      : snapshot.rows.find(({ id }) => id === of);
    return row ? Reflect.get(row, name === 'slack' ? 'shortfall' : name) ?? undefined : undefined;
  }
  if (kind === 'pulls') return snapshot.pulls ? ofPulls(snapshot.pulls, name, rank - 1) : undefined;
  if (kind === 'ratings') return snapshot.ratings ? ofRatings(snapshot.ratings, name, of, measure) : undefined;
  if (kind === 'turn' || kind === 'stretch') return snapshot.picture?.[measure ? `${value}/${measure}` : value];
  if (kind === 'clicks') return snapshot.picture?.[`${value}/${rank}`];
  if (kind === 'learned') {
    return snapshot.picture?.[[value, of, at, ...(name === 'share' ? [feature] : [])].join('/')];
  }
  if (LAB_KINDS.includes(kind)) {
    const rest = [...(of === undefined ? [] : [of]), ...(name === 'share' ? [rank] : [])];
    return snapshot.picture?.[[value, ...rest].join('/')];
  }
  if (value === 'order.swapped') return snapshot.ranking?.swapped[rank - 1];
  if (kind === 'order') return snapshot.ranking?.[/** @type {'ndcg'} */ (name)];
  if (kind === 'comparison') return ofComparison(snapshot.comparison, name, of, measure);
  if (kind === 'model') return snapshot.scorer ? ofModel(snapshot.scorer, name, feature - 1) : undefined;
  const { inspection, greedy } = snapshot;
  if (!inspection) return undefined;
  if (value === 'greedy.grade') return inspection.documents[greedy?.ranking[rank - 1] ?? -1]?.grade;
  if (kind === 'greedy') return greedy ? Reflect.get(greedy, name) : undefined;
  if (value.endsWith('.grade')) {
    return inspection.documents[inspection[/** @type {'reference'} */ (name)][rank - 1] ?? -1]?.grade;
  }
  return Reflect.get(inspection, name);
}

/**
 * A figure of the pulls on the documents of a query; `rank` counts from 0 in the model's ranking.
 * @param {import('../../../core/protocol.js').Pulls} pulls @param {string} name @param {number} rank
 */
function ofPulls({ documents, predicted, pull: exact, ...rest }, name, rank) {
  const document = predicted[rank] ?? -1;
  const pull = exact && withoutRounding(exact);
  if (name === 'pull') return pull?.[document];
  if (name === 'score' || name === 'grade') return documents[document]?.[name];
  if (name === 'up') return pull?.filter((one) => one > 0).length;
  if (name === 'down') return pull?.filter((one) => one < 0).length;
  return rest[/** @type {'pair_error' | 'value'} */ (name)];
}

/**
 * A figure of the run over ratings: the mean of a model, the C that was chosen for it, or how far the ranking is ahead
 * of it, with its interval.
 * @param {import('../../../core/ratings-protocol.js').RatingsResult} result @param {string} name
 * @param {string} [of] the model @param {string} [measure]
 */
function ofRatings({ methods, measures }, name, of = 'ranking', measure = measures[0]) {
  const column = measures.findIndex((one) => one.toLowerCase() === measure.toLowerCase());
  const method = methods.find((one) => one.name === of);
  if (name === 'mean') return method?.means[column] ?? undefined;
  if (name === 'c') return method?.chosen.weight;
  const behind = method?.behind[column];
  return behind ? Reflect.get(behind, name === 'ahead' ? 'difference' : name) : undefined;
}

/**
 * A figure of the cell of a method and a measure.
 * @param {LessonSnapshot['comparison']} table @param {string} name
 * @param {string} [of] the method; the first unless named @param {string} [measure] the first unless named
 */
function ofComparison(table, name, of, measure) {
  const row = table?.rows.find(({ method }) => of === undefined || method === of);
  const column = measure === undefined ? 0 : table?.measures.indexOf(measure.toLowerCase());
  return Reflect.get(row?.cells[column ?? -1] ?? {}, name) ?? undefined;
}

/**
 * A figure of a scorer that is not linear; `feature` counts from 0.
 * @param {import('../../../core/protocol.js').ScorerView} view @param {string} name @param {number} feature
 */
function ofModel({ scorer, uses, steps }, name, feature) {
  if (name === 'features') return uses.length;
  if (name === 'uses') return uses.find((one) => one.feature === feature)?.uses ?? 0;
  if (name === 'trees') {
    const terms = scorer.kind === 'additive' ? scorer.terms : scorer.kind === 'classes' ? scorer.ensembles.flat() : [];
    return terms.filter(({ weak }) => weak.kind === 'tree').length;
  }
  const step = steps.find((one) => one.feature === feature);
  if (!step) return name === 'steps' ? 0 : undefined;
  return name === 'steps' ? step.thresholds.length : (step.values.at(-1) ?? 0) - step.values[0];
}
