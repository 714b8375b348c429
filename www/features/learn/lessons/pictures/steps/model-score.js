// The score of a trained model over its one feature: its thresholds, and the scores of the documents. Pure.

/** @typedef {import('../../../../../core/protocol.js').Scorer} Scorer */
/** @typedef {import('../../../../../wasm/rankscope.js').Term} Term */
/**
 * A document: its value of the feature, grade and score.
 * @typedef {{ value: number, grade: number, score: number }} Point
 */

/** All thresholds of a scorer, in ascending order; none for a linear one. @param {Scorer | null} scorer */
export function thresholdsOf(scorer) {
  const terms = scorer?.kind === 'additive' ? scorer.terms : scorer?.kind === 'classes' ? scorer.ensembles.flat() : [];
  return [...new Set(terms.flatMap(ofTerm))].sort((one, other) => one - other);
}

/**
 * The documents of all queries of lines of LETOR, with their first feature. @param {readonly string[]} lines
 * @returns {{ query: string, grade: number, value: number }[]}
 */
export const valuesOf = (lines) => lines.flatMap((line) => {
  const [, grade, query, value] = line.match(/^(\d+) qid:(\S+) 1:(\S+)/) ?? [];
  return query ? [{ query, grade: Number(grade), value: Number(value) }] : [];
});

/**
 * The share of the pairs of different grades within a query that stand in the wrong order if a threshold raises all
 * documents above it. A tied pair counts half. @param {ReturnType<typeof valuesOf>} documents
 * @param {number} threshold
 */
export function pairErrorOf(documents, threshold) {
  let [all, wrong] = [0, 0];
  for (const better of documents) {
    for (const worse of documents) {
      if (worse.query !== better.query || worse.grade >= better.grade) continue;
      const [up, down] = [better.value > threshold, worse.value > threshold];
      all += 1;
      wrong += up === down ? 0.5 : Number(down);
    }
  }
  return wrong / all;
}

/** @param {Term} term @returns {number[]} */
function ofTerm({ weak }) {
  if (weak.kind === 'stump') return [weak.threshold];
  return weak.kind === 'tree' ? weak.nodes.flatMap((node) => (node.kind === 'split' ? [node.threshold] : [])) : [];
}

/**
 * The places of a staircase through documents: between two documents with different scores lies a threshold.
 * @param {Point[]} points @param {number[]} thresholds @param {readonly [number, number]} edges values of the feature
 * @returns {(readonly [number, number])[]}
 */
export function staircase(points, thresholds, [low, high]) {
  const sorted = points.toSorted((one, other) => one.value - other.value);
  const [first] = sorted;
  const last = sorted[sorted.length - 1];
  if (!thresholds.length) return [[first.value, first.score], [last.value, last.score]];
  const places = sorted.slice(1).flatMap((point, at) => {
    const { value, score } = sorted[at];
    const edge = thresholds.find((one) => one >= value && one < point.value);
    return edge === undefined || score === point.score ? []
      : [/** @type {const} */ ([edge, score]), /** @type {const} */ ([edge, point.score])];
  });
  return [[low, first.score], ...places, [high, last.score]];
}
