// The scores over the plane of two raw features, with the documents and the landmarks in it. Keeps no state.

/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */
/** @typedef {import('../wasm/rankscope.js').Training} Training */
/** @typedef {import('../core/protocol.js').Plane} Plane */

const SIZE = 64; // points in each direction
const MARGIN = 0.06; // of the range, on each side
const DRAWN = 1000; // documents; more would hide the shades

/**
 * @param {Training} training
 * @param {Dataset} train its raw data, with two features
 * @param {number} iteration
 * @returns {Plane}
 */
export function planeOf(training, train, iteration) {
  const places = placesOf(train);
  const [x, y] = [rangeOf(places.map((place) => place.x)), rangeOf(places.map((place) => place.y))];
  const points = new Float64Array(2 * SIZE * SIZE);
  for (let row = 0; row < SIZE; row += 1) {
    for (let column = 0; column < SIZE; column += 1) {
      points.set([at(x, column), at(y, row)], 2 * (row * SIZE + column));
    }
  }
  const scores = Float64Array.from(training.score_points(iteration, points));
  const landmarks = training.overview().map?.kind === 'rbf' ? training.map_columns(iteration).landmarks : [];
  // Landmarks have scaled features. The line of a document in the file identifies it in the raw data.
  const byLine = new Map(places.map((place) => [place.line, place]));
  return {
    low: { x: x[0], y: y[0] }, high: { x: x[1], y: y[1] }, size: SIZE, scores,
    documents: places.slice(0, DRAWN).map(({ x: left, y: up, grade }) => ({ x: left, y: up, grade })),
    omitted: Math.max(0, places.length - DRAWN),
    landmarks: landmarks.flatMap(({ line }) => {
      const place = byLine.get(line);
      return place ? [{ x: place.x, y: place.y }] : [];
    }),
  };
}

/** @param {[number, number]} range @param {number} step */
const at = ([low, high], step) => low + ((high - low) * step) / (SIZE - 1);

/** The raw features of every document. @param {Dataset} train */
function placesOf(train) {
  const { queries } = train.summary();
  return Array.from({ length: queries }, (_, query) => train.documents(query).map(({ document, line, grade }) => {
    const [x, y] = train.features(query, document);
    return { x, y, line, grade };
  })).flat();
}

/**
 * The range of some values with a margin; one value has a range around it.
 * @param {number[]} values @returns {[number, number]}
 */
function rangeOf(values) {
  const [low, high] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const margin = high > low ? MARGIN * (high - low) : Math.max(1, Math.abs(low)) / 2;
  return [low - margin, high + margin];
}
