// Arguments whose own code throws while the module reads them. One instance handles thousands of them without losing
// memory. A throw that crossed the module's code would leave its stack unreleased and its objects borrowed.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { at } from '../../scripts/lib/project.mjs';
import * as core from '../../www/wasm/rankscope.js';

const CALLS = 20_000;
/** Growth of the module's memory that errors may cause once. */
const MOST_GROWTH = 2 ** 20;

const lines = new TextEncoder().encode('2 qid:a 1:1 2:0.5\n0 qid:a 1:0.5\n1 qid:a 2:1\n');
/** @type {WebAssembly.Memory} */
let memory;
before(async () => {
  ({ memory } = core.initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) }));
});

function dataset() {
  const reader = new core.LetorReader();
  reader.push(lines);
  return reader.finish();
}

const boo = () => {
  throw new Error('boo');
};
/** An object whose key throws when it is read. @param {string} key @param {object} [rest] */
const thrower = (key, rest = {}) => Object.defineProperty({ ...rest }, key, { get: boo, enumerable: true });
/** A list that throws when its length is read. */
const list = () => new Proxy([1], { get: (target, key) => (key === 'length' ? boo() : Reflect.get(target, key)) });
/** A list whose entry throws. */
const entries = () => Object.defineProperty([1, 2], 1, { get: boo });
/** Throws at every access. @param {object} target */
const wall = (target) => new Proxy(target, new Proxy({}, { get: boo }));
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const words = { toString: boo, valueOf: boo, [Symbol.toPrimitive]: boo };
const tagged = thrower(/** @type {any} */ (Symbol.toStringTag));

/**
 * Returns every value that throws in place of an object.
 * @param {string} key one of its keys @param {object} [rest]
 */
function objects(key, rest) {
  const inside = [list(), entries(), { deep: [thrower('x')] }, wall({}), boo, tagged];
  const whole = [wall({}), revoked(), tagged, wall([]), boo];
  return [thrower(key, rest), ...inside.map((value) => ({ ...rest, [key]: value })), ...whole];
}

const chart = {
  width: 300, height: 200, pixel_ratio: 1, foreground: '#000000', grid: '#dddddd', font_size: 12, x_maximum: 3,
  series: [{ color: '#0000ff', dash: [], width: 1, values: [1, 0.5] }], marks: [],
};
/** @param {unknown} inside */
function figure(inside) {
  return { background: '#ffffff', foreground: '#000000', panels: [{ title: 't', labels: ['a'], chart: inside }] };
}

/**
 * The name of a call, the names that an error may contain, hostile values, and the call with one of them.
 * @typedef {[string, string[], unknown[], (value: any) => unknown]} Kind
 */

/** @returns {Kind[]} */
function kinds() {
  const data = dataset();
  const reader = new core.LetorReader();
  const checksum = new core.Checksum();
  const training = new core.Training(data, { max_iterations: 3 });
  for (let step = 0; step < 3; step += 1) training.advance(1000);
  const model = training.model();
  const page = { order: 'dual', descending: true, offset: 0, count: 5 };
  return [
    ['LetorReader.push', ['chunk'], [wall(lines), revoked(), words, tagged, wall([])], (value) => reader.push(value)],
    ['Checksum.push', ['bytes'], [wall(lines), revoked(), words], (value) => checksum.push(value)],
    ['new Training', ['settings'], objects('components'), (value) => new core.Training(data, value)],
    ['Training.advance', ['budget'], [words, wall({}), revoked(), boo], (value) => training.advance(value)],
    ['Training.value', ['ranking'], [wall(Uint32Array.of(0)), revoked(), words, tagged],
      (value) => training.value(1, 0, value)],
    ['Training.preview', ['settings'], objects('c'), (value) => training.preview(1, 0, value)],
    ['Training.certificate', ['page'], objects('order', page), (value) => training.certificate(1, value)],
    ['Model.parse', ['json'], [words, wall({}), revoked()], (value) => core.Model.parse(value)],
    ['Model.evaluate', ['measures'], [list(), entries(), wall([]), revoked(), words],
      (value) => model.evaluate(data, value, 'skip')],
    ['Model.export', ['names'], objects('names'), (value) => model.export('solr', value, 'n')],
    ['comparison_study', ['plan'], objects('c_grid'), (value) => core.comparison_study(value, '{}')],
    ['draw_chart', ['chart'], objects('series', chart), (value) => core.draw_chart(/** @type {any} */ ({}), value)],
    ['draw_chart on', ['canvas'], [words, wall({}), revoked(), tagged, thrower('getContext')],
      (value) => core.draw_chart(value, /** @type {any} */ (chart))],
    ['figure_svg', ['figure'], objects('values').map((inside) => figure({ ...chart, series: [inside] })),
      (value) => core.figure_svg(value)],
    ['export_table', ['table'], objects('columns'), (value) => core.export_table(value, 'csv')],
    ['check_settings', ['settings'], objects('c'), (value) => core.check_settings(value)],
    ['published_greedy', ['grades'], [wall(Uint8Array.of(1)), revoked(), words],
      (value) => core.published_greedy(/** @type {any} */ ({ method: 'svm-ndcg' }), value, Float64Array.of(0))],
  ];
}

