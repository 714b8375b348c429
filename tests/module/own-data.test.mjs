// A study on the loaded data of the page, and why there is none.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chosenOn, onLoadedData, unreadable } from '../../www/features/library/study/own-data.js';
import { Study, initSync } from '../../www/wasm/rankscope.js';

initSync({ module: readFileSync(new URL('../../www/wasm/rankscope_bg.wasm', import.meta.url)) });

const STUDY = JSON.stringify({ rankscope: 'study', title: 'Small', here: 'Seen.', data: [{ name: 'made', sample: { queries: 40, documents: 8, seed: 3 } }],
  factors: { method: [{ name: 'Other', ranker: 'other.run' }, 'ranksvm'] }, sizes: [6, 'all'] });
const source = (/** @type {string} */ name) => ({ kind: 'blob', name, blob: new File([name], name) });
/** @param {object} request @param {boolean} [hasTest] @returns {any} */
const loaded = (request, hasTest = true) => ({ loading: null, data: { seed: 1, summaries: { test: hasTest ? {} : null },
  request: { name: 'Mine', train: source('a.txt'), valid: null, test: null, holdOut: false, ...request } } });
/** @param {string} text @param {any} state */
const refused = (text, state) => {
  const found = onLoadedData(text, state);
  return 'refused' in found ? found.refused : null;
};

test('a study runs on loaded files, with its rankers', async () => {
  const state = loaded({ test: source('b.txt') });
  const found = onLoadedData(STUDY, state);
  assert.ok('text' in found && found.data === state.data);
  const { files, here, axes } = new Study(found.text).outline();
  assert.deepEqual([files, here, axes[0].levels, axes.at(-1)?.levels], [['a.txt', 'b.txt', 'other.run'], '', ['Mine'], ['25%', 'all']]);
  const paper = { name: 'small.json', isBuiltIn: false, text: STUDY, files: [new File(['1'], 'other.run'), new File(['2'], 'a.txt')] };
  const chosen = await chosenOn(paper, found.data, found.text);
  assert.deepEqual(chosen.files.map(({ name }) => name), ['a.txt', 'b.txt', 'other.run']);
  assert.equal(await chosen.files[0].text(), 'a.txt', 'a file of the loaded data goes before one of the same name');
  assert.equal(chosen.own?.paper, paper);
});

test('what stands in the way is one sentence', () => {
  const lists = STUDY.replace('"documents":8,"seed":3', '"list":{"first":[1,0],"second":[0,1],"share":0.5}');
  assert.match(refused(STUDY, { data: null, loading: null }) ?? '', /^No data are loaded\./);
  assert.match(refused(STUDY, { data: null, loading: {} }) ?? '', /^The data in Explore are still being read\./);
  assert.match(refused(STUDY, loaded({}, false)) ?? '', /^Mine has no test data\. /);
  assert.match(refused(STUDY, loaded({ holdOut: true, without: [2] })) ?? '', /^Some features are off in Explore/);
  assert.match(refused(lists, loaded({ holdOut: true })) ?? '', /^This study cannot run on Mine: it is about lists that it makes/);
  assert.equal(unreadable(new Error('no connection')), 'The data cannot be read again: no connection.');
});
