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
 * What the reader did in a lesson: `statements` are all of its statements, in the order of time.
 * @typedef {{ rankscope: 'answers', version: 1, lesson: { id: string, title: string },
 *   statements: Statement[] }} OwnAnswers
 */

/**
 * The reader's way through the open lesson with all answers; null without any answer.
 * @param {Store} store
 * @returns {OwnAnswers | null}
 */
export function ownAnswers(store) {
  const { open } = store.get().lessons;
  if (!open) return null;
  const id = lessonName(open);
  const statements = answerLog(store).statements.filter(({ object }) =>
    object.id === id || object.id.startsWith(`${id}:step:`));
  if (!statements.some(({ verb }) => verb.display.en === 'answered')) return null;
  return { rankscope: 'answers', version: 1, lesson: { id, title: open.lesson.title }, statements };
}
