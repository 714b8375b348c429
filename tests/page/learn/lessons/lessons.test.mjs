// Lessons as data: refused files and their places, expressions, and the state of a lesson.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../../../scripts/lib/project.mjs';
import { HIDEABLE, LINKABLE, SHOWABLE } from '../../../../www/app/parts.js';
import { addressOf } from '../../../../www/features/share/links/url.js';
import { viewOf } from '../../../../www/features/share/links/url-reader.js';
import { holds, numberOf } from '../../../../www/features/learn/lessons/expressions.js';
import { readLesson } from '../../../../www/features/learn/lessons/schema.js';
import { LONGEST_FILE } from '../../../../www/features/share/links/url.js';
import { stateAt } from '../../../../www/features/learn/lessons/step-state.js';
import { hidden, isRevealed, lessonAfter } from '../../../../www/features/learn/lessons/lesson-state.js';
import { LESSONS } from '../../../../www/features/learn/lessons/lesson-list.js';
import { PICTURES } from '../../../../www/features/learn/lessons/stage/picture-list.js';
import { initialState, reduce } from '../../../../www/app/reducer.js';

/** @typedef {import('../../../../www/features/learn/lessons/schema.js').Lesson} Lesson */
/** @typedef {import('../../../../www/features/learn/lessons/expressions.js').LessonSnapshot} LessonSnapshot */

const defaults = /** @type {import('../../../../www/core/protocol.js').TrainingSettings} */ (/** @type {unknown} */ ({ method: 'dorm', measure: 'ndcg@10', decay: 'power:0.5', map: 'none', group: 'none', cost: '1', kind: 'none', reference: 'aligned', scale: 'none', components: [], measures: [], targets: 'grade', generator: 'inverse-rank', pairs_of: 'grades', c: 10, gap: 0.001, loss: 'listnet', radius: 10, working_set: 'n-slack', steps: 'shortened', variant: '', p: 4, min_documents: 10, shrinkage: 0.1 }));
const catalog = /** @type {import('../../../../www/core/protocol.js').Catalog} */ ({ defaults });
const samples = ['generated', 'kitchen', 'lightgbm', 'optdigits', 'hopeless', 'ring', 'sites', 'results', 'overfit'].map((id) => ({ id, train: /** @type {const} */ ({ kind: 'url', name: id, url: id }), holdOut: false }));
/** @type {import('../../../../www/features/learn/lessons/schema-values.js').LessonWorld} */
const world = { catalog, samples, first: 'generated', unnamed: 'generated', panels: LINKABLE, hideable: HIDEABLE, showable: SHOWABLE, pictures: Object.keys(PICTURES), check: ({ c }) => (c > 0 ? null : { field: 'c', message: `${c} is not positive` }) };

const step = { title: 'One', text: 'Text' };
const lesson = { rankscope: 'lesson', title: 'T', summary: 'S', minutes: 3, steps: [step] };
const gap = { value: 'report.gap' };
const question = { ask: 'Which?', choices: [{ text: 'a', right: { less: [gap, 1] }, feedback: 'f' }, { text: 'b', right: { more: [gap, 1] }, feedback: 'f' }], reveal: 'So.' };
/** @param {object} change */
const withStep = (change) => ({ ...lesson, steps: [{ ...step, ...change }] });
/** @param {object} change */
const withQuestion = (change) => withStep({ question: { ...question, ...change } });
/** @param {...unknown} rights */
const marked = (...rights) => rights.map((right, at) => ({ text: `${at}`, right, feedback: 'f' }));
/** @param {unknown} value */
const problems = (value) => readLesson(typeof value === 'string' ? value : JSON.stringify(value), world).problems;
/** @param {number} depth @returns {unknown} */
const nested = (depth) => (depth ? { size: nested(depth - 1) } : 1);

test('the lessons of the page are valid and listed', () => {
  const files = readdirSync(at('www/lessons')).map((name) => name.replace('.json', ''));
  assert.deepEqual([...files].sort(), [...LESSONS].sort());
  for (const id of files) {
    const read = readLesson(readFileSync(at(`www/lessons/${id}.json`), 'utf8'), world);
    assert.deepEqual(read.problems, [], id);
    assert.ok(read.lesson?.steps.some((one) => one.question), `${id} asks something`);
  }
});

