// What a course package reports: by SCORM 1.2 to scorm-again, which checks every value, and by cmi5 to a store that
// notes what it is told. The page in the frame is played by its messages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as scormAgain from 'scorm-again/scorm12';

/** Its types name a default export, which the package does not have, and lack methods. @type {any} */
const Scorm12API = Reflect.get(scormAgain, 'Scorm12API');

const ORIGIN = 'http://platform.example';
const ID = 'urn:rankscope:lesson:ties';
const QUESTIONS = [1, 3, 4];

let sessions = 0;

/**
 * Opens the page of a package, and lets the page in its frame say welcome.
 * @param {'scorm' | 'cmi5'} standard @param {{ api?: object, search?: string, questions?: number[] }} [options]
 */
async function opened(standard, { api, search = '', questions = QUESTIONS } = {}) {
  /** @type {Map<string, (event: object) => void>} */
  const listeners = new Map();
  /** @type {any[]} */
  const sent = [];
  const note = { textContent: '', hidden: true };
  const frame = { src: '', addEventListener() {}, contentWindow: { postMessage: (/** @type {object} */ message) => sent.push(message) } };
  const own = { API: api, parent: /** @type {unknown} */ (null), opener: null };
  own.parent = own;
  Object.assign(globalThis, {
    window: own, location: { origin: ORIGIN, search }, addEventListener: (/** @type {string} */ type, /** @type {() => void} */ hear) => listeners.set(type, hear),
    document: { body: { dataset: { lesson: 'ties', own: '', questions: questions.join(' ') } }, getElementById: () => note, querySelector: () => frame },
  });
  sessions += 1;
  await import(`../../../../www/course/${standard}.js?session=${sessions}`);
  // What it asks of its platform before the lesson begins.
  for (let turn = 0; turn < 50 && !listeners.has('message'); turn += 1) await new Promise(setImmediate);
  const say = (/** @type {object} */ data, origin = ORIGIN) => listeners.get('message')?.({ source: frame.contentWindow, origin, data: { protocol: 'rankscope-embed', version: 1, ...data } });
  if (listeners.has('message')) say({ type: 'welcome' });
  const statement = (/** @type {string} */ verb, /** @type {string} */ place, /** @type {object} */ result = {}, type = 'choice') => ({
    verb: { id: `http://adlnet.gov/expapi/verbs/${verb}`, display: { en: verb } }, timestamp: '2026-03-01T09:30:00.000Z', result,
    object: { id: `${ID}${place}`, definition: { interactionType: type, correctResponsesPattern: ['1'] } } });
  return {
    note, sent, say,
    reach: (/** @type {number} */ step) => say({ type: 'statement', statement: statement('progressed', `:step:${step}`) }),
    answer: (/** @type {number} */ step, /** @type {boolean | undefined} */ success, response = success ? '1' : '0', type = 'choice') =>
      say({ type: 'statement', statement: statement('answered', `:step:${step}:question`, { response, ...(success !== undefined && { success }) }, type) }),
    end: () => say({ type: 'statement', statement: statement('completed', '') }),
    leave: async () => {
      listeners.get('pagehide')?.({});
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    },
  };
}

/** A platform, with what an earlier session has left. @param {Record<string, string>} [kept] */
function platform(kept = {}) {
  const api = new Scorm12API({ autocommit: false, logLevel: 5 });
  api.loadFromFlattenedJSON(Object.fromEntries(Object.entries(kept).map(([name, value]) => [`cmi.${name}`, value])));
  // As JSON: a lesson can write some elements only.
  const part = (/** @type {'core' | 'interactions'} */ name) => JSON.parse(JSON.stringify(api.cmi[name]));
  return { api, suspended: () => api.cmi.suspend_data,
    core: () => {
      const { lesson_status: status, score: { raw }, lesson_location: location, exit } = part('core');
      return { status, raw, location, exit };
    },
    interactions: () => Object.values(part('interactions')).map(({ id, type, student_response: response, result }) => [id, type, response, result]) };
}

