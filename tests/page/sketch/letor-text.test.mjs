// The pad as LETOR text and back, and the presets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromLetor, toLetor } from '../../../www/features/sketch/letor-text.js';
import { PRESETS, padOf } from '../../../www/features/sketch/presets.js';
import { MOST_DOCUMENTS, MOST_QUERIES, REACH, faultOf } from '../../../www/features/sketch/sketch-edits.js';
import { USUAL_SHEET } from '../../../www/features/sketch/sketch-state.js';

test('a pad is text with three decimals; queries without documents have no lines', () => {
  const pad = [{ id: '1', documents: [{ x: 0.25, y: -1, grade: 2 }] }, { id: '2', documents: [] }];
  assert.equal(toLetor(pad), '2 qid:1 1:0.250 2:-1.000\n');
});

for (const { name, sees, query = 0, sheet = USUAL_SHEET } of PRESETS) {
  test(`the preset ${name} is a sketch, the same each time, and comes back from its text`, () => {
    const pad = padOf(name);
    assert.deepEqual(padOf(name), pad);
    assert.deepEqual(fromLetor(toLetor(pad, sheet)), { pad, sheet, why: '' });
    assert.ok(pad.length > query && pad.length <= MOST_QUERIES);
    assert.ok(pad.every(({ documents }) => documents.length <= MOST_DOCUMENTS));
    assert.deepEqual(pad.map(faultOf).filter(Boolean), [], 'every query can be trained on');
    const points = pad.flatMap(({ documents }) => documents);
    assert.ok(points.every(({ x, y }) => Math.abs(x) < REACH && Math.abs(y) < REACH));
    for (const { documents } of pad) {
      const covered = documents.filter((one, at) => documents.some((other, place) => place < at && Math.hypot(one.x - other.x, one.y - other.y) < (sheet.frame === 'unit' ? 0.06 : 0.25)));
      assert.deepEqual(covered, [], 'no document covers another');
    }
    assert.ok(sees.length < 130, 'one short line');
  });
}

test('an unknown preset is empty', () => {
  for (const name of ['', 'toString', '__proto__']) assert.deepEqual(padOf(name), []);
});

test('names of queries, titles and missing features', () => {
  const { pad, sheet } = fromLetor('1 qid:apple 2:0.5 # good # very\n\n# a comment\n0 qid:pie 1:-2\n0 qid:apple 1:1e-1\r\n');
  assert.deepEqual(pad, [{ id: 'apple', documents: [{ x: 0, y: 0.5, grade: 1, name: 'good#very' }, { x: 0.1, y: 0, grade: 0 }] }, { id: 'pie', documents: [{ x: -2, y: 0, grade: 0 }] }]);
  assert.deepEqual(sheet, USUAL_SHEET);
});

test('features that are shares have a frame of their own, and a line names them', () => {
  const text = '# features: words, links\n1 qid:1 1:0.250 2:1.000 # Title\n0 qid:1 1:0.000 2:0.500\n';
  const { pad, sheet } = fromLetor(text);
  assert.deepEqual(sheet, { frame: 'unit', axes: ['words', 'links'] });
  assert.equal(pad && toLetor(pad, sheet), text);
});

/** @type {[string, string, RegExp][]} */
const REFUSED = [
  ['a third feature', '1 qid:1 3:1', /more than two features/], ['a feature out of range', '1 qid:1 1:2.5', /2\.5 is not between/], ['no number', '1 qid:1 1:x', /NaN is not between/],
  ['a high grade', '5 qid:1 1:1', /grade 5 is above 4/], ['no LETOR line', 'hello', /not a LETOR line/], ['nothing', '# nothing', /empty/],
  ['too many documents', '1 qid:1 1:1\n'.repeat(21), /query 1 has more than 20/], ['too many queries', Array.from({ length: 9 }, (_, at) => `1 qid:${at} 1:1`).join('\n'), /more than 8 queries/], ['a long text', ' '.repeat(40_000), /too long/],
];
for (const [name, text, pattern] of REFUSED) {
  test(`text that is no sketch: ${name}`, () => {
    const { pad, why } = fromLetor(text);
    assert.equal(pad, null);
    assert.match(why, pattern);
  });
}
