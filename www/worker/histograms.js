// Histograms of the features with step functions, over the range in which each function is drawn.

/** @typedef {import('../wasm/rankscope.js').Training} Training */
/** @typedef {import('../wasm/rankscope.js').FeatureSpread} FeatureSpread */
/** @typedef {import('../wasm/rankscope.js').StepFunction} StepFunction */
/** @typedef {import('../core/protocol.js').ValueHistogram} ValueHistogram */

const BINS = 24;
const MOST = 12; // features whose step function the page draws
const MARGIN = 0.05; // of the range, on both sides

/**
 * The histograms of a run by feature. The data of a run stay the same, so a histogram is counted again only for another
 * range.
 * @type {WeakMap<Training, Map<number, { spread: FeatureSpread, histogram: ValueHistogram | null }>>}
 */
const counted = new WeakMap();

/**
 * Returns the histograms of the most important features with a step function. A feature without a usable range is left
 * out.
 * @param {Training} training
 * @param {{ feature: number }[]} uses the most important feature first
 * @param {StepFunction[]} steps
 * @returns {ValueHistogram[]}
 */
export function histogramsOf(training, uses, steps) {
  const byFeature = new Map(steps.map((step) => [step.feature, step]));
  const drawn = uses.map(({ feature }) => byFeature.get(feature)).filter((step) => step !== undefined).slice(0, MOST);
  return drawn.map((step) => histogramOf(training, step)).filter((one) => one !== null);
}

/** @param {Training} training @param {StepFunction} step @returns {ValueHistogram | null} */
function histogramOf(training, { feature, thresholds }) {
  const known = counted.get(training) ?? new Map();
  counted.set(training, known);
  const before = known.get(feature);
  const spread = before?.spread ?? training.feature_spread(feature);
  const [low, high] = rangeOf(thresholds, spread);
  if (before?.histogram?.low === low && before.histogram.high === high) return before.histogram;
  const usable = low < high && Number.isFinite(low) && Number.isFinite(high);
  const histogram = usable
    ? { feature, low, high, ...spread, ...training.feature_histogram(feature, low, high, BINS) } : null;
  known.set(feature, { spread, histogram });
  return histogram;
}

/**
 * Returns the range in which a step function is drawn: all thresholds and the middle half of the documents. Other
 * documents extend it on both sides, by at most its width, so that a few large values do not compress the steps.
 * @param {number[]} thresholds ascending
 * @param {FeatureSpread} spread
 * @returns {[low: number, high: number]}
 */
export function rangeOf(thresholds, { lowest, lower_quartile: lower, upper_quartile: upper, highest }) {
  const first = Math.min(thresholds[0], lower);
  const last = Math.max(thresholds[thresholds.length - 1], upper);
  // Without a width, all documents are shown.
  const most = last - first || Infinity;
  const [low, high] = [Math.min(first, Math.max(lowest, first - most)), Math.max(last, Math.min(highest, last + most))];
  const margin = MARGIN * (high - low || Math.abs(low) || 1);
  return [low - margin, high + margin];
}
