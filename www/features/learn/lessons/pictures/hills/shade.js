// The score as a shade on a canvas under the drawing: the higher, the stronger.

import { h } from '../../../../../ui/dom.js';
import { SIZE } from './hills-run.js';

const STRONGEST = 0.8;
const BLUE = [0, 114, 178];

/** @param {import('../drawn-frame.js').PictureFrame} frame */
export function shade(frame) {
  const canvas = h('canvas', { class: 'hills-shade', 'aria-hidden': 'true', width: SIZE, height: SIZE });
  frame.canvas.prepend(canvas);
  return {
    /** @param {Float64Array} heights @param {import('./layouts.js').Layout} layout */
    show(heights, { plane: { x, y, size } }) {
      frame.put(canvas, { x, y, width: size, height: size });
      const context = canvas.getContext('2d');
      if (!context) return;
      const image = context.createImageData(SIZE, SIZE);
      heights.forEach((height, at) => {
        // The first row of the image is the highest one of the plane.
        const pixel = (SIZE - 1 - Math.floor(at / SIZE)) * SIZE + (at % SIZE);
        image.data.set([...BLUE, 255 * STRONGEST * height], 4 * pixel);
      });
      context.putImageData(image, 0, 0);
    },
  };
}