test('the example in docs/lessons.md is a valid lesson', () => {
  const [, example] = /```json\n([\s\S]*?)```/.exec(readFileSync(at('docs', 'lessons.md'), 'utf8')) ?? [];
  assert.deepEqual(problems(example), []);
});

test('valid lessons pass', () => {
  for (const value of [lesson, withQuestion({}), withStep({ state: { sample: 'kitchen', c: 1, trained: 'end', query: 0 }, remember: 'a', expect: [{ same: [{ value: 'report.train', run: 'a' }, 1], within: 0.1 }] }), { ...lesson, hide: ['data'] }, withQuestion({ choices: marked(false, true, false) })]) assert.deepEqual(problems(value), []);
});

test('a start of the sketch pad is written out as data', () => {
  const read = readLesson(JSON.stringify(withQuestion({ state: { sketch: 'ring', c: 1 } })), world);
  assert.deepEqual(read.problems, []);
  const state = read.lesson?.steps[0].question?.state;
  assert.match(String(state?.data), /^2 qid:1 1:\S+ 2:\S+\n/);
  assert.deepEqual([state?.c, state && 'sketch' in state], [1, false]);
});

/** @type {[string, unknown, RegExp][]} */
const REFUSED = [
  ['an unknown sketch', withStep({ state: { sketch: 'cat' } }), /^steps\[0\]\.state\.sketch: “cat” is none of/], ['a sketch and a sample', withStep({ state: { sketch: 'ring', sample: 'kitchen' } }), /^steps\[0\]\.state: must have only one of a sample, data and a sketch/],
  ['no JSON', '{', /^not valid JSON/], ['a number', '7', /^the lesson: must be an object/], ['too long', ' '.repeat(LONGEST_FILE + 1), /^the file has 100,001 characters/],
  ['no title', { ...lesson, title: undefined }, /^title: is missing/], ['markup is text, not a title of another kind', { ...lesson, title: ['<b>'] }, /^title: must be a text/],
  ['an unknown field', { ...lesson, onload: 'x' }, /^onload: unknown field/], ['a prototype', '{"__proto__":{},"rankscope":"lesson","title":"t","summary":"s","minutes":1,"steps":[{"title":"t","text":"t"}]}', /^__proto__: unknown field/],
  ['a prototype in a state', '{"rankscope":"lesson","title":"t","summary":"s","minutes":1,"steps":[{"title":"t","text":"t","state":{"__proto__":1}}]}', /^steps\[0\]\.state: __proto__: “1” no link|^steps\[0\]\.state: __proto__: unknown key/],
  ['an unknown path', { ...lesson, path: 'Nowhere' }, /^path: “Nowhere” is none of/], ['a need that is no lesson', { ...lesson, needs: ['ties', 'nosuch'] }, /^needs\[1\]: “nosuch” is none of/],
  ['no steps', { ...lesson, steps: [] }, /^steps: must have at least one step/], ['too many steps', { ...lesson, steps: Array(41).fill(step) }, /^steps: has 41 entries/],
  ['an unknown setting', withStep({ state: { colour: 'red' } }), /^steps\[0\]\.state: colour/], ['a value the core refuses', withStep({ state: { c: -1 } }), /^steps\[0\]\.state: c: .*cannot be used/],
  ['remote data', withStep({ state: { sample: 'https://x.org' } }), /is not a sample of this page/], ['a file', withStep({ state: { train: 'a.txt' } }), /^steps\[0\]\.state\.train: a lesson cannot set this field/],
  ['a huge state', withStep({ state: { data: 'x'.repeat(20_001) } }), /^steps\[0\]\.state\.data: .*20,000/], ['an object as a value', withStep({ state: { c: {} } }), /^steps\[0\]\.state\.c: must be a text/],
  ['an unknown figure', withStep({ expect: [{ less: [{ value: 'toString' }, 1] }] }), /^steps\[0\]\.expect\[0\]\.less\[0\]\.value: “toString” is none of/],
  ['an object that cannot be told as text', withStep({ expect: [{ less: [{ value: { toString: 1, valueOf: 1 } }, 1] }] }), /^steps\[0\]\.expect\[0\]\.less\[0\]\.value: “an object” is none of/],
  ['a place that cannot be told as text', withStep({ expect: [{ less: [{ ...gap, at: { toString: 1 } }, 1] }] }), /\.at: must be an iteration/],
  ['a mark without its part', withStep({ text: 'See [2].', marks: [{ role: 'region', name: 'Runs' }] }), /^steps\[0\]\.text: \[2\] is not among the marks/], ['a mark of an unknown role', withStep({ marks: [{ role: 'div', name: 'Runs' }] }), /^steps\[0\]\.marks\[0\]\.role/],
  ['deep nesting', withStep({ expect: [{ less: [nested(40), 1] }] }), /nested too deeply/], ['a run that cannot be told as text', withStep({ expect: [{ less: [{ ...gap, run: { toString: 1 } }, 1] }] }), /“an object” is not remembered/], ['three parts', withStep({ expect: [{ less: [1, 2, 3] }] }), /must have two parts/],
  ['a run that was not remembered', withStep({ expect: [{ less: [{ ...gap, run: 'old' }, 1] }] }), /“old” is not remembered by an earlier step/],
  ['a figure in the text that is not there', withStep({ text: 'It is {{gap}}' }), /^steps\[0\]\.text: \{\{gap\}\} is not among/],
  ['an unknown role', withStep({ highlight: { role: 'script', name: 'x' } }), /^steps\[0\]\.highlight\.role/], ['an unknown panel to hide', { ...lesson, hide: ['everything'] }, /^hide\[0\]: “everything” is none of/],
  ['a greatest guess below the least', withQuestion({ choices: undefined, number: { is: 1, within: 0, least: 2, most: 1, right: 'r', wrong: 'w' } }), /most: must be a number from 2/],
  ['no right answer by hand', withQuestion({ choices: marked(false, false) }), /^steps\[0\]\.question\.choices: must have a right answer/], ['no wrong one', withQuestion({ choices: marked(true, true) }), /must have a wrong answer/],
  ['some answers by hand', withQuestion({ choices: marked(true, { less: [gap, 1] }) }), /choices: must all be marked by hand/], ['a word for right', withQuestion({ choices: marked('yes', false) }), /right: must be a condition/],
  ['choices and a number', withQuestion({ number: { is: 1, within: 0, right: 'r', wrong: 'w' } }), /either choices or a number/], ['one choice', withQuestion({ choices: question.choices.slice(1) }), /at least two/],
];
for (const [name, value, pattern] of REFUSED) test(`refused with place and reason: ${name}`, () => assert.ok(problems(value).some((one) => pattern.test(one)), problems(value).join('\n') || 'nothing was refused'));

