// The widget in the cell of a notebook, between a kernel and a page that are played here. tests/notebooks/ has real ones.

import '../support/dom.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import explorer from '../../../python/rankscope/explorer.js';

/** @typedef {Record<string, any>} Message */

const PAGE = '<!doctype html><title>the page</title>';
const TRAITS = { result: null, statements: [], problem: '', query: null, settings: {}, height: 720, _lesson: null, _trainings: 0, _record: '<p>record</p>' };

/** The parts of a browser that the document of these tests lacks. */
function prepare() {
  /** @type {((event: object) => void)[]} */
  const listeners = [];
  /** @type {Blob[]} */
  const opened = [];
  Object.assign(globalThis, {
    addEventListener: (/** @type {string} */ _type, /** @type {(event: object) => void} */ act) => listeners.push(act),
  });
  URL.createObjectURL = (blob) => `blob:${opened.push(/** @type {Blob} */ (blob))}`;
  URL.revokeObjectURL = () => {};
  return { listeners, opened };
}

/** Opens a view. @param {Message} [changes] of traits */
function open(changes = {}) {
  const { listeners, opened } = prepare();
  const traits = /** @type {Message} */ ({ ...TRAITS, ...changes });
  /** @type {Map<string, Set<(...values: any[]) => void>>} */
  const acts = new Map();
  /** @type {Message[]} */
  const asked = [];
  const emit = (/** @type {string} */ name, /** @type {any[]} */ ...values) => acts.get(name)?.forEach((act) => act(...values));
  const model = {
    get: (/** @type {string} */ name) => traits[name],
    set(/** @type {string} */ name, /** @type {unknown} */ value) {
      const before = JSON.stringify(traits[name]);
      traits[name] = value;
      if (JSON.stringify(value) !== before) emit(`change:${name}`);
    },
    save_changes() {},
    send: (/** @type {Message} */ content) => asked.push(content),
    on: (/** @type {string} */ name, /** @type {(...values: any[]) => void} */ act) => acts.set(name, (acts.get(name) ?? new Set()).add(act)),
    off: (/** @type {string} */ name, /** @type {(...values: any[]) => void} */ act) => acts.get(name)?.delete(act),
  };
  const el = document.createElement('div');
  const end = explorer.render({ model, el });
  /** @type {Message[]} */
  const posted = [];
  const source = { postMessage: (/** @type {Message} */ message) => posted.push(message) };
  const frame = /** @type {HTMLIFrameElement} */ (el.querySelector('iframe'));
  Object.defineProperty(frame, 'contentWindow', { value: source });
  const say = (/** @type {Message} */ message, from = source) =>
    listeners.forEach((act) => act({ source: from, data: { protocol: 'rankscope-embed', version: 1, ...message } }));
  const of = (/** @type {string} */ type) => posted.filter((one) => one.type === type);
  /** Waits for the newest message of a type that was not answered, and answers it. */
  const answer = async (/** @type {string} */ type, /** @type {Message} */ reply = { type: 'done' }) => {
    const message = await until(() => of(type).find((one) => !answered.has(one)));
    answered.add(message);
    say({ id: message.id, to: type, ...reply });
    await settle();
    return message;
  };
  const answered = new Set();
  return { traits, model, emit, asked, el, frame, say, of, answer, opened, end };
}

const settle = () => new Promise((resolve) => { setTimeout(resolve); });

/** @template T @param {() => T | undefined} read @returns {Promise<T>} */
async function until(read) {
  for (let turns = 0; turns < 500; turns += 1) {
    const value = read();
    if (value) return value;
    await new Promise((resolve) => { setTimeout(resolve, 10); });
  }
  throw new Error('what is awaited does not come');
}

const bufferOf = (/** @type {Buffer} */ bytes) => new DataView(Uint8Array.from(bytes).buffer);

/** Opens a view with data. @param {Message} [changes] */
async function begun(changes) {
  const view = open(changes);
  const { asked, emit, opened, say, answer, frame } = view;
  const [{ view: id }] = asked;
  emit('msg:custom', { answer: 'page', view: 'another' }, [bufferOf(gzipSync('not for this view'))]);
  emit('msg:custom', { answer: 'page', view: id }, [bufferOf(gzipSync(PAGE))]);
  await until(() => frame.src || undefined);
  assert.equal(await opened[0].text(), PAGE);
  say({ type: 'welcome' });
  say({ type: 'height', height: 900 });
  await answer('set-theme');
  await until(() => asked.at(-1)?.ask === 'data' || undefined);
  emit('msg:custom', { answer: 'data', view: id, names: { name: 'mine', parts: ['letor', 'test'] } }, [bufferOf(gzipSync('1 qid:1 1:1')), bufferOf(gzipSync('2'))]);
  return view;
}

/** What the page tells of its state. @param {Message} [changes] */
const changed = (changes = {}) => ({ type: 'changed', result: null, settings: { c: 3, scale: 'none' }, query: '1', ...changes });

