// The workflows of the repository: pinned actions, few permissions, commands that exist.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { ALLOWED } from '../../scripts/lib/dependencies.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { readSelection } from '../../scripts/lib/selection.mjs';
import { stages } from '../../scripts/lib/stages.mjs';

const workflows = readdirSync(at('.github', 'workflows')).map((name) => ({ name, text: readFileSync(at('.github', 'workflows', name), 'utf8') }));
const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const release = workflows.find(({ name }) => name === 'release.yml')?.text ?? '';

test('every push is checked, every night runs everything, a tag publishes', () => {
  assert.deepEqual(workflows.map(({ name }) => name).sort(), ['check.yml', 'nightly.yml', 'page.yml', 'release.yml']);
  const has = (/** @type {string} */ name, /** @type {RegExp} */ what) => assert.match(workflows.find((one) => one.name === name)?.text ?? '', what);
  has('check.yml', /^ {2}push:$[\s\S]*ubuntu-\S+, macos-\S+, windows-[\s\S]*- run: npm run check$/m);
  has('nightly.yml', /^ {2}schedule:$[\s\S]*- run: npm test -- --all$/m);
  has('page.yml', /- run: npm run site$[\s\S]*path: dist$/m);
  has('release.yml', /^ {4}tags: \[[\s\S]*- run: npm test -- --all$[\s\S]*- run: npm run release-check -- --tagged$/m);
});

test('actions are pinned by their commit, with the version beside it', () => {
  for (const { name, text } of workflows) {
    for (const [line] of text.matchAll(/uses: .*/g)) {
      // What is not pinned says so.
      assert.match(line, /^uses: [\w./-]+@(?:[0-9a-f]{40} # v\d+\.\d+\.\d+|v\d+ # zizmor: ignore\[unpinned-uses\])$/, `${name}: ${line}`);
    }
  }
});

test('a workflow reads the repository, and a job alone may do more', () => {
  for (const { name, text } of workflows) assert.match(text, /^permissions:\n {2}contents: read\n\n/m, name);
  for (const { name, text } of workflows) assert.equal(/secrets\./.test(text), false, `${name}: no token of a registry`);
  // Only jobs that publish, sign or deploy can prove who they are.
  const jobs = release.split(/^ {2}(?=[a-z-]+:$)/m).slice(1).filter((job) => /id-token: write/.test(job)).map((job) => job.split(':')[0]);
  assert.deepEqual(jobs, ['attest', 'crates-io', 'npm', 'pypi']);
});

test('the commands of npm exist', () => {
  for (const { name, text } of workflows) {
    for (const [, script, options] of text.matchAll(/\bnpm (?:run )?(test|(?<=run )[a-z-]+)(?: -- (.+))?$/gm)) {
      assert.ok(scripts[script], `${name}: npm run ${script}`);
      if (script === 'test') assert.doesNotThrow(() => readSelection((options ?? '').split(' ').filter(Boolean), stages), name);
    }
  }
});

test('cargo deny allows the licences that the list of dependencies allows', () => {
  const [, list] = /^allow = \[([^\]]*)\]$/m.exec(readFileSync(at('deny.toml'), 'utf8')) ?? [];
  assert.deepEqual([...(list ?? '').matchAll(/"([^"]+)"/g)].map(([, licence]) => licence).sort(), [...ALLOWED].sort());
});
