// The curves of the run as a picture, in the colours of the page.

import { figureOf } from './export-data.js';
import { figure_svg } from '../../../wasm/rankscope.js';

/**
 * Returns all charts as a standalone SVG document; null before iteration 1.
 * @param {import('./export-state.js').ExportState} state
 */
export function curvesSvg(state) {
  const figure = figureOf(state, null, colourOf, 1);
  return figure && figure_svg(figure);
}

/** A CSS variable of the page's colours as #rrggbb. @param {string} variable */
export function colourOf(variable) {
  const value = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  return short ? `#${short.slice(1).map((digit) => digit + digit).join('')}` : value;
}
