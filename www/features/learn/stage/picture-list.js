// The pictures that a step can show, by the names that lessons use. A new picture is a file in pictures/ and a line here.

/** @type {Readonly<Record<string, () => Promise<import('./picture.js').PictureModule>>>} */
export const PICTURES = {
  'greedy-table': () => import('../pictures/greedy-table.js'),
  order: () => import('../pictures/order.js'),
  plane: () => import('../pictures/plane.js'),
  profile: () => import('../pictures/profile.js'),
};
