// The picture of hills: the arrow of a straight score is turned; later the handle goes from model to model, and the score
// of a kernel waits for the answer.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';
import { slidPicture } from '../support/slid-picture.mjs';

pageTest('no direction finds the ring, and 80 hills or trees do', { reducedMotion: 'reduce', address: '#v=1&lesson=kernels' }, async ({ page }) => {
  const turned = slidPicture(page, 'Hills', 'Direction');
  const { picture, slider, next, said } = slidPicture(page, 'Hills', 'Model');
  const words = async () => await slider.getAttribute('aria-valuetext') ?? '';
  await until(turned.words, (text) => text === '60°, NDCG@10 0.425', 'the first direction');
  await turned.slider.press('ArrowLeft');
  assert.equal(await turned.words(), '50°, NDCG@10 0.427');
  await until(() => textOf(said), (text) => text === '50°, NDCG@10 0.427', 'the result is said');
  await turned.pullLeft();
  assert.equal(await turned.words(), '150°, NDCG@10 0.447');

  await next.click();
  await turned.answer('As by chance');
  await until(turned.words, (text) => text === '208°, NDCG@10 0.475', 'the arrow turns to where training ends');

  await next.click();
  await until(words, (text) => text === 'products, NDCG@10 0.585', 'products');
  await slider.press('Home');
  assert.equal(await words(), 'straight line, NDCG@10 0.475');

  await next.click();
  await until(words, (text) => text === '80 hills, NDCG@10 not known yet', 'the hills wait');
  const drawn = () => picture.locator('.hills-contour').first().getAttribute('d');
  const hill = await drawn();
  assert.match(await textOf(picture), /One of the 80 hills/);
  assert.equal(await picture.locator('.hills-landmark').count(), 81, 'the landmarks and their key');
  assert.doesNotMatch(await textOf(picture), /0\.885/);
  await slider.press('ArrowUp');
  assert.equal(await words(), 'products, NDCG@10 0.585');
  await turned.answer('Far above it');
  await until(words, (text) => text === '80 hills, NDCG@10 0.885', 'the hills rise');
  assert.ok((await drawn() ?? '').length > 2 * (hill ?? '').length, 'many hills in the place of one');

  await next.click();
  await until(words, (text) => text === '6 hills, NDCG@10 0.579', 'six hills');
  await slider.press('ArrowDown');
  assert.equal(await words(), '20 hills, NDCG@10 0.775');

  await next.click();
  await until(words, (text) => text === '80 hills, NDCG@10 0.885', '80 hills again');
  await slider.press('End');
  assert.equal(await words(), 'trees, NDCG@10 not known yet');
  await turned.answer('Yes: within 0.05 of the hills');
  await until(words, (text) => text === 'trees, NDCG@10 0.874', 'the trees');
});
