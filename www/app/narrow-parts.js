// The controls that only a narrow screen shows. A wide one does not fetch them.

import { mount as mountChartSwitch } from './chart-switch.js';
import { mount as mountStepper } from './query-stepper.js';
import { mount as mountRunsButton } from './runs-button.js';
import { mount as mountSettingsLine } from './settings-line.js';

/**
 * @param {(id: string) => HTMLElement} place
 * @param {HTMLElement} bar of the run
 * @param {import('./reducer.js').AppStore} store
 */
export function mountNarrowParts(place, bar, store) {
  mountSettingsLine(place('settings-line'), place('choices'), store);
  mountRunsButton(bar, store);
  mountChartSwitch(place('chart-switch'), place('charts'), store);
  mountStepper(place('stepper'), place('queries'), store);
}
