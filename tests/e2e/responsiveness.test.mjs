// The page answers at once while it trains at full speed: interaction latency by Event Timing.

import assert from 'node:assert/strict';
import { pageTest } from './support.mjs';
import { controls, fullSpeed, loadSample, number, ready, textOf, until } from './page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PROMPT = 200; // ms from a press to the frame that answers it: "good" by common measure
const ATTEMPTS = 3; // other work on the machine may spoil one

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

/** The latencies since the last time, in ms. @param {Page} page @returns {Promise<number[]>} */
async function latencies(page) {
  await page.waitForTimeout(150);
  return page.evaluate(() => {
    const { interactions } = /** @type {{ interactions: Map<number, number> }} */ (/** @type {unknown} */ (globalThis));
    const all = [...interactions.values()];
    interactions.clear();
    return all;
  });
}

pageTest('clicks, slider, queries and typing are answered within 200 ms while the largest sample trains', { timeout: 120_000 }, async ({ page }) => {
  page.setDefaultTimeout(10_000);
  await ready(page);
  // What trains longest: one slack, a small gap, many iterations, on the sample with the most features.
  await loadSample(page, 'LightGBM example');
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await page.locator('#rail details').evaluateAll((all) => all.forEach((one) => { /** @type {HTMLDetailsElement} */ (one).open = true; }));
  await page.getByRole('spinbutton', { name: 'Stop at gap' }).fill('0.0000001');
  await page.getByRole('spinbutton', { name: 'Max iterations' }).fill('1000000');
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('10000');
  await fullSpeed(page);
  await ready(page, /^LightGBM/);
  const { train, pause, slider } = controls(page);
  await record(page);
  // On a machine that is busy with other work even an idle page is slow to answer.
  const idle = Math.max(0, ...await interact(page));
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
  assert.ok(median <= Math.max(PROMPT, 2 * idle), `the slowest interaction took ${worst.join(', ')} ms in ${ATTEMPTS} attempts, and ${idle} ms while nothing was trained`);
  await pause.click();
  // Reports that were on their way still move the slider; the panels follow to where it ends.
  const shown = async () => [Number(await slider.inputValue()), number(/iteration ([\d,]+)/.exec(await textOf(controls(page).weights))?.[1])];
  await until(shown, ([at, weights]) => at > 20 && weights === at, 'the panels show the iteration of the slider');
});

/** What people do while it trains; the latencies of it. @param {Page} page */
async function interact(page) {
  const { queries, slider } = controls(page);
  for (const toggle of await page.getByRole('button', { name: 'Show as table' }).all()) {
    await toggle.press('Enter');
    await toggle.press('Enter');
  }
  const box = await slider.boundingBox();
  assert.ok(box, 'the slider is there');
  for (const share of [0.8, 0.3, 0.6]) await page.mouse.click(box.x + share * box.width, box.y + box.height / 2);
  if (await slider.isEnabled()) for (const key of ['ArrowLeft', 'ArrowLeft', 'End']) await slider.press(key);
  for (const at of [2, 5, 1]) {
    const row = await queries.getByRole('row').nth(at).boundingBox();
    if (row) await page.mouse.click(row.x + 20, row.y + row.height / 2);
  }
  const paste = page.getByRole('textbox', { name: 'Paste LETOR lines' });
  await paste.focus();
  await page.keyboard.type('2 qid:1 1:0.5');
  await paste.fill('');
  return latencies(page);
}
