// The paragraphs of a step that have a formula. On the stage most of them stand behind *more*.

import { h } from '../../../../ui/dom.js';
import { inline } from '../text.js';

/** @typedef {import('../schema.js').Step} Step */
/** @typedef {import('../expressions.js').LessonSnapshots} LessonSnapshots */

/** What computes something; a symbol alone and a setting, as in C = 10, do not. */
const COMPUTES = /[½²^√+·/⟨]|log|max/;
const SETTING = /^\S+ = \S+$/;
const FORMULA = /\$([^$]+)\$/g;

/** A paragraph with the figures of its text. @typedef {{ paragraph: string, figures: Step['figures'] }} WithFormula */

/** @param {Step} step @param {boolean} revealed whether the answer may be told @returns {WithFormula[]} */
export function formulasOf({ text, more, figures, claim = '', question }, revealed) {
  const parts = [{ words: text, figures }, { words: more, figures },
    ...(revealed && question ? [{ words: question.reveal, figures: question.figures },
      { words: question.more, figures: question.figures }] : [])];
  return parts.flatMap(({ words = '', figures: own }) => words.split(/\n\s*\n/)
    .filter((paragraph) => [...paragraph.matchAll(FORMULA)].some(([written, formula]) =>
      COMPUTES.test(formula) && !SETTING.test(formula) && !claim.includes(written)))
    .map((paragraph) => ({ paragraph, figures: own })));
}

/**
 * Its formulas on paper.
 * @param {string} paragraph @param {Step['figures']} figures @param {LessonSnapshots} snapshots
 */
export const formulaPart = (paragraph, figures, snapshots) => h('p', { class: 'paper-formula' },
  h('b', {}, 'Formula: '), inline(paragraph.replaceAll(/\[\d\]\s*/g, ''), figures ?? {}, snapshots, -1));
