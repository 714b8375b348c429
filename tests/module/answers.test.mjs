// The answers of a class: thirty files of readers that the real page wrote, of which three were changed afterwards.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { headlessPage } from './support/headless-page.mjs';
import { ownAnswers } from '../../www/features/learn/lessons/answer-log.js';
import { answersPage } from '../../www/features/learn/lessons/answers-page.js';
import { isRevealed } from '../../www/features/learn/lessons/lesson-state.js';
import { answersIn, byLesson, toldBy } from '../../www/features/learn/map/answers.js';
import { copies, distributions, keyOf, problemsOf } from '../../www/features/learn/map/answer-check.js';

/** @typedef {import('../../www/features/learn/lessons/answer-log.js').OwnAnswers} OwnAnswers */
/** @typedef {import('../../www/features/learn/lessons/lesson-state.js').Answer} Answer */

/** A lesson with choices and a number. */
const LESSON = 'what-is-a-ranking';
const NUMBER = 4; // the step that asks for the number
const READERS = 30;
const MINUTE = 60_000;
/** When the files are checked. */
const NOW = Date.UTC(2026, 5, 1);

/** @type {import('./support/headless-page.mjs').HeadlessPage} */
let page;
/** What the page wrote for readers who chose the first answer everywhere, the second, and the third. @type {OwnAnswers[]} */
const plays = [];
before(async () => {
  page = await headlessPage();
  for (const choice of [0, 1, 2]) plays.push(await played(choice));
});
after(() => page.close());

/** Plays the lesson to its end. @param {number} wanted the choice at each question, where there are as many @returns {Promise<OwnAnswers>} */
async function played(wanted) {
  page.store.dispatch({ type: 'lessons/leave' });
  page.store.dispatch({ type: 'lessons/begin', id: LESSON });
  const opened = await page.until(({ lessons: { open } }) => open?.id === LESSON && open.phase === 'there', 'the lesson');
  const steps = opened.lessons.open?.lesson.steps ?? [];
  for (const [step, { question }] of steps.entries()) {
    if (step > 0) page.store.dispatch({ type: 'lessons/step', step });
    await page.until(({ lessons: { open } }) => open?.step === step && open.phase === 'there', `step ${step + 1}`);
    if (!question) continue;
    const { choices, number } = question;
    /** @type {Answer} */
    const answer = choices ? { choice: Math.min(wanted, choices.length - 1) } : { number: (number?.least ?? 0) + wanted / 10 };
    page.store.dispatch({ type: 'lessons/answer', answer });
    await page.until(({ lessons: { open } }) => open && isRevealed(open), `the answer of step ${step + 1}`);
  }
  const own = ownAnswers(page.store);
  assert.ok(own);
  // The log has the earlier plays too; a reader has the last one alone.
  const begun = own.statements.findLastIndex(({ verb }) => verb.display.en === 'initialized');
  return { ...own, statements: own.statements.slice(begun) };
}

/** The file of a reader, who answers in a way of the reader's own, a minute for each thing. @param {number} reader */
function fileOf(reader) {
  const begun = Date.UTC(2026, 2, 1, 9) + reader * 1_234;
  const [{ lesson, statements }] = plays;
  return { rankscope: 'answers', version: 1, lesson, statements: statements.map((_one, at) => {
    const one = plays[(reader + at * (reader % 7)) % plays.length].statements[at];
    return { ...structuredClone(one), timestamp: new Date(begun + at * MINUTE).toISOString() };
  }) };
}

/** @param {ReturnType<typeof fileOf>} file @param {number} step */
function answerAt(file, step) {
  const found = file.statements.find(({ object }) => object.id.endsWith(`:step:${step}:question`));
  assert.ok(found);
  return found;
}

/** What the check says of files, by reader. @param {{ who: string, text: string }[]} files */
function checked(files) {
  const key = keyOf(toldBy(plays[2].statements, plays[2].lesson.id).answers);
  const [lesson, ...others] = byLesson(files.map(({ who, text }) => ({ who, answers: answersIn(text) })));
  assert.deepEqual(others, []);
  const copied = copies(lesson.readers);
  const problems = new Map(lesson.readers.map(({ who, answers }) => [who, [...problemsOf(answers, key, NOW),
    ...(copied.has(who) ? [`copy of ${copied.get(who)}`] : [])]]));
  return { lesson, key, problems };
}

/** @param {number} reader @param {(file: ReturnType<typeof fileOf>) => void} [forge] */
function written(reader, forge) {
  const file = fileOf(reader);
  forge?.(file);
  return { who: `reader-${reader}`, text: JSON.stringify(file) };
}

