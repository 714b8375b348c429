// Stored runs, saved to a file and loaded again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRunsFile, readRunsFile, runsFile } from '../../../../www/features/library/runs/runs-file.js';
import { NO_RUNS, reduceRuns } from '../../../../www/features/library/runs/runs-state.js';

/** @param {number} id */
const kept = (id) => /** @type {any} */ ({
  version: 1, id: `id-${id}`, run: id, number: id, name: `Run ${id}`, at: id, data: { name: 'x', sample: null, checksums: null, seed: null },
  settings: { method: 'combo', measure: 'ndcg@10', c: id, drop_zero: false, components: ['dorm', 'svm-map'], pairs_of: 'grades' }, overview: null,
  reports: [{ best_primal: 1, dual: 0, gap: 1, mean_slack: 1, mean_loss: 1, component_slacks: [], train: [], valid: [], test: [] }],
  seconds: [0.5], stop: null, model: '{"model":1}', size: 1,
});

test('saved runs are loaded unchanged into a page with other runs', () => {
  const { runs, unreadable } = readRunsFile(runsFile([kept(1), kept(2)]));
  assert.deepEqual([runs.map(({ size, ...rest }) => rest), unreadable], [[kept(1), kept(2)].map(({ size, ...rest }) => ({ ...rest, run: null })), 0]);
  const added = reduceRuns({ ...NO_RUNS, list: [{ ...kept(9), number: 1, name: 'Run 1', id: 'other' }] }, { type: 'runs/add', runs });
  assert.deepEqual(added.list.map(({ id, name }) => [id, name]), [['other', 'Run 1'], ['id-2', 'Run 2'], ['id-1', 'Run 3']], 'a kept run keeps its name');
  assert.equal(reduceRuns(added, { type: 'runs/add', runs }).list.length, 3, 'a second time adds nothing');
});

test('a file that does not contain runs is refused with a reason', () => {
  for (const [text, reason] of /** @type {[string, RegExp][]} */ ([
    ['', /not JSON/], ['null', /not a file of runs/], ['{"rankscope":"lesson"}', /not a file of runs/], ['{"rankscope":"runs","runs":{}}', /not a file of runs/],
    ['{"rankscope":"runs","version":2,"runs":[]}', /newer version/]])) assert.throws(() => readRunsFile(text), reason, text);
});

test('invalid entries are counted, and corrected or left out', () => {
  const good = kept(1);
  const bad = [null, 1, {}, { ...kept(2), reports: [] }, { ...kept(3), number: 1e308 }, { ...kept(4), settings: { ...good.settings, c: {} } }, { ...kept(6), settings: { ...good.settings, components: [{}] } }, { ...kept(5), overview: { measures: 1, components: [] } }, kept(1)];
  const { runs, unreadable } = readRunsFile(JSON.stringify({ rankscope: 'runs', version: 1, runs: [{ ...good, name: `\u202E${'x'.repeat(200)}`, size: -1e9 }, ...bad] }));
  assert.deepEqual([runs.length, unreadable], [1, bad.length]);
  assert.equal(runs[0].name, `\\u{202e}${'x'.repeat(72)}`);
  assert.ok(runs[0].size > 300);
});

test('a file of runs is recognised by its beginning', async () => {
  for (const [text, expected] of /** @type {[string, boolean][]} */ ([
    [runsFile([kept(1)]), true], [runsFile([]), true], [JSON.stringify(JSON.parse(runsFile([kept(1)])), null, 2), true],
    ['{"rankscope":"lesson","title":"\\"rankscope\\":\\"runs\\""}', false], ['[]', false], ['', false],
  ])) assert.equal(await isRunsFile(new Blob([text])), expected, text.slice(0, 60));
});
