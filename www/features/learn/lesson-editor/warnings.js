// What does not fit or tells the answer too early: warnings of a draft, each with its step, its field and what to do.
// Pure, no DOM.

import { partName, wordsOfPart } from './picture-descriptions.js';

/** @typedef {import('../lessons/schema.js').Lesson} Lesson */
/** @typedef {import('../lessons/schema.js').Step} Step */
/** @typedef {import('../lessons/schema.js').Question} Question */
/** @typedef {import('../lessons/expressions.js').Condition} Condition */
/** @typedef {import('../lessons/expressions.js').Sum} Sum */
/** @typedef {import('./picture-descriptions.js').PictureDescriptions} PictureDescriptions */

/** `place`: the field of the step that it is about. @typedef {{ place: string, text: string }} Warning */
/**
 * What the real stage says of a step. `wide` and `phone`: the pixels that do not fit, of the step, and after Reveal;
 * null without a question. `shown`: the numbers on the screen before Reveal. `asked`: the figures that the answer
 * follows from.
 * @typedef {{ wide: Fit, phone: Fit, shown: ShownNumber[], asked: number[] }} Measured
 */
/** @typedef {{ before: number, after: number | null }} Fit */
/** @typedef {{ text: string, isPercent: boolean, place: 'picture' | 'text' }} ShownNumber */

export const MOST_WORDS = 45; // of the text before a question

/** The number of words that a reader reads. @param {string} text */
export function wordCount(text) {
  const plain = text.replace(/\{term:[\w-]+\|?([^{}]*)\}/g, (_whole, words) => words || 'term')
    .replace(/\{\{\w+\}\}/g, '0').replace(/\[\d\]/g, ' ').replace(/[*`]/g, '');
  return (plain.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length;
}

/**
 * What the draft alone says of a step.
 * @param {Lesson} lesson @param {number} at @param {PictureDescriptions} pictures @returns {Warning[]}
 */
export function warningsOf({ steps }, at, pictures) {
  const step = steps[at];
  const words = wordCount(step.text);
  return [
    ...(step.question && words > MOST_WORDS ? [{ place: 'text',
      text: `The text has ${words} words before the question. Keep to ${MOST_WORDS}; move the rest to More.` }] : []),
    ...(step.gist ? [] : [{ place: 'gist', text: 'There is no gist. A phone folds the text to this line: write it.' }]),
    ...(step.claim ? [] : [{ place: 'claim', text: 'There is no claim. The printed summary has it: write it.' }]),
    ...(step.picture || step.highlight ? [] : [{ place: 'picture',
      text: 'Nothing stands beside the text. Choose a picture, or point at a part of the page.' }]),
    ...hiddenWithoutQuestion(step, pictures),
    ...unexplained(steps, at, pictures),
  ];
}

/** @param {Step} step @param {PictureDescriptions} pictures @returns {Warning[]} */
function hiddenWithoutQuestion({ picture = '', show = [], question }, pictures) {
  return question ? [] : show.filter((part) => part.endsWith('?')).map((part) => ({ place: 'show',
    text: `“${partName(pictures[picture], part.slice(0, -1))}” waits for an answer, but the step asks nothing. `
      + 'Show it or ask.' }));
}

/** Parts that appear although no text up to here speaks of them. @param {Step[]} steps @param {number} at
 * @param {PictureDescriptions} pictures */
function unexplained(steps, at, pictures) {
  const { picture = '', show = [] } = steps[at];
  const { [picture]: description } = pictures;
  if (!description) return [];
  const texts = steps.slice(0, at + 1).map(textsOf).join(' ');
  return show.flatMap((entry) => {
    const part = entry.replace(/\?$/, '');
    const words = wordsOfPart(description, part);
    return words.some((word) => isNamed(word, texts)) ? [] : [{ place: 'show',
      text: `“${partName(description, part)}” is shown, but no text so far speaks of it. `
        + 'Explain it or leave it out.' }];
  });
}

/** Whether a text has a word, or a form of it. @param {string} word @param {string} text */
const isNamed = (word, text) => (word.length < 2 ? new RegExp(`\\b${word}\\b`).test(text)
  : text.toLowerCase().includes(word.toLowerCase().replace(/(es|s|e)$/, '')));

/** @param {Step} step */
function textsOf({ title, text, more, question }) {
  const { ask, reveal, more: later, choices } = question ?? {};
  return [title, text, more, ask, reveal, later, ...(choices ?? []).flatMap((one) => [one.text, one.feedback])]
    .filter(Boolean).join(' ').replace(/[*`]/g, '').replace(/\{term:[\w-]+\|?([^{}]*)\}/g, '$1');
}