test('a view asks for the page, and shows the record until then', () => {
  const { asked, el, frame, end } = open();
  assert.deepEqual(asked.map(({ ask }) => ask), ['page']);
  assert.match(el.innerHTML, /<p>record<\/p>/);
  assert.equal(frame.getAttribute('sandbox')?.includes('allow-same-origin'), false);
  end();
  assert.equal(el.querySelector('iframe'), null);
});

test('the page gets theme, data, settings and query, and then trains', async () => {
  const { answer, say, frame, traits, end, of } = await begun({ settings: { c: 3, scale: 'none', rounds: null }, query: '7', _trainings: 1 });
  const data = await until(() => of('set-data')[0]);
  assert.deepEqual([data.name, gunzipSync(Buffer.from(await data.letor.arrayBuffer())).toString()], ['mine', '1 qid:1 1:1']);
  assert.ok(data.test instanceof Blob);
  say(changed({ settings: { c: 1, scale: 'none' } })); // rounds are absent, which Python calls None
  await answer('set-data');
  await answer('set-state');
  say(changed());
  say(changed({ query: '7' }));
  await answer('set-state');
  assert.deepEqual(of('set-state').map(({ settings, query }) => settings ?? query), [{ c: 3 }, '7']);
  assert.equal(frame.style.height, '720px', 'as high as the notebook allows');
  assert.deepEqual([traits.query, traits.settings], ['7', { c: 3, scale: 'none' }]);
  await answer('train');
  end();
});

test('changes of the page are traits, and changes of traits are told to the page', async () => {
  const { answer, say, traits, model, of, end } = await begun();
  say(changed());
  await answer('set-data');
  assert.deepEqual([traits.query, traits.settings], ['1', { c: 3, scale: 'none' }]);
  assert.deepEqual(of('set-state'), [], 'what the page tells does not come back');
  say(changed({ query: '2' }));
  await settle();
  assert.deepEqual([traits.query, of('set-state')], ['2', []]);

  model.set('query', '5');
  assert.equal((await answer('set-state')).query, '5');
  say(changed({ query: '5' }));
  model.set('settings', { c: -1 });
  assert.deepEqual((await answer('set-state', { type: 'error', problem: 'c: too small' })).settings, { c: -1 });
  assert.deepEqual([traits.problem, traits.settings], ['c: too small', { c: 3, scale: 'none' }], 'the settings are those of the page again');
  model.set('_trainings', 1);
  say({ type: 'statement', statement: { verb: 'v' } });
  assert.deepEqual(traits.statements, [{ verb: 'v' }]);
  end();
});

test('after the end of a run the kernel gets its model and its picture once', async () => {
  const { answer, say, traits, of, end } = await begun();
  say(changed());
  await answer('set-data');
  const result = { status: 'running', iteration: 3 };
  say(changed({ result }));
  await settle();
  assert.deepEqual([traits.result, of('get-model')], [result, []]);
  say(changed({ result: { ...result, status: 'stopped' } }));
  say(changed({ result: { ...result, status: 'stopped' } }));
  await answer('get-model', { type: 'done', model: '{}' });
  await answer('get-picture', { type: 'done', svg: '<svg/>' });
  assert.deepEqual([traits._model, traits._picture, of('get-model').length], ['{}', '<svg/>', 1]);

  say(changed({ result: { ...result, iteration: 1 } }));
  await settle();
  assert.equal(traits._model, '', 'the model of an earlier run is none of this one');
  say(changed({ result: { ...result, status: 'paused' } }));
  say(changed({ result }));
  await answer('get-model', { type: 'done', model: '{"late":1}' });
  await answer('get-picture', { type: 'done', svg: '<svg/>' });
  assert.equal(traits._model, '', 'the run has gone on meanwhile');
  end();
});

test('a lesson needs no data, and others are not heard', async () => {
  const { asked, emit, say, answer, frame, traits, end } = open({ _lesson: { name: 'ties', step: 2 } });
  emit('msg:custom', { answer: 'page', view: asked[0].view }, [bufferOf(gzipSync(PAGE))]);
  await until(() => frame.src || undefined);
  say({ type: 'statement', statement: {} }, { postMessage: () => 0 });
  assert.deepEqual(traits.statements, [], 'another window is not the page');
  say({ type: 'welcome' });
  await answer('set-theme');
  const { name, step } = await answer('open-lesson');
  assert.deepEqual([name, step, asked.length], ['ties', 2, 1]);
  end();
});

test('data that the page refuses are named in the cell', async () => {
  const { answer, el, say, traits, end } = await begun();
  say(changed());
  await answer('set-data', { type: 'error', problem: 'the data are large' });
  assert.equal(traits.problem, 'the data are large');
  await until(() => /The data are not loaded: the data are large\./.test(el.textContent ?? '') || undefined);
  end();
});
