// A job whose browser has died starts over once; every other problem fails at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBrowser } from './support/browser.mjs';

const death = new Error('page crash');

/** A browser without a page, which counts how often it was started and closed. */
async function browser() {
  const counts = { started: 0, closed: 0 };
  const started = await startBrowser(async () => {
    counts.started++;
    return /** @type {import('./support/engine.mjs').Driver} */ (/** @type {unknown} */ ({
      close: async () => void counts.closed++,
      hasDied: (/** @type {unknown} */ problem) => problem === death,
    }));
  });
  return { ...started, counts };
}

/** A job that fails with each problem in turn, and then succeeds. @param {unknown[]} problems */
const failing = (...problems) => async () => {
  if (problems.length > 0) throw problems.shift();
  return 'done';
};

test('a job whose browser has died starts over in a new one, and says so', async () => {
  const { use, counts } = await browser();
  /** @type {string[]} */
  const notes = [];
  assert.equal(await use(failing(death), (note) => void notes.push(note)), 'done');
  assert.deepEqual(counts, { started: 2, closed: 1 });
  assert.equal(notes.length, 1);
  assert.match(notes[0], /the browser died.*page crash/);
});

test('a second death fails, in the same job or in a later one', async () => {
  const { use } = await browser();
  await assert.rejects(use(failing(death, death), () => {}), death);
  const later = await browser();
  await later.use(failing(death), () => {});
  await assert.rejects(later.use(failing(death), () => {}), death);
  assert.deepEqual(later.counts, { started: 2, closed: 1 });
});

test('another problem fails at once', async () => {
  const { use, counts } = await browser();
  await assert.rejects(use(failing(new Error('another text')), () => assert.fail('nothing died')), /another text/);
  assert.deepEqual(counts, { started: 1, closed: 0 });
});
