// What online passes in shuffled orders pay, and the test losses of what they learn.

import { labResult } from './lab-results.js';

/** @typedef {import('./lab-results.js').DataRequest} DataRequest */

const OPTIONS = ['radius=10', 'scale=query'];

/** @param {DataRequest | undefined} request */
export async function onlinePasses(request) {
  const result = await labResult(request, 'online-to-batch', OPTIONS);
  if (!result.shuffled) throw new Error('the laboratory has no shuffled orders');
  return { result, shuffled: result.shuffled };
}

/** @typedef {Awaited<ReturnType<typeof onlinePasses>>} OnlinePasses */

/** The figures that lessons can look up: means over the orders. @param {OnlinePasses} passes
 * @returns {Record<string, number>} */
export const passFigures = ({ result, shuffled }) => ({ 'passes.paid': shuffled.paid.mean,
  'passes.mean': shuffled.mean_iterate.mean, 'passes.last': shuffled.last_iterate.mean, 'passes.held': shuffled.held,
  'passes.orders': shuffled.passes.length, 'passes.searches': result.queries, 'passes.certain': result.deviation });
