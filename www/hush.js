// Live regions that keep silent while iterations follow each other: then the status alone speaks, and what is seen moves on.

import { isMoving } from './timetravel.js';

/**
 * To be called before the texts are watched, so that the first change of a run is silent too.
 * @param {import('./store.js').Store} store
 * @param {...Element} regions
 */
export function politeAtRest(store, ...regions) {
  store.watch((state) => [isMoving(state)], ([moving]) => {
    for (const region of regions) region.setAttribute('aria-live', moving ? 'off' : 'polite');
  });
}