test('thousands of arguments that throw leave the module unchanged', () => {
  const all = kinds();
  // The first errors allocate the memory that all errors need.
  for (const [what, names, values, call] of all) for (const value of values) check(what, names, () => call(value));
  const size = memory.buffer.byteLength;
  for (const [, , values, call] of all) {
    for (let made = 0; made < CALLS; made += 1) {
      try {
        call(values[made % values.length]);
      } catch {
        // Its message was checked above.
      }
    }
  }
  const growth = memory.buffer.byteLength - size;
  assert.ok(growth <= MOST_GROWTH, `the memory has grown by ${growth} bytes`);
  for (const [what, names, values, call] of all) for (const value of values) check(what, names, () => call(value));
  assert.equal(dataset().summary().documents, 3);
  assert.match(core.figure_svg(/** @type {any} */ (figure(chart))), /^<svg/);
});

/** @param {string} what @param {string[]} names @param {() => unknown} call */
function check(what, names, call) {
  assert.throws(call, (/** @type {any} */ error) => {
    assert.equal(error.name, 'RankscopeError', `${what}: ${error}`);
    assert.ok(names.includes(error.cause.field), `${what}: ${error.message} names ${error.cause.field}`);
    assert.ok(error.message.length > names[0].length + 10 && error.message.length < 300, `${what}: ${error.message}`);
    return true;
  });
}

/** @param {() => unknown} call @param {string} what */
function isGone(call, what) {
  assert.throws(call, (/** @type {any} */ error) => {
    assert.equal(error.name, 'RankscopeError', `${what}: ${error}`);
    assert.match(error.message, /^the object was freed, or a call has consumed it/, what);
    assert.equal(error.cause.kind, 'absent', what);
    return true;
  });
}

