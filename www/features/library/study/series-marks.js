// The marks of the methods in the pictures of a study: a circle, a square and a triangle, each with a colour and a
// dash.

import { s } from '../../../ui/dom.js';

/** The colours in which the core writes the first three series, in their order. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73'];

/** @param {number} series @param {number} x @param {number} y @param {number} size */
export function markAt(series, x, y, size) {
  const at = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    `${(x + dx * size).toFixed(1)} ${(y + dy * size).toFixed(1)}`;
  const square = `M${at(-0.9, -0.9)}L${at(0.9, -0.9)}L${at(0.9, 0.9)}L${at(-0.9, 0.9)}Z`;
  const triangle = `M${at(0, -1.15)}L${at(1.1, 0.85)}L${at(-1.1, 0.85)}Z`;
  const attributes = { class: 'study-mark', 'data-series': series };
  if (series === 1 || series === 2) return s('path', { ...attributes, d: series === 1 ? square : triangle });
  return s('circle', { ...attributes, cx: x.toFixed(1), cy: y.toFixed(1), r: size });
}

/**
 * Gives the series of a drawing their marks. Series after the third keep the colours and the circles of the core.
 * @param {Element} drawing
 */
export function withMarks(drawing) {
  for (const circle of drawing.querySelectorAll('circle')) {
    const series = COLOURS.indexOf(circle.getAttribute('fill') ?? '');
    if (series < 0) circle.classList.add('study-mark');
    else circle.replaceWith(markAt(series, Number(circle.getAttribute('cx')), Number(circle.getAttribute('cy')), 5));
  }
  for (const line of drawing.querySelectorAll('polyline')) {
    const series = COLOURS.indexOf(line.getAttribute('stroke') ?? '');
    if (series >= 0) line.setAttribute('data-series', String(series));
  }
  for (const area of drawing.querySelectorAll('polygon, rect')) {
    const series = COLOURS.indexOf(area.getAttribute('fill') ?? '');
    if (series >= 0) area.setAttribute('data-series', String(series));
  }
}
