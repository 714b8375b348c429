// The glossary: complete, short, and known wherever the page or a lesson names a term.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../../scripts/lib/project.mjs';
import { filesUnder } from '../../../scripts/lib/stamps.mjs';
import { measureTerm } from '../../../www/features/learn/glossary/measure-term.js';
import { LABEL_TERMS } from '../../../www/ui/term.js';
import { GROUPS, TERMS, termOf, titleOf } from '../../../www/features/learn/glossary/terms.js';

const MOST_WORDS = 25;
/** @param {string} text */
const wordsOf = (text) => text.split(/\s+/).length;
/** @param {string} text */
const sentencesOf = (text) => text.split(/(?<=[.!?])\s+(?=[A-Z])/);

test('every entry is complete and has its own name', () => {
  for (const term of TERMS) {
    for (const key of /** @type {const} */ (['id', 'name', 'short', 'long', 'where', 'source'])) assert.match(term[key] ?? '', /\S/, `${term.id}.${key}`);
    assert.ok(GROUPS.some(({ id }) => id === term.group), `${term.id}: group ${term.group}`);
    assert.match(term.short, /\.$/, `${term.id}: a sentence`);
  }
  assert.equal(new Set(TERMS.map(({ id }) => id)).size, TERMS.length);
  assert.equal(new Set(TERMS.map(titleOf)).size, TERMS.length);
});

test('a meaning and every sentence have at most 25 words', () => {
  const long = TERMS.flatMap(({ id, short, long: more }) => [...sentencesOf(more), short].filter((text) => wordsOf(text) > MOST_WORDS).map((text) => `${id}: ${text}`));
  assert.deepEqual(long, []);
});

/** The terms that a source names: term('id', …), explain(element, 'id'), {term:id}. @param {string} source */
const named = (source) => [...source.matchAll(/\bterm\('([\w-]+)'|\bexplain\([^'\n]*, '([\w-]+)'\)|\{term:([\w-]+)|\bterm: '([\w-]+)'/g)].map((found) => found.slice(1).find(Boolean));

test('terms that the page and its lessons name have an entry', async () => {
  const files = (await filesUnder(at('www'))).filter((path) => /\.(js|json)$/.test(path) && !path.includes('/wasm/'));
  const all = files.flatMap((path) => named(readFileSync(path, 'utf8')).map((id) => ({ path, id })));
  assert.ok(all.length > 30, `terms are found: ${all.length}`);
  assert.deepEqual(all.filter(({ id }) => !termOf(id) && id !== 'id'), []);
});

test('labels and measures have an entry', () => {
  assert.deepEqual(Object.values(LABEL_TERMS).filter((id) => !termOf(id)), []);
  const measures = ['NDCG@10', 'DCG', 'AP', 'RR@5', 'P@3', 'AUC', 'ERR', 'WTA', 'mWTA', 'ERU (5,2)', 'Recall@10', 'Success@5', 'something new'];
  assert.deepEqual(measures.map(measureTerm), ['ndcg', 'dcg', 'map', 'mrr', 'precision', 'auc', 'err', 'wta', 'wta', 'eru', 'recall', 'success', 'measure']);
  assert.deepEqual(measures.map(measureTerm).filter((id) => !termOf(id)), []);
});

test('every symbol of the method has an entry', () => {
  const symbols = ['ξ', 'Δ', 'H', 'δψ', 'ψ', 'y*', 'ŷ', 'w', 'c', 'C', 'a', 'α', 'x', 'y', 'P', 'D', 'k', 'r', 'b'];
  assert.deepEqual(symbols.filter((symbol) => !TERMS.some((term) => term.symbol === symbol)), []);
});
