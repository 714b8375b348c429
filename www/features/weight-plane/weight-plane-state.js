// State of the plane of w: the newest replies of the worker, and the requests for them. Pure.

import { isOpen } from '../../store/panels.js';
import { hasPlanes, methodOf } from '../settings/settings.js';
import { isWorking } from '../training/run-state.js';
import { SIZE, frameOf, rowPoints } from './grid.js';

/** @typedef {import('../../wasm/rankscope.js').WeightPlane} WeightPlane */
/** @typedef {import('../../wasm/rankscope.js').AngleView} AngleView */
/** @typedef {import('../../wasm/rankscope.js').HingeOnLine} HingeOnLine */
/** @typedef {import('../training/run-state.js').Run} Run */

/** @typedef {import('../../core/protocol.js').PlaneOfWReply} PlaneOfWReply */
/** @typedef {import('../../core/protocol.js').LineReply} LineReply */
/** @typedef {import('../../core/protocol.js').ForKey} ForKey */
/** @typedef {{ view: AngleView | null } & ForKey} AngleReply */
/**
 * The exact objective on a grid, row by row from the smallest y; NaN where it is still being computed.
 * @typedef {{ values: Float64Array, rows: number } & ForKey} ObjectiveGrid
 */
/**
 * @typedef {{ reply: PlaneOfWReply | null, grid: ObjectiveGrid | null, angle: AngleReply | null,
 *   line: LineReply | null }} PlaneOfW
 */
/**
 * @typedef {({ type: 'weightplane/plane' } & PlaneOfWReply) | ({ type: 'weightplane/angle' } & AngleReply)
 *   | ({ type: 'weightplane/line' } & LineReply)
 *   | ({ type: 'weightplane/rows', first: number, values: Float64Array | null } & ForKey)} PlaneOfWAction
 */
/**
 * What the panel of this feature sees of the state.
 * @typedef {{ weightplane: PlaneOfW, theme: string } & import('../../store/panels.js').PanelsState
 *   & import('../training/training-state.js').TrainingState
 *   & import('../model/model-state.js').ModelState} PlaneOfWState
 */
/** @typedef {import('../../store/store.js').Store<PlaneOfWState, any>} PlaneOfWStore */

/** Rows of the grid in one request. Each point calls every oracle, and the worker must stay responsive. */
const ROWS = 2;

/** @type {PlaneOfW} */
export const NO_PLANE_OF_W = { reply: null, grid: null, angle: null, line: null };

/**
 * @param {PlaneOfW} old
 * @param {PlaneOfWAction} action
 * @param {{ run: { id: number } | null }} state
 * @returns {PlaneOfW}
 */
export function reducePlaneOfW(old, action, { run }) {
  if (action.run !== run?.id) return old;
  switch (action.type) {
    case 'weightplane/plane': return { ...old, reply: action };
    case 'weightplane/angle': return { ...old, angle: action };
    case 'weightplane/line': return { ...old, line: action };
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
  const grid = new Float64Array(SIZE * SIZE).fill(Number.NaN);
  if (isNext) grid.set(old.values);
  if (values) grid.set(values, first * SIZE);
  return { run, key, values: grid, rows: values ? first + values.length / SIZE : 0, problem };
}

/**
 * Names what grid and angles depend on besides the run: the directions, and the reference rankings of the round. The
 * directions of a run change with its best w and its path.
 * @param {Run} run @param {WeightPlane} plane
 */
export function keyOf({ reports }, { iteration, best, path }) {
  const report = reports.at(iteration);
  return [report?.kind === 'planes' ? report.round : 0, best, path.length].join(' ');
}

/** The plane at the iteration shown. @param {PlaneOfWState} state @param {Run} run @param {number} iteration */
function planeAt({ weightplane: { reply } }, run, iteration) {
  return reply?.run === run.id && reply.iteration === iteration ? reply.plane : null;
}

/** @param {PlaneOfWState} state @param {Pick<Run, 'id' | 'settings'>} run */
const isWanted = (state, run) => isOpen(state, 'weightplane') && state.run?.id === run.id
  && hasPlanes(methodOf(state.catalog, run.settings));

/** @type {import('../../core/protocol.js').RequestKind<PlaneOfWState>} */
export const WEIGHT_PLANE_REQUEST = {
  type: 'weight plane', answer: 'weightplane/plane',
  wanted: (state, { run, iteration }) =>
    (isWanted(state, run) ? { type: 'weight plane', run: run.id, iteration } : null),
  // The directions follow the best w, and the newest planes are known once the next iteration is.
  key: (request, { run }) => JSON.stringify(request) + (run?.reports.length ?? 0),
};

/**
 * The exact objective comes in slices, once training rests.
 * @type {import('../../core/protocol.js').RequestKind<PlaneOfWState>}
 */
export const OBJECTIVE_REQUEST = {
  type: 'objective on plane', answer: 'weightplane/rows',
  wanted: (state, { run: { id }, iteration }) => {
    const { run, weightplane: { grid } } = state;
    if (run?.id !== id || !isWanted(state, run) || isWorking(run)) return null;
    const plane = planeAt(state, run, iteration);
    if (!plane) return null;
    const key = keyOf(run, plane);
    const isHere = grid?.run === id && grid.key === key;
    const first = isHere ? grid.rows : 0;
    if (first >= SIZE || (isHere && grid.problem)) return null;
    const rows = Math.min(ROWS, SIZE - first);
    const { x, y } = plane.axes;
    return { type: 'objective on plane', run: id, iteration, key, x, y, first,
      points: rowPoints(frameOf(plane.path), first, rows) };
  },
};

/** @type {import('../../core/protocol.js').RequestKind<PlaneOfWState>} */
export const ANGLE_REQUEST = {
  type: 'angle view', answer: 'weightplane/angle',
  wanted: (state, { run: { id }, iteration }) => {
    const { run, weightplane: { angle } } = state;
    if (run?.id !== id || !isWanted(state, run) || isWorking(run)) return null;
    const plane = planeAt(state, run, iteration);
    const best = plane?.path[plane.best];
    const radius = best ? Math.hypot(best.x, best.y) : 0;
    if (!plane || radius === 0) return null;
    const key = keyOf(run, plane);
    if (angle?.run === id && angle.key === key) return null;
    return { type: 'angle view', run: id, iteration, key, x: plane.axes.x, y: plane.axes.y, radius };
  },
};

/** @type {import('../../core/protocol.js').RequestKind<PlaneOfWState>} */
export const LINE_REQUEST = {
  type: 'hinge on line', answer: 'weightplane/line',
  wanted: (state, { run: { id }, iteration, query }) => {
    const { run } = state;
    if (run?.id !== id || !isWanted(state, run) || query === null || !planeAt(state, run, iteration)) return null;
    return { type: 'hinge on line', run: id, iteration, query };
  },
  key: (request, { run }) => JSON.stringify(request) + (run?.reports.length ?? 0),
};
