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
  { name: 'calibration', title: 'Calibration', idea: 'convex losses may pick the wrong order', needsData: false,
    first: { part: 'lists', measure: 'ap', tilt: '0.01', p: '0.3' },
    asked: ({ part, measure, p }) => ({ part, ...(part === 'lists' && { measure }), ...(part === 'binary' && { p }) }),
    load: () => import('./calibration-lab.js') },
  { name: 'generalisation', title: 'Generalisation', idea: 'what the loss on N queries says about the risk',
    needsData: true, first: { queries: '20', radius: '5', delta: '0.05', first: '1', second: '2', scale: 'query' },
    asked: ({ queries, delta, first, second, scale }) => ({ queries, delta, first, second, scale, draws: '400' }),
    load: () => import('./generalisation-lab.js') },
  { name: 'complexity', title: 'Complexity', idea: 'how well scorers of norm B can follow random signs',
    needsData: true, first: { radius: '1', scale: 'query' }, asked: (values) => values,
    load: () => import('./complexity-lab.js') },
  { name: 'margins', title: 'Margins', idea: 'wide margins narrow the bound, if there are enough queries',
    needsData: true,
    first: { scorer: 'feature', feature: '1', generator: 'constant', gamma: '0.1', scale: 'query' },
    asked: ({ scorer, feature, scale }) => ({ scorer, feature, scale }), load: () => import('./margins-lab.js') },
  { name: 'steps', title: 'Steps', idea: 'training needs far fewer planes than the theory allows', needsData: true,
    first: { c: '10', decay: 'power:0.5', scale: 'query' }, asked: (values) => values,
    load: () => import('./steps-lab.js') },
  { name: 'online-to-batch', title: 'Online to batch', idea: 'the mean iterate costs at most what the pass paid',
    needsData: true, first: { radius: '10', scale: 'query' }, asked: (values) => values,
    load: () => import('./online-lab.js') },
  { name: 'decay', title: 'Learned decay', idea: 'the best decay of the bound, and what it is worth on test data',
    needsData: true, first: { start: 'power:0.5', measure: 'ndcg@10', c: '10', round: '4', scale: 'query' },
    asked: ({ start, measure, c, scale }) => ({ start, measure, c, scale }), load: () => import('./decay-lab.js') },
  { name: 'combined-losses', title: 'Weights of combined losses', idea: 'what one w for two losses costs each of them',
    needsData: true, first: { first: 'owpc:generator=constant', second: 'owpc:generator=inverse-rank', c: '100',
      share: '0.5', scale: 'query' },
    asked: ({ first, second, c, scale }) => ({ components: `${first},${second}`, c, scale }),
    load: () => import('./combined-losses-lab.js') },
];
