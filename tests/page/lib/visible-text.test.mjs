// Characters that hide or reorder text are shown as code points.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleText } from '../../../www/lib/visible-text.js';

test('controls, marks, overrides and isolates are shown as code points', () => {
  assert.equal(visibleText('a\u202Etxt.exe\u0000\u0007\u007F\u0085\u061C\u200E\u200F\u2066\u2069'),
    'a\\u{202e}txt.exe\\u{0}\\u{7}\\u{7f}\\u{85}\\u{61c}\\u{200e}\\u{200f}\\u{2066}\\u{2069}');
  for (let code = 0; code <= 0xFFFF; code += 1) {
    const isHidden = code <= 0x1F || (code >= 0x7F && code <= 0x9F) || (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069)
      || [0x61C, 0x200E, 0x200F].includes(code);
    const isSpace = code === 9 || code === 10;
    const text = String.fromCharCode(code);
    assert.equal(visibleText(text) !== text, isHidden && !isSpace, `U+${code.toString(16)}`);
  }
});

test('other text stays as it is, in every script', () => {
  for (const text of ['', 'plain', 'קובץ.txt', 'ملف.txt', '名前', 'a\u200Db', '👩‍👩‍👧', '\\u{202e}']) assert.equal(visibleText(text), text);
});
