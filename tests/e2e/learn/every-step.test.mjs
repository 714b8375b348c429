// Every step of every lesson, as a reader sees it on a projector and on a phone: text, question, answers and picture are in
// view without scrolling, letters are large enough, buttons keep their places, and no figure of the answer stands on the
// screen before it is revealed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { at } from '../../../scripts/lib/project.mjs';
import { LESSONS } from '../../../www/features/learn/lessons/lesson-list.js';
import { pageTest } from '../support/browser.mjs';
import { leaksOf, reveal, there } from '../support/lesson-steps.mjs';
import { faultsOfView, numbersInView, placesOfButtons } from '../support/stage-view.mjs';

/** @typedef {import('../../../www/features/learn/lessons/schema.js').Lesson} Lesson */

/** @type {[string, import('../support/browser.mjs').PageOptions][]} */
const LOOKS = [
  ['on a projector', { width: 1280, height: 720 }],
  ['on a projector, dark', { width: 1280, height: 720, colorScheme: 'dark' }],
  ['on a phone', { width: 390, height: 844, touch: true }],
  ['on a phone, dark', { width: 390, height: 844, touch: true, colorScheme: 'dark' }],
];

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
          await reveal(page, question);
          await note('answered');
          for (const { name, text } of await leaksOf(page, `${id} ${step + 1}`, question, before)) {
            faults.push(`step ${step + 1}: ${name} ${text} is on the screen before it is revealed`);
          }
        }
        if (step < lesson.steps.length - 1) await next.click();
      }
      assert.equal(faults.join('\n'), '');
    });
  }
}
