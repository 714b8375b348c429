// Any untrusted text: addresses, lessons, decay lists, packed lines. Each is read, or refused with place and reason in one short line.
// Nothing throws, prototypes stay unchanged, and every figure is a number.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { at } from '../../../scripts/lib/project.mjs';
import { HIDEABLE, LINKABLE, SHOWABLE } from '../../../www/app/parts.js';
import { viewOf } from '../../../www/features/share/links/url-reader.js';
import { keyed, listDecay, listValues, resized, topOf, withStroke } from '../../../www/features/settings/decay-values.js';
import { FIGURES, holds, numberOf } from '../../../www/features/learn/lessons/expressions.js';
import { readLesson } from '../../../www/features/learn/lessons/schema.js';
import { stateAt, viewOfState } from '../../../www/features/learn/lessons/step-state.js';
import { LESSONS } from '../../../www/features/learn/lessons/lesson-list.js';
import { unpack } from '../../../www/lib/compress-text.js';
import { decayExponent, decayKind, listText, splitMeasure } from '../../../www/features/settings/settings.js';
import { PICTURES } from '../../../www/features/learn/lessons/stage/picture-list.js';

// The inputs are the same in every run, so that a failure can be reproduced.
fc.configureGlobal({ seed: 20, numRuns: 1_000, includeErrorInReport: true });

const defaults = /** @type {import('../../../www/core/protocol.js').TrainingSettings} */ (/** @type {unknown} */ ({
  method: 'dorm', measure: 'ndcg@10', decay: 'power:0.5', offset: 1, reference: 'aligned', scale: 'none', working_set: 'n-slack', components: ['svm-map'], measures: [], targets: 'grade', c: 10, gap: 0.001, max_iterations: 1000, threshold: 1, drop_zero: false, seed: 1,
}));
const samples = ['generated', 'kitchen', 'lightgbm', 'optdigits', 'hopeless', 'ring', 'sites'].map((id) => ({ id, train: /** @type {const} */ ({ kind: 'url', name: id, url: id }), holdOut: false }));
/** @type {import('../../../www/features/learn/lessons/schema-values.js').LessonWorld} */
const world = {
  panels: LINKABLE, hideable: HIDEABLE, showable: SHOWABLE, pictures: Object.keys(PICTURES),
  catalog: /** @type {import('../../../www/core/protocol.js').Catalog} */ ({ defaults }), samples, first: 'generated', unnamed: 'generated',
  check: ({ c, method }) => (!(c > 0 && c <= 1e100) ? { field: 'c', message: `c: ${c} is not positive` } : typeof method === 'string' && method.length < 20 ? null : { field: null, message: 'invalid value' }),
};

/** Checks messages about untrusted text. @param {string[]} lines */
function told(lines) {
  for (const line of lines) assert.ok(line.length > 0 && line.length < 1_500 && !/[\p{Cc}\u202e\u2028]/u.test(line), JSON.stringify(line).slice(0, 300));
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
}

/** @param {import('../../../www/features/share/links/url.js').View} view */
function sound(view) {
  assert.equal(world.check(view.settings), null);
  assert.equal(world.check({ ...view.settings, ...view.next }), null);
  assert.equal(Object.getPrototypeOf(view.settings), Object.prototype);
  for (const key of Object.keys({ ...view.settings, ...view.next })) assert.ok(key in defaults || ['decay_cut', 'cut_off', 'rounds', 'epochs', 'label_gain', 'pairs_of'].includes(key), key);
  for (const value of Object.values(view.settings)) assert.ok(typeof value !== 'number' || Number.isFinite(value));
  for (const value of [view.trained, view.iteration ?? 0, view.query ?? 0, view.seed, view.step]) assert.ok(Number.isSafeInteger(value) && value >= 0);
  assert.ok(view.sample === null || samples.some(({ id }) => id === view.sample));
  for (const { name, checksum } of view.files) assert.ok(name.length <= 255 && /^([0-9a-f]{16})?$/.test(checksum));
}

