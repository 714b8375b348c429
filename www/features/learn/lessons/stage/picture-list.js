// The pictures that a step can show, by the names that lessons use. A new picture is a file of pictures/ and a line.

/** @type {Readonly<Record<string, () => Promise<import('./picture.js').PictureModule>>>} */
export const PICTURES = {
  bars: () => import('../pictures/bars.js'),
  circle: () => import('../pictures/circle.js'),
  'digit-weights': () => import('../pictures/digit-weights.js'),
  families: () => import('../pictures/families.js'),
  folds: () => import('../pictures/folds.js'),
  gain: () => import('../pictures/gain.js'),
  'greedy-table': () => import('../pictures/greedy-table.js'),
  losses: () => import('../pictures/losses.js'),
  'one-by-one': () => import('../pictures/one-by-one.js'),
  oracle: () => import('../pictures/oracle.js'),
  'pair-weights': () => import('../pictures/pair-weights.js'),
  plane: () => import('../pictures/plane.js'),
  'planes-rounds': () => import('../pictures/planes-rounds.js'),
  points: () => import('../pictures/points.js'),
  'position-costs': () => import('../pictures/position-costs.js'),
  price: () => import('../pictures/price.js'),
  profile: () => import('../pictures/profile.js'),
  stars: () => import('../pictures/stars.js'),
  steps: () => import('../pictures/steps.js'),
  ties: () => import('../pictures/ties.js'),
  'two-losses': () => import('../pictures/two-losses.js'),
  'two-meters': () => import('../pictures/two-meters.js'),
  'two-wishes': () => import('../pictures/two-wishes.js'),
};
