// The laboratories, in the order of the list. A laboratory is a line here and a file, which is fetched when it is first
// shown.

/** @typedef {import('./lab-view.js').Values} Values */

/**
 * `needsData`: whether it is about the training data. `first`: the values at the start. `asked`: the values that the
 * core needs; the others only move a handle of the picture.
 * @typedef {{ name: string, title: string, idea: string, needsData: boolean, first: Values,
 *   asked: (values: Values) => Values,
 *   load: () => Promise<{ create: (change: (values: Values) => void) => import('./lab-view.js').LabView }> }} Lab
 */

/** @type {readonly Lab[]} */
export const LABS = [
  { name: 'calibration', title: 'Calibration', idea: 'a convex loss may pick the wrong order', needsData: false,
    first: { part: 'lists', measure: 'ap', tilt: '0.01', p: '0.3' },
    asked: ({ part, measure, p }) => ({ part, ...(part === 'lists' && { measure }), ...(part === 'binary' && { p }) }),
    load: () => import('./calibration-lab.js') },
];
