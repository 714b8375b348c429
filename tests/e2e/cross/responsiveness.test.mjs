// The page responds at once while it trains at full speed: interaction latency by Event Timing.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { controls, frameDelay, fullSpeed, loadSample, openSettings, ready, shownIteration, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PROMPT = 200; // ms from a press to the next frame: "good" by common measure
const ATTEMPTS = 3; // other work on the machine can disturb an attempt

/** Begins to record the latency of interactions. @param {Page} page */
async function record(page) {
  await page.evaluate(() => {
    /** @type {Map<number, number>} */
    const interactions = new Map();
    Object.assign(globalThis, { interactions });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId = 0, duration } = /** @type {PerformanceEventTiming & { interactionId?: number }} */ (entry);
        if (interactionId) interactions.set(interactionId, Math.max(interactions.get(interactionId) ?? 0, duration));
      }
    }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16, buffered: false }));
  });
}

/** Returns the latencies since the last call, in ms, once no more arrive. @param {Page} page @returns {Promise<number[]>} */
async function latencies(page) {
  const recorded = () => page.evaluate(() => /** @type {{ interactions: Map<number, number> }} */ (/** @type {unknown} */ (globalThis)).interactions.size);
  let before = -1;
  for (let now = await recorded(); now !== before; now = await recorded()) {
    before = now;
    await page.waitForTimeout(150);
    await frameDelay(page);
  }
  return page.evaluate(() => {
    const { interactions } = /** @type {{ interactions: Map<number, number> }} */ (/** @type {unknown} */ (globalThis));
    const all = [...interactions.values()];
    interactions.clear();
    return all;
  });
}

pageTest('clicks, slider, queries and typing respond within 200 ms while the largest sample trains', {}, async ({ page }) => {
  await ready(page);
  // The longest training: one slack, a small gap, many iterations, on the sample with the most features.
  await loadSample(page, 'LightGBM example');
  await openSettings(page);
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await page.locator('#rail details').evaluateAll((all) => all.forEach((one) => { /** @type {HTMLDetailsElement} */ (one).open = true; }));
  await openSettings(page);
  await page.getByRole('spinbutton', { name: 'Stop at gap' }).fill('0.0000001');
  await openSettings(page);
  await page.getByRole('spinbutton', { name: 'Max iterations' }).fill('1000000');
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('10000');
  await fullSpeed(page);
  await ready(page, /^LightGBM/);
  const { train, pause, slider } = controls(page);
  await record(page);
  // On a busy machine even an idle page responds slowly.
  let idle = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) idle = Math.max(idle, ...await interact(page));
  await train.click();
  await until(() => slider.getAttribute('max'), (max) => Number(max) > 20, 'it trains');

  /** @type {number[]} */
  const worst = [];
  let seen = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const all = await interact(page);
    seen += all.length;
    worst.push(Math.max(0, ...all));
    assert.ok(await pause.isEnabled(), 'it trains all the while');
  }
  assert.ok(seen >= 10, `interactions were measured: ${seen}`);
  const [, median] = [...worst].sort((a, b) => a - b);
  assert.ok(median <= Math.max(PROMPT, 3 * idle), `the slowest interaction took ${worst.join(', ')} ms in ${ATTEMPTS} attempts, and ${idle} ms while nothing was trained`);
  await pause.click();
  // Reports in transit still move the slider; the panels follow to its final position.
  const shown = async () => [Number(await slider.inputValue()), Number(await shownIteration(page))];
  await until(shown, ([at, panels]) => at > 20 && panels === at, 'the panels show the iteration of the slider');
});

/** Performs typical interactions during training and returns their latencies. @param {Page} page */
async function interact(page) {
  const { queries, slider } = controls(page);
  for (const toggle of await page.getByRole('button', { name: 'Show as table' }).all()) {
    await toggle.press('Enter');
    await toggle.press('Enter');
  }
  // Before the first iteration there is no timeline.
  const box = await slider.isVisible() ? await slider.boundingBox() : null;
  for (const share of [0.8, 0.3, 0.6]) if (box) await page.mouse.click(box.x + share * box.width, box.y + box.height / 2);
  if (box && await slider.isEnabled()) for (const key of ['ArrowLeft', 'ArrowLeft', 'End']) await slider.press(key);
  for (const at of [2, 5, 1]) {
    const row = await queries.getByRole('row').nth(at).boundingBox();
    if (row) await page.mouse.click(row.x + 20, row.y + row.height / 2);
  }
  const paste = page.getByRole('textbox', { name: 'Paste LETOR lines' });
  await paste.focus();
  await page.keyboard.type('2 qid:1 1:0.5');
  await openSettings(page);
  await paste.fill('');
  return latencies(page);
}
