// Replays lessons on a stage in a frame, and tells what their runs say of each question. The page around the frame
// keeps its data, its run, its answers and its progress.

import { toldBy } from './answers.js';
import { keyOf } from './answer-check.js';

/** @typedef {import('../lessons/schema.js').Lesson} Lesson */
/** @typedef {import('../lessons/stage-frame.js').StageFrame} StageFrame */

/**
 * Plays a lesson from its first step to its last question, and answers each question. Resolves to the name that the
 * page gives to this content, and to the key; null if the frame was ended meanwhile. Throws the reason why the lesson
 * cannot be played.
 * @param {StageFrame} frame @param {Lesson} lesson @param {(step: number) => void} progress from 1
 * @returns {Promise<{ id: string, key: import('./answer-check.js').Key } | null>}
 */
export async function replay(frame, lesson, progress) {
  const last = lesson.steps.findLastIndex(({ question }) => question);
  for (let step = 0; step <= last; step += 1) {
    progress(step + 1);
    if (step === 0) {
      if (!await frame.open(lesson, 0)) return null;
    } else {
      frame.next();
      if (!await frame.until(() => frame.isThere(lesson, step))) return null;
    }
    const { question } = lesson.steps[step];
    if (!question) continue;
    frame.answer(question);
    if (!await frame.until(() => frame.isRevealed())) return null;
  }
  // The frame has played other lessons before: the last one that begins is this one.
  const id = (await frame.statements()).map(lessonOf).findLast((one) => one !== null) ?? null;
  if (id === null) throw new Error('the replay tells nothing');
  const { answers } = toldBy(await frame.statements(), id);
  const isReplayed = (/** @type {number} */ at) => answers.some(({ step }) => step === at + 1);
  const missing = lesson.steps.findIndex(({ question }, at) => question && !isReplayed(at));
  if (missing >= 0) throw new Error(`step ${missing + 1} could not be replayed`);
  return { id, key: keyOf(answers) };
}

/** The lesson that a statement begins; null for other statements. @param {unknown} statement */
function lessonOf(statement) {
  const { object, verb } = /** @type {any} */ (statement);
  return verb.display.en === 'initialized' ? /** @type {string} */ (object.id) : null;
}
