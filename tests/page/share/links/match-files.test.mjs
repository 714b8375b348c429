// The assignment of chosen files to the parts of a link.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRight, placed } from '../../../../www/features/share/links/match-files.js';

/** @typedef {import('../../../../www/features/share/links/link-state.js').Wanted} Wanted */
/** @typedef {import('../../../../www/features/share/links/link-state.js').Offer} Offer */

/** @type {Wanted[]} */
const both = [{ part: 'train', name: 'train.txt', checksum: 'T' }, { part: 'test', name: 'test.txt', checksum: 'E' }];
/** @type {Wanted[]} */
const twins = both.map((one) => ({ ...one, name: 'data.txt' }));
/** @type {Wanted[]} */
const unknown = both.map((one) => ({ ...one, checksum: '' }));

/** Files are written name:checksum. @param {string} text @returns {Offer} */
function offer(text) {
  const [name, checksum] = text.split(':');
  return { file: new File([], name), checksum };
}

/** @type {[string, Wanted[], string[][], string[], string[]][]} What is chosen time after time; training and test file with + where they are right; what is left of the last time. */
const cases = [
  ['by name', both, [['test.txt:E', 'train.txt:T']], ['+train.txt', '+test.txt'], []],
  ['one after the other', both, [['test.txt:E'], ['train.txt:T']], ['+train.txt', '+test.txt'], []],
  ['a renamed file beside one with its name', both, [['train.txt:T', 'renamed.txt:E']], ['+train.txt', '+renamed.txt'], []],
  ['the other way round', both, [['renamed.txt:E', 'train.txt:T']], ['+train.txt', '+renamed.txt'], []],
  ['both renamed', both, [['x.txt:E', 'y.txt:T']], ['+y.txt', '+x.txt'], []],
  ['names exchanged: contents count', both, [['train.txt:E', 'test.txt:T']], ['+test.txt', '+train.txt'], []],
  ['a wrong file, then the right one under another name', both, [['train.txt:T'], ['bad.txt:X'], ['renamed.txt:E']], ['+train.txt', '+renamed.txt'], []],
  ['the training file again is not the test file', both, [['train.txt:T'], ['bad.txt:X'], ['train.txt:T']], ['+train.txt', 'bad.txt'], []],
  ['nor is one that is called so and has changed', both, [['train.txt:T'], ['train.txt:X']], ['+train.txt', ''], ['train.txt']],
  ['another wrong file takes the place of the first', both, [['train.txt:T'], ['bad.txt:X'], ['worse.txt:Y']], ['+train.txt', 'worse.txt'], []],
  ['a wrong file does not take the place of a right one', both, [['train.txt:T', 'test.txt:E', 'bad.txt:X']], ['+train.txt', '+test.txt'], ['bad.txt']],
  ['a wrong file by its name', both, [['test.txt:X']], ['', 'test.txt'], []],
  ['a wrong file waits where nothing is yet', both, [['bad.txt:X'], ['worse.txt:Y']], ['bad.txt', 'worse.txt'], []],
  ['one name for both parts', twins, [['data.txt:E'], ['data.txt:T']], ['+data.txt', '+data.txt'], []],
  ['without checksums names count', unknown, [['test.txt:1', 'x.txt:2']], ['+x.txt', '+test.txt'], []],
];
for (const [name, wanted, times, expected, unused] of cases) {
  test(name, () => {
    /** @type {ReturnType<typeof placed>} */
    let now = { offers: new Map(), unused: [] };
    for (const chosen of times) now = placed(wanted, now.offers, chosen.map(offer));
    assert.deepEqual(wanted.map((one) => {
      const there = now.offers.get(one.part);
      return there ? `${isRight(one, there) ? '+' : ''}${there.file.name}` : '';
    }), expected);
    assert.deepEqual(now.unused.map(({ file }) => file.name), unused);
  });
}
