// The picture of staircases: panels fill as rounds choose features, and later rounds open with Reveal.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { until } from '../support/page.mjs';

pageTest('a round fills the panel of its feature, and rounds open with the answer', { reducedMotion: 'reduce' }, async ({ page, address }) => {
  await page.goto('about:blank');
  await page.goto(`${address}#v=1&lesson=boosting&step=3`);
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step is set up');
  const picture = page.getByRole('region', { name: 'Staircases', exact: true });
  const slider = picture.getByRole('slider', { name: 'Round' });
  const said = () => slider.getAttribute('aria-valuetext');
  const filled = () => picture.locator('.stairs-panel:not(.empty)').count();
  await until(said, (text) => text === 'Round 2 chose query coverage, +0.361. 2 of 12 features', 'two rounds are trained');
  assert.equal(await picture.locator('.stairs-panel').count(), 12);
  assert.equal(await slider.getAttribute('aria-valuemax'), '2');
  const parts = picture.locator('.stairs-part title');
  await until(() => parts.allTextContents(), (texts) => texts.length === 2 && texts[1] === 'query coverage: 0.361', 'the score of a page is added up');
  await slider.press('ArrowLeft');
  await until(filled, (count) => count === 1, 'one feature is chosen');
  await slider.press('End');
  await until(filled, (count) => count === 2, 'the last open round');
  await lesson.getByRole('radio', { name: 'No, some come back' }).check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await until(said, (text) => /^Round 10 chose query coverage again, .* 7 of 12 features$/.test(text ?? ''), 'ten rounds');
  assert.equal(await filled(), 7);
  assert.equal(await picture.locator('.stairs-panel.newest .stairs-dot').count(), 2);
  await slider.press('Home');
  await until(filled, (count) => count === 0, 'no feature is chosen');
});
