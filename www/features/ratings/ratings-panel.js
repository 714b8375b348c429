// The panel of ratings: where they come from, the settings, the result, the map of items, and the users.

import './ratings.css';
import { dataForm } from './data-form.js';
import { heldOutPart } from './held-out-part.js';
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
  const map = h('div', { class: 'ratings-map' }, itemMap(store),
    h('div', { class: 'ratings-side' }, heldOutPart(store), userPart(store)));
  const rest = h('div', { class: 'ratings-rest' }, slackPart(store), stepsPart(store));
  store.watch(({ ratings }) => [ratings.trained === null], ([isEmpty]) => { map.hidden = rest.hidden = isEmpty; });
  startRatingsRunner(store);
  return [
    h('div', { class: 'ratings-form' }, dataForm(store), settingsForm(store)),
    h('div', { class: 'ratings-outcome' }, trainPart(store), map, outcome(store), rest),
  ];
}
