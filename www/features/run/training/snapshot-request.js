// The request for the snapshot. It leads: all others are about the iteration and the query that it shows.

import { pictureOf } from '../../data/data-state.js';

/**
 * @typedef {import('./training-state.js').TrainingState
 *   & { inspectorTab: import('../../../core/protocol.js').InspectorTab }} State
 */

/** @type {import('../../../core/protocol.js').RequestKind<State>} */
export const SNAPSHOT_REQUEST = {
  type: 'snapshot', answer: 'snapshot',
  wanted({ cursor, query, snapshot, data, inspectorTab }, { run }) {
    const rows = !snapshot?.rows || snapshot.run !== run.id || snapshot.iteration !== cursor.iteration;
    return { type: 'snapshot', run: run.id, iteration: cursor.iteration, query, rows,
      pictures: Boolean(pictureOf(data)), tab: inspectorTab };
  },
  key: (request) => JSON.stringify({ ...request, rows: null }),
};
