// What each model looks at, and the chance of being seen by rank. Parts of the mode Clicks.

import { PLAYED } from '../../lib/click-shop.js';
import { count, percent, sentence } from '../../lib/format.js';
import { drawPropensities } from '../../pictures/clicks/propensity-chart.js';
import { weightShares, wholeShares } from '../../pictures/clicks/weight-shares.js';
import { fill, h, s, say } from '../../ui/dom.js';
import { sizedPicture } from '../../ui/sized-picture.js';
import { correctedName, shownPoint } from './clicks-state.js';

/** @typedef {import('./clicks-state.js').ClicksStore} Store */
/** @typedef {import('./clicks-state.js').ClicksView} ClicksView */
/** @typedef {import('../../core/clicks-protocol.js').PropensityEstimate} PropensityEstimate */

const HEIGHT = 172; // px

/** @param {Store} store */
export function weightsPart(store) {
  const place = h('div');
  const line = h('p', { class: 'note' });
  store.watch(({ clicks }) => [clicks.curves, clicks.stop, clicks.own], () => {
    const { clicks } = store.get();
    const { features, models, marked } = clicks.own ? ofOwn(clicks.own) : ofCurves(clicks);
    fill(place, models.length > 0 && weightShares(features, models, marked));
    const [naive, , full] = models;
    say(line, marked < 0 || !full ? '' : naive.shares[marked] > full.shares[marked]
      ? `Naive counting gives ${features[marked]} ${wholeShares(naive.shares)[marked]} %: it copies the shown order.`
      : `Naive counting gives ${features[marked]} no more than the full answer.`);
  });
  return h('section', { class: 'clicks-weights', 'aria-label': 'Weights of the models' },
    h('div', { class: 'clicks-head' }, h('h3', {}, 'What each model looks at'),
      h('span', { class: 'muted' }, 'share of all weights')), place, line);
}

/** @param {ClicksView} clicks */
function ofCurves(clicks) {
  const { curves } = clicks;
  const point = shownPoint(clicks);
  if (!curves || !point) return { features: [], models: [], marked: -1 };
  const { features, full } = curves.grounds;
  /** @type {import('../../pictures/clicks/weight-shares.js').ModelShares[]} */
  const models = [{ kind: 'naive', name: 'naive', shares: point.naive.shares },
    ...(point.corrected ? [/** @type {const} */ ({ kind: 'corrected', name: correctedName(curves.settings),
      shares: point.corrected.shares })] : []),
    { kind: 'full', name: 'full', shares: full.shares }];
  return { features, models, marked: features.indexOf(curves.settings.logger.replace(/^feature:-?/, '')) };
}

/** @param {import('./clicks-state.js').OwnLog} own */
function ofOwn({ features, naive, corrected }) {
  /** @type {import('../../pictures/clicks/weight-shares.js').ModelShares[]} */
  const models = [{ kind: 'naive', name: 'naive', shares: naive },
    { kind: 'corrected', name: 'IPS', shares: corrected }];
  return { features, models, marked: -1 };
}

/** @param {Store} store */
export function propensityPart(store) {
  const place = h('div');
  const line = h('p', { class: 'note' });
  const key = h('p', { class: 'clicks-key' });
  const draw = sizedPicture(place, (width) => {
    const { clicks } = store.get();
    const frame = { left: 34, right: width - 8, top: 10, bottom: HEIGHT - 28, isPhone: width < HEIGHT };
    const { truth, estimate } = shownChances(clicks);
    const estimates = (estimate?.ranks ?? []).map(({ p: { value, low = null, high = null } }) =>
      ({ p: value, low, high }));
    return s('svg', { class: 'clicks-svg', role: 'img', width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`,
      'aria-label': chanceWords(truth, estimates) }, drawPropensities(frame, { truth, estimates }));
  });
  store.watch(({ clicks }) => [clicks.curves, clicks.stop, clicks.own], () => {
    const { clicks } = store.get();
    const { truth, estimate } = shownChances(clicks);
    fill(key, estimate && h('span', { class: 'estimated' }, 'estimated from the clicks, 95 % interval'),
      truth && h('span', {}, `line: ${isKnown(clicks) ? 'the truth of the simulation'
        : `share of ${count(PLAYED)} sessions that saw the rank`}`));
    say(line, noteOf(clicks, estimate));
    place.hidden = Boolean(clicks.own) && !estimate;
    draw();
  });
  return h('section', { class: 'clicks-chances', 'aria-label': 'Chance of being seen' },
    h('h3', {}, 'Chance of being seen, by rank'), key, place, line);
}

/** Whether a formula tells how often the shown users see a rank. @param {ClicksView} clicks */
const isKnown = ({ curves }) => ['pbm', 'trust'].includes(curves?.settings.users ?? 'pbm');

/**
 * What the reader of the chart must know.
 * @param {ClicksView} clicks @param {PropensityEstimate | null} estimate
 */
function noteOf({ own, curves }, estimate) {
  if (own) {
    return estimate ? estimate.notes.map(sentence).join(' ')
      : `The log does not tell the chances: ${own.unestimated}.`;
  }
  return estimate || !curves || curves.settings.swaps ? ''
    : 'Without swaps each product keeps its rank, and clicks cannot tell the rank from the product.';
}

/** @param {ClicksView} clicks @returns {{ truth: number[] | null, estimate: PropensityEstimate | null }} */
function shownChances(clicks) {
  if (clicks.own) return { truth: null, estimate: clicks.own.estimate };
  return { truth: clicks.curves?.grounds.seen ?? null, estimate: shownPoint(clicks)?.estimate ?? null };
}

/** @param {number[] | null} truth @param {{ p: number }[]} estimates */
function chanceWords(truth, estimates) {
  const told = [truth && `true ${truth.map(percent).join(', ')}`,
    estimates.length > 0 && `estimated ${estimates.map(({ p }) => percent(p)).join(', ')}`].filter(Boolean);
  return `Chance of being seen by rank: ${told.join('; ') || 'not known'}.`;
}
