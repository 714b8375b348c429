// The types of host messages in the npm package are those of the page: each typed message is understood, and every field of
// the page has a type. The compiler checks the assignments.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../../../scripts/lib/project.mjs';
import { PROTOCOL, VERSION } from '../../../../www/lib/host-protocol.js';
import { THEMES, UNDERSTOOD, readHello, readMessage } from '../../../../www/features/share/embedding/messages.js';

/** @typedef {import('../../../../npm/host-messages.js').HostMessage} HostMessage */
/** @typedef {import('../../../../npm/host-messages.js').SetTheme} SetTheme */
/** @typedef {import('../../../../npm/host-messages.js').Understood} Understood */

const envelope = /** @type {const} */ ({ protocol: 'rankscope-embed', version: 1 });

/** A message of every type, with all fields. @type {HostMessage[]} */
const MESSAGES = [
  { ...envelope, type: 'hello', opaque: true },
  { ...envelope, type: 'set-data', id: 1, letor: '1 qid:1 1:1', name: 'a', validation: '1 qid:1 1:1', test: '1 qid:1 1:1' },
  { ...envelope, type: 'set-state', link: 'v=1' }, { ...envelope, type: 'set-state', id: 'b', settings: { c: 1, measures: ['map'], group: null } },
  { ...envelope, type: 'set-state', query: '7' }, { ...envelope, type: 'set-state', query: null },
  { ...envelope, type: 'set-data', letor: new Blob(['1 qid:1 1:1']) },
  { ...envelope, type: 'set-theme', theme: 'dark' }, { ...envelope, type: 'train' }, { ...envelope, type: 'get-model' }, { ...envelope, type: 'get-picture', id: 3 },
  { ...envelope, type: 'open-lesson', name: 'ties', step: 2 }, { ...envelope, type: 'open-lesson', lesson: { rankscope: 'lesson' } }, { ...envelope, type: 'open-lesson', lesson: '{}', step: 1 },
  { ...envelope, type: 'get-result', id: 2 }, { ...envelope, type: 'get-answers' },
];

test('the page understands every typed message', () => {
  assert.deepEqual([envelope.protocol, envelope.version], [PROTOCOL, VERSION]);
  for (const message of MESSAGES) {
    if (message.type === 'hello') assert.deepEqual(readHello(message), { id: null, version: 1, opaque: true });
    else assert.equal('problem' in readMessage(message), false, JSON.stringify(readMessage(message)));
  }
});

test('every field that the page knows has a type', () => {
  /** @type {Understood} */
  const understood = UNDERSTOOD;
  const typed = MESSAGES.flatMap(({ type, protocol: _protocol, version: _version, ...fields }) => Object.keys(fields).map((field) => `${type} ${field}`));
  for (const [type, fields] of Object.entries(understood)) for (const field of fields) assert.ok(typed.includes(`${type} ${field}`), `${type} ${field}`);
  /** @type {SetTheme['theme'][]} */
  const themes = [...THEMES];
  assert.equal(themes.length, 3);
});

test('results and statements of the page have the types of the package, both ways', () => {
  // These functions are never called: that they compile is the test.
  /** @param {import('../../../../www/features/share/embedding/run-result.js').RunResult} result @returns {import('../../../../npm/host-messages.js').RunResult} */
  const resultToHost = (result) => result;
  /** @param {import('../../../../npm/host-messages.js').RunResult} result @returns {import('../../../../www/features/share/embedding/run-result.js').RunResult} */
  const resultFromHost = (result) => result;
  /** @param {import('../../../../www/features/learn/lessons/statements.js').Statement} statement @returns {import('../../../../npm/host-messages.js').Statement} */
  const statementToHost = (statement) => statement;
  /** @param {import('../../../../npm/host-messages.js').Statement} statement @returns {import('../../../../www/features/learn/lessons/statements.js').Statement} */
  const statementFromHost = (statement) => statement;
  assert.equal([resultToHost, resultFromHost, statementToHost, statementFromHost].length, 4);
  // The replies of docs/embedding.md are those of the types.
  const types = readFileSync(at('npm', 'host-messages.d.ts'), 'utf8');
  for (const field of ['queries', 'documents', 'features', 'ignored', 'title', 'steps', 'result', 'statements', 'problem', 'understood', 'model', 'svg', 'query', 'height']) assert.match(types, new RegExp(`\\b${field}\\??:`));
});
