// Every step of every lesson, as a reader sees it on a projector and on a phone: text, question, answers and picture are in
// view without scrolling, letters are large enough, buttons keep their places, and no figure of the answer stands on the
// screen before it is revealed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { at } from '../../../scripts/lib/project.mjs';
import { LESSONS } from '../../../www/features/learn/lessons/lesson-list.js';
import { pageTest } from '../support/browser.mjs';
import { progressOf, textOf, until } from '../support/page.mjs';
import { faultsOfView, numbersInView, placesOfButtons } from '../support/stage-view.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../../www/features/learn/lessons/schema.js').Lesson} Lesson */
/** @typedef {import('../../../www/features/learn/lessons/schema.js').Question} Question */

/** @type {[string, import('../support/browser.mjs').PageOptions][]} */
const LOOKS = [
  ['on a projector', { width: 1280, height: 720 }],
  ['on a projector, dark', { width: 1280, height: 720, colorScheme: 'dark' }],
  ['on a phone', { width: 390, height: 844, touch: true }],
  ['on a phone, dark', { width: 390, height: 844, touch: true, colorScheme: 'dark' }],
];

/** Figures that a question gives, and the answer needs: by lesson, step and name. */
const GIVEN = ['plane-pictures 2 loss', 'plane-pictures 2 hinge', 'auc-ndcg 3 n', 'greedy 3 gl', 'greedy 3 l', 'greedy 4 g', 'overfitting 3 p',
  'cross-validation 3 v'];

for (const id of LESSONS.filter((one) => !process.env.ONLY || process.env.ONLY.split(',').includes(one))) {
  const lesson = /** @type {Lesson} */ (JSON.parse(readFileSync(at('www', 'lessons', `${id}.json`), 'utf8')));
  for (const [look, options] of LOOKS) {
    pageTest(`lesson ${id} fits ${look}`, { ...options, reducedMotion: 'reduce', address: `#v=1&lesson=${id}` }, async ({ page }) => {
      /** @type {string[]} */
      const faults = [];
      let places = '';
      for (const [step, { question }] of lesson.steps.entries()) {
        await there(page, step, lesson.steps.length);
        const note = async (/** @type {string} */ when) => {
          for (const fault of await faultsOfView(page)) faults.push(`step ${step + 1}, ${when}: ${fault}`);
          const now = await placesOfButtons(page);
          if (places && now !== places) faults.push(`step ${step + 1}, ${when}: the buttons are at ${now}, not at ${places}`);
          places ||= now;
        };
        const next = page.getByRole('button', { name: 'Next', exact: true });
        await note('read');
        if (question) {
          if (await page.locator('.lesson-card.reading .read-again').isHidden() && options.width === 390) {
            await next.click();
            await note('asked');
          }
          const before = await numbersInView(page);
          await answer(page, question);
          await until(() => page.locator('.lesson-reveal').innerText(), (text) => /^(Yes|No|The run)/.test(text), 'the reveal', () => progressOf(page));
          await note('answered');
          for (const { name, text } of await leaksOf(page, question, before)) {
            if (!GIVEN.includes(`${id} ${step + 1} ${name}`)) faults.push(`step ${step + 1}: ${name} ${text} is on the screen before it is revealed`);
          }
        }
        if (step < lesson.steps.length - 1) await next.click();
      }
      assert.equal(faults.join('\n'), '');
    });
  }
}

/** Waits for a step. @param {Page} page @param {number} step @param {number} count */
async function there(page, step, count) {
  await until(() => textOf(page.locator('.lesson-progress')), (text) => text.includes(`Step ${step + 1} of ${count}`), `step ${step + 1}`);
  await until(() => page.locator('.lesson').getAttribute('data-phase'), (phase) => phase === 'there', `step ${step + 1} is set up`, () => progressOf(page));
  await page.locator('.stage-picture[hidden], .stage-place > *').first().waitFor({ state: 'attached' });
}

/** Gives the answer that is said most to, as the editor of lessons does. @param {Page} page @param {Question} question */
async function answer(page, { number, choices = [] }) {
  const lengths = choices.map(({ feedback }) => feedback.length);
  if (number) await page.locator('.lesson').getByRole('spinbutton').fill(String(number.least ?? -1000));
  else await page.locator('.lesson').getByRole('radio').nth(lengths.indexOf(Math.max(...lengths))).check();
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
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
 * @param {Page} page @param {Question} question @param {string[]} before
 */
async function leaksOf(page, { choices, number, figures = {} }, before) {
  const deciding = lookupsOf(choices?.map(({ right }) => right) ?? number?.is);
  const told = await page.locator('.lesson-reveal .figure').evaluateAll((all) => all.map((one) => ({ name: one.getAttribute('data-figure') ?? '', text: one.textContent ?? '' })));
  const known = await page.locator('.lesson-text, .lesson-gist, .lesson-asked').allTextContents();
  return told.filter(({ name, text }) => {
    const digits = text.match(/\d[\d,]*(?:\.\d+)?/)?.[0] ?? '';
    return /\d\.\d\d/.test(digits) && Number(digits) !== 0 && Number(digits) !== 1 && before.includes(digits) && !known.join(' ').includes(digits)
      && lookupsOf(figures[name]?.is).some((lookup) => deciding.includes(lookup));
  });
}
