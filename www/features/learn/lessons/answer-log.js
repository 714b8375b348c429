// The statements about the reader's way through lessons since the log was begun. One log per store. No DOM.

import { lessonName, statementsAfter } from './statements.js';

/** @typedef {import('./statements.js').Statement} Statement */
/** @typedef {import('./lesson-state.js').LessonsStore} Store */

const MOST = 1_000; // statements; the oldest go first

/** @typedef {{ statements: Statement[], watch: (take: (statement: Statement) => void) => void }} AnswerLog */

/** @type {WeakMap<object, AnswerLog>} */
const logs = new WeakMap();

/** Returns the log of a store, and begins it at the first call. @param {Store} store @returns {AnswerLog} */
export function answerLog(store) {
  const known = logs.get(store);
  if (known) return known;
  /** @type {((statement: Statement) => void)[]} */
  const watchers = [];
  /** @type {AnswerLog} */
  const log = { statements: [], watch: (take) => void watchers.push(take) };
  logs.set(store, log);
  store.subscribe((state, action, previous) => {
    for (const one of statementsAfter(state, action, previous, new Date().toISOString())) {
      log.statements.push(one);
      if (log.statements.length > MOST) log.statements.shift();
      for (const take of watchers) take(one);
    }
  });
  return log;
}

/**
 * The answers given in the open lesson, as text for the clipboard; null without any.
 * @param {Store} store
 */
export function answersText(store) {
  const { open } = store.get().lessons;
  if (!open) return null;
  const name = lessonName(open);
  const statements = answerLog(store).statements.filter(({ verb, object }) =>
      verb.display.en === 'answered' && object.id.startsWith(`${name}:step:`));
  // A question that was answered again in a second visit counts with its last answer.
  const last = new Map(statements.map((one) => [one.object.id, one]));
  if (!last.size) return null;
  return JSON.stringify({ rankscope: 'answers', version: 1, lesson: { id: name, title: open.lesson.title },
    statements: [...last.values()] });
}