const snapshot = /** @type {LessonSnapshot} */ (/** @type {unknown} */ ({
  reports: [{ gap: 1, norm: 0, train: [{ measure: 'auc', value: 0.5 }] }, { gap: 0.5, norm: 2, train: [{ measure: 'auc', value: 0.75 }, { measure: 'ndcg@3', value: 1 }] }, { gap: 0.01, norm: 3, train: [{ measure: 'auc' }] }],
  stop: { best_iteration: 1, gap: 0.01, iterations: 2 }, overview: { queries_used: 6 }, iteration: 1, weights: Float64Array.of(1, -2), settings: { c: 4 }, greedy: { ranking: [1, 0], hinge: 0.25 },
  pulls: null, scorer: null, inspection: { documents: [{ grade: 2 }, { grade: 0 }], violator: [1, 0], hinge: 0.5 }, rows: [{ id: 'a', shortfall: 1 }, { id: 'b', shortfall: 3 }],
}));
/** @type {[import('../../../../www/features/learn/lessons/expressions.js').Sum, number][]} */
const SUMS = [
  [7, 7], [gap, 0.5], [{ ...gap, at: 'first' }, 1], [{ ...gap, at: 'last' }, 0.01], [{ value: 'report.norm', at: 'best' }, 2], [{ value: 'report.norm', at: 2 }, 3],
  [{ value: 'report.train' }, 0.75], [{ value: 'report.train', measure: 'NDCG@3' }, 1], [{ value: 'stop.iterations' }, 2], [{ value: 'overview.queries_used' }, 6], [{ value: 'weight', feature: 2 }, -2],
  [{ value: 'settings.c' }, 4], [{ value: 'rows.slack' }, 3], [{ value: 'rows.slack', of: 'smallest' }, 1], [{ value: 'rows.slack', of: 'a' }, 1], [{ value: 'rows.count' }, 2], [{ value: 'inspection.violator.grade', rank: 2 }, 2],
  [{ value: 'inspection.hinge' }, 0.5], [{ value: 'greedy.hinge' }, 0.25], [{ value: 'greedy.grade' }, 0], [{ plus: [1, 2, 3] }, 6], [{ minus: [1, 3] }, -2], [{ times: [2, 3] }, 6], [{ over: [1, 4] }, 0.25], [{ size: { minus: [1, 3] } }, 2],
  [{ value: 'report.norm', run: 'old' }, 2],
];
for (const [sum, expected] of SUMS) test(`${JSON.stringify(sum)} is ${expected}`, () => assert.equal(numberOf(sum, { now: snapshot, old: snapshot }), expected));

