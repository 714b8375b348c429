// The reader's own order of the documents of a query. The core measures the order at each move.

import { messageOf } from '../../../../core/errors.js';
import { moved } from '../../../inspect/inspector/inspector-state.js';
import { measuresOfOrder } from '../order-measures.js';

/** @typedef {import('../lesson-state.js').LessonsState} State */
/** @typedef {import('../../../../core/protocol.js').Inspection['documents']} Documents */
/** @typedef {{ list: number[], documents: Documents, grades: number[],
 *   values: import('../order-measures.js').OrderMeasures }} OwnOrder */

/** @param {State} state @returns {Documents} */
const documentsOf = ({ snapshot }) => snapshot?.inspection?.documents ?? [];

/**
 * Returns the reader's order with its measures; null while there is none. An order without measures is measured, and
 * the picture is then drawn anew.
 * @param {import('../lesson-state.js').LessonsStore} store @param {State} state @returns {OwnOrder | null}
 */
export function ownOrder(store, state) {
  const documents = documentsOf(state);
  const order = state.lessons.open?.order;
  if (!order || order.list.length !== documents.length) return null;
  const grades = order.list.map((document) => documents[document].grade);
  if (order.values) return { list: order.list, documents, grades, values: order.values };
  put(store, order.list, documents);
  return null;
}

/**
 * Puts a document of the reader's order at a rank.
 * @param {import('../lesson-state.js').LessonsStore} store @param {number} document @param {number} to
 */
export function moveInOrder(store, document, to) {
  const state = store.get();
  const { order } = state.lessons.open ?? {};
  if (order) put(store, moved(order.list, document, to), documentsOf(state));
}

/**
 * @param {import('../lesson-state.js').LessonsStore} store @param {number[]} list @param {Documents} documents
 */
function put(store, list, documents) {
  try {
    const values = measuresOfOrder(list.map((document) => documents[document].grade));
    store.dispatch({ type: 'lessons/order', list, values });
  } catch (error) {
    store.dispatch({ type: 'lessons/failed', problem: messageOf(error) });
  }
}
