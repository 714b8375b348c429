// Lessons as data: what the format refuses and where, what expressions look up, and how the state of a lesson goes on.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { addressOf, viewOf } from '../../www/address.js';
import { holds, numberOf } from '../../www/lesson-figures.js';
import { LONGEST_FILE, readLesson, wishAt } from '../../www/lesson-format.js';
import { hidden, isRevealed } from '../../www/lesson-state.js';
import { LESSONS } from '../../www/lessons.js';
import { initialState, reduce } from '../../www/reducer.js';

/** @typedef {import('../../www/lesson-format.js').Lesson} Lesson */
/** @typedef {import('../../www/lesson-figures.js').Shot} Shot */

const defaults = /** @type {import('../../www/protocol.js').TrainingSettings} */ (/** @type {unknown} */ ({ method: 'dorm', measure: 'ndcg@10', decay: 'power:0.5', reference: 'aligned', scale: 'none', components: [], measures: [], c: 10, gap: 0.001 }));
const catalog = /** @type {import('../../www/protocol.js').Catalog} */ ({ defaults });
const samples = ['generated', 'kitchen', 'lightgbm', 'optdigits'].map((id) => ({ id, train: /** @type {const} */ ({ kind: 'url', name: id, url: id }), holdOut: false }));
/** @type {import('../../www/address.js').World} */
const world = { catalog, samples, first: 'generated', check: ({ c }) => (c > 0 ? null : { field: 'c', message: `${c} is not positive` }) };

const step = { title: 'One', text: 'Text' };
const lesson = { rankscope: 'lesson', title: 'T', summary: 'S', minutes: 3, steps: [step] };
const gap = { value: 'report.gap' };
const question = { ask: 'Which?', choices: [{ text: 'a', right: { less: [gap, 1] }, feedback: 'f' }, { text: 'b', right: { more: [gap, 1] }, feedback: 'f' }], reveal: 'So.' };
/** @param {object} change */
const withStep = (change) => ({ ...lesson, steps: [{ ...step, ...change }] });
/** @param {object} change */
const withQuestion = (change) => withStep({ question: { ...question, ...change } });
/** @param {unknown} value */
const problems = (value) => readLesson(typeof value === 'string' ? value : JSON.stringify(value), world).problems;
/** @param {number} depth @returns {unknown} */
const nested = (depth) => (depth ? { size: nested(depth - 1) } : 1);

test('the lessons of the page are sound, and all of them are listed', () => {
  const files = readdirSync(at('www/lessons')).map((name) => name.replace('.json', ''));
  assert.deepEqual([...files].sort(), [...LESSONS].sort());
  for (const id of files) {
    const read = readLesson(readFileSync(at(`www/lessons/${id}.json`), 'utf8'), world);
    assert.deepEqual(read.problems, [], id);
    assert.ok(read.lesson?.steps.some((one) => one.question), `${id} asks something`);
  }
});

test('the example of the README is a lesson', () => {
  const [, example] = /```json\n([\s\S]*?)```/.exec(readFileSync(at('README.md'), 'utf8')) ?? [];
  assert.deepEqual(problems(example), []);
});

test('what is sound passes', () => {
  for (const value of [lesson, withQuestion({}), withStep({ state: { sample: 'kitchen', c: 1, trained: 'end', query: 0 }, remember: 'a', expect: [{ same: [{ value: 'report.train', run: 'a' }, 1], within: 0.1 }] }), { ...lesson, hide: ['data'] }]) assert.deepEqual(problems(value), []);
});