test('objects that were freed or consumed throw before the module is called, however often', async () => {
  const data = dataset();
  const freed = dataset();
  freed.free();
  const consumed = new core.LetorReader();
  consumed.push(lines);
  consumed.finish().free();
  const size = memory.buffer.byteLength;
  for (let made = 0; made < CALLS; made += 1) {
    isGone(() => freed.summary(), 'a method');
    freed.free();
    isGone(() => consumed.finish(), 'a call that consumes');
    isGone(() => consumed.lines, 'a value');
    isGone(() => new core.Training(freed, {}), 'an argument');
  }
  const classes = Object.values(core).filter((one) => typeof one === 'function' && /^class /.test(String(one)));
  const types = await readFile(at('www', 'wasm', 'rankscope.d.ts'), 'utf8');
  const declared = types.match(/^export class /gm) ?? [];
  assert.equal(classes.length, declared.length, 'all classes are looked at');
  let members = 0;
  for (const { name, prototype } of classes) {
    for (const [key, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (['constructor', 'free', '__wbg_ptr'].includes(key) || typeof key === 'symbol') continue;
      const gone = Object.create(prototype);
      const call = get ? () => get.call(gone) : () => value.call(gone, data, data, data);
      members += 1;
      for (let made = 0; made < 200; made += 1) {
        // What is no argument of the call is refused in JavaScript too.
        assert.throws(call, /^(RankscopeError: the object was freed|Error: expected instance of )/, `${name}.${key}`);
      }
    }
  }
  assert.ok(members > 100, `${members} members`);
  assert.ok(memory.buffer.byteLength - size <= MOST_GROWTH, 'the memory has not grown');
  assert.equal(data.summary().documents, 3);
});

test('a reader is usable after arguments that throw', () => {
  const reader = new core.LetorReader();
  for (const value of [wall(lines), revoked(), words]) {
    assert.throws(() => reader.push(/** @type {any} */ (value)), /chunk: a value of type object is not a Uint8Array/);
  }
  reader.push(lines);
  assert.equal(reader.lines, 3);
  assert.equal(reader.finish().summary().documents, 3);
});

test('subclasses of typed arrays are read as typed arrays', () => {
  class Liar extends Uint8Array {
    static get [Symbol.species]() { return boo(); }
    /** @override */
    get length() { return 2 ** 31; }
    /** @override */
    get buffer() { return boo(); }
    /** @override */
    get byteLength() { return boo(); }
    /** @override */
    subarray() { return boo(); }
    /** @override */
    slice() { return boo(); }
  }
  for (let made = 0; made < CALLS; made += 1) {
    const reader = new core.LetorReader();
    reader.push(new Liar(lines));
    assert.equal(reader.lines, 3);
    reader.free();
  }
  const grown = new Liar(lines.buffer.slice(0), 1, 5);
  const [checksum, same] = [new core.Checksum(), new core.Checksum()];
  checksum.push(grown);
  same.push(lines.slice(1, 6));
  assert.equal(checksum.hex(), same.hex(), 'a view of a part is read as that part');
});

test('objects without prototype, BigInts and typed arrays are read by their values', () => {
  const bare = (/** @type {object} */ object) => Object.assign(Object.create(null), object);
  core.check_settings(bare({ c: 5, components: ['svm-map', 'svm-auc'] }));
  core.check_settings(/** @type {any} */ ({ seed: 7n }));
  /** @param {any} values @param {any} iterations */
  const drawn = (values, iterations) => core.figure_svg(/** @type {any} */ (
    figure({ ...chart, x_maximum: 9, iterations, series: [bare({ ...chart.series[0], values })] })));
  class Numbers extends Float64Array {}
  const inside = new Numbers(Float64Array.of(7, 1, NaN, 2, 7).buffer, 8, 3);
  assert.match(drawn([1, null, 2], [0, 5, 9]), /^<svg/);
  assert.equal(drawn(inside, Float64Array.of(0, 5, 9)), drawn([1, null, 2], [0, 5, 9]));
  assert.equal(drawn(Float32Array.of(1, NaN, 2), Uint8Array.of(0, 5, 9)), drawn([1, null, 2], [0, 5, 9]));
  for (const [value, message] of /** @type {[any, RegExp][]} */ ([
    [new Map([['c', 5]]), /^settings: it is neither a plain object nor a list$/],
    [{ c: 2n ** 70n }, /^settings: "c" is not between ±9007199254740991$/],
    [[], /^settings: a list is not an object$/],
    [JSON.parse('{ "__proto__": 1 }'), /"__proto__" is not among its keys/],
    [{ components: new Array(2 ** 22) }, /^settings: "components" is too long/],
  ])) assert.throws(() => core.check_settings(value), { message });
});

test('seeds are whole numbers up to 2^53 - 1 everywhere', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const data = dataset();
  core.check_settings({ seed: most });
  assert.ok(core.generate_sample(3, 4, most).length > 0);
  const training = new core.Training(data, { seed: most, max_iterations: 2 });
  while (training.advance(1000).state !== 'stopped');
  const file = training.model().json();
  assert.equal(JSON.parse(file).settings.seed, most);
  assert.equal(core.Model.parse(file).json(), file);
  core.Model.parse(file.replace(String(most), '18446744073709551615'));
  for (const seed of [most + 1, 2 ** 64, -1, 0.5]) {
    const message = /^seed: -?[\de+.]+ is not a whole number from 0 to 9007199254740991$/;
    assert.throws(() => core.check_settings({ seed }), { message });
    assert.throws(() => core.generate_sample(3, 4, seed), { message });
    assert.throws(() => data.fold(2, 0, seed), { message });
  }
});

test('errors about settings name no type of Rust', () => {
  const wrong = [null, undefined, true, 'x', -1, 0.5, NaN, 1e300, [], ['x'], {}, { a: 1 }, [[]], new Uint8Array(2)];
  for (const key of Object.keys(core.catalog().defaults)) {
    for (const value of wrong) {
      try {
        core.check_settings(/** @type {any} */ ({ [key]: value }));
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        assert.doesNotMatch(message, /struct|enum|\b[uif]\d+\b|usize|sequence|invalid|JsValue|`/, `${key}: ${value}`);
        // A measure can be invalid in any place.
        assert.ok(message.startsWith(`${key}: `) || message.startsWith('measure: '), message);
      }
    }
  }
});

test('a method that is called on an object of another class throws and changes nothing', () => {
  const [data, model] = [dataset(), new core.Training(dataset(), { max_iterations: 2 }).model()];
  const names = (/** @type {object} */ prototype) => Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(([name, { value }]) => typeof value === 'function' && name !== 'constructor' && !name.startsWith('__')).map(([name]) => name);
  let calls = 0;
  for (const [other, own] of /** @type {const} */ ([[model, core.Dataset.prototype], [data, core.Model.prototype], [{}, core.Dataset.prototype]])) {
    for (const name of names(own).filter((one) => one !== 'free')) {
      assert.throws(() => Reflect.apply(Reflect.get(own, name), other, [data, data, 1, 1]), { message: /^the object is no (Dataset|Model)$|^expected instance of / }, name);
      calls += 1;
    }
  }
  assert.ok(calls > 20, `${calls} calls`);
  assert.throws(() => core.Dataset.prototype.free.call(/** @type {any} */ (model)), { name: 'RankscopeError' });
  assert.ok(model.json().length > 100);
  assert.equal(data.summary().queries, 1);
});
