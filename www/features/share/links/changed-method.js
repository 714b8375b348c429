// Whether the run of a link gives other numbers now than when the link was made. Pure.

import { methodOf } from '../../settings/settings.js';

/** @typedef {import('../../../core/protocol.js').Catalog} Catalog */

/**
 * The label of the method of a trained run that names its data by a checksum, if the method has changed since; else
 * null. The reference rankings of losses with a free reference changed, and where the rounds of ramp bounds start.
 * @param {import('./url.js').View} view
 * @param {Catalog} catalog
 */
export function changedMethod({ settings, trained, numbers, checksum, files }, catalog) {
  const hasChecksum = checksum !== null || files.some((file) => file.checksum);
  if (trained === 0 || numbers !== null || !hasChecksum) return null;
  const method = methodOf(catalog, settings);
  const option = method?.options.find(({ name }) => name === 'reference');
  if (!method || !option) return null;
  const isFree = option.choices.some(({ name }) => name === 'averaged');
  const isPublished = settings.reference === 'fixed' || (method.name === 'svm-mrr' && settings.feature_map === 'mrr');
  return settings.reference === 'ramp' || (isFree && !isPublished) ? method.label : null;
}
