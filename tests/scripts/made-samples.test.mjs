// The shipped samples that scripts make are what their scripts make.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';

for (const sample of ['hopeless', 'results', 'ring', 'sites']) {
  test(`the sample ${sample} can be made again`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'rankscope-sample-'));
    try {
      execFileSync(process.execPath, [at('scripts', `make-${sample}-sample.mjs`), folder]);
      for (const part of ['train', 'valid', 'test']) {
        const name = `${sample}-${part}.txt`;
        assert.equal(readFileSync(join(folder, name), 'utf8'), readFileSync(at('www', 'samples', name), 'utf8'), name);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
