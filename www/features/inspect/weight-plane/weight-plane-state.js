// State of the plane of w: the newest replies of the worker, and the requests for them. Pure.

import { isOpen } from '../../../store/panels.js';
import { isWorking } from '../../run/training/run-state.js';
import { POINTS, ROWS, edgesOf, gridOf, rowPoints } from './grid.js';

/** @typedef {import('../../../wasm/rankscope.js').WeightPlane} WeightPlane */
/** @typedef {import('../../../wasm/rankscope.js').AngleView} AngleView */
/** @typedef {import('../../../wasm/rankscope.js').HingeOnLine} HingeOnLine */
/** @typedef {import('../../run/training/run-state.js').Run} Run */

/** @typedef {import('../../../core/protocol.js').PlaneOfWReply} PlaneOfWReply */
/** @typedef {import('../../../core/protocol.js').LineReply} LineReply */
/**
 * A probe. `violator`: of the query asked about, at the w of the probe.
 * @typedef {import('../../../wasm/rankscope.js').Probe
 *   & { violator?: import('../../../core/protocol.js').Inspection }} Reading
 */
/**
 * @typedef {Omit<import('../../../core/protocol.js').ReadingReply, 'reading'> & { reading: Reading | null }
 *   } ReadingReply
 */
/** @typedef {import('../../../core/protocol.js').ForKey} ForKey */
/** @typedef {{ view: AngleView | null } & ForKey} AngleReply */
/**
 * The exact objective on all grids, from coarse to fine, row by row from the smallest y. `rows` are known.
 * @typedef {{ values: Float64Array, rows: number } & ForKey} ObjectiveGrid
 */
/** A w of the picture that the reader moves. @typedef {{ run: number, x: number, y: number }} ProbeAt */
/**
 * `features`: of the slice that is shown, from 0; null for the plane nearest to the path.
 * @typedef {{ reply: PlaneOfWReply | null, grid: ObjectiveGrid | null, angle: AngleReply | null,
 *   line: LineReply | null, features: [number, number] | null, probe: ProbeAt | null,
 *   reading: ReadingReply | null }} PlaneOfW
 */
/**
 * @typedef {({ type: 'weightplane/plane' } & PlaneOfWReply) | ({ type: 'weightplane/angle' } & AngleReply)
 *   | ({ type: 'weightplane/line' } & LineReply) | ({ type: 'weightplane/reading' } & ReadingReply)
 *   | { type: 'weightplane/features', features: [number, number] | null }
 *   | ({ type: 'weightplane/probe' } & ProbeAt) | { type: 'weightplane/release' }
 *   | ({ type: 'weightplane/rows', first: number, values: Float64Array | null } & ForKey)} PlaneOfWAction
 */
/**
 * What the panel of this feature sees of the state.
 * @typedef {{ weightplane: PlaneOfW, theme: string } & import('../../run/playback/playback-state.js').PlaybackState
 *   & import('../../../store/panels.js').PanelsState & import('../../../store/activity.js').Activity
 *   & import('../../run/training/training-state.js').TrainingState
 *   & import('../model/model-state.js').ModelState} PlaneOfWState
 */
/**
 * @typedef {import('../../../store/store.js').Store<PlaneOfWState, PlaneOfWAction
 *   | import('../../run/playback/playback-state.js').PlaybackAction
 *   | import('../../run/training/training-state.js').TrainingAction>} PlaneOfWStore
 */

/** @type {PlaneOfW} */
export const NO_PLANE_OF_W = {
  reply: null, grid: null, angle: null, line: null, features: null, probe: null, reading: null,
};

/**
 * @param {PlaneOfW} old
 * @param {PlaneOfWAction} action
 * @param {{ run: { id: number } | null }} state
 * @returns {PlaneOfW}
 */
export function reducePlaneOfW(old, action, { run }) {
  // Another plane has other places.
  if (action.type === 'weightplane/features') return { ...old, features: action.features, probe: null };
  if (action.type === 'weightplane/release') return { ...old, probe: null };
  if (action.run !== run?.id) return old;
  switch (action.type) {
    case 'weightplane/plane': return { ...old, reply: action };
    case 'weightplane/angle': return { ...old, angle: action };
    case 'weightplane/line': return { ...old, line: action };
    case 'weightplane/probe': return { ...old, probe: action };
    case 'weightplane/reading': return { ...old, reading: action };
    case 'weightplane/rows': return { ...old, grid: withRows(old.grid, action) };
    default: return old;
  }
}

/**
 * @param {ObjectiveGrid | null} old
 * @param {Extract<PlaneOfWAction, { type: 'weightplane/rows' }>} action
 * @returns {ObjectiveGrid}
 */