const KEYS = ['v', 'sample', 'lines', 'train', 'valid', 'test', 'train-checksum', 'hold-out', 'trained', 'ended', 'iteration', 'query', 'pair', 'shown', 'tab', 'open', 'hide', 'embed', 'lesson', 'plan', 'step', 'next.c', 'next.method', '__proto__', 'constructor', 'polluted', 'cut_off', 'decay_cut', ...Object.keys(defaults)];
const VALUES = ['1', '0', '-1', '1e308', '1e-308', 'NaN', 'Infinity', 'true', 'none', '', 'kitchen', '~AAAA', 'runs,certificate', '0-1', '4294967295', '99999999999', '__proto__', 'x'.repeat(5_000), 'list:1,,2', 'eru:1,-1', '\u202e', '\ud800'];
const word = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...VALUES) }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) }, { weight: 1, arbitrary: fc.double().map(String) });
const fragment = fc.oneof(
  fc.array(fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...KEYS) }, { weight: 1, arbitrary: fc.string() }), word), { maxLength: 10 }).map((pairs) => new URLSearchParams(pairs).toString()),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

test('no address breaks the page', () => {
  fc.assert(fc.property(fragment, (text) => {
    const { view, ignored } = viewOf(text, world);
    sound(view);
    told(ignored);
  }));
});

/** Values that are not allowed in a lesson. */
const hostile = fc.oneof(
  fc.constantFrom(null, true, -1, 1e308, 0.5, '', ' ', '{{x}}', '__proto__', '\u202e\n', '\ud800', 'x'.repeat(4_000), [], {}, [[]], { value: 'report.gap' }, { value: 'report.gap', at: -1 }, { less: [1, 2] }, { over: [1, 0] }, { c: -1 }, { data: 'x' }, { trained: 'end' }),
  fc.jsonValue({ maxDepth: 3 }),
);
const files = LESSONS.map((id) => readFileSync(at(`www/lessons/${id}.json`), 'utf8'));
/** A lesson of the page in which a few values, anywhere, are replaced, doubled or removed. */
const bent = fc.tuple(fc.constantFrom(...files), fc.array(fc.tuple(fc.nat(), hostile, fc.nat(3)), { minLength: 1, maxLength: 4 })).map(([file, changes]) => {
  const lesson = JSON.parse(file);
  for (const [place, value, how] of changes) {
    /** @type {[any, string][]} */
    const places = [];
    const walk = (/** @type {any} */ one) => {
      for (const key of Object.keys(one)) {
        places.push([one, key]);
        if (one[key] && typeof one[key] === 'object') walk(one[key]);
      }
    };
    walk(lesson);
    if (!places.length) continue;
    const [holder, key] = places[place % places.length];
    if (how === 0) delete holder[key];
    // A copy, because a value in two places must not contain itself.
    else holder[how === 1 ? `${key}2` : key] = structuredClone(value);
  }
  return JSON.stringify(lesson);
});

test('every lesson is read, or refused with place and reason', () => {
  let refused = 0;
  fc.assert(fc.property(fc.oneof({ weight: 8, arbitrary: bent }, { weight: 1, arbitrary: fc.json() }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) }), (text) => {
    const { lesson, problems } = readLesson(text, world);
    assert.equal(lesson === null, problems.length > 0);
    assert.ok(problems.length <= 12);
    told(problems);
    for (const problem of problems) assert.match(problem, /\S: \S/, `the place, then the reason: ${JSON.stringify(problem)}`);
    refused += Number(problems.length > 0);
    if (!lesson) return;
    for (const step of lesson.steps.keys()) {
      const { view, ignored } = viewOfState(stateAt(lesson, step, true), world);
      sound(view);
      told(ignored);
    }
  }));
  assert.ok(refused > 300 && refused < 1_000, `${refused} of 1,000 refused: the bent lessons are neither all sound nor all broken`);
});

