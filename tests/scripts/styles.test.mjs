// Properties of the style sheets that CSS cannot guarantee.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';

test('the dark colours are the same for the system setting and for the page setting', async () => {
  const text = await readFile(at('www', 'styles', 'tokens.css'), 'utf8');
  const [system, chosen] = [":root:not([data-theme='light'])", ":root[data-theme='dark']"].map((selector) => {
    const from = text.indexOf(`${selector} {`);
    assert.ok(from >= 0, `there is a rule for ${selector}`);
    return text.slice(text.indexOf('{', from) + 1, text.indexOf('}', from)).split(';').map((line) => line.trim()).filter(Boolean);
  });
  assert.ok(chosen.length > 30);
  assert.deepEqual(system, chosen);
});
