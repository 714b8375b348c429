// The differences from a baseline in the table that the core wrote, as numbers for a picture. Pure.

/** @typedef {import('../../../core/study-protocol.js').Sheet} Sheet */
/** @typedef {{ name: string, value: number, low: number, high: number, p: number }} Difference */
/**
 * `units`: what the intervals are over, such as queries. `isAdjusted`: whether the p-values are, by Holm's method.
 * `groups`: differences by what else their rows name, such as the number of training queries.
 * @typedef {{ title: string, measure: string, units: string, isAdjusted: boolean,
 *   groups: { name: string, rows: Difference[] }[] }} Differences
 */

const CELL = /^([−+-]?[\d.]+)\s*\[([−+-]?[\d.]+),\s*([−+-]?[\d.]+)\]$/;

/** Below this p-value a difference is not taken for chance. */
export const LEVEL = 0.05;

/** @param {string} text */
const numberOf = (text) => Number(text.replace('−', '-'));

/**
 * Returns the differences in the first measure; null if the table has none with intervals.
 * @param {Sheet | undefined} sheet
 * @returns {Differences | null}
 */
export function differencesOf(sheet) {
  if (!sheet) return null;
  const { columns, title } = sheet;
  const place = (/** @type {string} */ head) => columns.findIndex((one) => one.head === head);
  const [measureAt, valueAt] = [place('measure'), place('difference')];
  const tested = columns.findIndex(({ head }) => head.startsWith('p '));
  if (measureAt < 1 || valueAt < 0 || tested < 0) return null;
  const isAdjusted = columns[tested + 1]?.head === 'adjusted';
  const chance = isAdjusted ? tested + 1 : tested;
  const [measure] = columns[measureAt].cells;
  /** @type {Differences['groups']} */
  const groups = [];
  columns[valueAt].cells.forEach((text, row) => {
    const [, value, low, high] = CELL.exec(text) ?? [];
    if (high === undefined || columns[measureAt].cells[row] !== measure) return;
    const [first, ...rest] = columns.slice(0, measureAt).map(({ head, cells }) => ({ head, text: cells[row] }));
    const name = rest.map(({ head, text }) => `${head} ${text}`).join(', ');
    const group = groups.find((one) => one.name === name) ?? { name, rows: [] };
    if (!groups.includes(group)) groups.push(group);
    group.rows.push({ name: first.text, value: numberOf(value), low: numberOf(low), high: numberOf(high),
      p: Number(columns[chance].cells[row]) });
  });
  return groups.length ? { title, measure, units: columns[valueAt + 1].head, isAdjusted, groups } : null;
}

/** The range of the picture: all intervals, and 0. @param {Differences} differences @returns {[number, number]} */
export function rangeOf({ groups }) {
  const all = groups.flatMap(({ rows }) => rows.flatMap(({ low, high }) => [low, high]));
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const room = 0.04 * (high - low || 1);
  return [low - room, high + room];
}
