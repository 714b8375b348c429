// The core reads the values of data files as the nearest numbers, in WebAssembly too.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { LetorReader, initSync } from '../../www/wasm/rankscope.js';

initSync({ module: readFileSync(at('www', 'wasm', 'rankscope_bg.wasm')) });

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

/** The value that a data file has, or null if it is refused. @param {string} text */
function valueIn(text) {
  const reader = new LetorReader();
  reader.push(Buffer.from(`1 qid:1 1:${text}\n0 qid:1 1:0\n`));
  try {
    const data = reader.finish();
    const [value] = data.features(0, 0);
    data.free();
    return value;
  } catch {
    return null;
  }
}

/** What the language's own reader says; null for what is no decimal number, or not finite. @param {string} text */
function nearest(text) {
  const isDecimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
  return isDecimal && Number.isFinite(Number(text)) ? Number(text) : null;
}

test('values of data files are the nearest numbers', () => {
  // A sparse row does not tell −0 from 0.
  for (const text of texts(20_000)) assert.equal((valueIn(text) ?? NaN) + 0, (nearest(text) ?? NaN) + 0, text);
});
