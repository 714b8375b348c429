// A draft as the stage can show it: words that are still missing are three dots. Pure, no DOM.

/** @typedef {import('../lessons/schema.js').Lesson} Lesson */
/** @typedef {import('../lessons/schema.js').Question} Question */

const MISSING = '…';
const written = (/** @type {string} */ text) => (text?.trim() ? text : MISSING);

/** @param {Lesson} lesson @returns {Lesson} */
export function shownLesson(lesson) {
  return { ...lesson, title: written(lesson.title), summary: written(lesson.summary),
    steps: lesson.steps.map(({ question, ...step }) => ({ ...step, title: written(step.title), text: written(step.text),
      ...(question && { question: shownQuestion(question) }) })) };
}

/** @param {Question} question @returns {Question} */
function shownQuestion({ choices, number, ...question }) {
  return { ...question, ask: written(question.ask), reveal: written(question.reveal),
    ...(choices && { choices: choices.map((one) => ({ ...one, text: written(one.text),
      feedback: written(one.feedback) })) }),
    ...(number && { number: { ...number, right: written(number.right), wrong: written(number.wrong) } }) };
}
