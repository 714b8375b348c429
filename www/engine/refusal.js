// What the page says of a request that the worker could not answer. Pure.

/** @typedef {import('../core/protocol.js').WorkerRequest} WorkerRequest */

/** Titles of their own. @type {Partial<Record<WorkerRequest['type'], string>>} */
const REFUSED = {
  value: 'This ranking cannot be valued.', 'try all': 'These rankings cannot be valued.',
  motion: 'The history of this iteration cannot be shown.',
  certificate: 'The history of this iteration cannot be shown.',
};

/** @param {WorkerRequest['type']} request @param {import('../core/protocol.js').Failure} failure */
export function refusal(request, { message: detail, problems, total }) {
  return { title: REFUSED[request] ?? 'This iteration cannot be shown.', detail, problems, total };
}
