// The folds of a cross-validation: the handle goes down from model to model and stops at the third one before the answer;
// then it goes across the values of C.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';
import { slidPicture } from '../support/slid-picture.mjs';

pageTest('the handle deals the folds downwards, and then chooses C', { address: '#v=1&lesson=cross-validation' }, async ({ page }) => {
  const deal = slidPicture(page, 'Folds', 'Fold that measures');
  const model = async () => Number(/^Model (\d): fold \1 measures/.exec(await deal.words())?.[1]);
  await until(model, (number) => number === 1, 'the first model');
  assert.equal(await deal.slider.getAttribute('aria-orientation'), 'vertical');
  await deal.slider.press('ArrowDown');
  assert.equal(await model(), 2);
  assert.equal(await textOf(deal.said), await deal.words());
  await deal.slider.press('ArrowUp');
  assert.equal(await model(), 1);
  await deal.slider.press('End');
  assert.equal(await model(), 3, 'the handle stops where the answer begins');
  await deal.answer('Four');
  await until(model, (number) => number === 5, 'the answer goes through all models');

  await deal.next.click();
  const price = slidPicture(page, 'Folds', 'C');
  await until(price.words, (text) => text.startsWith('C = '), 'the values of C');
  assert.equal(await price.slider.getAttribute('aria-orientation'), 'horizontal');
  await price.slider.press('Home');
  const least = await price.words();
  await price.slider.press('ArrowUp');
  assert.notEqual(await price.words(), least);
  await price.pullLeft();
  assert.equal(await price.words(), least);
  assert.equal(await textOf(price.said), least);
});
