// The samples: each loads at once, has an explanation, and converges with its recommended settings.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { controls, fullSpeed, goTo, inspect, legend, loadSample, number, openView, ready, textOf, train } from '../support/page.mjs';

const SAMPLES = ['Town website (written)', 'Kitchen (hand-made)', 'Web search (generated)', 'LightGBM example', 'Handwritten digits', 'Digits as grades'];
const HOPELESS = 'Hopeless queries (generated)';
/** Samples of one lesson each, which trains them. */
const OF_LESSONS = ['Ring (generated)', 'Pages of sites (generated)', 'News and shops (generated)', 'Few searches (generated)'];

pageTest('all samples train to convergence and improve NDCG@10', {}, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  const { sample } = controls(page);
  assert.deepEqual(await sample.getByRole('option').allInnerTexts(), [...SAMPLES, HOPELESS, ...OF_LESSONS], 'the samples on offer');
  for (const name of SAMPLES) {
    await loadSample(page, name);
    const note = await sample.evaluate((select) => document.getElementById(select.getAttribute('aria-describedby') ?? '')?.innerText ?? '');
    assert.match(note, /\S{3}.{20,}\./, `${name} is explained`);
    assert.equal(await page.getByRole('spinbutton', { name: 'C', exact: true }).inputValue(), '10', `${name} is recommended with C = 10`);
    const start = number((await legend(page, 'NDCG@10')).train);
    const end = await train(page);
    assert.ok(end.gap <= 0.001, `${name} ends within the gap: ${end.gapShown} %`);
    const learned = number((await legend(page, 'NDCG@10')).train);
    assert.ok(learned > start + 0.05, `${name}: NDCG@10 rose from ${start} to ${learned}`);
  }
});

pageTest('digits are shown as pictures, and so is w', { everyday: true }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await loadSample(page, 'Handwritten digits');
  const end = await train(page);
  const { inspector, weights } = controls(page);
  const { violator } = await inspect(page);
  assert.equal(violator.length, 10, 'the top 10 are shown');
  const inks = await inspector.getByRole('listitem').evaluateAll((items) => items.map((item) => {
    const canvas = item.querySelector('canvas');
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
    return new Set(new Uint32Array(data.buffer)).size;
  }));
  assert.equal(inks.length, 30, 'three columns of ten documents');
  assert.ok(inks.every((shades) => shades >= 4), `every document is a picture with shades, not a blank: ${inks}`);

  await openView(page, 'Weights');
  const picture = weights.getByRole('img');
  assert.match(await picture.getAttribute('aria-label') ?? '', /8 by 8/, 'w is a picture of 8 by 8 pixels');
  const drawn = () => picture.evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  const late = await drawn();
  await goTo(page, Math.floor(end.iterations / 4));
  assert.notEqual(await drawn(), late, 'the picture of w follows the iteration');
  assert.match(await textOf(weights), /‖w‖/, 'with its length');
});
