// When a spare worker is made, what it is told, and when the page goes over to it. The worker is played by the test.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { SpareSlot } from '../../../www/engine/spare-slot.js';

/** @typedef {import('../../../www/engine/spare.js').State} State */

/** Workers that were started, with what they were told. @type {any[]} */
let workers = [];
const real = ['Worker', 'navigator'].map((name) => /** @type {const} */ ([name, Object.getOwnPropertyDescriptor(globalThis, name)]));
/** @param {string} name @param {unknown} value */
const give = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

beforeEach(() => {
  workers = [];
  give('navigator', {});
  give('Worker', class {
    told = /** @type {any[]} */ ([]);
    ended = false;
    constructor() { workers.push(this); }
    /** @param {any} message */
    postMessage(message) { this.told.push(message); }
    terminate() { this.ended = true; }
    /** @param {any} data */
    say(data) { /** @type {any} */ (this).onmessage({ data }); }
  });
});
afterEach(() => {
  for (const [name, one] of real) {
    if (one) Object.defineProperty(globalThis, name, one);
    else Reflect.deleteProperty(globalThis, name);
  }
});

const sources = { train: {}, valid: null, test: null, holdOut: null };
const dataOf = (documents = 10, zero_share = 0) => ({ request: { name: 'a' }, summaries: { train: { documents, features: 100, zero_share }, valid: null, test: null } });
const load = (/** @type {number} */ id) => /** @type {any} */ ({ type: 'load', load: id, sources, settings: null });
const ready = { type: 'loaded', load: 0 };

/** A page with a small worker and these data. @param {any} [data] */
function page(data = dataOf()) {
  let state = /** @type {any} */ ({ data, loading: null, run: { id: 1, status: 'ready', reports: [0] } });
  let small = true;
  /** @type {any[]} */
  const did = [];
  const loads = { loaded: sources, send: (/** @type {any} */ loading) => did.push(['send', loading.load]) };
  const slot = new SpareSlot(/** @type {any} */ ({ get: () => state }), /** @type {any} */ (loads), {
    isSmall: () => small,
    goOver: (run) => {
      did.push(['go over', run?.id ?? null]);
      small = false;
      slot.take();
    },
    receive: (message) => did.push(['receive', message.type]),
  });
  return {
    did, slot,
    /** @param {any} change */
    async turn(change) {
      const previous = state;
      state = { ...state, ...change };
      slot.follow(state, previous);
      // The module of the spare worker is imported.
      for (let wait = 0; wait < 50 && !workers.length; wait += 1) await new Promise((resolve) => { setTimeout(resolve, 2); });
    },
  };
}

/** A page that reads other data, and has a spare worker. @param {Partial<State>} [before] */
async function withSpare(before = {}) {
  const one = page();
  await one.turn(before);
  await one.turn({ loading: { load: 2, name: 'b' } });
  return { ...one, worker: workers[0] };
}

test('the first data of a visit make no spare worker, other data make one with a copy of the present ones', async () => {
  const { turn } = page(null);
  await turn({ loading: { load: 1, name: 'a' } });
  await turn({ loading: null, data: dataOf() });
  assert.equal(workers.length, 0);
  await turn({ loading: { load: 2, name: 'b' } });
  assert.deepEqual(workers[0].told, [{ type: 'load', load: 0, sources, settings: null }]);
});

test('an untrained run goes over when the copy is read and nothing is loading', async () => {
  const { did, turn, worker, slot } = await withSpare();
  worker.say(ready);
  assert.ok(slot.isReady);
  assert.deepEqual(did, [], 'while data are read it stays');
  await turn({ loading: null });
  assert.deepEqual(did, [['go over', 1]]);
  assert.ok(!worker.ended);
});

test('a run that was paused inside its first iteration stays', async () => {
  const { did, turn, worker } = await withSpare({ run: /** @type {any} */ ({ id: 1, status: 'running', reports: [0] }) });
  worker.say(ready);
  await turn({ loading: null, run: { id: 1, status: 'ready', reports: [0] } });
  assert.deepEqual(did, []);
});

test('data are read by the spare worker once it is ready and no run is going on', async () => {
  const { slot, worker, did } = await withSpare();
  assert.equal(slot.route(load(2)).type, 'load', 'not before');
  worker.say(ready);
  assert.deepEqual(slot.route(load(2)), { type: 'cancel', load: 2 });
  assert.equal(slot.route(load(0)).type, 'load', 'a new worker reads for itself');
  worker.say({ type: 'progress', load: 2 });
  worker.say({ type: 'loaded', load: 2 });
  assert.deepEqual(did, [['receive', 'progress'], ['go over', null], ['receive', 'loaded']]);
});

test('a run that began meanwhile keeps its worker, which then reads the data', async () => {
  const { slot, worker, did, turn } = await withSpare();
  worker.say(ready);
  slot.route(load(2));
  await turn({ run: { id: 1, status: 'stepping', reports: [0] } });
  worker.say({ type: 'loaded', load: 2 });
  assert.deepEqual(did, [['send', 2]]);
  assert.ok(worker.ended);
});

test('data that are no longer wanted end the spare worker; what it reads besides is read by the other one', async () => {
  const { slot, worker, did, turn } = await withSpare();
  worker.say(ready);
  slot.route(load(2));
  await turn({ loading: { load: 3, name: 'c' } });
  slot.route(load(3));
  worker.say({ type: 'loaded', load: 2 });
  assert.deepEqual(did, [['send', 3]]);
  assert.ok(worker.ended);
});

test('cancelling ends the spare worker only where it reads these data', async () => {
  const { slot, worker } = await withSpare();
  worker.say(ready);
  assert.ok(!slot.cancel(2));
  slot.route(load(2));
  assert.ok(slot.cancel(2));
  assert.ok(worker.ended && !slot.isReady);
});

test('a spare worker that is lost while it reads reports that the data could not be read', async () => {
  const { slot, worker, did } = await withSpare();
  worker.say(ready);
  slot.route(load(2));
  worker.say({ type: 'crashed', message: 'memory ran out' });
  assert.deepEqual(did, [['receive', 'load failed']]);
  assert.ok(worker.ended && !slot.isReady);
  assert.equal(slot.route(load(3)).type, 'load');
});

test('large data are not held twice', async () => {
  const { turn } = page(dataOf(10_000_000));
  await turn({ loading: { load: 2, name: 'b' } });
  assert.equal(workers.length, 0);
  const sparse = page(dataOf(1_000_000, 0.99));
  await sparse.turn({ loading: { load: 2, name: 'b' } });
  assert.equal(workers.length, 1, 'what counts is what is stored');
  await sparse.turn({ loading: null, data: dataOf(10_000_000) });
  assert.ok(workers[0].ended);
});
