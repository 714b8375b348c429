// Plays lessons on a stage in a frame and takes a still of each step that is wanted. The page around the frame keeps
// its data, its run, its answers and its progress: the frame has its own.

import { stillOf } from './still.js';

/** @typedef {import('../schema.js').Lesson} Lesson */
/** @typedef {import('../stage-frame.js').StageFrame} StageFrame */

/**
 * What is wanted of a lesson: for each step the picture before the answer or after it, or none. The steps that come
 * after the last one that is wanted are not played.
 * @typedef {'before' | 'after' | null} Wanted
 */
/** A still for each step; null without a picture. @typedef {(HTMLElement | null)[]} Stills */

/**
 * Null if the frame was ended meanwhile. Throws the reason why a lesson cannot be shown.
 * @param {StageFrame} frame @param {Lesson} lesson @param {Wanted[]} wanted @param {number} width on paper, in px
 * @returns {Promise<Stills | null>}
 */
export async function stillsOf(frame, lesson, wanted, width) {
  /** @type {Stills} */
  const stills = lesson.steps.map(() => null);
  const last = wanted.findLastIndex((one, at) => one !== null && lesson.steps[at].picture);
  for (let step = 0; step <= last; step += 1) {
    if (step === 0) {
      if (!await frame.open(lesson, 0)) return null;
    } else {
      frame.next();
      if (!await frame.until(() => frame.isThere(lesson, step))) return null;
    }
    const { picture, question } = lesson.steps[step];
    if (!picture || wanted[step] === null) continue;
    if (question && wanted[step] === 'after') {
      frame.answer(question);
      if (!await frame.until(() => frame.isRevealed())) return null;
    }
    stills[step] = still(frame, width);
  }
  return stills;
}

/** @param {StageFrame} frame @param {number} width */
function still(frame, width) {
  const stage = frame.document;
  const picture = stage.querySelector('.stage-place > :not(.problem)');
  const isThere = picture && stage.querySelector('.lesson')?.getAttribute('data-phase') === 'there';
  return isThere ? stillOf(/** @type {HTMLElement} */ (picture), width) : null;
}
