// Reports a lesson to a learning platform by SCORM 1.2: status, score, interactions, time, and where to go on.
// Source: SCORM 1.2 Run-Time Environment (2001), sections 3.3 and 3.4.

import { FirstAnswers, ownLesson, play, say } from './course.js';

/**
 * @typedef {{ LMSInitialize: (none: '') => unknown, LMSFinish: (none: '') => unknown, LMSCommit: (none: '') => unknown,
 *   LMSGetValue: (name: string) => unknown, LMSSetValue: (name: string, value: string) => unknown,
 *   LMSGetLastError: () => unknown, LMSGetErrorString: (code: string) => unknown }} Api
 */

const MOST_PARENTS = 50;
const LONGEST_TEXT = 255; // characters of a CMIString255

/** Returns the API of the platform around this page, or of the window that opened it; null without any. */
function findApi() {
  return apiAbove(window) ?? (window.opener ? apiAbove(window.opener) : null);
}

/** @param {Window} from @returns {Api | null} */
function apiAbove(from) {
  let place = from;
  for (let depth = 0; depth < MOST_PARENTS; depth += 1) {
    try {
      const api = Reflect.get(place, 'API');
      if (api) return api;
    } catch {
      // A window of another origin has no API for this page; one above it may.
    }
    if (place.parent === place) return null;
    place = place.parent;
  }
  return null;
}

/** @param {Api} api @param {import('./course.js').Lesson} lesson */
async function record(api, lesson) {
  if (String(api.LMSInitialize('')) !== 'true') {
    throw new Error(`The learning platform did not begin: ${lastError(api)}`);
  }
  const begun = Date.now();
  const get = (/** @type {string} */ name) => String(api.LMSGetValue(name) ?? '');
  const set = (/** @type {string} */ name, /** @type {string} */ value) => {
    if (String(api.LMSSetValue(name, value)) !== 'true') {
      say(`The learning platform refused ${name}: ${lastError(api)}`);
    }
  };
  const commit = () => {
    if (String(api.LMSCommit('')) !== 'true') say(`The learning platform did not keep the answers: ${lastError(api)}`);
  };
  const answers = new FirstAnswers(lesson.questions, get('cmi.suspend_data'));
  let count = Number(get('cmi.interactions._count')) || 0;
  if (['', 'not attempted', 'unknown'].includes(get('cmi.core.lesson_status'))) {
    set('cmi.core.lesson_status', 'incomplete');
  }

  /** @param {number} step @param {import('./course.js').Statement} statement */
  function answered(step, { timestamp, object: { definition }, result }) {
    if (!answers.take(step, result.success)) return;
    const name = `cmi.interactions.${count}`;
    count += 1;
    set(`${name}.id`, `${lesson.id}-step-${step}`);
    set(`${name}.time`, new Date(timestamp).toTimeString().slice(0, 8));
    set(`${name}.type`, definition.interactionType ?? 'choice');
    for (const [at, right] of (definition.correctResponsesPattern ?? []).entries()) {
      set(`${name}.correct_responses.${at}.pattern`, right.slice(0, LONGEST_TEXT));
    }
    set(`${name}.student_response`, result.response ?? '');
    set(`${name}.result`, result.success === undefined ? 'neutral' : result.success ? 'correct' : 'wrong');
    if (answers.score !== null) {
      set('cmi.core.score.min', '0');
      set('cmi.core.score.max', '100');
      set('cmi.core.score.raw', String(Math.round(answers.score * 10_000) / 100));
    }
    set('cmi.suspend_data', answers.text);
    if (answers.isDone) set('cmi.core.lesson_status', 'completed');
    commit();
  }

  let isFinished = false;
  addEventListener('pagehide', () => {
    if (isFinished) return;
    isFinished = true;
    set('cmi.core.session_time', timespan(Date.now() - begun));
    // Without it a platform may forget the first answers of a lesson that is done, and count a later visit anew.
    set('cmi.core.exit', 'suspend');
    commit();
    api.LMSFinish('');
  });
  await play(lesson, Number(get('cmi.core.lesson_location')) || 1, {
    reached: (step) => set('cmi.core.lesson_location', String(step)), answered,
    ended: () => {
      if (lesson.questions.length) return;
      set('cmi.core.lesson_status', 'completed');
      commit();
    } });
}

/** @param {Api} api */
const lastError = (api) => {
  const code = String(api.LMSGetLastError());
  return `${api.LMSGetErrorString(code) || 'without a reason'} (error ${code}).`;
};

/** A CMITimespan, as in 0000:12:04.50. @param {number} time in ms */
export function timespan(time) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const hundredths = Math.floor(time / 10);
  const [seconds, minutes, hours] = [hundredths / 100, hundredths / 6_000, hundredths / 360_000].map(Math.floor);
  return `${String(hours).padStart(4, '0')}:${two(minutes % 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}

async function start() {
  const lesson = ownLesson();
  const api = findApi();
  if (api) return record(api, lesson);
  say('No learning platform with SCORM 1.2 was found around this page, so nobody records your answers.');
  await play(lesson, 1, { reached: () => {}, answered: () => {}, ended: () => {} });
}

start().catch((error) => say(error instanceof Error ? error.message : String(error)));
