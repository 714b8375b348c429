// What is spoken while training: now and then, and always at the end. And what moves, only where movement is welcome.

import assert from 'node:assert/strict';
import { pageTest } from './support.mjs';
import { certified, history, openCertificate, slowed } from './history.mjs';
import { controls, ended, fullSpeed, loadSample, ready, statusOf, textOf, until } from './page.mjs';

/** Live regions that changed, and when. @param {import('playwright-core').Page} page */
async function listen(page) {
  await page.evaluate(() => {
    /** @type {{ at: number, text: string }[]} */
    const heard = [];
    Object.assign(globalThis, { heard });
    for (const region of document.querySelectorAll('[role="status"], [role="alert"], [aria-live]')) {
      new MutationObserver(() => {
        if (region.getAttribute('aria-live') !== 'off') heard.push({ at: performance.now(), text: region.textContent ?? '' });
      }).observe(region, { subtree: true, childList: true, characterData: true });
    }
  });
  return () => page.evaluate(() => /** @type {{ heard: { at: number, text: string }[] }} */ (/** @type {unknown} */ (globalThis)).heard);
}

pageTest('while it trains the status speaks every few seconds at most, and at the end', { timeout: 90_000 }, async ({ page }) => {
  await ready(page);
  await loadSample(page, 'LightGBM example');
  // A run that is longer than it is listened to.
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await page.getByLabel('Pace').selectOption({ label: '4 a second' });
  const heard = await listen(page);
  await controls(page).train.click();
  await page.waitForTimeout(7_000);
  const shown = page.locator('.run .status[aria-hidden="true"]');
  const [before, spoken] = [await textOf(shown), await textOf(controls(page).status)];
  assert.match(spoken, /^iteration [\d,]+ · gap \S+ % · [\d,]+ cuts?$/, 'what is spoken has its form');
  await until(() => textOf(shown), (text) => text !== before, 'what is seen moves with the run', 1_500);

  const told = (await heard()).filter(({ text }) => /^iteration/.test(text));
  assert.ok(told.length >= 2, `it is spoken while it trains: ${told.length} times`);
  told.slice(2).forEach(({ at }, index) => assert.ok(at - told[index + 1].at > 2_000, `two are ${Math.round(at - told[index + 1].at)} ms apart`));
  assert.ok(told.length <= 5, `it is not spoken at each of the iterations: ${told.length} times in seven seconds`);

  await fullSpeed(page);
  await ended(page);
  const all = await heard();
  assert.match(all[all.length - 1].text, /^converged/, 'the last that is spoken is the end');
  assert.equal(await textOf(shown), await textOf(controls(page).status), 'what is seen and what is spoken end the same');
});

pageTest('while iterations follow each other nothing but the status speaks, and all that is seen moves', { timeout: 90_000 }, async ({ page }) => {
  await ready(page);
  await loadSample(page, 'LightGBM example');
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await page.getByLabel('Pace').selectOption({ label: '4 a second' });
  await openCertificate(page);
  await page.getByRole('heading', { name: 'Why is this above that?' }).click();
  const words = page.locator('.explanation-words');
  await words.waitFor();
  await history(page).slow.click();
  const sentence = page.locator('.phase-sentence');
  const before = await Promise.all([textOf(words), textOf(sentence)]);
  const heard = await listen(page);
  /** @param {string} what */
  const statusAlone = async (what) => {
    for (const { text } of await heard()) assert.match(text, /^(iteration|oracle|starting|preparing|paused)/, `${what} the status alone speaks`);
  };
  const { train, pause, slider } = controls(page);
  await train.click();
  await until(() => slider.getAttribute('max'), (max) => Number(max) >= 8, 'it trains');
  const after = await Promise.all([textOf(words), textOf(sentence)]);
  after.forEach((text, at) => assert.notEqual(text, before[at], 'what is seen moves'));
  await statusAlone('while it trains');

  await pause.click();
  await statusOf(page, /^paused/);
  const end = Number(await slider.getAttribute('max'));
  await certified(page, end);
  await slowed(page, end);
  await until(() => textOf(page.locator('#explanation')), (text) => text.includes(`Iteration ${end}.`), 'the explanation is that of the last iteration');
  const spoken = (await heard()).length;
  await page.getByRole('button', { name: 'Next phase' }).click();
  await until(async () => (await heard()).length, (now) => now > spoken, 'at rest the phase is spoken again');
  await page.evaluate(() => { /** @type {{ heard: unknown[] }} */ (/** @type {unknown} */ (globalThis)).heard.length = 0; });
  await history(page).play.click();
  await until(() => slider.inputValue().then(Number), (at) => at >= 3, 'it plays');
  await statusAlone('while it plays');
});

pageTest('status and time line name the same iteration in every frame', {}, async ({ page }) => {
  await ready(page);
  await page.evaluate(() => {
    /** @type {string[]} */
    const apart = [];
    Object.assign(globalThis, { apart });
    const text = (/** @type {string} */ place) => /iteration ([\d,]+)/.exec(document.querySelector(place)?.textContent ?? '')?.[1];
    const look = () => {
      const [status, readout] = [text('.run .status[aria-hidden="true"]'), text('.timeline .readout')];
      if (status && readout && status !== readout) apart.push(`${status} beside ${readout}`);
      requestAnimationFrame(look);
    };
    look();
  });
  await controls(page).train.click();
  await ended(page);
  const apart = await page.evaluate(() => /** @type {{ apart: string[] }} */ (/** @type {unknown} */ (globalThis)).apart);
  assert.deepEqual(apart, []);
});

pageTest('where motion is reduced nothing moves by itself', { reducedMotion: 'reduce' }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await controls(page).train.click();
  await statusOf(page, /^converged/);
  const moving = await page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0, 'no animation and no transition runs');
  await page.getByRole('link', { name: 'Compare methods' }).click();
  const top = await page.locator('#comparison').evaluate((element) => element.getBoundingClientRect().top);
  await page.waitForTimeout(200);
  assert.equal(await page.locator('#comparison').evaluate((element) => element.getBoundingClientRect().top), top, 'the page jumps instead of gliding');
});
