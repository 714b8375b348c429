// Differing settings, named like their controls. Pure.

import { changes } from './runs-state.js';
import { measureName, percent } from '../../../lib/format.js';
import { labelOf } from '../../settings/labels.js';
import { componentLabel } from '../../settings/components.js';
import { methodLabel } from '../../settings/settings.js';

/** @typedef {import('../../../core/protocol.js').Catalog} Catalog */
/** @typedef {import('../../../core/protocol.js').TrainingSettings} TrainingSettings */

/**
 * @param {Catalog} catalog
 * @param {TrainingSettings} from
 * @param {TrainingSettings} to
 */
export function differences(catalog, from, to) {
  return changes(from, to).map((change) => ({
    name: change.name,
    label: labelOf(catalog, change.name),
    from: valueText(catalog, change.name, change.from), to: valueText(catalog, change.name, change.to),
  }));
}

/** @param {Catalog} catalog @param {string} name @param {unknown} value */
function valueText(catalog, name, value) {
  if (value === undefined || value === null || value === '') return 'none';
  if (name === 'method') return methodLabel(catalog, String(value));
  if (name === 'measure') return measureName(String(value));
  if (name === 'gap') return percent(Number(value));
  if (name === 'components' && Array.isArray(value)) {
    return value.map((one) => componentLabel(catalog, one)).join(' + ');
  }
  if (Array.isArray(value)) return value.map((one) => measureName(String(one))).join(', ') || 'none';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
