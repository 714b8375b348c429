// What the laboratories of theory say of the training data of a sample, computed once by the page's own core.

import { LetorReader, generate_sample, run_theory_on } from '../../../../wasm/rankscope.js';

/** @typedef {import('../../../data/data-state.js').DataRequest} DataRequest */
/** @typedef {import('../../../../wasm/rankscope.js').Dataset} Dataset */
/** @typedef {import('../../../../wasm/rankscope.js').LabResult} LabResult */

/**
 * The data of the last sample, which stay in the core; those before are freed with their last user.
 * @type {{ of: string, data: Promise<Dataset> } | null}
 */
let read = null;
/** The results for these data. @type {Map<string, LabResult>} */
const known = new Map();

/** The browser draws before the core computes on. */
export const pause = () => new Promise((resolve) => { setTimeout(resolve); });

/** The training data of a sample, whole. @param {DataRequest | undefined} request @returns {Promise<Dataset>} */
export function sampleData(request) {
  if (!request || request.sample === null) return Promise.reject(new Error('the picture needs a sample of the page'));
  if (read?.of === request.sample) return read.data;
  const data = reading(request);
  read = { of: request.sample, data };
  known.clear();
  data.catch(() => { if (read?.data === data) read = null; });
  return data;
}

/** @param {DataRequest} request */
async function reading({ train, holdOut, valid, test }) {
  if (holdOut && !valid && !test) throw new Error('the picture needs all data for training: “hold-out” must be “none”');
  const reader = new LetorReader();
  if (train.kind === 'generated') reader.push(generate_sample(train.queries, train.documents, train.seed));
  else if (train.kind === 'url') {
    const response = await fetch(train.url);
    if (!response.ok) throw new Error(`${train.name} could not be fetched: ${response.status}`);
    reader.push(new Uint8Array(await response.arrayBuffer()));
  } else throw new Error('the picture needs a sample of the page');
  return reader.finish();
}

/**
 * The result of a laboratory.
 * @template {LabResult['lab']} Name
 * @param {DataRequest | undefined} request @param {Name} lab @param {readonly string[]} options
 * @returns {Promise<Extract<LabResult, { lab: Name }>>}
 */
export async function labResult(request, lab, options) {
  const data = await sampleData(request);
  const key = [request?.sample, lab, ...options].join(' ');
  let result = known.get(key);
  if (!result) {
    await pause();
    result = run_theory_on(lab, [...options], data);
    known.set(key, result);
  }
  if (result.lab !== lab) throw new Error(`the core ran ${result.lab} instead of ${lab}`);
  return /** @type {Extract<LabResult, { lab: Name }>} */ (result);
}
