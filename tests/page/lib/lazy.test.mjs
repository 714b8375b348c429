// A part is fetched once, and again only after a failure.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazy } from '../../../www/lib/lazy.js';

test('a part is fetched once, however often it is asked for', async () => {
  let fetched = 0;
  const part = lazy(async () => ({ at: ++fetched }));
  const [one, other] = await Promise.all([part(), part()]);
  assert.equal(one, other);
  assert.equal((await part()).at, 1);
});

test('after a failure the next call fetches again', async () => {
  let tries = 0;
  const part = lazy(async () => {
    tries += 1;
    if (tries === 1) throw new Error('offline');
    return tries;
  });
  await assert.rejects(part(), /offline/);
  assert.equal(await part(), 2);
});
