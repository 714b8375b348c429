// Plays lessons on a stage in a frame, and takes a still of each step that is wanted and what the run says of its
// question. The page around the frame keeps its data, its run, its answers and its progress: the frame has its own.

import { stillOf } from './still.js';

/** @typedef {import('../schema.js').Lesson} Lesson */
/** @typedef {import('../stage-frame.js').StageFrame} StageFrame */

/**
 * What is wanted of a lesson: for each step the picture before the answer or after it, or none. The steps that come
 * after the last one that is wanted are not played.
 * @typedef {'before' | 'after' | null} Wanted
 */
/**
 * What the run says of a question. `rights`: the places of the right choices. `value`: the number asked for, in words.
 * `undecided`: why the run cannot decide, in words. `reveal`: the explanation with its figures.
 * @typedef {{ rights: number[], value: string | null, undecided: string | null, reveal: Node[] }} Outcome
 */
/**
 * A step that was played. `still`: null without a picture. `outcome`: null without a question that was revealed.
 * @typedef {{ still: HTMLElement | null, outcome: Outcome | null }} Played
 */

/**
 * One entry for each step that was played. Null if the frame was ended meanwhile. Throws the reason why a lesson cannot
 * be shown.
 * @param {StageFrame} frame @param {Lesson} lesson @param {Wanted[]} wanted @param {number} width on paper, in px
 * @returns {Promise<Played[] | null>}
 */
export async function play(frame, lesson, wanted, width) {
  /** @type {Played[]} */
  const played = [];
  const last = wanted.findLastIndex((one) => one !== null);
  for (let step = 0; step <= last; step += 1) {
    if (step === 0) {
      if (!await frame.open(lesson, 0)) return null;
    } else {
      frame.next();
      if (!await frame.until(() => frame.isThere(lesson, step))) return null;
    }
    const { picture, question } = lesson.steps[step];
    const isAnswered = Boolean(question) && wanted[step] === 'after';
    if (question && isAnswered) {
      frame.answer(question);
      if (!await frame.until(() => frame.isRevealed())) return null;
    }
    played.push({ still: picture && wanted[step] !== null ? still(frame, width) : null,
      outcome: isAnswered ? outcomeOn(frame) : null });
  }
  return played;
}

/** What the stage says after the answer; null if the step could not be shown. @param {StageFrame} frame */
function outcomeOn(frame) {
  const stage = frame.document;
  const [said, ...reveal] = stage.querySelectorAll('.lesson-card.revealed .lesson-reveal > p');
  if (!said) return null;
  const choices = [...stage.querySelectorAll('.lesson-asked .lesson-choice')];
  return /** @type {Outcome} */ ({
    rights: choices.flatMap((choice, at) => (choice.matches('.is-right') ? [at] : [])),
    value: said.querySelector('.answer-value')?.textContent ?? null,
    undecided: said.matches('.answer-undecided') ? said.textContent : null,
    reveal: reveal.map(plainCopy),
  });
}

/** Words for paper, where no term opens. @param {Element} paragraph of the frame */
function plainCopy(paragraph) {
  const copy = document.importNode(paragraph, true);
  for (const term of copy.querySelectorAll('.term')) term.replaceWith(...term.childNodes);
  return copy;
}

/** @param {StageFrame} frame @param {number} width */
function still(frame, width) {
  const stage = frame.document;
  const picture = stage.querySelector('.stage-place > :not(.problem)');
  const isThere = picture && stage.querySelector('.lesson')?.getAttribute('data-phase') === 'there';
  return isThere ? stillOf(/** @type {HTMLElement} */ (picture), width) : null;
}