/** After a round of boosting: two features with stumps, and the pulls on three documents, one of them left by rounding. */
const boosted = /** @type {LessonSnapshot} */ (/** @type {unknown} */ ({
  reports: [{ objective: 1, pair_error: 0.5, train: [] }, { objective: 0.75, pair_error: 0.25, given_up: 0.125, alpha: -0.5, chosen: { feature: 3, threshold: 1.5, alpha: -0.5 }, train: [] }],
  stop: null, overview: null, iteration: 1, weights: null, settings: { c: 4 }, rows: [], greedy: null, inspection: null,
  pulls: { documents: [{ grade: 0, score: 1 }, { grade: 2, score: 3 }, { grade: 1, score: 2 }], predicted: [1, 2, 0], pull: [-0.5, 0.5, 1e-17], pair_error: 0, value: 0.875 },
  scorer: { scorer: { kind: 'additive', terms: [{ weight: 1, weak: { kind: 'stump' } }, { weight: 1, weak: { kind: 'tree' } }] }, uses: [{ feature: 2, uses: 4 }, { feature: 0, uses: 1 }], steps: [{ feature: 2, thresholds: [1, 2], values: [0, 3, -1] }] },
}));
/** @type {[import('../../../../www/features/learn/lessons/expressions.js').Sum, number][]} */
const BOOSTED = [
  [{ value: 'report.objective', at: 'first' }, 1], [{ value: 'report.pair_error' }, 0.25], [{ value: 'report.given_up' }, 0.125], [{ value: 'report.alpha' }, -0.5], [{ value: 'report.feature' }, 3], [{ value: 'report.threshold', at: 'last' }, 1.5],
  [{ value: 'pulls.pull', rank: 1 }, 0.5], [{ value: 'pulls.pull', rank: 2 }, 0], [{ value: 'pulls.pull', rank: 3 }, -0.5], [{ value: 'pulls.score', rank: 2 }, 2], [{ value: 'pulls.grade' }, 2], [{ value: 'pulls.up' }, 1], [{ value: 'pulls.down' }, 1], [{ value: 'pulls.pair_error' }, 0], [{ value: 'pulls.value' }, 0.875],
  [{ value: 'model.features' }, 2], [{ value: 'model.uses', feature: 3 }, 4], [{ value: 'model.uses', feature: 2 }, 0], [{ value: 'model.steps', feature: 3 }, 2], [{ value: 'model.steps', feature: 1 }, 0], [{ value: 'model.rise', feature: 3 }, -1], [{ value: 'model.trees' }, 1],
];
for (const [sum, expected] of BOOSTED) test(`without cutting planes, ${JSON.stringify(sum)} is ${expected}`, () => assert.equal(numberOf(sum, { now: boosted }), expected));

