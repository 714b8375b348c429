// What a step of a lesson wants of the reader's own order of documents, and the next action on the way to it. Pure.

/**
 * The reader's own order of the documents of a query, and its measures once they are known.
 * @typedef {{ list: number[], values: import('./order-measures.js').OrderMeasures | null }} Order
 */

const MOST = 9; // documents

/**
 * Returns the order that the words of a step mean, such as `["2", "1", "3"]`: the number of the document in the file,
 * from 1, for each rank; or the fault of the words.
 * @param {unknown} words
 * @returns {{ order: number[], fault: null } | { order: null, fault: string }}
 */
export function orderOf(words) {
  const places = Array.isArray(words) ? words.map(Number) : [];
  const isOrder = places.length >= 2 && places.length <= MOST
    && [...places].sort((a, b) => a - b).every((place, at) => place === at + 1);
  return isOrder ? { order: places.map((place) => place - 1), fault: null }
    : { order: null, fault: `must name each document once, as in ["2", "1", "3"]; at most ${MOST} documents` };
}

/**
 * Returns the next action on the way to an order, null to wait for its measures, undefined if it is reached.
 * @param {number[]} wanted
 * @param {Order | null} order
 * @returns {{ type: 'lessons/order', list: number[], values: null } | null | undefined}
 */
export function towardsOrder(wanted, order) {
  if (order?.list.join() !== wanted.join()) return { type: 'lessons/order', list: wanted, values: null };
  return order.values ? undefined : null;
}
