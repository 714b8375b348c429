// The shipped samples that scripts make are what their scripts make.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';

const PARTS = ['train', 'valid', 'test'];
/** @type {[string, string[]][]} */
const MADE = [...['hopeless', 'results', 'ring', 'sites'].map((sample) =>
  /** @type {[string, string[]]} */ ([sample, PARTS.map((part) => `${sample}-${part}.txt`)])), ['town', ['town.json']]];

for (const [sample, names] of MADE) {
  test(`the sample ${sample} can be made again`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'rankscope-sample-'));
    try {
      execFileSync(process.execPath, [at('scripts', `make-${sample}-sample.mjs`), folder]);
      for (const name of names) {
        assert.equal(readFileSync(join(folder, name), 'utf8'), readFileSync(at('www', 'samples', name), 'utf8'), name);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