test('conditions', () => {
  const snapshots = { now: snapshot };
  for (const condition of [{ less: [1, 2] }, { more: [2, 1] }, { same: [1, 1.05], within: 0.1 }, { all: [{ less: [1, 2] }] }, { any: [{ less: [2, 1] }, { more: [2, 1] }] }, { not: { less: [1, 1] } }]) assert.equal(holds(condition, snapshots), true, JSON.stringify(condition));
  for (const condition of [{ less: [2, 1] }, { more: [1, 1] }, { same: [1, 1.2], within: 0.1 }, { all: [{ less: [2, 1] }] }, { any: [] }]) assert.equal(holds(condition, snapshots), false, JSON.stringify(condition));
});

test('a missing value of a run is an error', () => {
  for (const sum of [{ value: 'report.train', at: 'last' }, { value: 'report.gap', at: 9 }, { value: 'report.gap', run: 'constructor' }, { value: 'weight', feature: 9 }, { value: 'rows.slack', of: 'zz' }, { value: 'pulls.pull' }, { value: 'model.features' }, { value: 'report.feature' }]) assert.throws(() => numberOf(sum, { now: snapshot }), /no run|the run has no/);
  for (const sum of [{ value: 'pulls.pull', rank: 4 }, { value: 'model.rise', feature: 1 }, { value: 'report.feature', at: 'first' }, { value: 'weight' }]) assert.throws(() => numberOf(sum, { now: boosted }), /the run has no/);
});

test('a step inherits the state of the steps before it', () => {
  const steps = [{ ...step, state: { sample: 'kitchen', c: 1, query: 2 } }, { ...step, question: { ...question, state: { trained: 'end' } } }, { ...step, state: { iteration: 3 } }, { ...step, state: { c: 5 } }, { ...step, state: { sample: 'generated' } }];
  const whole = /** @type {Lesson} */ (/** @type {unknown} */ ({ ...lesson, steps }));
  assert.deepEqual(stateAt(whole, 1, false), { sample: 'kitchen', c: 1, query: 2 });
  assert.deepEqual(stateAt(whole, 1, true), { sample: 'kitchen', c: 1, query: 2, trained: 'end' });
  assert.deepEqual(stateAt(whole, 2, false), { sample: 'kitchen', c: 1, query: 2, trained: 'end', iteration: 3 });
  assert.deepEqual(stateAt(whole, 3, false), { sample: 'kitchen', c: 5, query: 2 }, 'another setting is another run');
  assert.deepEqual(stateAt(whole, 4, false), { sample: 'generated' });
});

const two = /** @type {Lesson} */ (/** @type {unknown} */ ({ ...lesson, hide: ['data'], steps: [{ ...step, remember: 'first', question }, step] }));
test('the state of a lesson', () => {
  let state = reduce(initialState(catalog, 'system'), { type: 'lessons/open', id: 'x', lesson: two, packed: null, step: 0 });
  assert.equal(state.lessons.open?.phase, 'setting');
  assert.deepEqual(hidden(state.lessons), ['data']);
  assert.deepEqual(hidden(reduce(state, { type: 'lessons/show all', all: true }).lessons), []);
  state = reduce(state, { type: 'lessons/ready', step: 0, after: false, snapshot });
  assert.equal(state.lessons.open?.phase, 'there');
  assert.equal(state.lessons.open?.remembered.first, snapshot);
  state = reduce(state, { type: 'lessons/answer', answer: { choice: 1 } });
  assert.equal(state.lessons.open && isRevealed(state.lessons.open), false, 'not before the run has told');
  state = reduce(state, { type: 'lessons/ready', step: 0, after: true, snapshot });
  assert.equal(state.lessons.open && isRevealed(state.lessons.open), true);
  state = reduce(state, { type: 'lessons/step', step: 99 });
  assert.equal(state.lessons.open?.step, 1, 'there is no step behind the last');
  assert.equal(reduce(state, { type: 'lessons/ready', step: 0, after: false, snapshot }).lessons.open?.phase, 'setting', 'what was seen of another step does not settle this one');
  state = reduce(state, { type: 'lessons/leave' });
  assert.equal(state.lessons.open, null);
  assert.equal(state.lessons.before, null, 'what was before is put back once');
});

