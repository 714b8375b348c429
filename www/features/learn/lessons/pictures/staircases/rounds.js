// What a boosted model of stumps has after a round: the staircase of every feature, and the part that the newest stump
// has added. Pure.

/** @typedef {import('../../../../../core/protocol.js').ScorerView} ScorerView */
/** @typedef {{ feature: number, threshold: number, weight: number }} Stump */
/**
 * `chosen`: how often the feature was chosen. `steps` and `range`: null before that. `newest`: the stump of the last
 * round, if it chose this feature.
 * @typedef {{ feature: number, chosen: number, steps: import('../../../../../wasm/rankscope.js').StepFunction | null,
 *   range: readonly [number, number] | null, newest: Stump | null }} Stair
 */

/** The stumps in the order of their rounds. @param {ScorerView | null} view @returns {Stump[]} */
export function stumpsOf(view) {
  const terms = view?.scorer.kind === 'additive' ? view.scorer.terms : [];
  return terms.flatMap(({ weight, weak }) =>
    (weak.kind === 'stump' ? [{ feature: weak.feature, threshold: weak.threshold, weight }] : []));
}

/** @param {ScorerView | null} view @param {number} features @returns {Stair[]} */
export function stairsOf(view, features) {
  const stumps = stumpsOf(view);
  const newest = stumps[stumps.length - 1] ?? null;
  return Array.from({ length: features }, (_, feature) => {
    const steps = view?.steps.find((one) => one.feature === feature) ?? null;
    const spread = view?.histograms.find((one) => one.feature === feature);
    const first = steps?.thresholds[0] ?? 0;
    const last = steps?.thresholds[steps.thresholds.length - 1] ?? 1;
    const margin = (last - first || 1) / 2;
    return { feature, chosen: stumps.filter((one) => one.feature === feature).length, steps,
      range: steps ? [spread?.low ?? first - margin, spread?.high ?? last + margin] : null,
      newest: newest?.feature === feature ? newest : null };
  });
}

/**
 * What a staircase adds for a value.
 * @param {import('../../../../../wasm/rankscope.js').StepFunction} steps @param {number} value
 */
export function heightAt({ thresholds, values }, value) {
  return values[thresholds.filter((threshold) => value > threshold).length];
}

/**
 * The corners of a staircase from the lower end of its range to the upper one.
 * @param {import('../../../../../wasm/rankscope.js').StepFunction} steps @param {readonly [number, number]} range
 * @returns {[number, number][]}
 */
export function cornersOf({ thresholds, values }, [low, high]) {
  return [[low, values[0]], ...thresholds.flatMap((edge, at) =>
    /** @type {[number, number][]} */ ([[edge, values[at]], [edge, values[at + 1]]])),
  [high, values[values.length - 1]]];
}

/**
 * The same from a threshold on, where a stump has lifted it, and back below the stump.
 * @param {import('../../../../../wasm/rankscope.js').StepFunction} steps @param {readonly [number, number]} range
 * @param {Stump} stump @returns {[number, number][]}
 */
export function liftOf(steps, range, { threshold, weight }) {
  const from = steps.thresholds.findIndex((edge) => edge >= threshold - 1e-12);
  const above = cornersOf({ ...steps, thresholds: steps.thresholds.slice(from + 1),
    values: steps.values.slice(from + 1) }, [threshold, range[1]]);
  return [...above, ...above.toReversed().map(([x, y]) => /** @type {[number, number]} */ ([x, y - weight]))];
}