/** The field that decides what a reader sees there. */
const FIELD_OF = { text: 'text', picture: 'show', page: 'highlight' };

/**
 * What the real stage says of a step: what holds, and what does not.
 * @param {Step} step @param {Measured} measured @returns {(Warning & { holds: boolean })[]}
 */
export function checksOf(step, { wide, phone, shown, asked }) {
  const what = step.question ? 'Text, question and answers' : 'Title and text';
  const fits = [{ name: '1280 × 720', fit: wide }, { name: '390 × 844', fit: phone }].map(({ name, fit }) => {
    const after = fit.after ?? 0;
    if (fit.before > 0) {
      return { place: 'text', holds: false, text: `${what} need ${fit.before} px more at ${name}. Shorten them.` };
    }
    return after > 0 ? { place: 'question.reveal', holds: false,
      text: `After Reveal, ${after} px do not fit at ${name}. Shorten the explanation.` }
      : { place: 'text', holds: true, text: `${what} fit at ${name}${step.question ? ', also after Reveal' : ''}.` };
  });
  const told = asked.flatMap((value) => shownAs(value, shown) ?? []);
  if (told.length) {
    const [{ text, place: seen }] = told;
    const place = seen === 'picture' && !step.picture ? 'page' : seen;
    return [...fits, { place: FIELD_OF[place], holds: false,
      text: step.question?.number ? `The ${place} shows the answer, ${text}, before Reveal. Hide it.`
        : `The answer follows from ${text}, which the ${place} shows before Reveal. Hide it if it tells too much.`
    }];
  }
  return asked.length ? [...fits, { place: 'question', holds: true,
    text: 'The figure of the answer is not on the screen before Reveal.' }] : fits;
}

/** A number on the screen that stands for a value; null if there is none. @param {number} value
 * @param {ShownNumber[]} shown */
export function shownAs(value, shown) {
  return shown.find(({ text, isPercent }) => {
    const plain = plainNumber(text);
    const decimals = plain.split('.')[1]?.length ?? 0;
    // A single digit stands for too many things.
    if (plain.replace(/[-.]/g, '').replace(/^0+/, '').length < 2) return false;
    return Number(plain).toFixed(decimals) === (isPercent ? 100 * value : value).toFixed(decimals);
  }) ?? null;
}

/** A number as a program writes it. @param {string} text of the page */
export const plainNumber = (text) => text.replace(/,/g, '').replace('−', '-');

/** The numbers of a text. @param {string} text @param {ShownNumber['place']} place @returns {ShownNumber[]} */
export const numbersIn = (text, place) => [...text.matchAll(/[−-]?\d[\d,]*(?:\.\d+)?(?=(\s?%)?)/g)]
  .map(([number, percent]) => ({ text: number.replace(/,$/, ''), isPercent: Boolean(percent), place }));

/**
 * What the right answer of a question follows from, as figures of the run.
 * @param {Question} question @returns {Sum[]}
 */
export function askedFigures({ choices = [], number }) {
  if (number) return [number.is];
  const all = choices.flatMap(({ right }) => (typeof right === 'boolean' ? [] : figuresIn(right)));
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** The figures after the answer that a condition compares. @param {Condition} condition @returns {Sum[]} */
function figuresIn(condition) {
  if ('all' in condition) return condition.all.flatMap(figuresIn);
  if ('any' in condition) return condition.any.flatMap(figuresIn);
  if ('not' in condition) return figuresIn(condition.not);
  const [left, right] = 'less' in condition ? condition.less : 'more' in condition ? condition.more : condition.same;
  return [left, right].filter((one) => typeof one === 'object' && !('value' in one && (one.run ?? 'now') !== 'now'));
}

/** The numbers in the words of the answers that are right by hand. @param {Question} question */
export const numbersByHand = ({ choices = [] }) => choices.flatMap(({ right, text }) => (right === true
  ? numbersIn(text, 'text').map((one) => Number(plainNumber(one.text))) : []));
