// The QR code of a link is read by a program that shares no code with the one that makes it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsqr from 'jsqr';
import { MOST_IN_CODE, codeProblem } from '../../../www/lib/link-reach.js';
import { qrPath } from '../../../www/ui/qr-picture.js';

const { default: jsQR } = jsqr;
const DOT = 4; // pixels of a module

/** The pixels of a code: what the path covers is dark. @param {{ path: string, size: number }} picture */
function drawn({ path, size }) {
  const side = size * DOT;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)];
  assert.equal(runs.map(([run]) => run).join(''), path, 'the path has no other pieces');
  for (const [, x, y, width, back] of runs) {
    assert.equal(width, back);
    for (let row = Number(y) * DOT; row < (Number(y) + 1) * DOT; row += 1) {
      for (let column = Number(x) * DOT; column < (Number(x) + Number(width)) * DOT; column += 1) {
        pixels.fill(0, 4 * (row * side + column), 4 * (row * side + column) + 3);
      }
    }
  }
  return { pixels, side };
}

/** @type {[string, string][]} */
const LINKS = [
  ['a lesson and its step', 'https://tools.example.org/rankscope/#v=1&lesson=ties&step=3'],
  ['a run', 'https://tools.example.org/rankscope/#v=1&sample=kitchen&sample-checksum=865aec9b88d58154&c=0.25&trained=9&numbers=2&ended=true'],
  ['the longest link', `https://tools.example.org/#v=1&lesson=~${'aZ_-9'.repeat(MOST_IN_CODE)}`.slice(0, MOST_IN_CODE)],
];

for (const [name, link] of LINKS) {
  test(`a reader of QR codes reads ${name}`, () => {
    assert.equal(codeProblem(link), '');
    const { pixels, side } = drawn(qrPath(link));
    assert.equal(jsQR(pixels, side, side)?.data, link);
  });
}

test('a longer link is refused with what to do', () => {
  const problem = codeProblem(`https://tools.example.org/#v=1&lines=${'a'.repeat(MOST_IN_CODE)}`);
  assert.match(problem, /^This link has 1,037 characters\. A QR code that a phone reads from a wall holds at most 1,000\. Copy the link instead, or /);
});
