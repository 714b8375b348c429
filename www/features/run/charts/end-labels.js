// Where the names and values of curves stand beside a plot: at the height of each value, but never over each other.
// Pure.

/**
 * Heights that are at least `apart` from each other, between `low` and `high`, in the order of the wished ones and
 * close to them. Without room for all of them, they continue below `high`.
 * @param {number[]} wished
 * @param {number} apart
 * @param {number} low
 * @param {number} high
 * @returns {number[]}
 */
export function pushApart(wished, apart, low, high) {
  // Heights of the same pixel keep the order of the curves: two bounds that meet do not change places by rounding.
  const order = wished.map((_, at) => at).sort((a, b) => Math.round(wished[a]) - Math.round(wished[b]) || a - b);
  const places = wished.slice();
  // Downwards from the top, then upwards from the bottom: what was pushed beyond the end comes back.
  let least = low;
  for (const at of order) {
    places[at] = Math.max(wished[at], least);
    least = places[at] + apart;
  }
  let most = high;
  for (const at of order.toReversed()) {
    places[at] = Math.min(places[at], most);
    most = places[at] - apart;
  }
  const over = low - Math.min(...places, low);
  return places.map((place) => place + over);
}

/**
 * The height of a value in a plot, within its edges.
 * @param {import('../../../core/protocol.js').ChartFrame} frame
 * @param {number} value
 */
export function heightOf({ top, bottom, y_minimum: low, y_maximum: high, logarithmic }, value) {
  const share = logarithmic ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
    : (value - low) / (high - low);
  const y = bottom - share * (bottom - top);
  return Math.min(bottom, Math.max(top, y));
}