/** @type {[string, unknown, RegExp][]} */
const REFUSED = [
  ['no JSON', '{', /^this is no JSON/], ['a number', '7', /^the lesson: it is no object/], ['too long', ' '.repeat(LONGEST_FILE + 1), /^the file has 100,001 characters/],
  ['no title', { ...lesson, title: undefined }, /^title: it is missing/], ['markup is text, not a title of another kind', { ...lesson, title: ['<b>'] }, /^title: it is no text/],
  ['an unknown field', { ...lesson, onload: 'x' }, /^onload: no such field/], ['a prototype', '{"__proto__":{},"rankscope":"lesson","title":"t","summary":"s","minutes":1,"steps":[{"title":"t","text":"t"}]}', /^__proto__: no such field/],
  ['a prototype in a state', '{"rankscope":"lesson","title":"t","summary":"s","minutes":1,"steps":[{"title":"t","text":"t","state":{"__proto__":1}}]}', /^steps\[0\]\.state: __proto__: “1” no link|^steps\[0\]\.state: __proto__: no link/],
  ['no steps', { ...lesson, steps: [] }, /^steps: a lesson has at least one/], ['too many steps', { ...lesson, steps: Array(41).fill(step) }, /^steps: it has 41 entries/],
  ['an unknown setting', withStep({ state: { colour: 'red' } }), /^steps\[0\]\.state: colour/], ['a value the core refuses', withStep({ state: { c: -1 } }), /^steps\[0\]\.state: c: .*cannot be used/],
  ['remote data', withStep({ state: { sample: 'https://x.org' } }), /is no sample of this page/], ['a file', withStep({ state: { train: 'a.txt' } }), /^steps\[0\]\.state\.train: a lesson cannot set it/],
  ['a huge state', withStep({ state: { data: 'x'.repeat(20_001) } }), /^steps\[0\]\.state\.data: .*20,000/], ['an object as a value', withStep({ state: { c: {} } }), /^steps\[0\]\.state\.c: it is neither/],
  ['an unknown figure', withStep({ expect: [{ less: [{ value: 'toString' }, 1] }] }), /^steps\[0\]\.expect\[0\]\.less\[0\]\.value: “toString” is none of/],
  ['an object that cannot be told as text', withStep({ expect: [{ less: [{ value: { toString: 1, valueOf: 1 } }, 1] }] }), /^steps\[0\]\.expect\[0\]\.less\[0\]\.value: “an object” is none of/],
  ['a place that cannot be told as text', withStep({ expect: [{ less: [{ ...gap, at: { toString: 1 } }, 1] }] }), /\.at: it is an iteration/],
  ['deep nesting', withStep({ expect: [{ less: [nested(40), 1] }] }), /nested too deeply/], ['a run that cannot be told as text', withStep({ expect: [{ less: [{ ...gap, run: { toString: 1 } }, 1] }] }), /“an object” was not remembered/], ['three parts', withStep({ expect: [{ less: [1, 2, 3] }] }), /it has two parts/],
  ['a run that was not remembered', withStep({ expect: [{ less: [{ ...gap, run: 'old' }, 1] }] }), /“old” was not remembered before/],
  ['a figure in the text that is not there', withStep({ text: 'It is {{gap}}' }), /^steps\[0\]\.text: \{\{gap\}\} is not among/],
  ['an unknown role', withStep({ highlight: { role: 'script', name: 'x' } }), /^steps\[0\]\.highlight\.role/], ['an unknown panel to hide', { ...lesson, hide: ['everything'] }, /^hide\[0\]: “everything” is none of/],
  ['choices and a number', withQuestion({ number: { is: 1, within: 0, right: 'r', wrong: 'w' } }), /either choices or a number/], ['one choice', withQuestion({ choices: question.choices.slice(1) }), /at least two/],
];
for (const [name, value, pattern] of REFUSED) test(`refused with place and reason: ${name}`, () => assert.ok(problems(value).some((one) => pattern.test(one)), problems(value).join('\n') || 'nothing was refused'));

