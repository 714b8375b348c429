// The curves of the objective along a line of w. Pure.

/** @typedef {import('../../../wasm/rankscope.js').BoundsAlong} BoundsAlong */

/**
 * `points`: ‖w‖ and value. `at` and `value`: the lowest point.
 * @typedef {{ name: 'hinge' | 'ramp' | 'loss', label: string, points: [number, number][], at: number,
 *   value: number }} LineCurve
 */

/** @param {Pick<LineCurve, 'points'>} curve @returns {[number, number]} */
export function lowestOf({ points }) {
  return points.reduce((best, point) => (point[1] < best[1] ? point : best));
}

/**
 * Returns the objective of each bound, and C times the loss that both bound.
 * @param {BoundsAlong} bounds
 * @param {number} c
 * @returns {LineCurve[]}
 */
export function curvesAlong({ factors, norm, hinge, ramp, loss }, c) {
  /** @param {LineCurve['name']} name @param {string} label @param {number[]} values @param {boolean} hasLength */
  const curve = (name, label, values, hasLength) => {
    const points = values.map((value, at) => {
      const length = factors[at] * norm;
      return /** @type {[number, number]} */ ([length, (hasLength ? 0.5 * length * length : 0) + c * value]);
    });
    const [at, value] = lowestOf({ points });
    return { name, label, points, at, value };
  };
  return [
    curve('hinge', '½‖w‖² + C · structured hinge', hinge, true),
    ...(ramp ? [curve('ramp', '½‖w‖² + C · ramp bound', ramp, true)] : []),
    curve('loss', 'C · mean loss Δ of the model’s own rankings', loss, false),
  ];
}
