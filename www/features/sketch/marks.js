// The marks of the queries of the pad: each query has a shape, in the pad, in the chips and in the table.

import { s } from '../../ui/dom.js';

/** Paths around (0, 0) that are about 20 wide; one for each query that a pad can have. */
const SHAPES = [
  'M-10 0A10 10 0 1 1 10 0A10 10 0 1 1 -10 0Z', 'M-9 -9H9V9H-9Z', 'M0 -12L12 0L0 12L-12 0Z',
  'M0 -11.5L11.5 9H-11.5Z', 'M0 11.5L11.5 -9H-11.5Z', 'M0 -11L11 -3L7 10H-7L-11 -3Z',
  'M-5.5 -10H5.5L11 0L5.5 10H-5.5L-11 0Z', 'M-4.5 -11H4.5V-4.5H11V4.5H4.5V11H-4.5V4.5H-11V-4.5H-4.5Z',
];

/** The mark of a query, by its place on the pad. It takes its colours from the style sheet. @param {number} query */
export function markOf(query) {
  return s('svg', { class: 'sketch-mark', viewBox: '-13 -13 26 26', 'aria-hidden': 'true' },
    s('path', { d: SHAPES[query % SHAPES.length] }));
}
