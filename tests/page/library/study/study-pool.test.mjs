// The pool of a study: its workers open the files and train the cells. With stub workers.

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
  /** The files that it opens with. */
  get opening() {
    const [first] = this.told;
    return first?.type === 'open' ? first.files : null;
  }
}
Object.assign(globalThis, { Worker: Pretended });
afterEach(() => { Pretended.all = []; });

const AWAKE = /** @type {FromStudy} */ ({ type: 'awake' });

const FILES = /** @type {StudyFile[]} */ ([{ name: 'a.txt', blob: new Blob(['1 qid:1 1:1']) }]);

/** @param {number} workers */
function start(workers) {
  /** @type {(string | number)[]} */
  const events = [];
  const report = { begun: (/** @type {number} */ cell) => events.push(cell), trained: () => {}, done: () => {},
    lost: (/** @type {number} */ cell) => events.push(`lost ${cell}`), failed: (/** @type {string} */ message) => events.push(message) };
  new StudyPool(workers, { open: 1, text: '{}', files: FILES, checksums: [] }, [0, 1, 2], report);
  for (const worker of Pretended.all) worker.says(AWAKE);
  return events;
}

test('every worker opens the files, and one that replaces another too', () => {
  const events = start(2);
  const [one, two] = Pretended.all;
  assert.deepEqual([one.opening, two.opening], [FILES, FILES]);
  for (const worker of [one, two]) worker.says({ type: 'opened', open: 1, cells: [] });
  assert.deepEqual(events, [0, 1]);
  two.says({ type: 'crashed', message: 'unreachable' });
  Pretended.all[2].says(AWAKE);
  assert.deepEqual(Pretended.all[2].opening, FILES);
  Pretended.all[2].says({ type: 'opened', open: 1, cells: [] });
  assert.deepEqual(events, [0, 1, 'lost 1', 2]);
});

test('a file that cannot be read ends the pool', () => {
  const events = start(2);
  Pretended.all[0].says({ type: 'unusable', open: 1, file: 'a.txt', failure: { message: 'gone', problems: [], total: 0 } });
  assert.deepEqual([events, Pretended.all.map(({ ended }) => ended)], [['a.txt: gone'], [true, true]]);
});
