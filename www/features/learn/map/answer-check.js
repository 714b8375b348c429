// Checks the answers of a class against a replay of the lesson: what a file tells must be what the run says. Pure.
//
// A file that agrees may still be the work of somebody else, or of a second try after the page was loaded again.

import { firstAnswers } from './answers.js';

/** @typedef {import('./answers.js').Answer} Answer */
/** @typedef {import('./answers.js').Answers} Answers */
/** @typedef {import('./answers.js').Mark} Mark */
/** @typedef {import('./answers.js').Reader} Reader */
/** What a replay of a lesson tells of each question, by the number of its step. @typedef {Map<number, Answer>} Key */
/**
 * How often each answer was the first one. `choices`: of a question for a number there are none, and `numbers` are its
 * answers in ascending order.
 * @typedef {{ step: number, ask: string, choices: { text: string, count: number, isRight: boolean }[],
 *   numbers: number[], measured: number | null, within: number | null }} Distribution
 */

/** ms: nobody goes on to another question, reads it and answers it within this time. */
const LEAST_BETWEEN = 200;
/** ms that the clock of a reader may be ahead. */
const CLOCK = 24 * 3_600_000;
/** Relative difference of two measured numbers: another browser may round a picture's figures in another way. */
const TOLERANCE = 1e-9;

/** The key of a lesson, from the answers that a replay gave. @param {Answer[]} replayed @returns {Key} */
export const keyOf = (replayed) => new Map(replayed.map((one) => [one.step, one]));

/**
 * Whether a response is right according to a replay; null where its run cannot decide.
 * @param {string} response @param {Answer} told @returns {Mark}
 */
export function judged(response, { success, right, measured, within }) {
  if (success === null) return null;
  if (measured === null || within === null) return right.includes(response);
  return Math.abs(measured - Number(response)) <= within;
}

/**
 * Returns why a file cannot be what a reader's page wrote, as sentences without their end; none if it can.
 * @param {Answers} answers @param {Key} key of its lesson @param {number} now in ms
 */
export function problemsOf(answers, key, now) {
  const wrong = answers.answers.flatMap((one) => problemOf(one, key.get(one.step)) ?? []);
  return [...new Set([...wrong, ...timeProblems(answers, now)])];
}

/** @param {Answer} answer @param {Answer | undefined} told by the replay */
function problemOf({ step, response, success, ask, choices, right, measured, within }, told) {
  if (!told) return `step ${step} asks nothing in this lesson`;
  if (ask !== told.ask || choices.join('\n') !== told.choices.join('\n') || within !== told.within) {
    return `step ${step} has another question here: the file is changed, or of another version of the lesson`;
  }
  const isChoice = told.choices.length > 0;
  if (isChoice ? !told.choices.some((_choice, at) => String(at) === response)
    : response.trim() === '' || !Number.isFinite(Number(response))) {
    return `step ${step} has an answer that its question does not offer`;
  }
  if (isChoice ? right.join() !== told.right.join() : !isNear(measured, told.measured)) {
    return `step ${step} calls another answer right than the run does`;
  }
  const mark = judged(response, told);
  return mark === success ? null
    : `step ${step} is marked ${markWord(success)}, and the run says ${markWord(mark)}`;
}

/** @param {Mark} mark */
const markWord = (mark) => (mark === null ? 'not decided' : mark ? 'right' : 'wrong');

/** @param {number | null} one @param {number | null} other */
const isNear = (one, other) => one === other
  || (one !== null && other !== null && Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(other)));

/** @param {Answers} answers @param {number} now */
function timeProblems({ events }, now) {
  if (events.some(({ time }) => !Number.isFinite(time))) return ['a time is missing or cannot be read'];
  if (events.some(({ time }) => time > now + CLOCK)) return ['a time is in the future'];
  if (events[0]?.verb !== 'initialized') return ['the file does not begin with the start of the lesson'];
  const at = events.findIndex(({ time }, index) => index > 0 && time < events[index - 1].time);
  if (at > 0) return ['a time is earlier than the one above it in the file'];
  const answered = events.filter(({ verb }) => verb === 'answered');
  const close = answered.findIndex(({ step, time }, index) => index > 0 && step !== answered[index - 1].step
    && time - answered[index - 1].time < LEAST_BETWEEN);
  const [before, behind] = answered.slice(close - 1);
  if (close > 0) return [`steps ${before.step} and ${behind.step} were answered at the same time`];
  return answeredTooEarly(events);
}

/**
 * A step that was answered first and reached afterwards, in one visit. A step that a link skips is never reached, and
 * can be answered when the reader goes back.
 * @param {import('./answers.js').Event[]} events
 */
function answeredTooEarly(events) {
  /** @type {Set<number>} */
  let answered = new Set();
  for (const { verb, step } of events) {
    if (verb === 'initialized') answered = new Set();
    if (verb === 'progressed' && answered.has(step)) return [`step ${step} was answered before it was reached`];
    if (verb === 'answered') answered.add(step);
  }
  return [];
}

/**
 * Returns for each reader whose answers have the times of another reader's the name of that reader. Times are in
 * milliseconds, so that no two readers share them.
 * @param {Reader[]} readers
 * @returns {Map<string, string>}
 */
export function copies(readers) {
  /** @type {Map<string, string[]>} */
  const byTimes = new Map();
  for (const { who, answers } of readers) {
    const times = answers.answers.map(({ step, time }) => `${step}:${time}`).join();
    byTimes.set(times, [...byTimes.get(times) ?? [], who]);
  }
  return new Map([...byTimes.values()].filter((all) => all.length > 1)
    .flatMap((all) => all.map((who, at) => [who, all[at === 0 ? 1 : 0]])));
}

/**
 * Returns how the readers answered each question at first.
 * @param {Key} key @param {Reader[]} readers whose files agree with it
 * @returns {Distribution[]}
 */
export function distributions(key, readers) {
  const all = readers.map(({ answers }) => firstAnswers(answers));
  return [...key.values()].map(({ step, ask, choices, right, measured, within }) => {
    const responses = all.flatMap((first) => first.get(step)?.response ?? []);
    return { step, ask, measured, within,
      choices: choices.map((text, at) => ({ text, isRight: right.includes(String(at)),
        count: responses.filter((one) => one === String(at)).length })),
      numbers: choices.length ? [] : responses.map(Number).sort((a, b) => a - b) };
  });
}
