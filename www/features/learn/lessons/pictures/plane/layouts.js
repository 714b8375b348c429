// Where the parts of the picture stand: on a wide stage and on a phone, by what the step shows. Pure.

/** @typedef {import('../../../../../pictures/plane-geometry.js').Frame} Frame */
/**
 * `square`: the plane of w. `list`: the column of pages. `side`: the view from the side, below the plane. `ring`: its
 * centre and radius. `gauge`: the scale of the two bounds.
 * @typedef {{ width: number, height: number, isPhone: boolean, square: Frame,
 *   list: { left: number, top: number, width: number, row: number } | null,
 *   side: { left: number, top: number, width: number, height: number } | null,
 *   ring: { x: number, y: number, radius: number } | null,
 *   gauge: { left: number, top: number, width: number } | null }} Layout
 */

const NEAR = /** @type {const} */ ({ x: [-0.7, 2.1], y: [-0.7, 2.1] });
const WIDE = /** @type {const} */ ({ x: [-1.4, 2.9], y: [-0.25, 1.75] });
const TRAINED = /** @type {const} */ ({ x: [-0.5, 2.1], y: [-0.4, 2.2] });

/** @param {readonly string[]} show @param {boolean} isPhone @returns {Layout} */
export function layoutOf(show, isPhone) {
  const has = (/** @type {string} */ part) => show.includes(part);
  const none = { list: null, side: null, ring: null, gauge: null };
  if (isPhone) {
    const size = { width: 390, height: 352, isPhone, ...none };
    if (has('price')) {
      return { ...size, square: frame(34, 28, 240, 286, TRAINED), list: { left: 290, top: 60, width: 92, row: 44 } };
    }
    if (has('ring')) {
      return { ...size, square: frame(206, 14, 170, 170, TRAINED), ring: { x: 98, y: 104, radius: 56 },
        gauge: { left: 20, top: 286, width: 350 } };
    }
    if (has('side')) {
      return { ...size, square: frame(44, 14, 300, 128, WIDE), side: { left: 44, top: 178, width: 300, height: 130 } };
    }
    return { ...size, square: frame(34, 28, 286, 286, NEAR), list: { left: 334, top: 50, width: 42, row: 44 } };
  }
  const size = { width: 848, height: 664, isPhone, ...none };
  if (has('price')) {
    return { ...size, square: frame(58, 64, 484, 484, TRAINED), list: { left: 592, top: 126, width: 236, row: 58 } };
  }
  if (has('ring')) {
    return { ...size, square: frame(430, 60, 392, 392, TRAINED), ring: { x: 205, y: 258, radius: 118 },
      gauge: { left: 56, top: 568, width: 766 } };
  }
  if (has('side')) {
    return { ...size, square: frame(70, 60, 610, 258, WIDE), side: { left: 70, top: 366, width: 610, height: 226 } };
  }
  return { ...size, square: frame(58, 64, 484, 484, NEAR),
    list: { left: 592, top: 126, width: 236, row: has('violator') ? 50 : 58 } };
}

/**
 * @param {number} left @param {number} top @param {number} width @param {number} height
 * @param {{ x: readonly [number, number], y: readonly [number, number] }} edges @returns {Frame}
 */
function frame(left, top, width, height, { x, y }) {
  return { left, top, width, height, x: [...x], y: [...y] };
}

/**
 * A layout on the way from one to another: the plane first, then the view from the side opens below the cut.
 * @param {Layout} from @param {Layout} to @param {number} share @returns {Layout}
 */
export function blended(from, to, share) {
  const first = Math.min(1, 1.7 * share);
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + first * (b - a);
  const [a, b] = [from.square, to.square];
  return { ...to,
    square: { left: mix(a.left, b.left), top: mix(a.top, b.top), width: mix(a.width, b.width),
      height: mix(a.height, b.height), x: [mix(a.x[0], b.x[0]), mix(a.x[1], b.x[1])],
      y: [mix(a.y[0], b.y[0]), mix(a.y[1], b.y[1])] },
    side: to.side && { ...to.side, height: Math.max(1, to.side.height * Math.max(0, (share - 0.4) / 0.6)) } };
}
