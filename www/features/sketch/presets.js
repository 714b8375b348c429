// The starts of the sketch pad. The same name always gives the same documents. Pure.

/** @typedef {import('./sketch-state.js').Pad} Pad */
/** @typedef {import('./sketch-state.js').Point} Point */

/**
 * `sees`: one sentence on what one sees. `query`: the query that is shown first, 0 if absent. `sheet`: its frame and
 * features, if they are not the usual ones.
 * @typedef {{ name: string, title: string, sees: string, query?: number,
 *   sheet?: import('./sketch-state.js').Sheet }} Preset
 */

/** @type {Preset[]} */
export const PRESETS = [
  { name: 'three-searches', title: 'Three searches', sheet: { frame: 'unit', axes: ['words', 'links'] },
    sees: 'Pages that match the words and have links to them are wanted. One direction ranks all three searches.' },
  { name: 'separable', title: 'Separable',
    sees: 'One direction ranks every query correctly. A larger C makes w longer until the slack is gone.' },
  { name: 'tied-grades', title: 'Tied grades',
    sees: 'Many documents share a grade, so many rankings are ideal. y* takes the one that the scores prefer.' },
  { name: 'two-clusters', title: 'Two clusters',
    sees: 'The good documents stand in two places, and one direction has to serve both.' },
  { name: 'ring', title: 'Ring',
    sees: 'The good documents are about 1 away from the middle. No direction finds them, so w stays short.' },
  { name: 'outlier-query', title: 'Outlier query', query: 4,
    sees: 'Four queries agree. In query 5 one good document stands far off; drag it and watch w turn.' },
  { name: 'hopeless-query', title: 'Hopeless query', query: 3,
    sees: 'The grades of query 4 are upside down. Its slack grows with the length of w and keeps w short.' },
];

/** Returns numbers in [−1, 1), the same for the same seed. @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** @param {number} value */
const rounded = (value) => Math.round(Math.min(1.9, Math.max(-1.9, value)) * 100) / 100 + 0;

/** Moves documents apart that would cover each other. @param {Point[]} documents @param {() => number} draw */
function spread(documents, draw) {
  /** @type {Point[]} */
  const placed = [];
  for (const one of documents) {
    let [x, y] = [rounded(one.x), rounded(one.y)];
    for (let turn = 0; turn < 60 && placed.some((other) => Math.hypot(other.x - x, other.y - y) < 0.3); turn += 1) {
      const room = 0.2 + 0.01 * turn;
      [x, y] = [rounded(one.x + room * draw()), rounded(one.y + room * draw())];
    }
    placed.push({ ...one, x, y });
  }
  return placed;
}

/** @typedef {(draw: () => number, query: number) => Point[]} Maker one query */

/** @param {number} score @param {number[]} cuts */
const gradeBy = (score, cuts) => cuts.filter((cut) => score > cut).length;

/**
 * Documents whose grade rises along (0.8, 0.6). `noise` blurs the grades.
 * @param {() => number} draw @param {number} count @param {number[]} cuts @param {number} noise
 */
function along(draw, count, cuts, noise) {
  return Array.from({ length: count }, (_, at) => {
    const score = -1.5 + (3 * at) / (count - 1);
    const aside = 1.3 * draw();
    return { x: 0.8 * score - 0.6 * aside, y: 0.6 * score + 0.8 * aside,
      grade: gradeBy(score + noise * draw(), cuts) };
  });
}

/** Pages of three searches: the words of the search that they have, links to them, their grade and their title. */
const SEARCHES = /** @type {const} */ ({
  tea: [[0.2, 0.8, 0, 'Tee times, Green Hill'], [0.3, 0.2, 0, 'My green tea cup'], [0.9, 0.6, 2, 'How to brew tea'],
    [0.7, 0.1, 0, 'Green paint'], [0.6, 0.7, 1, 'Five green teas']],
  bread: [[0.5, 0.1, 0, 'Bread bin for sale'], [0.4, 0.6, 0, 'Bread Street, a map'],
    [0.7, 0.8, 2, 'Bread for beginners'], [0.8, 0.3, 1, 'My bread diary'], [0.1, 0.9, 0, 'City news']],
  soup: [[0.2, 0.3, 0, 'Soup bowls'], [0.5, 0.8, 1, 'Ten quick soups'], [0.8, 0.7, 2, 'Lentil soup in half an hour'],
    [0.3, 0.5, 0, 'Alphabet soup, a game'], [0.9, 0.2, 0, 'Soup soup soup']],
});

/** @type {Record<string, { queries: number, seed: number, make: Maker }>} */
const MAKERS = {
  'separable': { queries: 3, seed: 3, make: (draw) => along(draw, 8, [-0.6, 0.3, 1], 0) },
  'tied-grades': { queries: 3, seed: 8, make: (draw) => along(draw, 12, [0.2, 1.2], 0.9) },
  'two-clusters': { queries: 3, seed: 5, make: (draw) => [
    ...cluster(draw, 3, -0.5, 1.3, 2), ...cluster(draw, 3, 1.4, -0.3, 2), ...cluster(draw, 4, -0.8, -0.8, 0),
    ...cluster(draw, 2, 0.5, 0.4, 1)] },
  'ring': { queries: 2, seed: 9, make: (draw, query) => Array.from({ length: 16 }, (_, at) => {
    const [isGood, angle] = [at < 8, ((at % 8) + 0.5 * query + 0.25 * draw()) * (Math.PI / 4)];
    const radius = isGood ? 1 + 0.08 * draw() : at % 2 ? 0.35 : 1.75 + 0.1 * draw();
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), grade: isGood ? 2 : 0 };
  }) },
  'outlier-query': { queries: 5, seed: 4, make: (draw, query) => (query < 4 ? along(draw, 7, [-0.2, 0.9], 0.2)
    : [...along(draw, 6, [0.4], 0.2), { x: -1.6, y: 1.5, grade: 4 }]) },
  'hopeless-query': { queries: 4, seed: 6, make: (draw, query) => along(draw, 7, [-0.4, 0.7], 0.2)
    .map((one) => (query === 3 ? { ...one, grade: 2 - one.grade } : one)) },
};

/** @param {() => number} draw @param {number} count @param {number} x @param {number} y @param {number} grade */
function cluster(draw, count, x, y, grade) {
  return Array.from({ length: count }, () => ({ x: x + 0.5 * draw(), y: y + 0.5 * draw(), grade }));
}

/** The documents of a preset; none for an unknown name. @param {string} name @returns {Pad} */
export function padOf(name) {
  if (name === 'three-searches') {
    return Object.entries(SEARCHES).map(([id, pages]) => ({ id,
      documents: pages.map(([x, y, grade, title]) => ({ x, y, grade, name: title })) }));
  }
  if (!Object.hasOwn(MAKERS, name)) return [];
  const { queries, seed, make } = MAKERS[name];
  const draw = random(seed);
  return Array.from({ length: queries }, (_, at) => ({ id: String(at + 1), documents: spread(make(draw, at), draw) }));
}
