// Opens ratings that were dropped on the page in the mode Ratings. No DOM.

import { ratingsAmong } from '../features/ratings/ratings-file.js';
import { showAlert } from '../store/alert-state.js';

/**
 * @param {import('./reducer.js').AppStore} store
 * @param {File[]} files
 * @returns {Promise<boolean>} whether one of them holds ratings
 */
export async function openRatings(store, files) {
  const pair = await ratingsAmong(files);
  if (!pair) return false;
  const { ratings, titles } = pair;
  store.dispatch({ type: 'ratings/open', source: { kind: 'files', ratings, titles } });
  store.dispatch({ type: 'panel', panel: 'ratings', open: true });
  const unused = files.filter((file) => file !== ratings && file !== titles).map(({ name }) => name);
  store.dispatch(showAlert(`${ratings.name} holds ratings, so it is opened in the mode Ratings.`,
    [titles ? `${titles.name} is read as the titles of the items.` : '',
      unused.length ? `Not used: ${unused.join(', ')}.` : '',
      'The data and the run of the other tabs stay as they are.'].filter(Boolean).join(' ')));
  return true;
}