test('SCORM: score is the share of first answers that are right, and a lesson is done when all questions are answered', async () => {
  const { api, core, interactions, suspended } = platform();
  const lesson = await opened('scorm', { api });
  assert.deepEqual(lesson.sent.at(-1), { protocol: 'rankscope-embed', version: 1, type: 'open-lesson', id: 'lesson', name: 'ties', step: 1 });
  lesson.reach(1);
  lesson.answer(1, true);
  assert.deepEqual(core(), { status: 'incomplete', raw: '33.33', location: '1', exit: '' });
  lesson.reach(3);
  lesson.answer(3, false);
  // A later answer, and a step that asks nothing, change nothing.
  lesson.answer(3, true);
  lesson.answer(2, true);
  lesson.reach(4);
  lesson.answer(4, true, '0.7', 'numeric');
  assert.deepEqual(core(), { status: 'completed', raw: '66.67', location: '4', exit: '' });
  assert.deepEqual(interactions(), [['ties-step-1', 'choice', '1', 'correct'], ['ties-step-3', 'choice', '0', 'wrong'], ['ties-step-4', 'numeric', '0.7', 'correct']]);
  assert.equal(suspended(), '1:1 3:0 4:1');
  let ended = 0;
  api.on('LMSFinish', () => { ended += 1; });
  await lesson.leave();
  await lesson.leave();
  assert.equal(ended, 1);
  assert.equal(lesson.note.textContent, '', 'the platform took every value');
});

test('SCORM: a lesson that was left goes on, and keeps its first answers', async () => {
  const first = platform();
  const begun = await opened('scorm', { api: first.api });
  begun.reach(3);
  begun.answer(1, false);
  await begun.leave();
  assert.equal(first.core().exit, 'suspend');
  const { api, core } = platform({ 'suspend_data': first.suspended(), 'core.lesson_location': '3', 'core.lesson_status': 'incomplete' });
  const lesson = await opened('scorm', { api });
  assert.equal(lesson.sent.at(-1).step, 3);
  lesson.answer(1, true);
  lesson.answer(3, true);
  // A question that the run could not decide does not count.
  lesson.answer(4, undefined);
  assert.deepEqual([core().status, core().raw], ['completed', '50']);
  assert.equal(lesson.note.textContent, '');
});

test('SCORM: a lesson without a question is done at its end', async () => {
  const { api, core } = platform();
  const lesson = await opened('scorm', { api, questions: [] });
  lesson.reach(1);
  assert.equal(core().status, 'incomplete');
  lesson.end();
  assert.deepEqual([core().status, core().raw], ['completed', '']);
});

test('SCORM: a platform that is missing or refuses is named, and messages of strangers are not heard', async () => {
  const alone = await opened('scorm');
  assert.match(alone.note.textContent, /^No learning platform/);
  assert.equal(alone.sent.at(-1).type, 'open-lesson', 'the lesson is played all the same');
  const refusing = new Proxy({}, { get: (_api, name) => () => (name === 'LMSGetErrorString' ? 'General exception' : name === 'LMSGetLastError' ? '101' : 'false') });
  assert.equal((await opened('scorm', { api: refusing })).note.textContent, 'The learning platform did not begin: General exception (error 101).');
  const { api, interactions } = platform();
  const lesson = await opened('scorm', { api });
  lesson.say({ type: 'statement', statement: { verb: { display: { en: 'answered' } }, object: { id: `${ID}:step:1:question`, definition: {} }, result: { success: true } } }, 'http://stranger.example');
  assert.deepEqual(interactions(), []);
  lesson.say({ type: 'error', problem: 'this page has no such lesson' });
  assert.equal(lesson.note.textContent, 'The lesson could not be opened: this page has no such lesson.');
});

const LAUNCH = { endpoint: 'http://store.example/lrs', fetch: 'http://store.example/token', actor: '{"name":"ada"}', registration: 'r-1', activityId: 'http://school.example/ties' };

/** A store that has these documents, and notes what it gets. @param {Record<string, object>} documents */
function store(documents) {
  /** @type {{ method: string, path: string, token: string | undefined, body: any }[]} */
  const got = [];
  const answer = async (/** @type {string} */ address, /** @type {RequestInit} */ { method = 'GET', headers = {}, body } = {}) => {
    const { origin, pathname: path, searchParams } = new URL(address);
    assert.equal(origin, 'http://store.example');
    got.push({ method, path, token: /** @type {Record<string, string>} */ (headers).Authorization, body: body ? JSON.parse(String(body)) : null });
    if (path === '/token') return Response.json({ 'auth-token': 'abc' });
    const state = searchParams.get('stateId') ?? '';
    if (method === 'PUT') documents[state] = JSON.parse(String(body));
    if (method !== 'GET') return new Response(null, { status: 204 });
    return documents[state] ? Response.json(documents[state]) : new Response('', { status: 404 });
  };
  Object.assign(globalThis, { fetch: answer });
  return { got, told: () => got.filter(({ path }) => path === '/lrs/statements').map(({ body }) => body) };
}

