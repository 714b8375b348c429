// Draws feature vectors that are pictures, and weights on the same grid, on small canvases.

/** @typedef {{ width: number, height: number }} Size */

/**
 * Draws grey levels, dark ink on light ground, scaled to the largest value so far.
 * @param {ArrayLike<number>} values
 * @param {Size} size
 */
export function ink(values, size) {
  let top = 0;
  for (let at = 0; at < values.length; at += 1) top = Math.max(top, values[at]);
  return paint(size, (at) => {
    const level = 250 - 232 * Math.max(0, (values[at] ?? 0) / (top || 1));
    return [level, level, Math.min(255, level + 4)];
  });
}

/**
 * Draws values below 0 in orange and above 0 in blue. Values near 0 are transparent.
 * @param {ArrayLike<number>} values
 * @param {Size} size
 * @param {number} top the value of the strongest colour
 */
export function diverging(values, size, top) {
  return paint(size, (at) => {
    const share = Math.max(-1, Math.min(1, (values[at] ?? 0) / (top || 1)));
    return [...(share < 0 ? [213, 94, 0] : [0, 114, 178]), 255 * Math.abs(share)];
  });
}

/**
 * @param {Size} size
 * @param {(at: number) => number[]} color red, green, blue and opacity, of 255; without the last, opaque
 */
function paint({ width, height }, color) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const image = context.createImageData(width, height);
  for (let at = 0; at < width * height; at += 1) {
    const [red, green, blue, opacity = 255] = color(at);
    image.data.set([red, green, blue, opacity], 4 * at);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
