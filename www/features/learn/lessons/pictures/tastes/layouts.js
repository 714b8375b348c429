// Where the map of items and the list of the arrow stand, on a wide stage and on a phone. Pure.

import { SIDE, drawn } from '../../../../ratings/map-geometry.js';

/**
 * `map`: its corner and its side. `list`: its first row, from row to row, and where the bars of an item begin.
 * @typedef {{ isPhone: boolean, map: { x: number, y: number, side: number },
 *   list: { x: number, y: number, pitch: number, bar: number, width: number } }} Layout
 */

/** @type {Layout} */
const WIDE = { isPhone: false, map: { x: 36, y: 84, side: 520 },
  list: { x: 590, y: 132, pitch: 41, bar: 104, width: 130 } };

/** @type {Layout} */
const PHONE = { isPhone: true, map: { x: 6, y: 40, side: 262 },
  list: { x: 278, y: 62, pitch: 27, bar: 36, width: 66 } };

/** @param {boolean} isPhone */
export const layoutOf = (isPhone) => (isPhone ? PHONE : WIDE);

/** A point of the map in units of the drawing. @param {Layout} layout @param {readonly [number, number]} point */
export const placeOf = ({ map: { x, y, side } }, [px, py]) =>
  /** @type {[number, number]} */ ([x + (px * side) / SIDE, y + (py * side) / SIDE]);

/** The numbers of a user at a place of the drawing. @param {Layout} layout @param {readonly [number, number]} place
 * @param {number} perUser units of the map per number @returns {[number, number]} */
export const numbersAt = ({ map: { x, y, side } }, [px, py], perUser) =>
  [(((px - x) * SIDE) / side - SIDE / 2) / perUser, (SIDE / 2 - ((py - y) * SIDE) / side) / perUser];

/** The middle of the map. @param {Layout} layout */
export const middleOf = (layout) => placeOf(layout, drawn([0, 0], 1));
