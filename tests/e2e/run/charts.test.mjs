// The charts explain themselves: labels at the lines, ticks for events, exits with their value, and the result in words.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { chart, controls, fullSpeed, goTo, ready, textOf, train, upload } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Boxes of the elements at a place, in the window. @param {Page} page @param {string} selector */
const boxes = (page, selector) => page.locator(selector).evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return { left, top, right, bottom, text: one.textContent ?? '' };
}));

/** Whether two boxes share a pixel. @param {{ left: number, top: number, right: number, bottom: number }} a @param {typeof a} b */
const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

/**
 * Presses a button of the objective's chart and gives the picture of the drawing that follows. A busy page may draw much later than a
 * run ends, so only a drawing that begins after the press is known to show the whole run.
 * @param {Page} page @param {import('playwright-core').Locator} button
 */
async function redrawnBy(page, button) {
  const canvas = await chart(page, 'Objective').canvas.elementHandle();
  return button.evaluate(async (pressed, drawnOn) => {
    const element = /** @type {HTMLCanvasElement} */ (drawnOn);
    const context = /** @type {CanvasRenderingContext2D} */ (element.getContext('2d'));
    const drawing = new Promise((resolve) => {
      context.clearRect = (...box) => {
        CanvasRenderingContext2D.prototype.clearRect.apply(context, box);
        resolve(null);
      };
    });
    /** @type {HTMLElement} */ (pressed).click();
    await drawing;
    await new Promise((resolve) => { setTimeout(resolve); });
    return element.toDataURL();
  }, canvas);
}

pageTest('the result stands above the charts, and nothing in the strip overlaps', { everyday: true }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  const end = await train(page);
  assert.match(await textOf(page.locator('.result')), /^NDCG@10 on unseen queries rose from 0\.\d{3} to 0\.\d{3}$/);
  assert.match(await textOf(page.locator('.readout')), new RegExp(`^converged, gap \\S+ % · ${end.iterations} iterations · [\\d,]+ planes · \\S+ m?s$`));
  assert.equal(await textOf(page.locator('.position')), `${end.iterations} of ${end.iterations}`);
  const [sentence] = await boxes(page, '.result');
  const heads = await boxes(page, '.chart h2');
  assert.ok(heads.every(({ top }) => top - sentence.bottom >= 8), `the sentence keeps its distance: ${JSON.stringify([sentence, heads])}`);
  const texts = [...await boxes(page, '.plot-note'), ...await boxes(page, '.legend li:not(.hidden)'), sentence, ...await boxes(page, '.readout')];
  texts.forEach((one, at) => texts.slice(at + 1).forEach((other) => assert.ok(!overlap(one, other), `“${one.text}” lies on “${other.text}”`)));
  await goTo(page, 3);
  assert.match(await textOf(page.locator('.readout')), new RegExp(`^iteration 3 of ${end.iterations} · gap `));
  assert.equal(await textOf(page.locator('.position')), `3 of ${end.iterations}`);
});

pageTest('events are ticks on the slider, explained once, and the dual’s exit names its value', { everyday: true }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await train(page);
  const seen = () => page.locator('.plot-note').evaluateAll((all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.textContent ?? ''));
  assert.deepEqual(await seen(), ['w = 0: ties by chance'], 'events are explained when they are asked for');
  await chart(page, 'Objective').card.hover();
  const notes = await seen();
  assert.equal(notes.filter((text) => /^tick: y\*/.test(text)).length, 1, `one explanation: ${notes}`);
  assert.equal(notes.filter((text) => /^dual −?\d/.test(text)).length >= 1, true, `the exit has its value: ${notes}`);
  assert.ok(notes.includes('w = 0: ties by chance'), 'the measure says where it starts');
  assert.ok(await page.locator('.events span').count() >= 1, 'the slider has the same ticks');
});

pageTest('a logarithmic axis is offered where values are positive, and redraws the chart', {}, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await train(page);
  const log = chart(page, 'Objective').card.getByRole('button', { name: 'Log axis' });
  assert.equal(await log.getAttribute('aria-pressed'), 'false');
  const first = await redrawnBy(page, log);
  assert.equal(await log.getAttribute('aria-pressed'), 'true');
  const linear = await redrawnBy(page, log);
  assert.notEqual(first, linear, 'the chart is drawn on the other axis');
  assert.equal(await redrawnBy(page, log), first, 'the same again');
  assert.equal(await redrawnBy(page, log), linear, 'and back');
  assert.equal(await chart(page, 'NDCG@10').card.getByRole('button', { name: 'Log axis' }).count(), 0, 'a measure has none');
});

pageTest('without test data the training queries are named, and few queries with the interval', { everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, file('few.txt', letor({ seed: 5, queries: 6 })));
  await fullSpeed(page);
  await train(page);
  assert.match(await textOf(page.locator('.result')), /on training queries/);
  assert.match(await textOf(page.locator('.result-note')), /^no test data · only \d queries, ±0\.\d\d by chance$/);
  await goTo(page, 0);
  assert.match(await textOf(page.locator('.result')), /^NDCG@10 on training queries at w = 0: 0\.\d{3}$/);
  assert.ok(await controls(page).slider.isVisible());
});
