// Ends and ticks of axes. Pure.

/** A number of 1, 2 or 5 times a power of 10 that is not below `size`. @param {number} size */
function nice(size) {
  const power = 10 ** Math.floor(Math.log10(size));
  return (size <= power ? 1 : size <= 2 * power ? 2 : size <= 5 * power ? 5 : 10) * power;
}

/**
 * Returns round numbers that cover a range, at most `most` + 2 of them.
 * @param {number} low @param {number} high @param {number} most
 */
export function ticksOver(low, high, most) {
  const step = nice((high - low || Math.abs(high) || 1) / most);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** The powers of 10 that cover positive values. @param {number[]} values */
export function decadesOver(values) {
  const first = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
}

/**
 * Returns where a value stands between the ends, from 0 to 1.
 * @param {number} low @param {number} high @param {boolean} [log]
 */
export function shareOf(low, high, log = false) {
  const scale = (/** @type {number} */ value) => (log ? Math.log(value) : value);
  return (/** @type {number} */ value) => (high > low ? (scale(value) - scale(low)) / (scale(high) - scale(low)) : 0.5);
}