test('a lesson that cannot be opened opens the map with the reason, which goes when the map is opened anew', () => {
  const refused = reduce(initialState(catalog, 'system'), { type: 'lessons/refused', name: 'x', problems: ['no'], isFaulty: true });
  assert.deepEqual([refused.panels.lessons, refused.lessons.problems?.problems], [true, ['no']]);
  assert.equal(reduce(refused, { type: 'panel', panel: 'lessons', open: true }).lessons.problems, null);
});

test('a plan holds lessons of the page, each once, and ends with a lesson beside it, not with the way out', () => {
  const [one, other, third] = LESSONS;
  let state = reduce(initialState(catalog, 'system'), { type: 'lessons/plan', plan: [other, 'nosuch', one, other] });
  assert.deepEqual(state.lessons.plan, [other, one]);
  const open = (/** @type {string} */ id) => reduce(state, { type: 'lessons/open', id, lesson: two, packed: null, step: 0 });
  state = open(other);
  assert.equal(lessonAfter(state.lessons), one, 'the order of the plan');
  assert.equal(lessonAfter(open(one).lessons), undefined, 'behind the last one');
  assert.equal(open(third).lessons.plan, null);
  assert.equal(lessonAfter(open(third).lessons), LESSONS[3], 'the order of the page');
  assert.deepEqual(reduce(state, { type: 'lessons/leave' }).lessons.plan, [other, one]);
});

test('a step of a lesson has a complete state, and the previous state is stored', () => {
  const request = /** @type {import('../../../../www/features/data/data-state.js').DataRequest} */ ({ sample: null, name: 'mine.txt', settings: {} });
  const summaries = /** @type {import('../../../../www/core/protocol.js').Summaries} */ ({ train: {}, valid: null, test: null });
  /** @type {import('../../../../www/app/reducer.js').Action[]} */
  const actions = [
    { type: 'load', request }, { type: 'loaded', load: 1, summaries }, { type: 'panel', panel: 'runs', open: true }, { type: 'panel', panel: 'certificate', open: false },
    { type: 'inspector/tab', tab: 'search' }, { type: 'inspector/shown', shown: 40 }, { type: 'settings', change: { c: 3 } }, { type: 'lessons/open', id: 'x', lesson: two, packed: null, step: 0 },
  ];
  let state = actions.reduce(reduce, initialState(catalog, 'system'));
  const before = state.lessons.before;
  assert.deepEqual([before?.panels, before?.fields, before?.settings.c, before?.next?.c], [['runs'], { shown: 40, inspectorTab: 'search', onePerGroup: 'false' }, 10, 3]);
  state = reduce(state, { type: 'links/view', panels: ['certificate'], fields: { inspectorTab: 'own', shown: 20 }, seed: 1 });
  assert.deepEqual([state.panels, state.inspectorTab, state.shown], [{ certificate: true }, 'own', 20]);
  state = reduce(state, { type: 'links/view', panels: [], fields: {}, seed: 1 });
  assert.deepEqual([state.panels, state.inspectorTab, state.shown], [{}, 'rankings', 10], 'as at first where the step names nothing');
  state = reduce(state, { type: 'links/view', panels: before?.panels ?? [], fields: before?.fields ?? {}, seed: 1 });
  assert.deepEqual([state.panels, state.inspectorTab, state.shown], [{ runs: true }, 'search', 40]);
});

test('lessons, hidden parts and frames in the address', () => {
  const open = reduce(initialState(catalog, 'system'), { type: 'lessons/open', id: 'ties', lesson: two, packed: null, step: 1 });
  assert.equal(addressOf(open, null, world), 'v=1&lesson=ties&step=2');
  const { view, ignored } = viewOf('v=1&lesson=ties&step=2&hide=data,run,data,nothing&embed=true', world);
  assert.deepEqual([view.lesson, view.step, view.hide, view.embed], ['ties', 1, ['data', 'run'], true]);
  assert.deepEqual(ignored, ['hide: “nothing” is not a part of this page that can be left out']);
  assert.equal(viewOf('lesson=../x', world).view.lesson, null);
  assert.equal(viewOf(`lesson=~${'a'.repeat(17_000)}`, world).view.lesson, null);
  assert.equal(addressOf(reduce(open, { type: 'links/open', view }), null, world), null);
});
