// Controls made from a method's options as the catalogue declares them: a new option needs nothing here. Part of the
// loss panel.

import { checkAll } from '../../core/core.js';
import { componentsControl } from './components-control.js';
import { canType, refusals } from './settings.js';
import { choiceControl, numberControl } from './value-controls.js';
import { weightsControl } from './weights-control.js';

/** @typedef {import('./settings-store.js').SettingsStore} Store */
/** @typedef {import('./value-controls.js').Control} Control */
/** @typedef {import('./value-controls.js').Place} Place */
/** @typedef {import('../../core/protocol.js').MethodChoice} MethodChoice */
/** @typedef {import('../../core/protocol.js').MethodOption} MethodOption */
/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */

/**
 * @param {MethodOption} option
 * @param {MethodChoice} method
 * @param {Store} store
 * @returns {Control}
 */
export function optionControl(option, method, store) {
  switch (option.kind) {
    case 'list': return componentsControl(option, method, store);
    case 'choice': {
      const control = choiceControl(option, placeOf(option, store));
      return option.name === 'weights' && canType(option) ? weightsControl(control, store) : control;
    }
    default: return numberControl(option, placeOf(option, store));
  }
}

/**
 * The place of an option in the settings.
 * @param {MethodOption} option
 * @param {Store} store
 * @returns {Place}
 */
function placeOf({ name, default: usual }, store) {
  const key = /** @type {keyof TrainingSettings} */ (name);
  // A setting that may be absent has the method's default, which the empty field shows.
  const isOptional = store.get().catalog.defaults[key] === undefined;
  return {
    value: ({ settings }) => settings[key],
    set: (wanted) => {
      // A text that may be absent is absent where it is empty.
      const value = isOptional && wanted === '' ? undefined : wanted;
      store.dispatch({ type: 'settings', change: /** @type {Partial<TrainingSettings>} */ ({ [name]: value }) });
    },
    refused: ({ settings, catalog }, values) => refusals(checkAll, settings, catalog.defaults, name, values),
    ifAbsent: isOptional ? () => usual || 'none' : null,
  };
}