function withRows(old, { run, key, first, values, problem }) {
  const isNext = old?.run === run && old.key === key && old.rows === first;
  const grid = new Float64Array(POINTS).fill(Number.NaN);
  if (isNext) grid.set(old.values);
  const { place, rows } = gridOf(first);
  if (values) grid.set(values, place);
  return { run, key, values: grid, rows: values ? first + rows : 0, problem };
}

/**
 * Names what grid and angles depend on besides the run: the directions, and the reference rankings of the round. The
 * directions of a run change with its best w and its path.
 * @param {Run} run @param {WeightPlane} plane
 */
export function keyOf({ reports }, { iteration, best, path, axes }) {
  const report = /** @type {Record<string, any> | undefined} */ (reports.at(iteration));
  return [report?.round, report?.smoothing, best, path.length, axes.features].join(' ');
}

/**
 * The plane at the iteration shown.
 * @param {PlaneOfWState} state @param {Pick<Run, 'id'>} run @param {number} iteration
 */
function planeAt({ weightplane: { reply } }, run, iteration) {
  return reply?.run === run.id && reply.iteration === iteration ? reply.plane : null;
}

/**
 * The run and the plane of a request that needs it, or null.
 * @param {PlaneOfWState} state @param {import('../../../core/protocol.js').Shown} shown @param {boolean} [rests]
 */
function placeFor(state, { run: { id }, iteration }, rests = false) {
  const { run } = state;
  const plane = run?.id === id && isOpen(state, 'weightplane') ? planeAt(state, run, iteration) : null;
  return run && plane && !(rests && isWorking(run)) ? { run, plane, key: keyOf(run, plane) } : null;
}

/** @type {import('../../../core/protocol.js').RequestKind<PlaneOfWState>} */
export const WEIGHT_PLANE_REQUEST = {
  type: 'weight plane', answer: 'weightplane/plane',
  wanted: (state, { run, iteration }) => (isOpen(state, 'weightplane')
    ? { type: 'weight plane', run: run.id, iteration, features: state.weightplane.features } : null),
  // The directions follow the best w, and the newest planes are known once the next iteration is.
  key: (request, { run }) => JSON.stringify(request) + (run?.reports.length ?? 0),
};

/**
 * The exact objective comes in slices, once training rests: first on coarse grids.
 * @type {import('../../../core/protocol.js').RequestKind<PlaneOfWState>}
 */
export const OBJECTIVE_REQUEST = {
  type: 'objective on plane', answer: 'weightplane/rows',
  wanted: (state, shown) => {
    const place = placeFor(state, shown, true);
    if (!place) return null;
    const { run: { id }, plane, key } = place;
    const { grid } = state.weightplane;
    const isHere = grid?.run === id && grid.key === key;
    const first = isHere ? grid.rows : 0;
    if (first >= ROWS || (isHere && grid.problem)) return null;
    return { type: 'objective on plane', run: id, iteration: shown.iteration, key, axes: plane.axes, first,
      points: rowPoints(edgesOf(plane.path), first) };
  },
};

/** @type {import('../../../core/protocol.js').RequestKind<PlaneOfWState>} */
export const ANGLE_REQUEST = {
  type: 'angle view', answer: 'weightplane/angle',
  wanted: (state, shown) => {
    const place = placeFor(state, shown, true);
    if (!place) return null;
    const { run: { id }, plane, key } = place;
    const { angle, grid } = state.weightplane;
    // Its many directions would delay the contours.
    if (grid?.key === key && grid.rows < ROWS && !grid.problem) return null;
    const best = plane.path[plane.best];
    const radius = Math.hypot(best.x, best.y);
    // Beside 0 a ranking depends on more than the angle.
    if (radius === 0 || plane.height || !plane.has_floor || (angle?.run === id && angle.key === key)) return null;
    return { type: 'angle view', run: id, iteration: shown.iteration, key, axes: plane.axes, radius };
  },
};

/** @type {import('../../../core/protocol.js').RequestKind<PlaneOfWState>} */
export const LINE_REQUEST = {
  type: 'hinge on line', answer: 'weightplane/line',
  wanted: (state, shown) => {
    const { iteration, query } = shown;
    const place = placeFor(state, shown);
    if (query === null || !place?.plane.has_floor) return null;
    return { type: 'hinge on line', run: place.run.id, iteration, query };
  },
  key: (request, { run }) => JSON.stringify(request) + (run?.reports.length ?? 0),
};

/** @type {import('../../../core/protocol.js').RequestKind<PlaneOfWState>} */
export const PROBE_REQUEST = {
  type: 'probe weights', answer: 'weightplane/reading',
  wanted: (state, shown) => {
    const { iteration, query } = shown;
    const { probe } = state.weightplane;
    const place = placeFor(state, shown);
    if (!place || probe?.run !== place.run.id) return null;
    const { x, y } = probe;
    return { type: 'probe weights', run: place.run.id, iteration, key: place.key, axes: place.plane.axes, x, y, query };
  },
};