test('of thirty files, the three that were changed are flagged with the reason', () => {
  /** @type {Record<number, (file: ReturnType<typeof fileOf>) => void>} */
  const forged = {
    // A wrong answer that is marked right.
    4: (file) => {
      const wrong = file.statements.find(({ result }) => result.success === false);
      assert.ok(wrong);
      wrong.result.success = true;
    },
    // A wrong answer, and the list of right ones with it.
    11: (file) => {
      const wrong = file.statements.find(({ result, object }) => result.success === false && 'choices' in object.definition);
      assert.ok(wrong);
      wrong.result.success = true;
      wrong.object.definition.correctResponsesPattern = [wrong.result.response];
    },
    // The right number, within a width of the reader's own.
    23: (file) => {
      const { result } = answerAt(file, NUMBER);
      result.success = true;
      result.extensions = { ...result.extensions, 'urn:rankscope:within': 1_000 };
    },
  };
  const files = Array.from({ length: READERS }, (_none, reader) => written(reader, forged[reader]));
  const { lesson, key, problems } = checked(files);
  const flagged = [...problems].filter(([, all]) => all.length);
  assert.deepEqual(flagged.map(([who]) => who), ['reader-4', 'reader-11', 'reader-23']);
  assert.match(flagged[0][1].join(), /^step \d is marked right, and the run says wrong$/);
  assert.match(flagged[1][1].join(), /^step \d calls another answer right than the run does$/);
  assert.match(flagged[2][1].join(), /^step 4 has another question here/);

  // Counted another way: by the statements themselves.
  const sound = lesson.readers.filter(({ who }) => !problems.get(who)?.length);
  assert.equal(sound.length, READERS - 3);
  for (const { step, choices, numbers } of distributions(key, sound)) {
    const responses = sound.map(({ who }) => answerAt(JSON.parse(files[Number(who.slice(7))].text), step).result.response);
    if (step === NUMBER) assert.deepEqual(numbers, responses.map(Number).sort((a, b) => a - b));
    else assert.deepEqual(choices.map(({ count }) => count), choices.map((_choice, at) => responses.filter((one) => one === String(at)).length));
    assert.equal(choices.filter(({ isRight }) => isRight).length, step === NUMBER ? 0 : 1);
  }
});

test('each kind of change has its reason', () => {
  /** @type {[RegExp, (file: ReturnType<typeof fileOf>) => void][]} */
  const cases = [
    [/^step 4 calls another answer right/, (file) => { Object.assign(answerAt(file, NUMBER).result.extensions ?? {}, { 'urn:rankscope:measured': 99 }); }],
    [/^step 1 has another question here/, (file) => { answerAt(file, 1).object.definition.description = { en: 'Is it easy?' }; }],
    [/^step 1 has an answer that its question does not offer/, (file) => { answerAt(file, 1).result.response = '7'; }],
    [/^step 4 has an answer that its question does not offer/, (file) => { answerAt(file, NUMBER).result.response = ''; }],
    [/^step 39 asks nothing/, (file) => { const one = answerAt(file, 1); one.object.id = one.object.id.replace('step:1', 'step:39'); }],
    [/^step 1 is marked not decided/, (file) => { delete answerAt(file, 1).result.success; }],
    [/^a time is missing/, (file) => { file.statements[2].timestamp = 'noon'; }],
    [/^a time is in the future/, (file) => { for (const one of file.statements) one.timestamp = '2999-01-01T00:00:00.000Z'; }],
    [/^a time is earlier than the one above/, (file) => { file.statements[3].timestamp = '2026-01-01T00:00:00.000Z'; }],
    [/were answered at the same time/, (file) => { for (const one of file.statements) one.timestamp = '2026-03-01T00:00:00.000Z'; }],
    [/^the file does not begin with the start/, (file) => { file.statements.shift(); }],
    [/^step 1 was answered before it was reached/, (file) => {
      const { statements } = file;
      const [reached, answered] = [1, statements.indexOf(answerAt(file, 1))];
      const times = statements.map(({ timestamp }) => timestamp);
      [statements[reached], statements[answered]] = [statements[answered], statements[reached]];
      for (const [at, one] of statements.entries()) one.timestamp = times[at];
    }],
  ];
  for (const [reason, forge] of cases) {
    const { problems } = checked([written(1), written(2, forge)]);
    assert.deepEqual(problems.get('reader-1'), [], `${reason}: the file beside it agrees`);
    assert.match(problems.get('reader-2')?.join() ?? '', reason);
  }
});

test('a copy under another name is flagged with the name of the other', () => {
  const { problems } = checked([written(1), { ...written(1), who: 'bela' }, written(3)]);
  assert.deepEqual([...problems], [['reader-1', ['copy of bela']], ['bela', ['copy of reader-1']], ['reader-3', []]]);
});

test('a reader who answers again keeps the first answer', () => {
  const [first, second] = [fileOf(0), fileOf(1)];
  const later = second.statements.map((one, at) => ({ ...one, timestamp: new Date(Date.UTC(2026, 2, 2) + at * MINUTE).toISOString() }));
  const both = { who: 'ada', text: JSON.stringify({ ...first, statements: [...first.statements, ...later] }) };
  const { lesson, problems } = checked([both, written(2)]);
  const [alone] = byLesson([{ who: 'ada', answers: answersIn(JSON.stringify(first)) }]);
  assert.deepEqual(problems.get('ada'), []);
  assert.deepEqual(lesson.readers[0].marks, alone.readers[0].marks);
});

test('the page of answers has the words of the lesson, and no markup of them', () => {
  const [own] = plays;
  const html = answersPage({ ...own, lesson: { ...own.lesson, title: '<b>Ties</b>' } });
  assert.match(html, /<h1>&lt;b&gt;Ties&lt;\/b&gt;<\/h1>/);
  assert.equal(html.split('<section>').length - 1, own.statements.filter(({ verb }) => verb.display.en === 'answered').length);
  assert.equal(html.split('← my answer').length - 1, own.statements.filter(({ object }) => 'choices' in object.definition).length);
  assert.doesNotMatch(html, /<script/);
});