const shot = /** @type {Shot} */ (/** @type {unknown} */ ({
  reports: [{ gap: 1, norm: 0, train: [{ measure: 'auc', value: 0.5 }] }, { gap: 0.5, norm: 2, train: [{ measure: 'auc', value: 0.75 }, { measure: 'ndcg@3', value: 1 }] }, { gap: 0.01, norm: 3, train: [{ measure: 'auc' }] }],
  stop: { best_iteration: 1, gap: 0.01, iterations: 2 }, overview: { queries_used: 6 }, iteration: 1, weights: Float64Array.of(1, -2), settings: { c: 4 }, greedy: { ranking: [1, 0], hinge: 0.25 },
  inspection: { documents: [{ grade: 2 }, { grade: 0 }], violator: [1, 0], hinge: 0.5 }, rows: [{ id: 'a', slack: 1 }, { id: 'b', slack: 3 }],
}));
/** @type {[import('../../www/lesson-figures.js').Sum, number][]} */
const SUMS = [
  [7, 7], [gap, 0.5], [{ ...gap, at: 'first' }, 1], [{ ...gap, at: 'last' }, 0.01], [{ value: 'report.norm', at: 'best' }, 2], [{ value: 'report.norm', at: 2 }, 3],
  [{ value: 'report.train' }, 0.75], [{ value: 'report.train', measure: 'NDCG@3' }, 1], [{ value: 'stop.iterations' }, 2], [{ value: 'overview.queries_used' }, 6], [{ value: 'weight', feature: 2 }, -2],
  [{ value: 'settings.c' }, 4], [{ value: 'rows.slack' }, 3], [{ value: 'rows.slack', of: 'smallest' }, 1], [{ value: 'rows.slack', of: 'a' }, 1], [{ value: 'rows.count' }, 2], [{ value: 'inspection.violator.grade', rank: 2 }, 2],
  [{ value: 'inspection.hinge' }, 0.5], [{ value: 'greedy.hinge' }, 0.25], [{ value: 'greedy.grade' }, 0], [{ plus: [1, 2, 3] }, 6], [{ minus: [1, 3] }, -2], [{ times: [2, 3] }, 6], [{ over: [1, 4] }, 0.25], [{ size: { minus: [1, 3] } }, 2],
  [{ value: 'report.norm', run: 'old' }, 2],
];
for (const [sum, expected] of SUMS) test(`${JSON.stringify(sum)} is ${expected}`, () => assert.equal(numberOf(sum, { now: shot, old: shot }), expected));

test('conditions', () => {
  const shots = { now: shot };
  for (const condition of [{ less: [1, 2] }, { more: [2, 1] }, { same: [1, 1.05], within: 0.1 }, { all: [{ less: [1, 2] }] }, { any: [{ less: [2, 1] }, { more: [2, 1] }] }, { not: { less: [1, 1] } }]) assert.equal(holds(condition, shots), true, JSON.stringify(condition));
  for (const condition of [{ less: [2, 1] }, { more: [1, 1] }, { same: [1, 1.2], within: 0.1 }, { all: [{ less: [2, 1] }] }, { any: [] }]) assert.equal(holds(condition, shots), false, JSON.stringify(condition));
});

test('what a run does not have is told, not made up', () => {
  for (const sum of [{ value: 'report.train', at: 'last' }, { value: 'report.gap', at: 9 }, { value: 'report.gap', run: 'constructor' }, { value: 'weight', feature: 9 }, { value: 'rows.slack', of: 'zz' }]) assert.throws(() => numberOf(sum, { now: shot }), /no run|the run has no/);
});

test('a step stands on those before it', () => {
  const steps = [{ ...step, state: { sample: 'kitchen', c: 1, query: 2 } }, { ...step, question: { ...question, state: { trained: 'end' } } }, { ...step, state: { iteration: 3 } }, { ...step, state: { c: 5 } }, { ...step, state: { sample: 'generated' } }];
  const whole = /** @type {Lesson} */ (/** @type {unknown} */ ({ ...lesson, steps }));
  assert.deepEqual(wishAt(whole, 1, false), { sample: 'kitchen', c: 1, query: 2 });
  assert.deepEqual(wishAt(whole, 1, true), { sample: 'kitchen', c: 1, query: 2, trained: 'end' });
  assert.deepEqual(wishAt(whole, 2, false), { sample: 'kitchen', c: 1, query: 2, trained: 'end', iteration: 3 });
  assert.deepEqual(wishAt(whole, 3, false), { sample: 'kitchen', c: 5, query: 2 }, 'another setting is another run');
  assert.deepEqual(wishAt(whole, 4, false), { sample: 'generated' });
});

