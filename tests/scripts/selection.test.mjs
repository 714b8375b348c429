import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenStages, readSelection } from '../../scripts/lib/selection.mjs';
import { stages } from '../../scripts/lib/stages.mjs';

const few = /** @type {{ name: string, from: import('../../scripts/lib/selection.mjs').Level }[]} */ ([
  { name: 'lint', from: 'check' },
  { name: 'page', from: 'check' },
  { name: 'browser', from: 'test' },
  { name: 'e2e', from: 'test' },
]);
/** @param {string[]} args */
const chosen = (...args) => {
  const selection = readSelection(args, few);
  return [selection.level, ...chosenStages(few, selection).map(({ name }) => name)].join(' ');
};

test('arguments choose a level and its stages', () => {
  assert.equal(chosen(), 'test lint page browser e2e');
  assert.equal(chosen('--all'), 'all lint page browser e2e');
  assert.equal(chosen('--check'), 'check lint page');
});

test('a named stage runs completely, except with --check', () => {
  assert.equal(chosen('--only', 'e2e'), 'all e2e');
  assert.equal(chosen('--only', 'e2e,lint', '--only', 'page'), 'all lint page e2e');
  assert.equal(chosen('--check', '--only', 'lint'), 'check lint');
  assert.equal(chosen('--skip', 'browser,e2e'), 'test lint page');
  assert.equal(chosen('--only', 'lint,page', '--skip', 'lint'), 'all page');
});

test('unknown stages and options are refused', () => {
  assert.throws(() => chosen('--only', 'e2'), /no stage "e2"/);
  assert.throws(() => chosen('--skip', 'lint,x'), /no stage "x"/);
  assert.throws(() => chosen('--all', '--check'), /exclude each other/);
  assert.throws(() => chosen('--fast'), /--fast/);
  assert.throws(() => chosen('e2e'), /e2e/);
});

test('a check needs no browser, and --all runs every stage', () => {
  const names = (/** @type {string[]} */ ...args) => chosenStages(stages, readSelection(args, stages)).map(({ name }) => name);
  assert.deepEqual(names('--check'), ['format', 'lint', 'native', 'scripts', 'page', 'types']);
  assert.deepEqual(names('--all'), stages.map(({ name }) => name));
});
