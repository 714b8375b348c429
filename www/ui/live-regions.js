// Silences live regions while iterations follow each other, so that only the status is announced.

import { isMoving } from '../store/activity.js';

/**
 * Call it before the texts are watched, so that the first change of a run is silent too.
 * @param {import('../store/store.js').Store<import('../store/activity.js').Activity, never>} store
 * @param {...Element} regions
 */
export function quietWhileMoving(store, ...regions) {
  store.watch((state) => [isMoving(state)], ([moving]) => {
    for (const region of regions) region.setAttribute('aria-live', moving ? 'off' : 'polite');
  });
}
