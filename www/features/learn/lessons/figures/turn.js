// One turn of w in the plane of two features: the lists that it shows, and what each is worth. The core ranks and
// measures every direction; only the angles at which two documents have equal shadows are found here.

import { fromLetor } from '../../../sketch/letor-text.js';

/** @typedef {import('./small-run.js').SmallRun} SmallRun */
/** @typedef {import('../../../sketch/sketch-state.js').Point} Point */
/**
 * What a direction shows: the documents of the first query from the top, its mean loss and slack, and the run's
 * measures.
 * @typedef {{ angle: number, order: number[], loss: number, slack: number,
 *   measures: Record<string, number> }} Direction
 */
/** An arc of directions, in radians, with one list. @typedef {Direction & { from: number, to: number }} Sector */
/**
 * @typedef {{ points: Point[], names: string[], length: number, best: number, sectors: Sector[],
 *   slacks: { angle: number, slack: number }[], at: (angle: number) => Direction }} Turn
 * `points`: the documents of the first query; `length`: that of the best w, at which the slack is measured; `best`: its
 * angle. `sectors` begin behind −π and go once around; the last one ends beyond π.
 */

export const FULL = 2 * Math.PI;
const SAME = 1e-9; // radians between two angles that are one

/** The plane of the weights of the two features. @type {import('../../../../wasm/rankscope.js').WeightAxes} */
const AXES = { features: [0, 1], origin: [0, 0], x: [1, 0], y: [0, 1] };

/** The same direction in (−π, π]. @param {number} angle */
export const wrapped = (angle) => angle - FULL * Math.ceil((angle - Math.PI) / FULL);

/**
 * Measures a turn. Throws the core's message if the data do not have two features.
 * @param {SmallRun} run @param {readonly string[]} lines @returns {Turn}
 */
export function turnOf({ training, iterations }, lines) {
  const { pad, why } = fromLetor(lines.join('\n'));
  if (!pad) throw new Error(why);
  const { best: iteration } = training.weight_plane(iterations, new Uint32Array([0, 1]));
  const [x, y] = training.weights(iteration);
  const length = Math.hypot(x, y) || 1;
  /** @param {number} angle */
  const probe = (angle) => training.probe_weights(iteration, AXES,
    new Float64Array([length * Math.cos(angle), length * Math.sin(angle)]), new Uint32Array([0]));
  /** @param {number} angle @returns {Direction} */
  const at = (angle) => {
    const { loss, slack, ranking, measures } = probe(angle);
    return { angle, loss, slack: slack ?? 0, order: ranking?.places.map(({ document }) => document) ?? [],
      measures: Object.fromEntries(measures.map(({ measure, value }) => [measure, value ?? 0])) };
  };
  const view = training.angle_view(iteration, AXES, length);
  const { documents: points } = pad[0];
  /** @type {string[]} */
  const names = [];
  for (const { document, comment } of probe(0).ranking?.places ?? []) names[document] = comment;
  return { points, names, length, best: Math.atan2(y, x), at, sectors: sectorsOf(cutsOf(points), at),
    slacks: view.bound_angles.map((angle, one) => ({ angle, slack: view.bounds[one] })) };
}

/** The angles in (−π, π] at which two documents have the same shadow on the arrow. @param {Point[]} points */
export function cutsOf(points) {
  const angles = points.flatMap((one, at) => points.slice(0, at).flatMap((other) => {
    const [dx, dy] = [one.x - other.x, one.y - other.y];
    const across = Math.atan2(dy, dx) + Math.PI / 2;
    return dx || dy ? [wrapped(across), wrapped(across - Math.PI)] : [];
  })).sort((a, b) => a - b);
  return angles.filter((angle, at) => at === 0 || angle - angles[at - 1] > SAME);
}

/**
 * The arcs between the cuts. Neighbours with the same list are one.
 * @param {number[]} cuts @param {(angle: number) => Direction} at @returns {Sector[]}
 */
function sectorsOf(cuts, at) {
  if (!cuts.length) return [{ ...at(0), from: -Math.PI, to: Math.PI }];
  /** @type {Sector[]} */
  const sectors = [];
  cuts.forEach((from, one) => {
    const to = cuts[one + 1] ?? cuts[0] + FULL;
    const direction = at((from + to) / 2);
    const last = sectors.at(-1);
    if (last?.order.join() === direction.order.join()) last.to = to;
    else sectors.push({ ...direction, from, to });
  });
  return sectors;
}

/** The sector of a direction. @param {Turn} turn @param {number} angle */
export function sectorAt({ sectors }, angle) {
  const here = wrapped(angle);
  return sectors.find(({ from, to }) => (here >= from && here < to) || (here + FULL >= from && here + FULL < to))
    ?? sectors[0];
}

/**
 * The losses from −180° to 180° as corners of a line.
 * @param {Turn} turn @returns {[number, number][]}
 */
export function stairsOf({ sectors }) {
  return sectors.flatMap(({ from, to, loss }) => [0, FULL].flatMap((back) => {
    const ends = [Math.max(-Math.PI, from - back), Math.min(Math.PI, to - back)];
    return ends[0] < ends[1] ? [/** @type {[number, number, number]} */ ([ends[0], ends[1], loss])] : [];
  })).sort((a, b) => a[0] - b[0]).flatMap(([from, to, loss]) =>
    /** @type {[number, number][]} */ ([[from, loss], [to, loss]]));
}

/** The number of different lists. @param {readonly Direction[]} sectors */
export const listsOf = (sectors) => new Set(sectors.map(({ order }) => order.join())).size;

/**
 * The figures of a turn that lessons can look up.
 * @param {Turn} turn @param {readonly string[]} [reported] the measures of the run @returns {Record<string, number>}
 */
export function turnFigures({ sectors, slacks, at }, reported = []) {
  const losses = sectors.map(({ loss }) => loss);
  const lowest = slacks.reduce((least, one) => (one.slack < least.slack ? one : least));
  const degree = Math.PI / 180;
  const slopes = slacks.slice(1).map(({ angle, slack }, one) =>
    Math.abs(slack - slacks[one].slack) / ((angle - slacks[one].angle) / degree));
  const jumps = losses.map((loss, one) => Math.abs(loss - (losses.at(one - 1) ?? loss)));
  const worst = (/** @type {Sector} */ { measures }) => Math.min(...reported.map((name) => measures[name] ?? 0));
  return {
    'turn.lists': listsOf(sectors), 'turn.least_loss': Math.min(...losses), 'turn.greatest_jump': Math.max(...jumps),
    'turn.least_slack': lowest.slack, 'turn.loss_at_least_slack': at(lowest.angle).loss,
    'turn.slack_per_degree': Math.max(...slopes),
    'turn.most_of_all': reported.length ? Math.max(...sectors.map(worst)) : NaN,
    ...Object.fromEntries(Object.keys(sectors[0].measures).map((name) =>
      [`turn.most/${name}`, Math.max(...sectors.map((sector) => sector.measures[name]))])),
  };
}
