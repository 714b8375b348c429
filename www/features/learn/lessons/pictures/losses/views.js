// The two views of the losses: a pair, or three, at a margin; and a trained search at a price. They say in a sentence
// what is seen.

import { fixed } from '../../../../../lib/format.js';
import { pullsOf } from './pair-loss.js';
import { MARGINS, across, drawArrows, drawBars, drawChart, drawCurve, drawHidden, drawMargin, drawPages, drawPairs,
  drawPlace } from './draw-losses.js';
import { drawChance } from './draw-chance.js';
import { drawPrice, drawTrained, drawUntold, pulling } from './draw-trained.js';

/** @typedef {import('./draw-losses.js').Layout} Layout */
/** @typedef {import('./pair-loss.js').PairLoss} PairLoss */
/** What the step is about. @typedef {'hinge' | 'slope' | 'third'} View */

const TITLES = ['How to brew tea', 'Five green teas', 'Green paint'];
/** The prices of the loss that the reader can choose. */
export const STOPS = [1, 3, 10, 30, 100];

/** @param {View} view @param {{ margin: number, second: number }} at */
const pagesOf = (view, { margin, second }) => (view === 'third'
  ? [{ title: TITLES[0], grade: 2, score: second + margin }, { title: TITLES[1], grade: 1, score: second },
    { title: TITLES[2], grade: 0, score: 0 }]
  : [{ title: TITLES[0], grade: 1, score: margin }, { title: TITLES[2], grade: 0, score: 0 }]);

/**
 * `place`: where the handle stands.
 * @param {Layout} layout @param {View} view @param {readonly PairLoss[]} shown
 * @param {{ margin: number, second: number, last: number, isTold: boolean }} at `last`: where the handle stops
 * @returns {{ place: [number, number], drawn: import('../../../../../ui/dom.js').Child[] }}
 */
export function drawPair(layout, view, shown, at) {
  // The chances of the third view are those of the logistic loss.
  const losses = shown.filter(({ kind }) => view !== 'third' || kind === 'logistic');
  const pages = pagesOf(view, at);
  const { places, drawn } = drawPages(layout, pages);
  const pulls = losses.map((loss) => ({ kind: loss.kind, ...pullsOf(loss, pages) }));
  const isHidden = !at.isTold && view !== 'third';
  const end = view === 'hinge' ? at.last : 1;
  return { place: [across(layout, at.margin), layout.bottom], drawn: [
    drawMargin(layout, at.margin, view === 'third' ? MARGINS[1] : at.last),
    view === 'third' ? drawChance(layout, losses[0], pulls[0].pairs) : [
      ...drawChart(layout),
      ...losses.flatMap((loss) => drawCurve(layout, loss, isHidden ? end : MARGINS[1])),
      isHidden && drawHidden(layout, end),
      ...losses.flatMap((loss) => drawPlace(layout, loss, at.margin, view === 'slope'))],
    drawn,
    view !== 'hinge' && drawArrows(layout, places, pulls, view === 'third' && !at.isTold ? 1 : null),
    barsOf(layout, view, losses, at.margin, pages, pulls)].flat(3) };
}

/**
 * @param {Layout} layout @param {View} view @param {readonly PairLoss[]} losses
 * @param {number} margin @param {readonly { grade: number }[]} pages
 * @param {readonly ReturnType<typeof pullsOf>[]} pulls
 */
function barsOf(layout, view, losses, margin, pages, pulls) {
  if (view === 'hinge') {
    return drawBars(layout, { head: 'Loss of this pair', about: 'what is missing to 1' },
      [{ kind: 'hinge', name: 'loss', value: losses[0].loss(margin), most: 2.5 }]);
  }
  if (view === 'slope') {
    return drawBars(layout, { head: 'Pull of this pair', about: 'the slope at the handle' },
      losses.map((loss) => ({ kind: loss.kind, name: loss.kind, value: loss.pull(margin), most: 1 })));
  }
  return drawPairs(layout, pulls[0].pairs.map(({ good, bad, margin: lead, pull }) => ({ margin: lead, pull,
    name: `${layout.isPhone ? '' : 'grade '}${pages[good].grade} over ${pages[bad].grade}` })));
}

/** @param {View} view @param {readonly PairLoss[]} losses @param {number} margin */
export function pairWords(view, losses, margin) {
  const values = losses.map((loss) => (view === 'hinge' ? `the loss is ${fixed(loss.loss(margin), 2)}`
    : `${loss.kind} pulls with ${fixed(loss.pull(margin), 2)}`));
  return `Margin ${fixed(margin, 2)}: ${values.join(', ')}`;
}

const TRACK = { wide: { left: 330, step: 110, y: 604 }, phone: { left: 110, step: 60, y: 302 } };
const trackOf = (/** @type {boolean} */ isPhone) => TRACK[isPhone ? 'phone' : 'wide'];

/** The place of a stop of C. @param {boolean} isPhone @param {number} stop @returns {[number, number]} */
export function stopPlace(isPhone, stop) {
  const { left, step, y } = trackOf(isPhone);
  return [left + stop * step, y];
}

/** The stop below a place, with its fraction. @param {boolean} isPhone @param {number} x */
export const stopAt = (isPhone, x) => (x - trackOf(isPhone).left) / trackOf(isPhone).step;

/**
 * @param {import('./draw-trained.js').Trained} logistic
 * @param {import('./draw-trained.js').Trained | null} hinge null before the answer @param {number} stop
 * @param {boolean} isPhone
 */
export function drawEnd(logistic, hinge, stop, isPhone) {
  const [first, second] = isPhone ? [4, 200] : [36, 440];
  return [drawTrained(logistic, first, isPhone, STOPS[stop]),
    hinge ? drawTrained(hinge, second, isPhone, STOPS[stop]) : drawUntold(second, isPhone),
    drawPrice(STOPS, (at) => stopPlace(isPhone, at)[0], isPhone, trackOf(isPhone).y)];
}

/**
 * @param {import('./draw-trained.js').Trained} logistic @param {import('./draw-trained.js').Trained | null} hinge
 * @param {number} stop
 */
export const endWords = (logistic, hinge, stop) => `C is ${STOPS[stop]}: the logistic loss still pulls `
  + `${pulling(logistic)} pairs${hinge ? `, the hinge ${pulling(hinge)}` : ''}`;

/** @param {View | 'trained'} view @param {boolean} isTold */
export function captionOf(view, isTold) {
  if (view === 'trained') return 'A link is a pair, as wide as its pull. Slide C.';
  if (view === 'third') return 'The handle is the margin of grade 2 over grade 1.';
  if (!isTold) return `Slide the margin. Past ${view === 'hinge' ? 0 : 1} it opens with Reveal.`;
  return view === 'hinge' ? 'Slide the margin.' : 'Past a margin of 1 the hinge lets go. The logistic loss never does.';
}
