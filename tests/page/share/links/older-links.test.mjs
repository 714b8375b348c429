// Links and kept runs that are older than a setting, or than its name, keep their meaning.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../../../www/features/share/links/read-settings.js';
import { writeSettings } from '../../../../www/features/share/links/url-settings.js';
import { presentSettings } from '../../../../www/features/settings/older-settings.js';
import { keptRuns } from '../../../../www/features/library/runs/kept-run.js';
import { readRunsFile } from '../../../../www/features/library/runs/runs-file.js';

/** @typedef {import('../../../../www/core/protocol.js').TrainingSettings} TrainingSettings */

/** @param {object} change @returns {TrainingSettings} */
const settings = (change) => /** @type {TrainingSettings} */ (/** @type {unknown} */ (
  { method: 'dorm', measure: 'ndcg@10', components: ['svm-map', 'svm-mrr'], pairs_of: 'grades', c: 10, learning_rate: 0.01, ...change }));
const defaults = settings({});

/** @param {string} fragment @param {string} prefix @param {TrainingSettings} base @param {string[]} left words not read */
function read(fragment, prefix = '', base = defaults, left = []) {
  /** @type {string[]} */
  const ignored = [];
  const words = new Map(new URLSearchParams(fragment));
  const made = readSettings(prefix, base, defaults, words, () => null, (key) => ignored.push(key));
  assert.deepEqual([ignored, [...words.keys()]], [[], left]);
  return made;
}

/** @param {TrainingSettings} to @param {TrainingSettings} from */
function written(to, from = defaults, prefix = '') {
  const words = new URLSearchParams();
  writeSettings(words, prefix, from, to);
  return words.toString();
}

test('an old link of RankSVM compares good with bad documents', () => {
  for (const [fragment, pairs] of [
    ['method=ranksvm', 'threshold'], ['method=ranksvm&c=1', 'threshold'], ['method=combo&components=ranksvm svm-map', 'threshold'],
    ['method=ranksvm&pairs_of=grades', 'grades'], ['method=ranksvm&pairs_of=threshold', 'threshold'],
    ['method=dorm', 'grades'], ['method=combo', 'grades'], ['', 'grades'],
  ]) assert.equal(read(fragment).pairs_of, pairs, fragment);
  assert.equal(read('next.method=ranksvm', 'next.').pairs_of, 'threshold', 'the settings of the next run');
  const old = settings({ method: 'ranksvm', pairs_of: 'threshold' });
  assert.equal(read('next.c=1', 'next.', old).pairs_of, 'threshold', 'the next run keeps the pairs');
  assert.equal(read('next.c=1', 'next.', settings({ method: 'ranksvm' })).pairs_of, 'grades', 'whichever they are');
});

test('a new link names the pairs of RankSVM', () => {
  assert.equal(written(defaults), '', 'the first page needs no words');
  assert.equal(written(settings({ c: 1 })), 'c=1');
  assert.equal(written(settings({ method: 'ranksvm' })), 'method=ranksvm&pairs_of=grades');
  for (const method of ['dorm', 'ranksvm', 'combo']) {
    for (const pairs_of of ['grades', 'threshold']) {
      for (const components of [['svm-map', 'svm-mrr'], ['ranksvm', 'svm-map']]) {
        const made = settings({ method, pairs_of, components });
        assert.deepEqual(read(written(made)), made);
        for (const base of [settings({ method: 'ranksvm' }), settings({ method: 'ranksvm', pairs_of: 'threshold' })]) {
          assert.deepEqual(read(written(made, base, 'next.'), 'next.', base), made, 'of the next run');
        }
      }
    }
  }
});

test('a kept run without pairs_of gets the meaning that it had', () => {
  const { pairs_of: _, ...old } = defaults;
  const of = (/** @type {object} */ change) => presentSettings(/** @type {TrainingSettings} */ ({ ...old, ...change })).pairs_of;
  assert.equal(of({ method: 'ranksvm' }), 'threshold');
  assert.equal(of({ method: 'combo', components: ['svm-map', 'ranksvm'] }), 'threshold');
  assert.equal(of({ method: 'combo' }), 'grades');
  assert.equal(of({ method: 'ranksvm', components: undefined }), 'threshold');
  assert.equal(of({}), 'grades', 'it has no effect on other methods');
  assert.equal(of({ method: 'ranksvm', pairs_of: 'grades' }), 'grades');

  const report = { iteration: 0, kind: 'planes', best_primal: 1, dual: 0, gap: 1, mean_slack: 1, mean_loss: 1, component_slacks: [1], train: [], valid: [], test: [] };
  const run = { version: 1, id: 'a', run: null, number: 1, name: 'Run 1', at: 0, size: 1, seconds: [0], stop: null, model: null, overview: null,
    data: { name: 'd', sample: null, checksums: null, seed: null }, settings: { ...old, method: 'ranksvm' }, reports: [report] };
  assert.deepEqual(keptRuns([run, null, { ...run, version: 2 }]).map((one) => one.settings.pairs_of), ['threshold']);
  const file = JSON.stringify({ rankscope: 'runs', version: 1, runs: [run] });
  assert.equal(readRunsFile(file).runs[0]?.settings.pairs_of, 'threshold', 'from a file too');
  const now = { ...run, settings: { ...run.settings, pairs_of: 'grades' } };
  assert.equal(keptRuns([now])[0], now, 'a run with the setting is not copied');
});

test('an older name of a setting means the setting', () => {
  assert.equal(read('method=ranknet&rate=0.3').learning_rate, 0.3);
  assert.equal(read('next.rate=0.3', 'next.').learning_rate, 0.3, 'of the next run');
  assert.equal(read('rate=0.3&learning_rate=0.2', '', defaults, ['rate']).learning_rate, 0.2, 'the present name counts');
  assert.equal(written(settings({ learning_rate: 0.3 })), 'learning_rate=0.3', 'a link has the present name');
  const { learning_rate: _, ...old } = settings({ rate: 0.3 });
  const present = presentSettings(/** @type {TrainingSettings} */ (/** @type {unknown} */ (old)));
  assert.deepEqual([present.learning_rate, Object.hasOwn(present, 'rate')], [0.3, false]);
});
