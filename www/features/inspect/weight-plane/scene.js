// What the picture of the plane of w shows in each phase of an iteration, as numbers that can move. Pure.

/** @typedef {import('../../../wasm/rankscope.js').WeightPlane} WeightPlane */
/** @typedef {import('../../run/playback/playback-state.js').Phase} Phase */
/** @typedef {import('./grid.js').Frame} Frame */

/**
 * Shares from 0 to 1, and places in the plane. `floor`: how far the new planes have raised it. `lines`: of the new
 * planes. `forbidden`: the side of one of them. `ring`: the lowest point of the floor. `step`: the way to the next w.
 * `downhill`: the arrow against the gradient. `x`, `y`: where w is.
 * @typedef {{ floor: number, lines: number, forbidden: number, ring: number, ringX: number, ringY: number,
 *   step: number, downhill: number, x: number, y: number }} Scene
 */

/**
 * @param {WeightPlane} plane
 * @param {Phase | null} phase null without slow motion: all of it at once
 * @returns {Scene}
 */
export function sceneOf(plane, phase) {
  const { path, iteration, lowest } = plane;
  const here = path[iteration];
  const next = path[iteration + 1] ?? here;
  const ring = lowest && (phase === null || phase >= 2) ? lowest : null;
  const { x, y } = phase === 3 ? next : here;
  const has = plane.has_floor;
  return {
    floor: Number(phase === null || phase >= 1), lines: Number(has),
    forbidden: phase === null || phase === 1 ? 1 : phase > 1 ? 0.4 : 0,
    ring: Number(Boolean(ring)), ringX: (ring ?? here).x, ringY: (ring ?? here).y,
    step: Number(phase === null || phase >= (has ? 3 : 2)),
    downhill: Number(!has && (phase === null || phase >= 1)),
    x, y,
  };
}

/**
 * The scene from which the first one of an iteration comes: its new planes are not there yet.
 * @param {Scene} scene @returns {Scene}
 */
export const before = (scene) => ({ ...scene, floor: 0, lines: 0, forbidden: 0, ring: 0, downhill: 0 });

/** A scene on the way from one to another. @param {Scene} from @param {Scene} to @param {number} share of the way */
export function between(from, to, share) {
  const scene = { ...to };
  for (const key of /** @type {(keyof Scene)[]} */ (Object.keys(to))) {
    scene[key] = from[key] + share * (to[key] - from[key]);
  }
  return scene;
}

/** Starts and ends slowly. @param {number} share */
export const eased = (share) => share * share * (3 - 2 * share);

/**
 * Returns a place within the frame: the place itself, or where the way to it leaves the frame.
 * @param {{ x: number, y: number }} from inside @param {{ x: number, y: number }} to
 * @param {Pick<Frame, 'x' | 'y'>} frame
 */
export function inside(from, to, frame) {
  let share = 1;
  for (const axis of /** @type {const} */ (['x', 'y'])) {
    const [start, end, [low, high]] = [from[axis], to[axis], frame[axis]];
    const [least, most] = [low + 0.02 * (high - low), high - 0.02 * (high - low)];
    if (end < least) share = Math.min(share, (start - least) / (start - end));
    if (end > most) share = Math.min(share, (most - start) / (end - start));
  }
  const inside = Math.max(0, share);
  return { x: from.x + inside * (to.x - from.x), y: from.y + inside * (to.y - from.y), isInside: share === 1 };
}
