// Plays a step in a hidden frame as a reader would, at both sizes, and measures what does not fit and what is told.

import { PHONE, WIDE, pause } from '../lessons/stage-frame.js';
import { askedFigures, numbersByHand, numbersIn, plainNumber } from './warnings.js';

/** @typedef {import('../lessons/schema.js').Lesson} Lesson */
/** @typedef {import('../lessons/stage-frame.js').StageFrame} StageFrame */
/** @typedef {import('./warnings.js').Measured} Measured */

const ROUNDING = 4; // px that a line of text may stand over its box
const LAID_OUT = 150; // ms after a change of the size
const DIGITS = 6;
const ASKED = 'askedByEditor';

/**
 * Null if another step is wanted by now. Throws the reason why the step cannot be measured.
 * @param {StageFrame} frame @param {Lesson} lesson @param {number} step @returns {Promise<Measured | null>}
 */
export async function measureStep(frame, lesson, step) {
  const { question } = lesson.steps[step];
  frame.resize(WIDE);
  const stage = await frame.open(withAsked(lesson, step), step);
  if (!stage) return null;
  if (stage.querySelector('.lesson')?.getAttribute('data-phase') === 'failed') throw new Error('it cannot be set up');
  stage.documentElement.removeAttribute('data-text-size');
  const wide = { before: overflow(stage), after: /** @type {number | null} */ (null) };
  const shown = shownNumbers(stage);
  const phone = { before: 0, after: /** @type {number | null} */ (null) };
  await resized(frame, PHONE);
  phone.before = overflow(stage);
  if (!question) return { wide, phone, shown, asked: [] };
  // The question follows the text there.
  frame.press('.lesson-turn button:last-child');
  phone.before = Math.max(phone.before, overflow(stage));
  frame.answer(question);
  if (!await frame.until(() => frame.isRevealed())) return null;
  const asked = readAsked(stage);
  phone.after = overflow(stage);
  await resized(frame, WIDE);
  wide.after = overflow(stage);
  return { wide, phone, shown, asked: [...asked, ...numbersByHand(question)] };
}

/** @param {StageFrame} frame @param {import('../lessons/stage-frame.js').Size} size */
async function resized(frame, size) {
  frame.resize(size);
  await pause(LAID_OUT);
}

/**
 * A last paragraph of the reveal has the figures that the answer follows from.
 * @param {Lesson} lesson @param {number} at
 */
function withAsked(lesson, at) {
  const { question } = lesson.steps[at];
  if (!question) return lesson;
  const figures = askedFigures(question).map((is, place) => [`${ASKED}${place}`, { is, digits: DIGITS }]);
  if (!figures.length) return lesson;
  const asked = { ...question, figures: { ...question.figures, ...Object.fromEntries(figures) },
    reveal: `${question.reveal}\n\n${figures.map(([name]) => `{{${name}}}`).join(' ')}` };
  return { ...lesson, steps: lesson.steps.map((step, place) => (place === at ? { ...step, question: asked } : step)) };
}

/** Reads that paragraph, and takes it away. @param {Document} stage */
function readAsked(stage) {
  const figures = [...stage.querySelectorAll(`.lesson-reveal [data-figure^=${ASKED}]`)];
  figures[0]?.closest('p')?.remove();
  return figures.map(({ textContent }) => Number(plainNumber(textContent)))
    .filter(Number.isFinite);
}

/** The pixels of text, question and answers that do not fit. @param {Document} stage */
function overflow(stage) {
  const over = [...stage.querySelectorAll('.lesson-body, .lesson-asked')]
    .map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  return Math.max(0, ...over.filter((pixels) => pixels > ROUNDING));
}

/** The numbers that a reader sees before Reveal. The answers to choose from do not count. @param {Document} stage */
function shownNumbers(stage) {
  return [...textsIn(stage.querySelector('#main')).flatMap((text) => numbersIn(text, 'picture')),
    ...textsIn(stage.querySelector('.lesson-card')).flatMap((text) => numbersIn(text, 'text'))];
}

/** @param {Element | null} root @returns {string[]} */
function textsIn(root) {
  if (!root) return [];
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {string[]} */
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: parent } = node;
    if (parent?.checkVisibility({ visibilityProperty: true }) && !parent.closest('.lesson-choice, button')) {
      texts.push(node.nodeValue ?? '');
    }
  }
  return texts;
}