/** @param {{ verb: { display: { en: string } } }} statement */
const verbOf = ({ verb }) => verb.display.en;

test('cmi5: statements follow each other, with the token and the context of the launch', async () => {
  const documents = { 'LMS.LaunchData': { launchMode: 'Normal', masteryScore: 0.5, contextTemplate: { contextActivities: { grouping: [{ id: 'http://school.example/course' }] } } } };
  const { got, told } = store(documents);
  const lesson = await opened('cmi5', { search: `?${new URLSearchParams(LAUNCH)}` });
  lesson.reach(1);
  lesson.answer(1, true);
  lesson.answer(1, false);
  lesson.answer(3, true);
  lesson.answer(4, false);
  await lesson.leave();
  assert.equal(lesson.note.textContent, '');
  assert.deepEqual(told().map(verbOf), ['initialized', 'answered', 'answered', 'answered', 'completed', 'passed', 'terminated']);
  const [begun, answered] = told();
  assert.deepEqual(begun.actor, { name: 'ada' });
  assert.deepEqual(begun.object, { objectType: 'Activity', id: LAUNCH.activityId });
  assert.equal(answered.object.id, `${ID}:step:1:question`);
  assert.equal(answered.context.contextActivities.category, undefined, 'only the statements of cmi5 have its category');
  const passed = told()[5];
  assert.deepEqual([passed.result.success, passed.result.score.scaled], [true, 2 / 3]);
  assert.deepEqual(passed.context.contextActivities.category.map((/** @type {{ id: string }} */ { id }) => id.split('/').at(-1)), ['cmi5', 'moveon']);
  assert.deepEqual(passed.context.extensions, { 'https://w3id.org/xapi/cmi5/context/extensions/masteryscore': 0.5 });
  for (const one of told()) assert.deepEqual([one.context.registration, one.context.contextActivities.grouping.length], ['r-1', 1]);
  assert.ok(got.slice(1).every(({ token }) => token === 'Basic abc'));
  assert.equal(got[0].method, 'POST');
  // The next launch goes on from here, and reports no second completion.
  const again = await opened('cmi5', { search: `?${new URLSearchParams(LAUNCH)}` });
  const before = told().length;
  again.answer(4, true);
  await again.leave();
  assert.deepEqual(told().slice(before - 1).map(verbOf), ['initialized', 'terminated']);
});

test('cmi5: too few right answers fail, and a review reports no answers', async () => {
  const failing = store({ 'LMS.LaunchData': { launchMode: 'Normal', masteryScore: 0.5 } });
  const lesson = await opened('cmi5', { search: `?${new URLSearchParams(LAUNCH)}` });
  for (const step of QUESTIONS) lesson.answer(step, false);
  await lesson.leave();
  assert.deepEqual(failing.told().slice(-3).map(verbOf), ['completed', 'failed', 'terminated']);
  const reviewing = store({ 'LMS.LaunchData': { launchMode: 'Review' } });
  const review = await opened('cmi5', { search: `?${new URLSearchParams(LAUNCH)}` });
  review.answer(1, true);
  await review.leave();
  assert.deepEqual(reviewing.told().map(verbOf), ['initialized', 'terminated']);
});

test('cmi5: a lesson without a question is completed once, also when it is read again', async () => {
  const { told } = store({});
  for (const _visit of ['first', 'second']) {
    const lesson = await opened('cmi5', { search: `?${new URLSearchParams(LAUNCH)}`, questions: [] });
    lesson.end();
    lesson.end();
    await lesson.leave();
    assert.equal(lesson.note.textContent, '');
  }
  assert.deepEqual(told().map(verbOf), ['initialized', 'completed', 'terminated', 'initialized', 'terminated']);
});

test('cmi5: a page that was not launched says so', async () => {
  assert.match((await opened('cmi5')).note.textContent, /^This page was not launched/);
});
