// The measure of charts, queries, kept runs and exports. It stays when the method changes. Part of the loss panel.

import { measureName } from '../../lib/format.js';
import { selectField } from '../../ui/fields.js';

const OF_METHOD = '';

/** @param {import('./settings-store.js').SettingsStore} store */
export function chartedMeasure(store) {
  const field = selectField('Charted measure', (name) => {
    // A link may name more measures, which are reported beside the first one.
    const others = store.get().settings.measures?.slice(1).filter((one) => one !== name) ?? [];
    store.dispatch({ type: 'settings', change: { measures: name === OF_METHOD ? [] : [name, ...others] } });
  });
  return {
    element: field.element,
    /** @param {import('./settings-store.js').SettingsState} state @param {string | null} problem */
    update({ settings, catalog }, problem) {
      const now = settings.measures?.[0] ?? OF_METHOD;
      const options = [{ value: OF_METHOD, text: 'that of the method' },
        ...catalog.reported_measures.map(({ name, label }) => ({ value: name, text: label }))];
      if (!options.some(({ value }) => value === now)) options.push({ value: now, text: measureName(now) });
      const chosen = catalog.reported_measures.find(({ name }) => name === now);
      const stays = 'Charts, queries and kept runs show it, whatever the method.';
      field.update(options, now,
        { summary: now === OF_METHOD ? 'It changes with the method.' : `${chosen?.summary ?? ''} ${stays}`.trim() },
        problem);
    },
  };
}
