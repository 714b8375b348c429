// The map of lessons is computed from the lessons of the page; plans; the answers of a class.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../../../scripts/lib/project.mjs';
import { LESSONS } from '../../../../www/features/learn/lessons/lesson-list.js';
import { PATHS } from '../../../../www/features/learn/lessons/paths.js';
import { answersIn, byLesson, distinctNames } from '../../../../www/features/learn/map/answers.js';
import { lessonMap, walked } from '../../../../www/features/learn/map/lesson-map.js';
import { LECTURES, gapText, movedIn, planFrame, planGaps, planLength, planLink, planned, shortLength, withLesson } from '../../../../www/features/learn/map/plan.js';

/** @typedef {import('../../../../www/features/learn/lessons/schema.js').Lesson} Lesson */

const shelf = LESSONS.map((id) => ({ id, lesson: /** @type {Lesson} */ (JSON.parse(readFileSync(at(`www/lessons/${id}.json`), 'utf8'))) }));
const mapOf = (/** @type {string[]} */ done) => lessonMap(shelf, LESSONS, done);
const numbers = (/** @type {{ number: number }[]} */ places) => places.map(({ number }) => number);

test('every lesson of the page has its place on the map', () => {
  const map = mapOf([]);
  assert.equal(map.first?.number, 1);
  assert.deepEqual(map.paths.map(({ name }) => name), PATHS.map(({ name }) => name), 'no lesson without a path');
  assert.deepEqual([1, ...map.paths.flatMap(({ places }) => numbers(places))].sort((a, b) => a - b), LESSONS.map((_id, index) => index + 1));
  for (const { name, places } of map.paths) assert.deepEqual(numbers(places), numbers(places).toSorted((a, b) => a - b), name);
  assert.ok(map.columns >= map.beside + 4, 'the card has room');
});

test('a lesson needs lessons before it, and all of them lead back to the first', () => {
  for (const { id, lesson } of shelf.slice(1)) {
    assert.ok(lesson.needs?.length, `${id} needs something`);
    for (const one of lesson.needs) assert.ok(LESSONS.indexOf(one) < LESSONS.indexOf(id), `${id} comes after ${one}`);
  }
  const slack = mapOf(['cutting-plane']).paths[0].places.find(({ id }) => id === 'slack-bound');
  assert.deepEqual([slack?.needs, slack?.named], [[{ number: 1, minutes: 6, isDone: false }, { number: 2, minutes: 6, isDone: true }], [2]]);
  assert.deepEqual(slack?.leads.map(({ number, title }) => `${number} ${title}`), ['5 Steps and bounds', '6 One slack or many', '9 AUC or the top of the list', '25 Hopeless queries']);
});

test('every lesson has the word of the textbooks, and the three families are among them', () => {
  for (const { id, lesson } of shelf) assert.match(lesson.topic ?? '', /^\S.{3,30}$/, id);
  for (const family of ['pointwise', 'pairwise', 'listwise']) assert.ok(shelf.some(({ lesson: { topic, path } }) => path === 'The canon' && topic?.startsWith(`${family}: `)), family);
});

test('the next lesson is the first one whose needs are done', () => {
  assert.equal(mapOf([]).next?.number, 1);
  const map = mapOf(['what-is-a-ranking', 'cutting-plane', 'plane-pictures']);
  assert.deepEqual([map.next?.number, map.done], [4, 3]);
  // Lesson 2 is not done, so that only lessons about lists are ready.
  assert.equal(mapOf(['what-is-a-ranking', 'auc-ndcg']).next?.number, 2);
  assert.equal(mapOf(LESSONS).next, null);
});

test('a new lesson without a path stands in a row of its own', () => {
  const { paths } = lessonMap([...shelf, { id: 'new', lesson: { ...shelf[1].lesson, path: undefined } }], [...LESSONS, 'new'], []);
  assert.deepEqual(numbers(paths.at(-1)?.places ?? []), [LESSONS.length + 1]);
});

test('arrow keys walk along the paths and between them; in a list, up and down', () => {
  const map = mapOf([]);
  const walk = (/** @type {string} */ from, /** @type {string} */ keys, isList = false) =>
    keys.split(' ').reduce((id, key) => walked(map, id, /^(Home|End)$/.test(key) ? key : `Arrow${key}`, isList)?.id ?? `nothing from ${id}`, from);
  assert.equal(walk('what-is-a-ranking', 'Right Right'), 'plane-pictures');
  assert.equal(walk('cutting-plane', 'Left'), 'what-is-a-ranking');
  assert.equal(walk('one-slack', 'Down Down Down Up Up Up'), 'one-slack');
  assert.equal(walk('hopeless', 'Down'), 'ratings', 'the last one of a shorter path');
  assert.equal(walk('cutting-plane', 'Up Down'), 'cutting-plane');
  assert.equal(walk('ties', 'End Home'), 'decay-profile');
  assert.equal(walk('one-slack', 'Right'), 'nothing from one-slack');
  assert.equal(walk('one-slack', 'Down', true), 'auc-ndcg');
  assert.equal(walk('what-is-a-ranking', 'End', true), 'ratings');
});

