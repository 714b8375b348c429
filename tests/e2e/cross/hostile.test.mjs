// Every export of the module with wrong types, NaN, infinities, huge numbers and detached buffers: it returns a value or a typed
// error, and never panics, hangs, or allocates without bounds. New exports are included automatically.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { LetorReader, Training, catalog, check_settings, initSync } from '../../../www/wasm/rankscope.js';

/** Milliseconds without any message after which a call counts as hanging. */
const STALL = 180_000;

test('every export returns a value or a typed error for hostile values', async () => {
  const worker = new Worker(at('tests/e2e/support/hostile-caller.mjs'), { workerData: { module: at('www/wasm/rankscope_bg.wasm'), glue: pathToFileURL(at('www/wasm/rankscope.js')).href } });
  let doing = 'starting';
  /** @type {{ faults: string[], calls: number, refused: number }} */
  const { faults, calls, refused } = await new Promise((resolve, reject) => {
    /** @type {NodeJS.Timeout} */
    let watch;
    const wait = () => {
      clearTimeout(watch);
      watch = setTimeout(() => reject(new Error(`it hangs: ${doing}`)), STALL);
    };
    wait();
    worker.on('message', (message) => {
      wait();
      if (message.doing) doing = message.doing;
      if (!message.done) return;
      clearTimeout(watch);
      resolve(message.done);
    });
    worker.on('error', (error) => reject(new Error(`${doing}: ${error}`)));
  }).finally(() => worker.terminate());
  assert.deepEqual(faults, []);
  assert.ok(calls > 5_000 && refused > 0.6 * calls, `${calls} calls, ${refused} refused`);
});

test('errors name the argument, the seen value, and the nearest key', async () => {
  initSync({ module: await readFile(at('www/wasm/rankscope_bg.wasm')) });
  const defaults = catalog().defaults;
  const reader = new LetorReader();
  reader.push(Buffer.from('1 qid:1 1:1\n0 qid:1 1:0\n'));
  const data = reader.finish();
  const training = new Training(data, defaults);
  /** @type {[() => unknown, string, RegExp][]} */
  const cases = [
    [() => training.weights(NaN), 'iteration', /^iteration: NaN is not a whole number from 0/],
    [() => training.weights(/** @type {any} */ ('0')), 'iteration', /"0" is not a whole number/],
    [() => training.weights(-1), 'iteration', /-1 is not a whole number/],
    [() => training.weights(7), 'iteration', /7 has not been reached/],
    [() => new LetorReader().push(/** @type {any} */ ('text')), 'chunk', /"text" is not a Uint8Array/],
    [() => check_settings(/** @type {any} */ ({ ...defaults, max_iteration: 5 })), 'settings', /"max_iteration" is not among its keys; the nearest are max_iterations/],
    [() => check_settings(/** @type {any} */ ({ ...defaults, c: 'ten' })), 'c', /^c: "ten" is not a number/],
    [() => check_settings(/** @type {any} */ (null)), 'settings', /null is not an object/],
    [() => check_settings({ ...defaults, c: 1e101 }), 'c', /is not between 1e-100 and 1e100/],
  ];
  for (const [call, field, message] of cases) {
    assert.throws(call, (/** @type {any} */ error) => {
      assert.equal(error.name, 'RankscopeError', String(error));
      assert.match(error.message, message);
      const kind = /has not been reached/.test(error.message) ? 'absent' : 'config';
      assert.deepEqual([error.cause.kind, error.cause.field], [kind, field], error.message);
      return true;
    });
  }
  const array = Uint8Array.of(1);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  assert.throws(() => new LetorReader().push(array), /chunk: its buffer is detached/);
  training.free();
  data.free();
});
