// The keys of the stage: → and ← turn the steps and reach the end, and what covers the stage keeps its keys.

import { pageTest } from '../support/browser.mjs';
import { until } from '../support/page.mjs';

pageTest('→ and ← turn steps, the end is not left by one press too many, and a dialog keeps its keys', { address: '#v=1&lesson=steps-bounds&step=3' }, async ({ page }) => {
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  const isAt = (/** @type {string} */ step) => until(() => lesson.locator('.lesson-progress').innerText(), (text) => text.endsWith(step), `step ${step}`);
  const end = lesson.getByRole('heading', { name: 'What this lesson has said' });
  await isAt('3 of 4');
  await page.keyboard.press('ArrowRight');
  await isAt('4 of 4');
  await page.keyboard.press('ArrowLeft');
  await isAt('3 of 4');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await end.waitFor();
  await page.keyboard.press('ArrowRight');
  await end.waitFor();
  await page.keyboard.press('ArrowLeft');
  await end.waitFor({ state: 'hidden' });
  await isAt('4 of 4');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await isAt('4 of 4');
});
