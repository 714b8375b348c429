// Files of ratings are told apart from LETOR data by their first line, and open in the mode Ratings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRatings } from '../../../www/app/open-ratings.js';
import { initialState, reduce } from '../../../www/app/reducer.js';
import { isRatings } from '../../../www/features/ratings/ratings-file.js';
import { createStore } from '../../../www/store/store.js';

test('headers and lines of ratings are recognised, LETOR data and titles are not', () => {
  for (const text of ['user,item,rating\na,b,3\n', '\uFEFF"userId","movieId","rating","timestamp"\r\n1,2,3.5,9',
    '\n\nUser ID;Item;Rating\n', 'user\titem\trating\n', '1::1193::5::978300760\n', '196\t242\t3\t881250949\n']) {
    assert.equal(isRatings(text), true, text);
  }
  for (const text of ['', '2 qid:1 1:0.5 2:1 # user,rating\n', '# user rating\n1 qid:1 1:1\n', 'movieId,title,genres\n',
    'user,item\n', '1,2,3\n', '{"user":1,"rating":2}', '0\tqid:1\t1:0.5\n']) {
    assert.equal(isRatings(text), false, text);
  }
});

test('ratings open in their tab, with the titles that came along', async () => {
  const store = createStore(initialState(/** @type {any} */ ({ defaults: {} }), 'system'), reduce);
  const titles = new File(['movieId,title,genres\n1,Toy Story (1995),Comedy\n'], 'movies.csv');
  const letor = new File(['1 qid:1 1:1\n'], 'train.txt');
  assert.equal(await openRatings(store, [letor, titles]), false);
  assert.equal(store.get().ratings.source, null);
  const ratings = new File(['userId,movieId,rating\n1,1,4\n'], 'ratings.csv');
  assert.equal(await openRatings(store, [titles, ratings]), true);
  assert.deepEqual(store.get().ratings.source, { kind: 'files', ratings, titles });
  assert.deepEqual(Object.entries(store.get().panels).filter(([, open]) => open).map(([id]) => id), ['ratings']);
  assert.match(store.get().alert?.title ?? '', /^ratings\.csv holds ratings/);
  assert.match(store.get().alert?.detail ?? '', /movies\.csv is read as the titles/);
});
