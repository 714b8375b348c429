// The points along a line of w at which the bounds are requested. Pure.

const POINTS = 90;

/**
 * Returns the factors of the points at which the bounds are requested: as far as six times the longest w of
 * the run, because the ramp bound is often lowest farther out than the hinge.
 * @param {number} norm ‖w‖ of the iteration, above 0
 * @param {number} longest ‖w‖ of the longest w of the run
 */
export function factorsOf(norm, longest) {
  const far = (6 * Math.max(norm, longest)) / norm;
  return Array.from({ length: POINTS + 1 }, (_, at) => (far * at) / POINTS);
}
