// A decay profile as a list of values that is drawn, typed or moved by keys. Pure: whether it is sound is for the core
// to say.

export const MOST = 60; // ranks that can be drawn; more can be typed
const DECIMALS = 4;

/** The values of `list:…`; what is no number is NaN. @param {string} decay @returns {number[]} */
export function listValues(decay) {
  return decay.replace(/^list:/, '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
}

/** @param {number[]} values */
export function listDecay(values) {
  return `list:${values.map((value) => String(value)).join(',')}`;
}

/** A value as it is drawn: no longer than people type. @param {number} value */
function tidy(value) {
  return Number(Math.max(0, value).toFixed(DECIMALS));
}

/** @param {number[]} values @param {number} rank from 0 @param {number} value */
export function withValue(values, rank, value) {
  return values.map((old, at) => (at === rank ? tidy(value) : old));
}

/**
 * The stroke of a pointer from one rank to another: what it skipped lies on the line between.
 * @param {number[]} values
 * @param {{ rank: number, value: number }} from
 * @param {{ rank: number, value: number }} to
 */
export function withStroke(values, from, to) {
  const [low, high] = from.rank <= to.rank ? [from, to] : [to, from];
  return values.map((old, at) => {
    if (at < low.rank || at > high.rank) return old;
    if (low.rank === high.rank) return tidy(to.value);
    return tidy(low.value + ((high.value - low.value) * (at - low.rank)) / (high.rank - low.rank));
  });
}

/** One rank more, as high as the last; or one less. @param {number[]} values @param {1 | -1} by */
export function resized(values, by) {
  if (by < 0) return values.length > 1 ? values.slice(0, -1) : values;
  const last = values[values.length - 1];
  return values.length < MOST ? [...values, Number.isFinite(last) ? last : 0] : values;
}

/** The upper end of the plot: room above the greatest value. @param {number[]} values */
export function topOf(values) {
  const greatest = Math.max(0, ...values.filter(Number.isFinite));
  return greatest > 0 ? greatest * 1.15 : 1;
}

/**
 * What a key does to the profile or to the rank chosen; null: nothing.
 * @param {number[]} values
 * @param {number} rank
 * @param {string} key
 * @returns {{ rank: number, values: number[] } | null}
 */
export function keyed(values, rank, key) {
  const last = values.length - 1;
  const to = new Map([['ArrowLeft', rank - 1], ['ArrowRight', rank + 1], ['Home', 0], ['End', last]]).get(key);
  if (to !== undefined) return { rank: Math.min(last, Math.max(0, to)), values };
  const steps = new Map([['ArrowUp', 1], ['ArrowDown', -1], ['PageUp', 10], ['PageDown', -10]]).get(key);
  if (steps === undefined) return null;
  const now = Number.isFinite(values[rank]) ? values[rank] : 0;
  return { rank, values: withValue(values, rank, now + steps * stepOf(values)) };
}

/** A small step: a round hundredth of the greatest value. @param {number[]} values */
export function stepOf(values) {
  const greatest = Math.max(0, ...values.filter(Number.isFinite)) || 1;
  return Math.max(10 ** -DECIMALS, 10 ** (Math.round(Math.log10(greatest)) - 2));
}
