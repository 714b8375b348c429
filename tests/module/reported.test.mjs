// The table of the figures that methods report, against what every method reports; and the page's lessons against it.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { FIGURES } from '../../www/features/learn/lessons/expressions.js';
import { HIDEABLE, LINKABLE, SHOWABLE } from '../../www/app/parts.js';
import { readLesson } from '../../www/features/learn/lessons/schema.js';
import { reportedFigures, whyNotReported } from '../../www/features/learn/lessons/reported-figures.js';
import { PICTURES } from '../../www/features/learn/lessons/stage/picture-list.js';
import { LetorReader, Training, catalog, check_settings, initSync } from '../../www/wasm/rankscope.js';
import { letor } from '../e2e/support/letor.mjs';

/** @typedef {import('../../www/core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../../www/core/protocol.js').Catalog} Catalog */

initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) });
const { methods, defaults } = /** @type {Catalog} */ (/** @type {unknown} */ (catalog()));
const known = /** @type {Catalog} */ (/** @type {unknown} */ (catalog()));
const TEXT = letor({ seed: 7 });

/** The figures of reports and of the end that a run has as numbers. @param {TrainingSettings} settings */
function trained(settings) {
  const reader = new LetorReader();
  reader.push(new TextEncoder().encode(TEXT));
  const data = reader.finish();
  const training = new Training(data, settings);
  /** @type {Set<string>} */
  const seen = new Set();
  const isNumber = (/** @type {object | undefined} */ one, /** @type {string} */ name) => typeof Reflect.get(one ?? {}, name) === 'number';
  for (;;) {
    const progress = training.advance(1_000);
    if (progress.state === 'stepped') {
      const { report } = progress;
      for (const figure of FIGURES.filter((one) => one.startsWith('report.'))) {
        const name = figure.slice(7);
        if (isNumber(/^(feature|threshold)$/.test(name) ? report.chosen : report, name)) seen.add(figure);
      }
    }
    if (progress.state !== 'stopped') continue;
    for (const figure of FIGURES.filter((one) => one.startsWith('stop.'))) if (isNumber(progress.stop, figure.slice(5))) seen.add(figure);
    break;
  }
  const { kind } = /** @type {{ kind: string }} */ (training.scorer(0));
  seen.add(kind === 'linear' ? 'weight' : 'model.features');
  training.free();
  data.free();
  return seen;
}

/** The settings of a method with each choice of its options that the core accepts. @param {Catalog['methods'][number]} method @returns {TrainingSettings[]} */
function variants({ name, options, training }) {
  const base = /** @type {TrainingSettings} */ ({ ...defaults, method: name, max_iterations: 6, rounds: 6, epochs: 6, ...(name === 'combo' ? { components: ['svm-map', 'svm-auc'] } : {}) });
  const all = [...options, ...training].flatMap(({ name: option, choices }) => choices.map((choice) => /** @type {TrainingSettings} */ ({ ...base, [option]: choice.name })));
  return [base, ...all].filter((settings) => {
    try {
      check_settings(settings);
      return true;
    } catch {
      return false;
    }
  });
}

for (const method of methods) {
  test(`the figures of ${method.name} are those of the table`, () => {
    /** @type {Set<string>} */
    const seen = new Set();
    for (const settings of variants(method)) {
      const now = trained(settings);
      for (const figure of now) {
        assert.equal(whyNotReported({ value: figure }, known, settings), null, `${figure} with ${JSON.stringify(settings)}`);
        seen.add(figure);
      }
    }
    const listed = reportedFigures(known, { ...defaults, method: method.name })?.figures ?? [];
    const compared = listed.filter((figure) => /^(report|stop)\.|^weight$|^model\.features$/.test(figure) && !/^report\.(train|valid|test)$/.test(figure));
    assert.deepEqual(compared.filter((figure) => !seen.has(figure)), [], 'the table names no other figure');
    for (const figure of listed) assert.ok(FIGURES.includes(figure), figure);
  });
}

/** @type {import('../../www/features/learn/lessons/schema-values.js').LessonWorld} */
const world = {
  catalog: known, first: 'generated', unnamed: 'generated', panels: LINKABLE, hideable: HIDEABLE, showable: SHOWABLE, pictures: Object.keys(PICTURES),
  samples: ['generated', 'kitchen', 'lightgbm', 'optdigits', 'hopeless', 'ring', 'sites', 'results', 'overfit'].map((id) => ({ id, train: /** @type {const} */ ({ kind: 'url', name: id, url: id }), holdOut: false })),
  check(settings) {
    try {
      check_settings(settings);
      return null;
    } catch (error) {
      const { message, cause } = /** @type {Error & { cause?: { field?: string } }} */ (error);
      return { field: cause?.field ?? null, message };
    }
  },
};
const step = { title: 'One', text: 'Text' };
/** @param {object} more @param {object[]} steps */
const problemsOf = (more, ...steps) => readLesson(JSON.stringify({ rankscope: 'lesson', title: 'T', summary: 'S', minutes: 1, ...more, steps }), world).problems;

test('the lessons of the page look up what their runs report', async () => {
  for (const file of await readdir(at('www', 'lessons'))) {
    assert.deepEqual(readLesson(await readFile(at('www', 'lessons', file), 'utf8'), world).problems, [], file);
  }
});

test('a figure that the method does not report is refused with the names that it reports', () => {
  const dual = { value: 'report.dual' };
  const [problem, ...more] = problemsOf({}, { ...step, state: { method: 'rankboost' }, figures: { d: { is: dual } } });
  assert.match(problem, /^steps\[0\]\.figures\.d\.is\.value: RankBoost does not report “report\.dual”; it reports report\.iteration, .*report\.alpha/);
  assert.deepEqual(more, []);
  assert.deepEqual(problemsOf({}, { ...step, figures: { d: { is: dual } } }), []);
});

test('a remembered run is the run of its own step', () => {
  const first = { ...step, state: { method: 'listnet' }, remember: 'list' };
  const second = { ...step, state: { method: 'dorm' }, expect: [{ less: [{ value: 'report.dual', run: 'list' }, { value: 'report.dual' }] }] };
  assert.deepEqual(problemsOf({}, first, second).map((one) => one.slice(0, 45)), ['steps[1].expect[0].less[0].value: ListNet doe']);
  const question = { ask: 'a', reveal: 'r', state: { method: 'listnet' }, number: { is: { value: 'report.dual', run: 'before' }, within: 1, right: 'r', wrong: 'w' } };
  assert.deepEqual(problemsOf({}, { ...step, question }), [], 'before the answer it was DORM');
  const after = { ...question, number: { ...question.number, is: { value: 'report.dual' } } };
  assert.match(problemsOf({}, { ...step, question: after })[0], /^steps\[0\]\.question\.number\.is\.value: ListNet does not report/);
});

test('the measures of a lesson are those of its runs', () => {
  const map = { figures: { m: { is: { value: 'report.train', measure: 'MAP' } } } };
  assert.deepEqual(problemsOf({ measures: ['map', 'ndcg@5'] }, { ...step, ...map }), []);
  assert.match(problemsOf({ measures: ['ndcg@5'] }, { ...step, ...map })[0], /\.measure: the run does not report the measure “MAP”; it reports ndcg@5/);
  assert.match(problemsOf({ measures: ['ndcg@5'] }, { ...step, ...map, state: { measures: ['auc'] } })[0], /it reports auc/);
  assert.match(problemsOf({ measures: ['beauty'] }, step)[0], /^measures: measures: “beauty” cannot be used/);
  assert.match(problemsOf({ measures: [] }, step)[0], /^measures: must have at least one name/);
});
