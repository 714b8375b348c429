// What a reader did in a lesson, as statements in the form of xAPI without an actor: verb, object, result, time. Pure,
// no DOM, no clock.

import { isRevealed } from './lesson-state.js';
import { decisionOf, isRight } from './verdict.js';

/** @typedef {import('./lesson-state.js').Open} Open */
/** @typedef {import('./lesson-state.js').LessonsState} State */
/** @typedef {import('./lesson-state.js').LessonsAction} Action */
/** @typedef {import('./schema.js').Step} Step */

/**
 * @typedef {object} Statement
 * @property {{ id: string, display: { en: string } }} verb
 * @property {{ objectType: 'Activity', id: string, definition: Record<string, unknown> }} object
 * @property {{ success?: boolean, completion?: boolean, response?: string,
 *   extensions?: Record<string, unknown> }} result
 * @property {string} timestamp in UTC, as in ISO 8601
 */

/** Names of verbs and kinds of activities. They are names; nothing is fetched from there. */
const VERBS = 'http://adlnet.gov/expapi/verbs/';
const KINDS = 'http://adlnet.gov/expapi/activities/';
const LONGEST = 500; // characters of a text in a statement

/**
 * The statements that an action gives rise to; none for most.
 * @param {State} state after the action @param {Action} action @param {State} previous @param {string} timestamp
 * @returns {Statement[]}
 */
export function statementsAfter({ lessons }, action, previous, timestamp) {
  const { open } = lessons;
  if (!open) return [];
  if (action.type === 'lessons/open') return [begun(open, timestamp)];
  if (action.type !== 'lessons/ready' || action.step !== open.step) return [];
  const { step } = open;
  const old = previous.lessons.open;
  const answered = isRevealed(open) && !(old && isRevealed(old));
  const seen = !action.after && !old?.snapshots[step]?.now;
  const isEnd = step === open.lesson.steps.length - 1 && (open.lesson.steps[step].question ? answered : seen);
  return [...(seen ? [reached(open, timestamp)] : []), ...(answered ? [answerOf(open, step, timestamp)] : []),
    ...(isEnd ? [ended(open, timestamp)] : [])];
}

/** The address of a lesson as a name: its own on this page, else a checksum of its content. @param {Open} open */
export function lessonName({ id, lesson }) {
  if (id !== null) return `urn:rankscope:lesson:${id}`;
  let sum = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(JSON.stringify(lesson))) sum = Math.imul(sum ^ unit, 0x01000193) >>> 0;
  return `urn:rankscope:lesson:own:${sum.toString(16).padStart(8, '0')}`;
}

/** @param {Open} open @param {string} timestamp @returns {Statement} */
function begun(open, timestamp) {
  return { ...statement('initialized', lessonName(open), lessonAbout(open), timestamp), result: {} };
}

/** @param {Open} open @param {string} timestamp @returns {Statement} */
function reached(open, timestamp) {
  const { lesson, step } = open;
  const about = { name: text(lesson.steps[step].title), type: `${KINDS}lesson` };
  return { ...statement('progressed', `${lessonName(open)}:step:${step + 1}`, about, timestamp),
    result: { extensions: { 'urn:rankscope:step': step + 1, 'urn:rankscope:steps': lesson.steps.length } } };
}

/** @param {Open} open @param {string} timestamp @returns {Statement} */
function ended(open, timestamp) {
  return { ...statement('completed', lessonName(open), lessonAbout(open), timestamp),
    result: { completion: true } };
}

/**
 * The statement of an answer. Where the run cannot decide, `success` is absent and an extension has the reason.
 * @param {Open} open @param {number} step @param {string} timestamp @returns {Statement}
 */
function answerOf(open, step, timestamp) {
  const { lesson, snapshots, remembered, answers } = open;
  const { title, question } = lesson.steps[step];
  const seen = snapshots[step];
  const answer = answers[step];
  if (!question) throw new Error('the step has no question');
  const decision = decisionOf(question, { ...remembered, now: seen?.after, before: seen?.now });
  const success = isRight(question, answer, decision);
  const { choices, number } = question;
  const isDecided = decision.undecided === null;
  const right = choices ? decision.rights.flatMap((one, at) => (one ? [String(at)] : []))
    : [String(decision.value)];
  return {
    ...statement('answered', `${lessonName(open)}:step:${step + 1}:question`, {
      name: text(title), description: text(question.ask), type: `${KINDS}cmi.interaction`,
      interactionType: choices ? 'choice' : 'numeric',
      ...(choices && { choices: choices.map((one, at) => ({ id: String(at), description: text(one.text) })) }),
      ...(isDecided && { correctResponsesPattern: right }),
    }, timestamp),
    result: {
      response: String('choice' in answer ? answer.choice : answer.number), ...(success !== null && { success }),
      ...(success === null && { extensions: { 'urn:rankscope:undecided': decision.undecided ?? '' } }),
      ...(number && isDecided && { extensions: { 'urn:rankscope:measured': decision.value,
        'urn:rankscope:within': number.within } }),
    },
  };
}

/** @param {Open} open */
const lessonAbout = ({ lesson }) =>
  ({ name: text(lesson.title), description: text(lesson.summary), type: `${KINDS}course` });

/** @param {string} words */
const text = (words) => ({ en: words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words });

/**
 * @param {string} verb @param {string} id @param {Record<string, unknown>} definition @param {string} timestamp
 */
function statement(verb, id, definition, timestamp) {
  return { verb: { id: VERBS + verb, display: { en: verb } },
    object: { objectType: /** @type {const} */ ('Activity'), id, definition }, timestamp };
}
