// The panel of clicks: users and correction, a result page where eyes go, the curves, and what models look at.

import './clicks-panel.css';
import { h } from '../../ui/dom.js';
import { startClicksRunner } from './clicks-runner.js';
import { curvesPart } from './curves-part.js';
import { ownFilesPart, ownResultPart } from './own-log-part.js';
import { pagePart } from './page-part.js';
import { settingsPart } from './settings-part.js';
import { propensityPart, weightsPart } from './weights-part.js';

/** What stands in it. @param {import('./clicks-state.js').ClicksStore} store */
export function body(store) {
  const simulated = [pagePart(store), curvesPart(store)];
  const own = ownResultPart(store);
  store.watch(({ clicks }) => [clicks.own === null], ([isSimulated]) => {
    for (const part of simulated) part.hidden = !isSimulated;
    own.hidden = isSimulated;
  });
  startClicksRunner(store);
  return [
    h('div', { class: 'clicks-form' }, settingsPart(store), ownFilesPart(store)),
    h('div', { class: 'clicks-outcome' },
      h('div', { class: 'clicks-left' }, simulated[0], propensityPart(store)),
      h('div', { class: 'clicks-right' }, simulated[1], own, weightsPart(store))),
  ];
}
