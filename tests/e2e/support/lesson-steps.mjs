// The steps of a lesson on the stage: waits for one, answers its question, and tells which figures of the answer were seen
// before.

import { progressOf, textOf, until } from './page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../../www/features/learn/lessons/schema.js').Question} Question */

/** Figures that a question gives, and the answer needs: by lesson, step and name. */
const GIVEN = ['plane-pictures 2 loss', 'plane-pictures 2 hinge', 'auc-ndcg 3 n', 'greedy 3 gl', 'greedy 3 l', 'greedy 4 g', 'overfitting 3 p',
  'cross-validation 3 v', 'clicks 6 naive', 'push 3 one', 'generalisation 1 r'];

/** Waits for a step. @param {Page} page @param {number} step @param {number} count */
export async function there(page, step, count) {
  await until(() => textOf(page.locator('.lesson-progress')), (text) => text.includes(`Step ${step + 1} of ${count}`), `step ${step + 1}`);
  await until(() => page.locator('.lesson').getAttribute('data-phase'), (phase) => phase === 'there', `step ${step + 1} is set up`, () => progressOf(page));
  await page.locator('.stage-picture[hidden], .stage-place > *').first().waitFor({ state: 'attached' });
}

/** Gives the answer that is said most to, as the editor of lessons does, and waits for the reveal. @param {Page} page @param {Question} question */
export async function reveal(page, { number, choices = [] }) {
  const lengths = choices.map(({ feedback }) => feedback.length);
  if (number) await page.locator('.lesson').getByRole('spinbutton').fill(String(number.least ?? -1000));
  else await page.locator('.lesson').getByRole('radio').nth(lengths.indexOf(Math.max(...lengths))).check();
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await until(() => page.locator('.lesson-reveal').innerText(), (text) => /^(Yes|No|The run)/.test(text), 'the reveal', () => progressOf(page));
}

/** The figures of the last run that an expression or a condition looks up; earlier runs are known. @param {unknown} part @returns {string[]} */
function lookupsOf(part) {
  if (Array.isArray(part)) return part.flatMap(lookupsOf);
  if (typeof part !== 'object' || part === null) return [];
  if ('value' in part) return 'run' in part && part.run !== 'now' ? [] : [JSON.stringify(part)];
  return Object.values(part).flatMap(lookupsOf);
}

/**
 * The figures of the explanation that decide the answer and that were in view before. A number of one or two digits, 0
 * and 1 may stand there for another reason.
 * @param {Page} page that shows the explanation @param {string} place the lesson and the number of the step
 * @param {Question} question @param {string[]} before the numbers that were in view
 */
export async function leaksOf(page, place, { choices, number, figures = {} }, before) {
  const deciding = lookupsOf(choices?.map(({ right }) => right) ?? number?.is);
  const told = await page.locator('.lesson-reveal .figure').evaluateAll((all) => all.map((one) => ({ name: one.getAttribute('data-figure') ?? '', text: one.textContent ?? '' })));
  const known = await page.locator('.lesson-text, .lesson-gist, .lesson-asked').allTextContents();
  return told.filter(({ name, text }) => {
    const digits = text.match(/\d[\d,]*(?:\.\d+)?/)?.[0] ?? '';
    return /\d\.\d\d/.test(digits) && Number(digits) !== 0 && Number(digits) !== 1 && before.includes(digits) && !known.join(' ').includes(digits)
      && !GIVEN.includes(`${place} ${name}`) && lookupsOf(figures[name]?.is).some((lookup) => deciding.includes(lookup));
  });
}
