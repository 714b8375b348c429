// Step functions of stumps, each over the histogram of its feature's values.

import { h, s } from '../../../ui/dom.js';
import { count, plural, signed, significant } from '../../../lib/format.js';
import { featureName } from './weight-names.js';

/** @typedef {import('./model-state.js').ModelState} State */
/** @typedef {import('../../../core/protocol.js').ScorerView} View */
/** @typedef {import('../../../core/protocol.js').ValueHistogram} ValueHistogram */
/** @typedef {import('../../../wasm/rankscope.js').StepFunction} StepFunction */

const MOST = 12; // features
const [WIDTH, HEIGHT] = [220, 64]; // units of a drawing

/**
 * Returns the step functions of the most important features, all to one scale.
 * @param {View} view
 * @param {State} state
 */
export function stepFunctions({ steps, uses, histograms }, state) {
  const drawn = uses.map(({ feature }) => steps.find((one) => one.feature === feature))
    .filter((one) => one !== undefined).slice(0, MOST);
  const values = drawn.flatMap((one) => one.values);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return [
    h('p', { class: 'muted' }, 'What each feature adds to the score, by its value. The '
      + `${drawn.length} most important of ${plural(steps.length, 'feature')} with stumps; all have the `
      + `same scale, from ${significant(low)} to `
      + `${significant(high)}. The bars behind each line count the training documents with such a value.`),
    h('ul', { class: 'step-functions' }, drawn.map((one) => {
      const name = featureName(state, one.feature);
      const rise = (one.values.at(-1) ?? 0) - one.values[0];
      const histogram = histograms.find(({ feature }) => feature === one.feature) ?? null;
      return h('li', {}, h('span', { class: 'feature', title: `${name}, index ${one.feature + 1}` }, name),
        drawing(one, histogram, [low, high]),
        histogram && h('span', { class: 'ends', 'aria-hidden': 'true' }, h('span', {}, significant(histogram.low)),
          h('span', {}, significant(histogram.high))),
        h('span', { class: 'muted' }, `${plural(one.thresholds.length, 'step')}, ${signed(rise)} in all`),
        histogram && h('span', { class: 'muted', 'aria-hidden': 'true' }, whereDocumentsLie(histogram)));
    }))];
}

/**
 * Returns in words where the middle half of the documents lies, and how many are outside of the drawing.
 * @param {ValueHistogram} histogram
 */
export function whereDocumentsLie({ lower_quartile: lower, upper_quartile: upper, lowest, highest, below, above }) {
  const middle = lowest === highest ? `All documents have the value ${significant(lowest)}`
    : lower === upper ? `Half or more of the documents have the value ${significant(lower)}`
      : `Half of the documents lie from ${significant(lower)} to ${significant(upper)}`;
  const outside = [below && `${count(below)} further left`, above && `${count(above)} further right`].filter(Boolean);
  return `${[middle, ...outside].join(', ')}.`;
}

/**
 * @param {StepFunction} step
 * @param {ValueHistogram | null} histogram
 * @param {[low: number, high: number]} scale of all step functions
 */
function drawing({ thresholds, values }, histogram, [low, high]) {
  const [first, last] = [thresholds[0], thresholds[thresholds.length - 1]];
  const margin = (last - first || Math.abs(first) || 1) * 0.15;
  const [left, right] = histogram ? [histogram.low, histogram.high] : [first - margin, last + margin];
  const x = (/** @type {number} */ value) => (WIDTH * (value - left)) / (right - left);
  const y = (/** @type {number} */ value) => 4 + (HEIGHT - 8) * (1 - (value - low) / (high - low || 1));
  const path = thresholds
    .map((threshold, at) => `H${x(threshold).toFixed(1)}V${y(values[at + 1]).toFixed(1)}`).join('');
  const label = `From ${significant(first)} to ${significant(last)}: ${significant(values[0])} to `
    + `${significant(values[values.length - 1])}.${histogram ? ` ${whereDocumentsLie(histogram)}` : ''}`;
  return s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    s('path', { class: 'histogram', d: histogram ? barsOf(histogram.counts) : '' }),
    s('path', { class: 'zero', d: `M0 ${y(0)}H${WIDTH}` }),
    s('path', { class: 'steps', d: `M0 ${y(values[0]).toFixed(1)}${path}H${WIDTH}` }));
}

/**
 * Returns the path of bars from the bottom of a drawing, the highest over its whole height. A bar with documents has a
 * visible height.
 * @param {number[]} counts
 */
export function barsOf(counts) {
  const top = Math.max(...counts);
  const width = WIDTH / counts.length;
  return counts.map((value, bin) => {
    if (!value) return '';
    const height = Math.max(2, ((HEIGHT - 4) * value) / top).toFixed(1);
    return `M${(bin * width + 0.5).toFixed(1)} ${HEIGHT}v-${height}h${(width - 1).toFixed(1)}v${height}z`;
  }).join('');
}
