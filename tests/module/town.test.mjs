// The sample of a town: the data that the page trains on have the values of the columns, and these are their definitions.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import './support/page-globals.mjs';
import { FIRST_FILE } from '../../scripts/lib/offline.mjs';
import { FIRST_SAMPLE, SAMPLES } from '../../www/features/data/samples.js';
import { documentName, documentNote } from '../../www/lib/document-name.js';
import { PageColumns, initSync } from '../../www/wasm/rankscope.js';
import { readAll } from '../../www/worker/read-data.js';

initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) });

const json = await readFile(at('www', 'samples', 'town.json'));
/** @type {{ columns: string[], pages: { url: string, title: string, date: string, text: string }[], queries: { query: string, pages: string[], grades: Record<string, number> }[] }} */
const town = JSON.parse(json.toString());
/** @type {(text: string) => string[]} */
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

test('the file of the sample that the page opens with is the one that is cached at once', () => {
  const { train, valid, test: unseen } = SAMPLES.find(({ id }) => id === FIRST_SAMPLE) ?? assert.fail();
  assert.deepEqual([train.kind === 'url' && `samples/${train.name}`, valid, unseen], [FIRST_FILE, null, null]);
});

/** The data as the worker reads them. */
async function loaded() {
  const train = /** @type {const} */ ({ kind: 'blob', name: 'town.json', blob: new File([json], 'town.json') });
  return (await readAll({ train, valid: null, test: null, holdOut: null }, () => {}, async () => {})).train;
}

test('the worker reads pages with the values of their columns, and names documents by their titles', async () => {
  const data = await loaded();
  const columns = new PageColumns(json);
  const { columns: names, queries } = columns.outline();
  assert.deepEqual(names, town.columns);
  assert.deepEqual(data.summary().feature_names, names);
  for (const [query, { name, candidates }] of queries.entries()) {
    const at = data.find_query(name);
    assert.ok(at !== undefined, name);
    const documents = data.documents(at);
    assert.equal(documents.length, candidates);
    for (const [row, { name: title, values, grade, beginning }] of columns.rows(query, candidates).entries()) {
      const { document, comment, grade: read } = documents[row];
      assert.deepEqual([...data.features(at, document)], values, `${name}: ${title}`);
      assert.equal(read, grade ?? 0);
      assert.equal(documentName({ comment }, row), title);
      assert.equal(documentNote({ comment }), `${title}\n${beginning.trim()}`);
    }
  }
});

test('BM25, title match, length and age are what their definitions say', () => {
  const columns = new PageColumns(json);
  const pages = new Map(town.pages.map((page) => [page.url, { ...page, words: wordsOf(page.text) }]));
  const all = [...pages.values()];
  const mean = all.reduce((sum, { words }) => sum + words.length, 0) / all.length;
  const newest = Math.max(...all.map(({ date }) => Date.parse(date)));
  const place = (/** @type {string} */ name) => town.columns.indexOf(name);
  for (const [number, { query, pages: urls }] of town.queries.entries()) {
    const terms = [...new Set(wordsOf(query))];
    const idf = terms.map((term) => {
      const df = all.filter(({ words }) => words.includes(term)).length;
      return Math.log(1 + (all.length - df + 0.5) / (df + 0.5));
    });
    for (const [row, { values, url }] of columns.rows(number, urls.length).entries()) {
      assert.equal(url, urls[row]);
      const page = pages.get(url);
      assert.ok(page, url);
      const { words, title, date } = page;
      const bm25 = terms.reduce((sum, term, at) => {
        const tf = words.filter((word) => word === term).length;
        return sum + idf[at] * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * words.length / mean));
      }, 0);
      assert.ok(Math.abs(values[place('BM25')] - bm25) < 1e-12, `${query}: ${title}`);
      assert.equal(values[place('title match')], terms.filter((term) => wordsOf(title).includes(term)).length / terms.length);
      assert.equal(values[place('length')], words.length);
      assert.equal(values[place('age')], (newest - Date.parse(date)) / 86_400_000);
    }
  }
});
