// Which files load without a preview.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksPlain } from '../../../www/features/data/looks-plain.js';

test('LETOR text loads at once, also with faults that no rule mends', () => {
  for (const text of ['2 qid:1 1:0.5 2:-3\n0 qid:1 2:1e-3\n', '\uFEFF# 1: title, body\n\n1.0 qid:a 10:0.1 20:2 # nan 0:1\n', '', '# nothing\n',
    'junk\n', '1 qid:1 1:abc\n', '12\n', '{"a": 1, "b": 2}', '-2 qid:1 1:1\n', '1 qid:1 1:1 # \0\n', '31 qid:1 100:0\n']) {
    assert.ok(looksPlain(text), text);
  }
});

test('other formats, and lines that need a rule, are looked at', () => {
  for (const text of ['label,qid,a\n1,1,0.5\n', 'qid\tlabel\ta\n', 'a;b\n', '1 1:0.5 2:3\n', '-1 qid:1 1:1\n', '1 qid:1 1:1\n0.5 qid:1 1:2\n',
    '1 qid:1 0:1\n', '1 qid:1 1:nan\n', '1 qid:1 1: 2:3\n', '1 qid:1 2:NA\n', '.5 qid:1 1:1\n']) {
    assert.ok(!looksPlain(text), text);
  }
});

test('what is no text in UTF-8 is looked at', () => {
  for (const text of ['PK\u0003\u0004,', 'PAR1', 'BZh9', '2\0 \0q\0i\0d\0:\0a\0', '\uFFFDPNG\r\n\u001a\n\0\0']) assert.ok(!looksPlain(text), text);
});
