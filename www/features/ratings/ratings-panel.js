// The panel of ratings: where they come from, the settings, the result, the map of items, and the users.

import './ratings.css';
import { dataForm } from './data-form.js';
import { outcome } from './outcome.js';
import { itemMap } from './item-map.js';
import { settingsForm } from './settings-form.js';
import { startRatingsRunner } from './ratings-runner.js';
import { stepsPart } from './steps-part.js';
import { trainPart } from './train-part.js';
import { userPart } from './user-part.js';
import { slackPart } from './slack-part.js';
import { h } from '../../ui/dom.js';

/** What stands in it. @param {import('./ratings-state.js').RatingsStore} store */
export function body(store) {
  const rest = h('div', { class: 'ratings-rest' },
    h('div', { class: 'ratings-map' }, itemMap(store), userPart(store)), slackPart(store), stepsPart(store));
  store.watch(({ ratings }) => [ratings.trained === null], ([isEmpty]) => { rest.hidden = isEmpty; });
  startRatingsRunner(store);
  return [
    h('div', { class: 'ratings-form' }, dataForm(store), settingsForm(store)),
    h('div', { class: 'ratings-outcome' }, trainPart(store), outcome(store), rest),
  ];
}