const two = /** @type {Lesson} */ (/** @type {unknown} */ ({ ...lesson, hide: ['data'], steps: [{ ...step, remember: 'first', question }, step] }));
test('the state of a lesson', () => {
  let state = reduce(initialState(catalog, 'system'), { type: 'open lesson', id: 'x', lesson: two, packed: null, step: 0 });
  assert.equal(state.lessons.open?.phase, 'setting');
  assert.deepEqual(hidden(state.lessons), ['data']);
  assert.deepEqual(hidden(reduce(state, { type: 'show all', all: true }).lessons), []);
  state = reduce(state, { type: 'lesson there', step: 0, after: false, shot });
  assert.equal(state.lessons.open?.phase, 'there');
  assert.equal(state.lessons.open?.remembered.first, shot);
  state = reduce(state, { type: 'lesson answer', answer: { choice: 1 } });
  assert.equal(state.lessons.open && isRevealed(state.lessons.open), false, 'not before the run has told');
  state = reduce(state, { type: 'lesson there', step: 0, after: true, shot });
  assert.equal(state.lessons.open && isRevealed(state.lessons.open), true);
  state = reduce(state, { type: 'lesson step', step: 99 });
  assert.equal(state.lessons.open?.step, 1, 'there is no step behind the last');
  assert.equal(reduce(state, { type: 'lesson there', step: 0, after: false, shot }).lessons.open?.phase, 'setting', 'what was seen of another step does not settle this one');
  state = reduce(state, { type: 'leave lesson' });
  assert.equal(state.lessons.open, null);
  assert.equal(state.lessons.left, false, 'there was nothing before');
});

test('a step of a lesson has a whole state, and what was there before is kept', () => {
  const request = /** @type {import('../../www/reducer.js').Request} */ ({ sample: null, name: 'mine.txt', settings: {} });
  const summaries = /** @type {import('../../www/protocol.js').Summaries} */ ({ train: {}, valid: null, test: null });
  /** @type {import('../../www/reducer.js').Action[]} */
  const actions = [
    { type: 'load', request }, { type: 'loaded', load: 1, summaries }, { type: 'panel', panel: 'runs', open: true }, { type: 'panel', panel: 'certificate', open: false },
    { type: 'inspector tab', tab: 'search' }, { type: 'shown', shown: 40 }, { type: 'settings', change: { c: 3 } }, { type: 'open lesson', id: 'x', lesson: two, packed: null, step: 0 },
  ];
  let state = actions.reduce(reduce, initialState(catalog, 'system'));
  const before = state.lessons.before;
  assert.deepEqual([before?.panels, before?.fields, before?.settings.c, before?.next?.c], [['runs'], { shown: 40, inspectorTab: 'search' }, 10, 3]);
  state = reduce(state, { type: 'lesson view', panels: ['certificate'], fields: { inspectorTab: 'own', shown: 20 }, seed: 1 });
  assert.deepEqual([state.panels, state.inspectorTab, state.shown], [{ certificate: true }, 'own', 20]);
  state = reduce(state, { type: 'lesson view', panels: [], fields: {}, seed: 1 });
  assert.deepEqual([state.panels, state.inspectorTab, state.shown], [{}, 'rankings', 10], 'as at first where the step names nothing');
  state = reduce(state, { type: 'lesson view', panels: before?.panels ?? [], fields: before?.fields ?? {}, seed: 1 });
  assert.deepEqual([state.panels, state.inspectorTab, state.shown], [{ runs: true }, 'search', 40]);
});

test('lessons, hidden parts and frames in the address', () => {
  const open = reduce(initialState(catalog, 'system'), { type: 'open lesson', id: 'ties', lesson: two, packed: null, step: 1 });
  assert.equal(addressOf(open, null, world), 'v=1&lesson=ties&step=2');
  const { view, ignored } = viewOf('v=1&lesson=ties&step=2&hide=data,run,data,nothing&embed=true', world);
  assert.deepEqual([view.lesson, view.step, view.hide, view.embed], ['ties', 1, ['data', 'run'], true]);
  assert.deepEqual(ignored, ['hide: “nothing” is no part of this page that can be left out']);
  assert.equal(viewOf('lesson=../x', world).view.lesson, null);
  assert.equal(viewOf(`lesson=~${'a'.repeat(17_000)}`, world).view.lesson, null);
  assert.equal(addressOf(reduce(open, { type: 'open link', view }), null, world), null);
});
