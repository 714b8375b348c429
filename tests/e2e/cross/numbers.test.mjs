// The small module reads numbers as the whole one does, although the browser parses them: the same bits and faults.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../../scripts/lib/project.mjs';
import * as small from '../../../www/wasm/page.js';
import * as whole from '../../../www/wasm/rankscope.js';

small.initSync({ module: readFileSync(at('www', 'wasm', 'page_bg.wasm')) });
whole.initSync({ module: readFileSync(at('www', 'wasm', 'rankscope_bg.wasm')) });

/** @typedef {typeof small | typeof whole} Core */

/** A generator of numbers from 0 to 1. @param {number} seed */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

/** Texts at the edges of the grammar and of the range. */
const EDGES = ['0', '-0', '+1', '007', '.5', '5.', '1.', '-.25', '1e5', '1E-5', '2.e3', '.5e+2', '4.9e-324', '2.4e-324',
  '2.5e-324', '1.7976931348623157e308', '1.7976931348623159e308', '1e309', '-1e999', '9007199254740993', '1e-400',
  '9007199254740992.5000000000000000000001', '0.1000000000000000055511151231257827', '123456789012345678901234567890',
  '', '.', '-', '+', 'e5', '1e', '1e+', '1.2.3', '--1', '+-1', '1_000', '0x10', '1,5', 'nan', 'NaN', 'inf', '-Infinity',
  'infinit', '١', '1٠'];

/** @param {number} many */
function texts(many) {
  const random = randomOf(7);
  const digits = (/** @type {number} */ count) =>
    Array.from({ length: count }, () => Math.floor(10 * random())).join('');
  const made = Array.from({ length: many }, () => {
    const [before, behind] = [digits(Math.floor(22 * random())), digits(1 + Math.floor(24 * random()))];
    const exponent = random() < 0.5 ? '' : `e${Math.floor(680 * random()) - 345}`;
    return `${random() < 0.3 ? '-' : ''}${before}.${behind}${exponent}`;
  });
  return [...EDGES, ...made];
}

/** The bits of a value in a data file, or the fault. @param {Core} core @param {string} text */
function valueIn(core, text) {
  const reader = new core.LetorReader();
  reader.push(Buffer.from(`1 qid:1 1:${text}\n0 qid:1 1:0\n`));
  try {
    const data = reader.finish();
    const [value] = data.features(0, 0);
    data.free();
    return new BigUint64Array(Float64Array.of(value).buffer)[0].toString(16);
  } catch (error) {
    return String(error);
  }
}

/** The first value of a decay profile, or the fault. @param {Core} core @param {string} text */
function decayOf(core, text) {
  try {
    return core.profiles({ ...core.catalog().defaults, decay: `power:${text}` }, 3).c.join(' ');
  } catch (error) {
    return String(error);
  }
}

test('values of data files have the same bits', () => {
  for (const text of texts(20_000)) assert.equal(valueIn(small, text), valueIn(whole, text), text);
});

test('numbers of settings are the same', () => {
  for (const text of texts(500)) assert.equal(decayOf(small, text), decayOf(whole, text), text);
});

test('a method is trained by the small module, or the page takes the whole one for it', async () => {
  const source = readFileSync(at('www', 'core', 'core.js'), 'utf8');
  const list = /SMALL = new Set\(\[(.*?)\]\)/.exec(source)?.[1] ?? '';
  const listed = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name);
  const data = Buffer.from('2 qid:1 1:1 2:0.5\n0 qid:1 1:0\n1 qid:1 2:1\n');
  const trained = small.catalog().methods.map(({ name }) => name).filter((name) => {
    const reader = new small.LetorReader();
    reader.push(data);
    try {
      new small.Training(reader.finish(), { ...small.catalog().defaults, method: name, cut_off: 1 }).free();
      return true;
    } catch {
      return false;
    }
  });
  assert.deepEqual(trained.sort(), listed.sort());
});
