// What the documents say about this repository holds: links, commands, files, counts.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { stages } from '../../scripts/lib/stages.mjs';

const NAMES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'BENCHMARKS.md',
  'npm/README.md',
  ...['docs', 'docs/contributing', 'docs/decisions', 'docs/teaching'].flatMap((folder) => readdirSync(at(folder)).filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`))];
const documents = NAMES.map((name) => ({ name, text: readFileSync(at(...name.split('/')), 'utf8') }));
const readme = documents[0].text;
const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

/** The words between backticks, and the lines of blocks. @param {string} text */
function codeOf(text) {
  const blocks = [...text.matchAll(/^```.*\n([\s\S]*?)^```/gm)].flatMap(([, block]) => block.split('\n'));
  return [...blocks, ...[...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code)];
}

test('links lead to files and to headings that are there', () => {
  for (const { name, text } of documents) {
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path, heading] = target.split('#');
      const file = path ? join(dirname(name), path) : name;
      assert.ok(existsSync(at(file)), `${name}: ${target}`);
      if (!heading) continue;
      const headings = [...readFileSync(at(file), 'utf8').matchAll(/^#+ (.*)$/gm)]
        .map(([, words]) => words.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
      assert.ok(headings.includes(heading), `${name}: ${target}`);
    }
  }
});

test('commands of npm are there', () => {
  for (const { name, text } of documents) {
    for (const code of codeOf(text)) {
      for (const [, script] of code.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[a-z:-]+)\b/g)) {
        assert.ok(scripts[script], `${name}: ${code}`);
      }
    }
  }
});

test('stages that the README names are there', () => {
  const names = [...readme.matchAll(/--(?:only|skip) ([a-z0-9,]+)/g)].flatMap(([, list]) => list.split(','));
  assert.ok(names.length > 1);
  for (const one of names) assert.ok(stages.some(({ name }) => name === one), one);
});

test('files and folders that the documents name are there', () => {
  const own = new RegExp(`^(?:${readdirSync(at('.')).filter((name) => /^[a-z]/.test(name)).join('|')})/[\\w./-]*$`);
  for (const { name, text } of documents) {
    for (const code of codeOf(text)) {
      // What is built or installed is not there before.
      if (!own.test(code) || /^(?:dist|dist-npm|node_modules|target|test-results|www\/wasm)\//.test(code)) continue;
      // X stands for any name.
      if (/\b[xX]\b/.test(code)) continue;
      assert.ok(existsSync(at(code)), `${name}: ${code}`);
    }
  }
});

test('the README names the targets of the fuzzer', () => {
  const named = codeOf(readme.slice(readme.indexOf('includes a bounded version of the fuzz tests')).split('\n\n')[0])
    .flatMap((code) => code.replace('cargo +nightly fuzz run ', ''));
  const targets = readdirSync(at('fuzz', 'fuzz_targets')).map((name) => name.replace('.rs', ''));
  assert.deepEqual(targets.filter((target) => !named.includes(target)), []);
});
