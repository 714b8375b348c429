// Draws all parts of the picture that a step shows, from the ground to what lies on top. No state.

import { s } from '../../../../../ui/dom.js';
import { drawFlight } from './draw-flight.js';
import {
  drawClimb, drawCut, drawDemand, drawGrownLine, drawListHead, drawLowest, drawName, drawNumber, drawPrice, drawStart,
  drawWay, drawWeights,
} from './draw-labels.js';
import { drawRows, drawViolatorFrame } from './draw-list.js';
import { drawDot, drawFrame, drawKey, drawLines, drawPath, drawShades, drawSides } from './draw-plane.js';
import { arrowHeads, drawGauge, drawRing } from './draw-ring.js';
import { drawSide } from './draw-side.js';

/** @typedef {import('./view.js').PlaneView} PlaneView */

/** @param {PlaneView} view @returns {import('../../../../../ui/dom.js').Child[]} */
export function drawAll(view) {
  return /** @type {any[]} */ ([...ground(view), ...models(view), ...lists(view), ...charts(view)]).flat(3);
}

/** The plane with its lines and shades. @param {PlaneView} view */
function ground(view) {
  const { layout, run, lines, turns } = view;
  const { left: x, top: y, width, height } = layout.square;
  const [violator] = turns;
  const isFirst = view.has('line') && violator.line !== null;
  return [
    s('defs', {}, s('clipPath', { id: 'plane-square' }, s('rect', { x, y, width, height, rx: 6 })), arrowHeads()),
    drawFrame(layout, view.features, !view.has('side')),
    view.has('shades') && run && drawShades(layout, run.floorBy(Math.max(1, view.count)), view.lowest),
    isFirst && violator.line && view.line > 0 && drawSides(layout, violator.line),
    (view.has('lines') || view.has('ring')) && drawLines(layout, lines, !view.has('ring')),
    isFirst && drawGrownLine(view),
    view.has('shades') && drawKey(layout, view.has('price') ? 'price' : 'floor of the price'),
  ];
}

/** w, its way, and the cut. @param {PlaneView} view */
function models(view) {
  const { layout, model: w, turns } = view;
  const reached = view.has('ring') ? view.turn + Number(view.phase === 4) : turns.length;
  return [
    view.has('dot') && drawWay(layout, w, view.before),
    (view.has('ring') || view.has('price')) && drawPath(layout, turns.slice(0, reached).map((turn) => turn.w)),
    view.has('ring') && view.phase >= 3 && drawLowest(layout, view.lowest),
    view.has('ring') && drawStart(layout),
    view.has('cut') && drawCut(layout, view.cut),
    view.isBorder && view.climb > 0 && drawClimb(view),
    // The slice of the view from the side goes through no model.
    !view.has('side') && drawDot(layout, w, view.has('dot')),
    !view.has('side') && (view.has('dot') ? drawWeights(layout, w, view.features)
      : !(view.isBorder && view.climb > 0) && drawName(layout, w)),
  ];
}

/** The list that w makes, or the violator. @param {PlaneView} view */
function lists(view) {
  const { layout, run, turns: [violator] } = view;
  if (!run) return [];
  if (view.has('list')) {
    const now = run.at(view.w);
    const before = view.before === view.w ? null : run.at(view.before);
    return [drawListHead(layout, 'The list it makes', 'sorted by score', 'plain'),
      drawRows(layout, run.pages, now.ranking, before?.ranking ?? null),
      drawNumber(layout, now.ndcg, before?.ndcg ?? null)];
  }
  if (!view.has('violator')) return [];
  return [drawListHead(layout, 'The violator ŷ', 'the worst list not ruled out', 'violator'),
    drawRows(layout, run.pages, violator.ranking, null), drawViolatorFrame(layout, run.pages.length),
    drawDemand(layout, violator.loss, view.isBorder && view.climb > 0 ? view.climbed(view.climb).slack : null),
    drawFlight(view)];
}

/** The view from the side, the ring, and the scale. @param {PlaneView} view */
function charts(view) {
  const { layout, lines } = view;
  return [
    view.has('side') && drawSide(layout, { lines, height: view.cut, slacks: view.slacks(), lifts: lines.length > 2,
      across: view.features[1], rise: view.rise }),
    view.has('ring') && drawRing(layout, view.phase, view.turn),
    view.has('ring') && drawGauge(layout, view.bounds('floor'), view.bounds('best')),
    view.has('price') && drawPrice(view, view.model),
  ];
}
