// The SVG documents of the core as elements. Reads only what `src/chart/svg.rs` writes: five kinds of elements, one on
// a line. Everything else is left out, so a text never becomes markup or code.

import { s } from '../../../ui/dom.js';

/** @type {Record<string, true>} */
const KINDS = { rect: true, polyline: true, polygon: true, circle: true, text: true };
const ATTRIBUTES = new Set(['x', 'y', 'width', 'height', 'points', 'cx', 'cy', 'r', 'fill', 'fill-opacity', 'stroke',
  'stroke-opacity', 'stroke-width', 'stroke-linejoin', 'dy', 'text-anchor', 'font-size', 'font-weight']);
const ELEMENT = /^<([a-z]+) ([^<>]*?)(?:\/>|>([^<>]*)<\/text>)$/;
const ENTITIES = /** @type {Record<string, string>} */ ({ '&amp;': '&', '&lt;': '<', '&gt;': '>' });

/**
 * @typedef {{ kind: string, attributes: Record<string, string>, text: string }} Part
 */

/**
 * Returns the size and the elements of a document.
 * @param {string} svg
 * @returns {{ width: number, height: number, parts: Part[] }}
 */
export function partsOf(svg) {
  const [head, ...lines] = svg.split('\n');
  const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(head) ?? ['', '0', '0'];
  const parts = lines.flatMap((line) => {
    const [, kind, written, text = ''] = ELEMENT.exec(line) ?? [];
    if (!kind || !Object.hasOwn(KINDS, kind)) return [];
    const pairs = [...written.matchAll(/([a-z]+(?:-[a-z]+)?)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    const attributes = Object.fromEntries(pairs.filter(([name]) => ATTRIBUTES.has(name)));
    return [{ kind, attributes, text: text.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity]) }];
  });
  return { width: Number(width), height: Number(height), parts };
}

/** @param {string} svg @param {string} title */
export function elementsOf(svg, title) {
  const { width, height, parts } = partsOf(svg);
  return s('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title },
    parts.map(({ kind, attributes, text }) => s(/** @type {'rect'} */ (kind), attributes, text || null)));
}
