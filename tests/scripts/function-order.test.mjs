import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { similarityOrder, withOrderedNames } from '../../scripts/lib/function-order.mjs';
import { randomFrom, shuffled } from '../../scripts/lib/random.mjs';
import { run } from '../../scripts/lib/steps.mjs';
import { npmProgram } from '../../scripts/lib/tools.mjs';

const random = randomFrom(1);
const noise = (/** @type {number} */ length) => Uint8Array.from({ length }, () => Math.floor(random() * 256));

test('similar functions are neighbours, and each function has one place', () => {
  // 40 families of four members, which share half of their bytes, in random order.
  const members = Array.from({ length: 40 }, (_, family) => {
    const shared = noise(600);
    return [1, 2, 3, 4].map(() => ({ family, body: Buffer.concat([noise(300), shared, noise(300)]) }));
  });
  const all = shuffled(members.flat(), random);
  const order = similarityOrder(all.map(({ body }) => body));
  assert.deepEqual([...order].sort((a, b) => a - b), [...all.keys()]);
  const changes = order.filter((index, place) => place > 0 && all[index].family !== all[order[place - 1]].family);
  assert.equal(changes.length, 39);
  const packed = (/** @type {{ body: Uint8Array }[]} */ those) => gzipSync(Buffer.concat(those.map(({ body }) => body))).length;
  assert.ok(packed(order.map((index) => all[index])) < 0.8 * packed(all));
});

test('short functions and no functions have an order', () => {
  assert.deepEqual(similarityOrder([]), []);
  assert.deepEqual(similarityOrder([noise(2), noise(0), noise(4)]).sort(), [0, 1, 2]);
});

test('a module whose functions are ordered computes the same', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-order-'));
  context.after(() => rm(folder, { recursive: true }));
  const [text, plain, named, ordered] = ['a.wat', 'a.wasm', 'b.wasm', 'c.wasm'].map((name) => join(folder, name));
  // Function i calls the import and adds i. Those of 300 whose remainders by 7 are equal are similar.
  const functions = Array.from({ length: 300 }, (_, i) => `(func (export "f${i}") (result i32) (i32.add (call $given)
    ${'(i32.mul '.repeat(i % 7)}(i32.const ${i})${` (i32.const ${1_000_000 + i % 7}))`.repeat(i % 7)}))`);
  await writeFile(text, `(module (import "a" "given" (func $given (result i32))) ${functions.join('\n')})`);
  const optimizer = npmProgram('binaryen', 'wasm-opt');
  await run(process.execPath, [optimizer, text, '-o', plain]);
  await writeFile(named, withOrderedNames(await readFile(plain)));
  await run(process.execPath, [optimizer, '--reorder-functions-by-name', named, '-o', ordered]);
  const results = async (/** @type {string} */ path) => {
    const { instance } = await WebAssembly.instantiate(await readFile(path), { a: { given: () => 5 } });
    return functions.map((_, i) => /** @type {() => number} */ (instance.exports[`f${i}`])());
  };
  assert.deepEqual(await results(ordered), await results(plain));
  assert.ok((await readFile(ordered)).length <= (await readFile(plain)).length, 'the names are gone');
  assert.notDeepEqual(await readFile(ordered), await readFile(plain), 'the order is another one');
});
