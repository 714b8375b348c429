// Where the lists, links and references stand, on a wide stage and on a phone. Pure.

/**
 * `left`, `right`: where the reference and the model begin. `row`: height of a row and the way to the next; `gap`: at
 * the cut-off. `mean`: where the bars of the mean begin, how long a weight of 1 is, and the sign where their links
 * meet. `ways`: the switch of three, with the room of the slack below.
 * @typedef {{ isPhone: boolean, left: number, right: number, width: number, top: number, row: number, step: number,
 *   gap: number, mean: { x: number, long: number, thick: number, sign: { x: number, width: number, height: number } },
 *   ways: { x: number, y: number, width: number, step: number, height: number,
 *     slack: { y: number, width: number, height: number } } }} Layout
 */

/** @type {Layout} */
const WIDE = { isPhone: false, left: 36, right: 544, width: 268, top: 112, row: 42, step: 48, gap: 34,
  mean: { x: 314, long: 106, thick: 26, sign: { x: 424, width: 74, height: 46 } },
  ways: { x: 36, y: 516, width: 252, step: 262, height: 50, slack: { y: 582, width: 176, height: 22 } } };

/** @type {Layout} */
const PHONE = { isPhone: true, left: 8, right: 230, width: 152, top: 22, row: 27, step: 30, gap: 14,
  mean: { x: 166, long: 20, thick: 12, sign: { x: 194, width: 18, height: 18 } },
  ways: { x: 8, y: 254, width: 120, step: 127, height: 44, slack: { y: 306, width: 68, height: 18 } } };

/** @param {boolean} isPhone */
export const layoutOf = (isPhone) => (isPhone ? PHONE : WIDE);

/** Where a row begins. @param {Layout} layout @param {number} rank from 0 @param {number} cutOff */
export const rowTop = ({ top, step, gap }, rank, cutOff) => top + rank * step + (rank >= cutOff ? gap : 0);

/** The middle of a row. @param {Layout} layout @param {number} rank @param {number} cutOff */
export const rowMiddle = (layout, rank, cutOff) => rowTop(layout, rank, cutOff) + layout.row / 2;

/**
 * A curve from a place to a place, level at both ends. @param {number} x0 @param {number} y0 @param {number} x1
 * @param {number} y1
 */
export function curve(x0, y0, x1, y1) {
  const middle = (x0 + x1) / 2;
  return `M${x0} ${y0}C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}`;
}

const HALVINGS = 40;

/**
 * Where two such curves cross; null if they do not.
 * @param {number} x0 @param {number} x1 @param {readonly [number, number]} first its height at both ends
 * @param {readonly [number, number]} second
 * @returns {[number, number] | null}
 */
export function crossing(x0, x1, [a0, a1], [b0, b1]) {
  const [before, after] = [b0 - a0, b1 - a1];
  if (before * after >= 0) return null;
  const wanted = before / (before - after);
  let [low, high] = [0, 1];
  for (let at = 0; at < HALVINGS; at += 1) {
    const t = (low + high) / 2;
    if (t * t * (3 - 2 * t) < wanted) low = t;
    else high = t;
  }
  // Across, the curve bends towards the middle: 1.5 t − 1.5 t² + t³, from 0 to 1.
  const across = 1.5 * low * (1 - low) + low ** 3;
  return [x0 + across * (x1 - x0), a0 + wanted * (a1 - a0)];
}