const leaf = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.record({ value: fc.constantFrom(...FIGURES) }), fc.record({ value: fc.constantFrom(...FIGURES), at: fc.constantFrom('first', 'last', 'best', 0, 1e9), rank: fc.nat(), feature: fc.nat() }));
const { sum } = fc.letrec((/** @type {any} */ tie) => ({
  sum: fc.oneof({ maxDepth: 4 }, leaf, fc.record({ plus: fc.array(tie('sum'), { minLength: 2, maxLength: 3 }) }), fc.record({ times: fc.array(tie('sum'), { minLength: 2, maxLength: 3 }) }), fc.record({ over: fc.tuple(tie('sum'), tie('sum')) }), fc.record({ minus: fc.tuple(tie('sum'), tie('sum')) }), fc.record({ size: tie('sum') })),
}));
const shot = /** @type {import('../../../www/features/learn/lessons/expressions.js').LessonSnapshot} */ (/** @type {unknown} */ ({
  reports: [{ gap: 1, norm: 0, primal: 1e308, train: [{ measure: 'auc', value: 0.5 }], valid: [], test: [] }], stop: { best_iteration: 0, gap: 0 }, overview: { queries_used: 6 }, iteration: 0,
  inspection: null, rows: [], weights: Float64Array.of(0, -2), settings: { c: 1e300 }, greedy: null,
  pulls: { documents: [{ grade: 1, score: 1e308 }], predicted: [0], pull: [-1e308] },
  scorer: { scorer: { kind: 'additive', terms: [] }, uses: [{ feature: 0, uses: 1 }], steps: [{ feature: 0, thresholds: [0], values: [0, 1e308] }] },
}));

test('an expression is a number, or is refused', () => {
  fc.assert(fc.property(sum, (/** @type {any} */ expression) => {
    try {
      assert.ok(Number.isFinite(numberOf(expression, { now: shot })), 'it is a number');
      holds({ less: [expression, 1] }, { now: shot });
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      assert.ok(error instanceof Error && /^(the run has no|it is beyond all numbers)/.test(error.message), String(error));
    }
  }));
});

test('every typed decay list and measure is parsed without an exception', () => {
  const typed = fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.constantFrom('list:', 'power:', '1', '0.5', '-1', '1e308', 'NaN', ',', ';', ' ', '@', ':'), { maxLength: 12 }).map((parts) => parts.join('')));
  fc.assert(fc.property(typed, fc.nat(80), fc.constantFrom('ArrowUp', 'PageDown', 'ArrowLeft', 'Home', 'End', 'x', 'toString'), (text, rank, key) => {
    const values = listValues(listText(text));
    assert.ok(values.length > 0 && values.every((value) => typeof value === 'number'));
    assert.equal(listValues(listDecay(values)).length, values.length);
    assert.ok(Number.isFinite(topOf(values)) && topOf(values) > 0, 'the plot has a height');
    for (const by of /** @type {const} */ ([1, -1])) assert.ok(resized(values, by).length > 0);
    const stroke = withStroke(values, { rank: 0, value: 1e308 }, { rank, value: -1e308 });
    assert.ok(stroke.slice(0, rank + 1).every((value) => value >= 0 || Number.isNaN(value)));
    const moved = keyed(values, Math.min(rank, values.length - 1), key);
    assert.ok(!moved || (Number.isInteger(moved.rank) && moved.rank >= 0 && moved.rank < values.length));
    assert.equal(typeof decayKind(text), 'string');
    assert.equal(typeof decayExponent(text), 'number');
    assert.ok(splitMeasure(text).parameters.every((value) => typeof value === 'number'));
  }));
});

test('packed lines are unpacked or refused', async () => {
  await fc.assert(fc.asyncProperty(fc.oneof(fc.base64String({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 100 })), async (text) => {
    const unpacked = await unpack(text).catch((error) => error);
    assert.ok(unpacked instanceof Blob ? unpacked.size <= 1_000_000 : unpacked instanceof Error && unpacked.message, String(unpacked));
  }), { numRuns: 300 });
});
