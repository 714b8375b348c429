// Formats numbers for people. Pure.

import { MEASURES } from './measures.js';

const MINUS = '\u2212';
const NONE = '\u2013';

/**
 * A number with commas in the thousands, rounded by its exact value. Not by Intl, which takes 15 to 30 ms for its first
 * number, while the page is to answer.
 * @param {number} value
 * @param {number} decimals
 */
function grouped(value, decimals) {
  if (!Number.isFinite(value)) return String(value).replace('Infinity', '∞');
  // Beyond 1e21 `toFixed` writes an exponent. Such numbers have no decimals.
  const text = Math.abs(value) < 1e21 ? value.toFixed(decimals) : String(BigInt(value));
  return text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ','));
}

/** A whole number with commas in the thousands. @param {number} value */
export function count(value) {
  return grouped(Math.round(value), 0);
}

/**
 * "1 query", "1,204 queries".
 * @param {number} value
 * @param {string} one
 * @param {string} [many]
 */
export function plural(value, one, many = `${one}s`) {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/**
 * Formats with `digits` significant digits, without an exponent if the number is of moderate size.
 * @param {number | null | undefined} value
 * @param {number} [digits]
 */
export function significant(value, digits = 3) {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-4) {
    return value.toExponential(digits - 1).replace('-', MINUS).replace('e+', 'e').replace(/e-/, `e${MINUS}`);
  }
  // 9.9999 is 10.00, not 10.000: rounding may add a digit in front.
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Number(size.toPrecision(digits)))));
  return fixed(value, decimals);
}

/**
 * Formats with a fixed number of decimals, a true minus sign, and commas.
 * @param {number | null | undefined} value
 * @param {number} decimals
 */
export function fixed(value, decimals) {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  const text = grouped(Math.abs(value), decimals);
  const negative = value < 0 && /[1-9]/.test(text);
  return negative ? MINUS + text : text;
}

/** A figure of training, such as an objective: four digits. @param {number | null | undefined} value */
export function figure(value) {
  return significant(value, 4);
}

/**
 * Formats a figure as the labels of the charts do: three decimals where they say enough.
 * @param {number | null | undefined} value
 */
export function shortFigure(value) {
  const size = Math.abs(value ?? Number.NaN);
  return size === 0 || (size >= 0.1 && size < 10) ? fixed(value, 3) : significant(value, size < 0.1 ? 3 : 4);
}

/**
 * Formats a part of H with three decimals, so that the shown parts add up; with fewer if it is large.
 * @param {number | null | undefined} value
 */
export function addend(value) {
  return Math.abs(value ?? 0) >= 1000 ? significant(value, 5) : fixed(value, 3);
}

/** With a sign in any case. @param {number | null | undefined} value */
export function signed(value) {
  return `${value && value > 0 ? '+' : ''}${fixed(value, 3)}`;
}

/**
 * Formats a relative gap: 44 %, 0.8 %, 0.09 %. Beyond 100 % (a lower bound below 0) the size has no meaning.
 * @param {number | null | undefined} share
 */
export function percent(share) {
  if (share === null || share === undefined || !Number.isFinite(share)) return NONE;
  if (share > 1) return '>100 %';
  const value = share * 100;
  const size = Math.abs(value);
  const decimals = size >= 10 || size < 1e-6 ? 0 : size >= 0.1 ? 1 : size >= 0.01 ? 2 : size >= 0.001 ? 3 : null;
  return `${decimals === null ? significant(value, 1) : fixed(value, decimals)} %`;
}

/** @param {number} value seconds of work */
export function seconds(value) {
  return value < 0.095 ? `${Math.max(1, Math.round(value * 1000))} ms` : value < 10 ? `${value.toFixed(2)} s`
    : value < 100 ? `${value.toFixed(1)} s` : `${count(value)} s`;
}

/** @param {number} value bytes */
export function bytes(value) {
  return value < 1e6 ? `${Math.ceil(value / 1e3)} kB` : value < 1e9 ? `${(value / 1e6).toFixed(1)} MB`
    : `${(value / 1e9).toFixed(1)} GB`;
}

/** `ndcg@10` as people write it: `NDCG@10`. @param {string} key */
export function measureName(key) {
  const [word, rest] = key.split(/(?=[@:+])(.*)/s);
  return (MEASURES[word]?.name ?? word) + (rest ?? '').replace(/^:([^+]*)/, ' ($1)');
}

/** What the core says as a sentence. A symbol such as c stays as it is. @param {string} text */
export function sentence(text) {
  const said = text.trim();
  return said && said.replace(/^[a-z](?=\w)/, (letter) => letter.toUpperCase()) + (/[.!?]$/.test(said) ? '' : '.');
}