test('a plan for a lecture fits it and says how much time is left', () => {
  for (const { key, name, minutes, plan, after } of LECTURES) {
    const lessons = planned(shelf, plan);
    assert.equal(lessons.length, plan.length, 'all lessons are on the page');
    assert.match(planLength(lessons, minutes), key === 'homework' ? /^9 of 9 minutes are lessons\.$/ : /^\d+ of \d+ minutes are lessons, \d+ for your talk\.$/);
    assert.deepEqual(planGaps(lessons, after), [], 'with all that its lessons need');
    assert.ok(name.endsWith(`, ${minutes} min`), name);
  }
  const first = planned(shelf, LECTURES[0].plan);
  assert.deepEqual([planLength(first, 45), shortLength(first, 45)], ['33 of 45 minutes are lessons, 12 for your talk.', '33 of 45 min']);
  assert.match(planLength(shelf, 45), /^172 of 45 minutes are lessons: 127 too many\.$/);
  assert.equal(planLink('https://x.org/a/?b#c=1', ['one', 'two']), 'https://x.org/a/?b#v=1&plan=one,two');
  assert.match(planFrame('https://x.org/"><b>', ['one']), /^<iframe src="https:\/\/x\.org\/&quot;><b>#v=1&amp;plan=one&amp;embed=true" title="Rankscope"/);
});

test('a plan says which lessons it lacks or has too late, and gets them before those that need them', () => {
  const gapsOf = (/** @type {string[]} */ plan, /** @type {string[]} */ known = []) => planGaps(planned(shelf, plan), known).map(gapText);
  assert.deepEqual(gapsOf(['what-is-a-ranking', 'slack-bound']), ['4 needs 2, which is not in the plan']);
  assert.deepEqual(gapsOf(['digits', 'kernels', 'ratings']), ['23, 26 and 29 need 2, which is not in the plan']);
  assert.deepEqual(gapsOf(['slack-bound', 'cutting-plane'], ['what-is-a-ranking']), ['4 needs 2, which comes later']);
  assert.deepEqual(gapsOf(withLesson(['what-is-a-ranking', 'pointwise', 'slack-bound'], 'cutting-plane', 'slack-bound')), []);
  assert.deepEqual(withLesson(['slack-bound', 'cutting-plane'], 'cutting-plane', 'slack-bound'), ['cutting-plane', 'slack-bound']);
  assert.deepEqual(withLesson(['kernels'], 'digits'), ['digits', 'kernels'], 'by number');
  assert.deepEqual(withLesson(['pointwise', 'cutting-plane'], 'slack-bound'), ['pointwise', 'cutting-plane', 'slack-bound'], 'behind the last of a smaller number');
  assert.deepEqual(movedIn(['a', 'b', 'c'], 'c', -2), ['c', 'a', 'b']);
  assert.deepEqual(movedIn(['a', 'b'], 'a', -1), ['a', 'b']);
});

/** @param {string} id @param {Record<number, boolean | null>} marks */
const copied = (id, marks) => JSON.stringify({ rankscope: 'answers', version: 1, lesson: { id: `urn:rankscope:lesson:${id}`, title: id },
  statements: Object.entries(marks).map(([step, success]) => ({ verb: { display: { en: 'answered' } }, object: { id: `urn:rankscope:lesson:${id}:step:${step}:question` }, result: { response: '0', ...(success !== null && { success }) } })) });

test('the answers of a class are counted for each reader and each question', () => {
  const [ties, greedy] = byLesson([
    { who: 'ada', answers: answersIn(copied('ties', { 2: true, 3: false })) },
    { who: 'bela', answers: answersIn(`${copied('ties', { 2: true, 3: null })}\n${copied('greedy', { 4: false })}\n`) },
    { who: 'ada', answers: answersIn(`[${copied('ties', { 2: false, 3: true })}]`) },
  ]);
  assert.deepEqual(ties.steps, [2, 3]);
  assert.deepEqual(ties.readers.map(({ who, share }) => [who, share]), [['ada', { right: 1, of: 2 }], ['bela', { right: 1, of: 1 }]]);
  assert.deepEqual(ties.shares, [{ right: 1, of: 2 }, { right: 1, of: 1 }], 'the last answers of a reader count; the undecided one does not');
  assert.deepEqual([greedy.title, greedy.shares], ['greedy', [{ right: 0, of: 1 }]]);
});

test('a file without copied answers is refused, and strange answers are left out', () => {
  for (const text of ['', 'hello', '{}', '[1, null, "x"]', copied('ties', {}), copied('a b', { 1: true }), copied('ties', { 0: true, 99: true }), '{"rankscope":"answers","version":1,"lesson":null,"statements":[null]}']) {
    assert.throws(() => answersIn(text), /holds no copied answers/, text);
  }
  const [one] = answersIn(JSON.stringify({ ...JSON.parse(copied('ties', { 2: true })), lesson: { id: 'urn:rankscope:lesson:ties', title: 'x'.repeat(900) } }));
  assert.equal(one.title.length, 120);
});

test('readers with files of one name stay apart', () => {
  assert.deepEqual(distinctNames(['ann', 'ben', 'ann', 'ann (2)', 'ann']), ['ann', 'ben', 'ann (3)', 'ann (2)', 'ann (4)']);
  assert.deepEqual(distinctNames([]), []);
});
