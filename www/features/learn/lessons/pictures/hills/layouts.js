// Where the parts of the picture of hills lie. Pure.

/**
 * `rows`: the models, one below the other, with the track of the handle at their left. `tried`: the values of
 * directions.
 */
const WIDE = { isPhone: false, plane: { x: 52, y: 66, size: 536 }, side: 622, right: 836,
  key: { x: 622, y: 84, step: 28 }, value: { label: 262, number: 306 }, rows: { track: 634, y: 352, step: 44 },
  tried: { y: 350, height: 120 } };
const PHONE = { isPhone: true, plane: { x: 22, y: 8, size: 240 }, side: 276, right: 384,
  key: { x: 22, y: 290, step: 22 }, value: { label: 22, number: 52 }, rows: { track: 290, y: 90, step: 38 },
  tried: { y: 88, height: 90 } };

/** @typedef {typeof WIDE} Layout */

/** @param {boolean} isPhone */
export const layoutOf = (isPhone) => (isPhone ? PHONE : WIDE);

/** Where the handle turns: around the middle of the plane. @param {Layout} layout */
export const rimOf = ({ plane: { x, y, size } }) => ({ x: x + size / 2, y: y + size / 2, radius: 0.42 * size });

/** A place on the rim. @param {Layout} layout @param {number} degrees @returns {[number, number]} */
export function onRim(layout, degrees) {
  const { x, y, radius } = rimOf(layout);
  const turned = (degrees * Math.PI) / 180;
  return [x + radius * Math.cos(turned), y - radius * Math.sin(turned)];
}

/** The degrees of a place, from 0 to 360. @param {Layout} layout @param {readonly [number, number]} place */
export function degreesOf(layout, [px, py]) {
  const { x, y } = rimOf(layout);
  return ((Math.atan2(y - py, px - x) * 180) / Math.PI + 360) % 360;
}
