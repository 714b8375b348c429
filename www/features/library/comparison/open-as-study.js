// Opens a comparison as a study: the same runs on the same data, with the statistics of studies. No DOM.

import { messageOf } from '../../../core/errors.js';
import { Comparison } from '../../../wasm/rankscope.js';
import { showAlert } from '../../../store/alert-state.js';
import { sourcesOf } from '../../data/data-request.js';
import { planOf } from './comparison-plan.js';

/** @typedef {import('../../../core/protocol.js').Source} Source */
/** @typedef {import('../../../core/protocol.js').Sources} Sources */

const PARTS = /** @type {const} */ (['train', 'valid', 'test']);

/** @param {import('../../../store/store.js').Store<import('./comparison-state.js').ComparisonState, any>} store */
export async function openAsStudy(store) {
  const state = store.get();
  const { data } = state;
  if (!data) return;
  try {
    const sources = sourcesOf(data.request, data.seed);
    const comparison = new Comparison(planOf(state));
    const text = comparison.study(JSON.stringify({ name: data.request.name.slice(0, 200), ...dataOf(sources) }));
    comparison.free();
    const files = await Promise.all(PARTS.map((part) => fileOf(sources[part], part)));
    const study = new File([text], 'comparison.json', { type: 'application/json' });
    store.dispatch({ type: 'study/set', change: { wanted: [study, ...files.flatMap((file) => file ?? [])] } });
    store.dispatch({ type: 'panel', panel: 'study', open: true });
  } catch (error) {
    store.dispatch(showAlert('The comparison cannot be opened as a study.', messageOf(error)));
  }
}

/** The data set as a study names it. @param {Sources} sources */
function dataOf({ train, valid, test, holdOut }) {
  const split = holdOut ? { split: { shares: holdOut.shares, seed: holdOut.seed } } : {};
  if (train.kind === 'generated') {
    const { queries, documents, seed } = train;
    return { sample: { queries, documents, seed }, ...split };
  }
  return { train: nameOf('train'), ...(valid && { valid: nameOf('valid') }), ...(test && { test: nameOf('test') }),
    ...split };
}

/** @param {string} part */
const nameOf = (part) => `${part}.txt`;

/** The data as a file of the study; null where there are none, or the study generates them. @param {Source | null}
 *   source @param {string} part */
async function fileOf(source, part) {
  if (!source || source.kind === 'generated') return null;
  if (source.kind === 'blob') return new File([source.blob], nameOf(part));
  const response = await fetch(source.url);
  if (!response.ok) throw new Error(`${source.name} could not be fetched: the server answers ${response.status}.`);
  return new File([await response.blob()], nameOf(part));
}
