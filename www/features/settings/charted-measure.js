// The measure of charts, queries, kept runs and exports. It stays when the method changes. Part of the loss panel.

import { measureName } from '../../lib/format.js';
import { selectField } from '../../ui/fields.js';
import { variantsOf, withoutSuffixes } from './settings.js';
import { variantFields } from './variant-fields.js';

const OF_METHOD = '';
/** @type {import('../../core/protocol.js').Variant[]} */
const NONE = [];

/** @param {import('./settings-store.js').SettingsStore} store */
export function chartedMeasure(store) {
  const set = (/** @type {string} */ name) => {
    // A link may name more measures, which are reported beside the first one.
    const others = store.get().settings.measures?.slice(1).filter((one) => one !== name) ?? [];
    store.dispatch({ type: 'settings', change: { measures: name === OF_METHOD ? [] : [name, ...others] } });
  };
  const field = selectField('Charted measure', set);
  const variants = variantFields('Charted ', set);
  return {
    element: field.element,
    /** Its gain and its discount. */
    variants: variants.element,
    /** @param {import('./settings-store.js').SettingsState} state @param {string | null} problem */
    update({ settings, catalog }, problem) {
      const text = settings.measures?.[0] ?? OF_METHOD;
      const now = withoutSuffixes(text);
      const options = [{ value: OF_METHOD, text: 'that of the method' },
        ...catalog.reported_measures.map(({ name, label }) => ({ value: name, text: label }))];
      if (!options.some(({ value }) => value === now)) options.push({ value: now, text: measureName(now) });
      const chosen = catalog.reported_measures.find(({ name }) => name === now);
      const stays = 'Charts, queries and kept runs show it, whatever the method.';
      field.update(options, now,
        { summary: now === OF_METHOD ? 'It changes with the method.' : `${chosen?.summary ?? ''} ${stays}`.trim() },
        problem);
      variants.update(now === OF_METHOD ? NONE : variantsOf(catalog, now), text, (texts) => texts.map(() => null));
    },
  };
}
