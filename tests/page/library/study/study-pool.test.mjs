// The pool of a study: who reads the files, with stub workers.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { StudyPool } from '../../../../www/features/library/study/study-pool.js';

/** @typedef {import('../../../../www/core/study-protocol.js').FromStudy} FromStudy */
/** @typedef {import('../../../../www/core/study-protocol.js').StudyFile} StudyFile */
/** @typedef {import('../../../../www/core/study-protocol.js').ToStudy} ToStudy */

class Pretended {
  /** @type {Pretended[]} */
  static all = [];
  /** @type {ToStudy[]} */
  told = [];
  ended = false;
  /** @type {(event: { data: FromStudy }) => void} */
  onmessage = () => {};
  constructor() { Pretended.all.push(this); }
  /** @param {ToStudy} message */
  postMessage(message) { this.told.push(message); }
  terminate() { this.ended = true; }
  /** @param {FromStudy} data */
  says(data) { this.onmessage({ data }); }
  /** The files that it opens with, and whether it packs them. */
  get opening() {
    const [first] = this.told;
    return first?.type === 'open' ? [first.files, first.share] : null;
  }
}
Object.assign(globalThis, { Worker: Pretended });
afterEach(() => { Pretended.all = []; });

const AWAKE = /** @type {FromStudy} */ ({ type: 'awake', builtIns: [] });

/** @param {number} bytes of its file */
const files = (bytes) => /** @type {StudyFile[]} */ ([{ name: 'a.txt', blob: { size: bytes } }]);

/** @param {number} workers @param {number} bytes */
function start(workers, bytes, isOfRatings = false) {
  /** @type {(string | number)[]} */
  const events = [];
  const report = { begun: (/** @type {number} */ cell) => events.push(cell), trained: () => {}, done: () => {},
    lost: () => {}, failed: (/** @type {string} */ message) => events.push(message) };
  const pool = new StudyPool(workers, { open: 1, text: '{}', files: files(bytes), checksums: [] }, isOfRatings, [0, 1, 2], report);
  for (const worker of Pretended.all) worker.says(AWAKE);
  return { pool, events };
}

test('of large files, one worker reads them and the others get what it has packed', () => {
  const { events } = start(3, 1e8);
  const [one, two, three] = Pretended.all;
  assert.deepEqual([one.opening, two.opening, three.opening], [[files(1e8), true], null, null]);
  const packed = [{ ...files(1e8)[0], packed: new Blob(['x']) }];
  one.says({ type: 'opened', open: 1, cells: [], files: packed });
  assert.deepEqual([two.opening, three.opening], [[packed, false], [packed, false]]);
  two.says({ type: 'opened', open: 1, cells: [], files: packed });
  assert.deepEqual(events, [0, 1]);
  two.says({ type: 'crashed', message: 'unreachable' });
  Pretended.all[3].says(AWAKE);
  assert.deepEqual(Pretended.all[3].opening, [packed, false], 'a worker that replaces another reads no files');
});

test('small files, ratings and a single worker share nothing', () => {
  for (const [workers, bytes, isOfRatings] of /** @type {const} */ ([[2, 1e6, false], [2, 1e8, true], [1, 1e8, false]])) {
    start(workers, bytes, isOfRatings);
    assert.deepEqual(Pretended.all.map(({ opening }) => opening), Array.from({ length: workers }, () => [files(bytes), false]));
    Pretended.all = [];
  }
});

test('a file that cannot be read ends the pool while the others wait', () => {
  const { events } = start(2, 1e8);
  Pretended.all[0].says({ type: 'unusable', open: 1, file: 'a.txt', failure: { message: 'gone', problems: [], total: 0 } });
  assert.deepEqual([events, Pretended.all.map(({ ended }) => ended)], [['a.txt: gone'], [true, true]]);
});
