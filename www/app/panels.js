// The panels of the workspace: tabs, and panels that fold inside a tab. A new panel joins by an entry here, and by one
// line of SLICES in reducer.js if it has a state of its own.

import { BOUNDS_REQUEST } from '../features/bounds/bounds-state.js';
import { newest } from '../features/training/run-state.js';
import { CERTIFICATE_REQUEST } from '../features/certificate/certificate-request.js';
import { PLANE_REQUEST } from '../features/plane/plane-state.js';
import { RANKS_REQUEST } from '../features/rank-history/rank-history-state.js';
import { EXPLANATION_REQUEST } from '../features/model/explanation-request.js';
import {
  ANGLE_REQUEST, LINE_REQUEST, OBJECTIVE_REQUEST, PROBE_REQUEST, WEIGHT_PLANE_REQUEST,
} from '../features/weight-plane/weight-plane-state.js';

/** The state of the whole page. Its type would be a cycle, because the reducer reads this list. @typedef {any} State */
/** @typedef {import('../store/store.js').Store<State, any>} Store */

/**
 * `id`: of its section, in links and lessons, and what its actions begin with.
 * `tab`: the short name in the tablist; a panel without one folds inside the tab `within`.
 * `load`: fetches the content when the panel is first opened; absent where main.js mounts it at the start.
 * `needs`: requests to the worker while the panel is open. `waits`: what the panel waits for while it has nothing to
 * show.
 * `hideable`: lessons and links can leave it out. `linkable`: links say whether it is open.
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {string} about
 * @property {{ name: string, group: 'This run' | 'Many runs' | 'Other data' }} [tab]
 * @property {{ name: string, title: string, about: string }} [withoutPlanes] how it is called where the method has no
 *   cutting planes
 * @property {string} [within]
 * @property {() => Promise<{ body: (store: Store) => import('../ui/dom.js').Child[] }>} [load]
 * @property {import('../core/protocol.js').RequestKind<State>[]} needs
 * @property {(state: State) => string} [waits]
 * @property {boolean} hideable
 * @property {boolean} linkable
 */

/** @param {State} state */
const untilTrained = ({ run }) => (newest(run) === 0 ? 'Waits for the first iteration.' : '');

/** The first tab is open at the start. @type {Panel[]} */
export const PANELS = [
  {
    id: 'inspector', title: 'Violating permutation', about: '', tab: { name: 'Violator', group: 'This run' },
    withoutPlanes: { name: 'Pulls', title: 'Pulls', about: '' },
    needs: [], hideable: true, linkable: true,
  },
  {
    id: 'ranks', title: 'Ranks over time', about: 'how documents change places', within: 'inspector',
    load: () => import('../features/rank-history/rank-history-panel.js'),
    needs: [RANKS_REQUEST], hideable: true, linkable: true,
  },
  {
    id: 'weights', title: 'Weights w', about: '', tab: { name: 'Weights', group: 'This run' },
    withoutPlanes: { name: 'Model', title: 'Model', about: '' },
    needs: [], waits: untilTrained, hideable: true, linkable: true,
  },
  {
    id: 'weightplane', title: 'Plane of w', about: 'every point is a w, the bluer the lower its objective',
    tab: { name: 'Plane of w', group: 'This run' },
    load: () => import('../features/weight-plane/weight-plane-panel.js'),
    needs: [WEIGHT_PLANE_REQUEST, PROBE_REQUEST, OBJECTIVE_REQUEST, LINE_REQUEST, ANGLE_REQUEST], waits: untilTrained,
    hideable: true, linkable: true,
  },
  {
    id: 'certificate', title: 'Certificate',
    about: 'how far this w is from the best, and the cutting planes that hold it',
    tab: { name: 'Certificate', group: 'This run' },
    withoutPlanes: { name: 'Progress', title: 'Progress', about: 'the figures of this iteration, and what is proved' },
    load: () => import('../features/certificate/certificate-panel.js'),
    needs: [CERTIFICATE_REQUEST], waits: untilTrained, hideable: true, linkable: true,
  },
  {
    id: 'bounds', title: 'Bounds along a line of w', about: 'why hopeless queries keep w at 0',
    within: 'certificate',
    load: () => import('../features/bounds/bounds-panel.js'),
    needs: [BOUNDS_REQUEST], hideable: true, linkable: true,
  },
  {
    id: 'explanation', title: 'Why is this above that?', about: 'what each feature adds to two scores',
    within: 'weights',
    load: () => import('../features/model/explanation-panel.js'),
    needs: [EXPLANATION_REQUEST], hideable: true, linkable: true,
  },
  {
    id: 'plane', title: 'Score over two features', about: 'for data with two features: shades, contours, documents',
    within: 'weights',
    load: () => import('../features/plane/plane-panel.js'),
    needs: [PLANE_REQUEST], hideable: true, linkable: true,
  },
  {
    id: 'runs', title: 'Runs', about: 'every finished run is kept here, to draw again and to compare',
    tab: { name: 'Runs', group: 'Many runs' },
    load: () => import('../features/runs/runs-panel.js'),
    needs: [], waits: ({ runs }) => (runs.list.length ? '' : 'Waits for the end of a run.'),
    hideable: true, linkable: true,
  },
  {
    id: 'modelfile', title: 'Model of a file', about: 'a model from a file, on the data of the page and beside its run',
    within: 'runs',
    load: () => import('../features/model-file/model-file-panel.js'),
    needs: [], hideable: true, linkable: true,
  },
  {
    id: 'comparison', title: 'Compare methods', about: 'every training loss against every test measure',
    tab: { name: 'Compare', group: 'Many runs' },
    load: () => import('../features/comparison/comparison-panel.js'),
    needs: [], hideable: true, linkable: true,
  },
  {
    id: 'study', title: 'Study', about: 'many runs by a plan, with plots and tests over test queries',
    tab: { name: 'Study', group: 'Many runs' },
    load: () => import('../features/study/study-panel.js'),
    needs: [], hideable: true, linkable: true,
  },
  {
    id: 'ratings', title: 'Ratings', about: 'users are queries, and the items that they rated are documents',
    tab: { name: 'Ratings', group: 'Other data' },
    load: () => import('../features/ratings/ratings-panel.js'),
    needs: [], hideable: true, linkable: true,
  },
  {
    id: 'sketch', title: 'Sketch pad', about: 'documents as points in two features; training follows every change',
    tab: { name: 'Sketch pad', group: 'Other data' },
    load: () => import('../features/sketch-pad/sketch-panel.js'),
    needs: [], hideable: true, linkable: true,
  },
];
