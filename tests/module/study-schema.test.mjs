// The JSON Schema of studies agrees with the program: every built-in study fits, a fault of form is found at the same
// place by both, and what the schema refuses the program refuses too.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { faulty, schemaCheck } from './support/schemas.mjs';
import { builtInStudies } from '../../scripts/lib/built-in-studies.mjs';
import { studySchema } from '../../scripts/lib/study-schema.mjs';
import { Study, initSync } from '../../www/wasm/rankscope.js';

initSync({ module: readFileSync(new URL('../../www/wasm/rankscope_bg.wasm', import.meta.url)) });
const places = schemaCheck(studySchema());
const studies = (await builtInStudies()).map(({ name, json }) => ({ name, study: JSON.parse(json) }));

/**
 * Writes a value as JSON with one value a line. Returns the lines with their places; a closing bracket has that of its list or object.
 * @param {any} value @param {string} place @param {string} before @returns {[text: string, place: string][]}
 */
function linesOf(value, place = '', before = '') {
  if (value === null || typeof value !== 'object') return [[before + JSON.stringify(value), place]];
  const isList = Array.isArray(value);
  const children = Object.entries(value).map(([key, one]) => linesOf(one, isList ? `${place}[${key}]` : `${place}${place && '.'}${key}`, isList ? '' : `${JSON.stringify(key)}: `));
  children.slice(0, -1).forEach((lines) => { lines[lines.length - 1][0] += ','; });
  return [[before + (isList ? '[' : '{'), place], ...children.flat(), [isList ? ']' : '}', place]];
}

/**
 * Returns the first fault of the program; null without one. A fault of form has a line: that of the value, or the next one, because
 * some entries are read as a whole before they are refused.
 * @param {any} value @returns {{ places: string[], isOfForm: boolean, why: string } | null}
 */
function fault(value) {
  const lines = linesOf(value);
  try {
    new Study(lines.map(([text]) => text).join('\n')).free();
    return null;
  } catch (error) {
    const { message, cause } = /** @type {Error & { cause: { kind: string, problems: { line: number }[] } }} */ (error);
    const [, named] = /^(?:study: |.*: (?=factors\.))([^\s:]+): /.exec(message) ?? [];
    const isOfForm = cause.kind === 'parse';
    const line = cause.problems[0]?.line ?? 0;
    return { places: named ? [named] : lines.slice(Math.max(0, line - 2), line).map(([, place]) => place), isOfForm, why: message };
  }
}

/** Whether one of two places lies in the other. The whole file is near its own fields alone. @param {string} a @param {string} b */
function isNear(a, b) {
  const contains = (/** @type {string} */ outer, /** @type {string} */ inner) =>
    (outer === '' ? /^[^.[]*(?:\[\d+\])?$/.test(inner) : inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`));
  return contains(a, b) || contains(b, a);
}

test('every built-in study fits the schema', () => {
  assert.ok(studies.length >= 20);
  for (const { name, study } of studies) assert.deepEqual(places(study), [], name);
});

test('a faulty study fails at the same place by the schema and in the program', () => {
  const plot = { mark: 'line', x: 'size', y: 'ndcg@10' };
  const cases = /** @type {[place: string, change: object][]} */ ([
    ['title', { title: ' ' }], ['extra', { extra: 1 }], ['rankscope', { rankscope: 'lesson' }], ['data', { data: [] }],
    ['data[0].sample.x', { data: [{ sample: { x: 1 } }] }], ['data[0]', { data: ['other'] }],
    ['plots[1].y', { plots: [plot, { mark: 'line', x: 'size' }] }], ['plots[0].mark', { plots: [{ ...plot, mark: 'pie' }] }],
    ['plots[0].x_of', { plots: [{ ...plot, x_of: 'square' }] }], ['sizes[2]', { sizes: ['10%', 5, 'some'] }],
    ['sizes[0]', { sizes: ['0%', 5] }], ['seeds[1]', { seeds: [1, -1] }], ['seeds', { seeds: [1, 1] }],
    ['factors.method[0].name', { factors: { method: [{ c: 1 }] } }], ['factors.c', { factors: { c: 'all' } }],
    ['factors.data', { factors: { data: [1] } }], ['factors.c', { factors: { c: [] } }],
    ['select.on', { select: { setting: 'c', grid: [1], on: 'cv:1' } }], ['select.grid', { select: { setting: 'c' } }],
    ['compare.tests[0]', { compare: { baseline: 'best', tests: ['u'] } }], ['claims[0].claim', { claims: [{ claim: 'A' }] }],
    ['repeats[0]', { repeats: [''] }], ['record', { record: [] }], ['fixed', { fixed: [] }],
  ]);
  for (const [schema, change] of cases) {
    const study = { rankscope: 'study', title: 'T', data: ['sample'], ...change };
    assert.deepEqual(places(study), [schema], JSON.stringify(change));
    const found = fault(study);
    assert.ok(found?.places.some((place) => isNear(place, schema)), `${JSON.stringify(change)}: ${found?.places}, ${found?.why}`);
  }
});

test('whatever is changed in a built-in study, faults of form are those of the schema', () => {
  const tried = new Set();
  let changes = 0;
  let ofForm = 0;
  for (const { name, study } of studies) {
    for (const { change, value } of faulty(study, tried)) {
      changes += 1;
      const found = fault(value);
      const bySchema = places(value);
      if (bySchema.length) assert.ok(found, `${name}, ${change}: only the schema finds ${bySchema.join(', ')}`);
      if (!found?.isOfForm) continue;
      ofForm += 1;
      const isSame = bySchema.some((place) => found.places.some((one) => isNear(place, one)));
      assert.ok(isSame, `${name}, ${change}: ${found.places}, ${found.why}; by the schema: ${bySchema.join(', ')}`);
    }
  }
  assert.ok(changes > 500 && ofForm > changes / 4, `${ofForm} of ${changes} changes are faults of form`);
});
