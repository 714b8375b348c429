// The pictures that a step can show, by the names that lessons use. A new picture is a file in pictures/ and a line here.

/** @type {Readonly<Record<string, () => Promise<import('./picture.js').PictureModule>>>} */
export const PICTURES = {
  greedy: () => import('../pictures/greedy.js'),
  order: () => import('../pictures/order.js'),
  plane: () => import('../pictures/plane.js'),
  'planes-rounds': () => import('../pictures/planes-rounds.js'),
  price: () => import('../pictures/price.js'),
  'two-losses': () => import('../pictures/two-losses.js'),
};
