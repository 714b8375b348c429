// The picture of the curves of a run: the reader slides through the iterations; the run of the answer and the curves that
// the question is about are hidden until the answer.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';
import { slidPicture } from '../support/slid-picture.mjs';

pageTest('a curve that is asked about is seen up to the iteration of the step', { address: '#v=1&lesson=smooth-ranks&step=3' }, async ({ page }) => {
  const { picture, slider, next, said, words, answer, pullLeft } = slidPicture(page, 'Curves of the run', 'Iteration');
  await until(words, (text) => text === 'Iteration 9. NDCG@10: smoothed 0.681; smoothing σ: σ 4', 'the true NDCG@10 is not told');
  await picture.getByText('true: ?').waitFor();
  await picture.getByText('true 0.755').waitFor();
  await slider.focus();
  await page.keyboard.press('Home');
  assert.equal(await words(), 'Iteration 0. NDCG@10: smoothed 0.366, true 0.755; smoothing σ: σ 4');
  await page.keyboard.press('ArrowRight');
  assert.match(await words(), /^Iteration 1\. NDCG@10: smoothed 0\.68\d; /);
  await until(() => textOf(said), (text) => text.startsWith('Iteration 1. '), 'the result is said');
  const axis = await picture.locator('.axis').allTextContents();
  const told = await answer('Hardly any, or none');
  await until(words, (text) => text.startsWith('Iteration 9. NDCG@10: smoothed 0.681, true 0.736') && text.endsWith('; longer w 0.696'), 'the curve is whole, and the mark stands beside it');
  await picture.getByText('0.696').waitFor();
  assert.equal(await picture.locator('.curves-mark').count(), 1);
  assert.match(told, /fell to 0\.736/);
  assert.deepEqual((await picture.locator('.axis').allTextContents()).filter((text) => !text.startsWith('It comes')),
    axis.filter((text) => !text.startsWith('It comes')), 'the axes stay');
  assert.equal(await picture.getByText('true: ?').count(), 0);

  await next.click();
  await until(words, (text) => text.startsWith('Iteration 165. NDCG@10: smoothed 0.764;'), 'the true NDCG@10 ends at iteration 9');
  await picture.getByText('true 0.736').waitFor();
  await answer('Above it');
  await until(words, (text) => text.startsWith('Iteration 165. NDCG@10: smoothed 0.764, true 0.767'), 'both at the end');
  await pullLeft();
  assert.match(await words(), /^Iteration 0\. /, 'the pointer moves the handle');
});

pageTest('a new run comes with the answer, beside the run before', { address: '#v=1&lesson=costs&step=4' }, async ({ page }) => {
  const { picture, slider, words, answer, next } = slidPicture(page, 'Curves of the run', 'Iteration');
  await until(words, (text) => text === 'Iteration 14. NDCG@10: for NDCG 0.969; cost above the cheapest list: for NDCG 0.657', 'the run before alone');
  assert.equal(await picture.getByText('the new run: ?').count(), 2);
  assert.equal(await picture.locator('.curves-line:not(.earlier)').count(), 0);
  await answer('All news, useful or weak');
  await until(words, (text) => text.startsWith('Iteration 5. NDCG@10: for T 0.819, for NDCG 0.968; cost above the cheapest list: for T 0.263'), 'both runs');
  await slider.focus();
  await page.keyboard.press('End');
  assert.equal(await words(), 'Iteration 14. NDCG@10: for T 0.819, for NDCG 0.969; cost above the cheapest list: for T 0.263, for NDCG 0.657');

  await next.click();
  await until(() => picture.getByText('the rule: ?').count(), (count) => count === 2, 'the rule waits');
  await answer('The rule');
  await until(words, (text) => /the rule 0\.841; .*the rule 0\.0304$/.test(text), 'the level of the rule in both panels');
});
