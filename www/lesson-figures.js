// What a lesson may ask of a run: figures by name, sums and comparisons of them. An expression is plain data that is looked up
// here and never run as a program. Pure; every figure comes from the core.

/** @typedef {import('./protocol.js').StepReport} StepReport */

/**
 * What a step of a lesson saw, once everything it asked for was there. `greedy`: what the published greedy search for SVM-NDCG answers.
 * @typedef {{ reports: StepReport[], stop: import('./protocol.js').Stop | null, overview: import('./protocol.js').Overview | null, iteration: number,
 *   inspection: import('./protocol.js').Inspection | null, rows: import('./protocol.js').QueryRow[], weights: Float64Array,
 *   settings: import('./protocol.js').TrainingSettings, greedy: Greedy | null }} Shot
 */

/** @typedef {import('./wasm/rankscope.js').GreedyViolation} Greedy */
/** Shots by the names that expressions use: `now`, `before` (within a reveal), and those that were remembered. @typedef {Record<string, Shot | undefined>} Shots */
/** @typedef {{ value: string, run?: string, at?: string | number, measure?: string, of?: string, rank?: number, feature?: number }} Lookup */
/** @typedef {number | Lookup | { plus: Sum[] } | { minus: Sum[] } | { times: Sum[] } | { over: Sum[] } | { size: Sum }} Sum */
/** @typedef {{ less: Sum[] } | { more: Sum[] } | { same: Sum[], within?: number } | { all: Condition[] } | { any: Condition[] } | { not: Condition }} Condition */

const REPORT = /** @type {const} */ (['iteration', 'round', 'primal', 'best_primal', 'dual', 'gap', 'mean_slack', 'mean_loss', 'norm', 'cuts', 'added', 'worst_violation', 'train', 'valid', 'test']);
const STOP = /** @type {const} */ (['gap', 'iterations', 'best_iteration', 'best_primal', 'dual']);
const OVERVIEW = /** @type {const} */ (['queries_used', 'queries_skipped', 'documents', 'features']);
const INSPECTION = /** @type {const} */ (['loss', 'margin', 'hinge', 'predicted_loss', 'predicted_value', 'working_slack']);
const RANKINGS = /** @type {const} */ (['reference', 'predicted', 'violator']);
const ROWS = /** @type {const} */ (['slack', 'loss', 'value']);
const GREEDY = /** @type {const} */ (['loss', 'margin', 'hinge']);

/** The names of all figures, for checking lessons and for telling what there is. */
export const FIGURES = [
  ...REPORT.map((name) => `report.${name}`), ...STOP.map((name) => `stop.${name}`), ...OVERVIEW.map((name) => `overview.${name}`),
  ...INSPECTION.map((name) => `inspection.${name}`), ...RANKINGS.map((name) => `inspection.${name}.grade`),
  ...ROWS.map((name) => `rows.${name}`), 'rows.count', ...GREEDY.map((name) => `greedy.${name}`), 'greedy.grade', 'weight', 'settings.c',
];
export const SUMS = /** @type {const} */ (['plus', 'minus', 'times', 'over']);
export const PLACES = ['cursor', 'first', 'last', 'best'];

/**
 * The number that an expression stands for. Throws, in words, when the run has no such figure.
 * @param {Sum} sum
 * @param {Shots} shots
 * @returns {number}
 */
export function numberOf(sum, shots) {
  const number = worthOf(sum, shots);
  if (!Number.isFinite(number)) throw new Error('it is beyond all numbers: something is divided by 0, or too large');
  return number;
}

/** @param {Sum} sum @param {Shots} shots @returns {number} */
function worthOf(sum, shots) {
  if (typeof sum === 'number') return sum;
  if ('value' in sum) {
    const found = lookUp(sum, shots);
    if (typeof found !== 'number' || !Number.isFinite(found)) throw new Error(`the run has no ${sum.value}${sum.at === undefined ? '' : ` at ${sum.at}`}`);
    return found;
  }
  if ('size' in sum) return Math.abs(numberOf(sum.size, shots));
  if ('plus' in sum) return sum.plus.map((one) => numberOf(one, shots)).reduce((total, one) => total + one, 0);
  if ('times' in sum) return sum.times.map((one) => numberOf(one, shots)).reduce((product, one) => product * one, 1);
  const [first, second] = ('minus' in sum ? sum.minus : sum.over).map((one) => numberOf(one, shots));
  return 'minus' in sum ? first - second : first / second;
}

/**
 * Whether a condition holds. Throws like `numberOf`.
 * @param {Condition} condition
 * @param {Shots} shots
 * @returns {boolean}
 */
export function holds(condition, shots) {
  if ('all' in condition) return condition.all.every((one) => holds(one, shots));
  if ('any' in condition) return condition.any.some((one) => holds(one, shots));
  if ('not' in condition) return !holds(condition.not, shots);
  const [first, second] = ('less' in condition ? condition.less : 'more' in condition ? condition.more : condition.same).map((one) => numberOf(one, shots));
  if ('less' in condition) return first < second;
  if ('more' in condition) return first > second;
  return Math.abs(first - second) <= (condition.within ?? 0);
}

/** @param {Lookup} lookup @param {Shots} shots @returns {number | undefined} */
function lookUp({ value, run = 'now', at, measure, of, rank = 1, feature = 1 }, shots) {
  const shot = Object.hasOwn(shots, run) ? shots[run] : undefined;
  if (!shot) throw new Error(`no run is remembered as “${run}”`);
  const [kind, name] = value.split('.');
  if (kind === 'report') {
    const place = at === undefined || at === 'cursor' ? shot.iteration : at === 'first' ? 0 : at === 'best' ? shot.stop?.best_iteration ?? -1 : at === 'last' ? shot.reports.length - 1 : Number(at);
    const report = shot.reports[place];
    if (!report) return undefined;
    if (name !== 'train' && name !== 'valid' && name !== 'test') return Reflect.get(report, name);
    return (measure === undefined ? report[name][0] : report[name].find((one) => one.measure === measure.toLowerCase()))?.value ?? undefined;
  }
  if (kind === 'stop') return shot.stop ? Reflect.get(shot.stop, name) : undefined;
  if (kind === 'overview') return shot.overview ? Reflect.get(shot.overview, name) : undefined;
  if (kind === 'settings') return shot.settings.c;
  if (kind === 'weight') return shot.weights[feature - 1];
  if (value === 'rows.count') return shot.rows.length;
  if (kind === 'rows') {
    const sorted = [...shot.rows].sort((a, b) => b.slack - a.slack);
    const row = of === undefined || of === 'largest' ? sorted[0] : of === 'smallest' ? sorted[sorted.length - 1] : shot.rows.find(({ id }) => id === of);
    return row ? Reflect.get(row, name) ?? undefined : undefined;
  }
  const { inspection, greedy } = shot;
  if (!inspection) return undefined;
  if (value === 'greedy.grade') return inspection.documents[greedy?.ranking[rank - 1] ?? -1]?.grade;
  if (kind === 'greedy') return greedy ? Reflect.get(greedy, name) : undefined;
  if (value.endsWith('.grade')) return inspection.documents[inspection[/** @type {'reference'} */ (name)][rank - 1] ?? -1]?.grade;
  return Reflect.get(inspection, name);
}
