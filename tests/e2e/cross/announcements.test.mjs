// Announcements during training: at intervals, and always at the end. Movement only without reduced motion.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { certificateAt, history, openCertificate, slowMotionAt } from '../support/history.mjs';
import { controls, ended, fullSpeed, loadSample, openSettings, openView, paused, progressOf, ready, statusOf, textOf, until } from '../support/page.mjs';
import { openPanel } from '../support/states.mjs';

/** Returns the changed live regions, with the times. @param {import('playwright-core').Page} page */
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

pageTest('during training the status is announced at most every few seconds, and at the end', {}, async ({ page }) => {
  await ready(page);
  await loadSample(page, 'LightGBM example');
  // The run lasts longer than the test listens.
  await openSettings(page);
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await openSettings(page);
  await page.getByLabel('Pace', { exact: true }).selectOption({ label: '4 a second' });
  const heard = await listen(page);
  await controls(page).train.click();
  const spokenIterations = async () => (await heard()).filter(({ text }) => /^iteration/.test(text));
  await until(spokenIterations, (all) => all.length >= 3, 'it is spoken while it trains', () => progressOf(page));
  const shown = page.locator('.run .status[aria-hidden="true"]');
  const [before, spoken] = [await textOf(shown), await textOf(controls(page).status)];
  assert.match(spoken, /^iteration [\d,]+ · gap \S+ % · [\d,]+ planes?$/, 'what is spoken has its form');
  await until(() => textOf(shown), (text) => text !== before, 'what is seen moves with the run');

  const told = await spokenIterations();
  told.slice(2).forEach(({ at }, index) => assert.ok(at - told[index + 1].at > 2_000, `two are ${Math.round(at - told[index + 1].at)} ms apart`));
  const trained = Number(await controls(page).slider.getAttribute('max'));
  assert.ok(told.length < trained / 2, `it is not spoken at each of the iterations: ${told.length} times in ${trained}`);

  await fullSpeed(page);
  await ended(page);
  // The sentence with the result is spoken too, once.
  const isResult = (/** @type {{ text: string }} */ { text }) => /^NDCG@10 /.test(text);
  // The first iteration is where the training begins: before it, the new setting may still be prepared, and the
  // sentence about w = 0 belongs to that.
  const fromTraining = async () => (await heard()).slice((await heard()).findIndex(({ text }) => /^iteration/.test(text)));
  const all = await until(fromTraining, (now) => now.some(isResult), 'the result is spoken');
  assert.equal(all.filter(isResult).length, 1, 'the result is spoken once');
  assert.match(all.filter((one) => !isResult(one)).at(-1)?.text ?? '', /^converged/, 'the last that the status speaks is the end');
  assert.equal(await textOf(shown), await textOf(controls(page).status), 'what is seen and what is spoken end the same');
});

pageTest('during training only the status is announced, and all visible figures move', {}, async ({ page }) => {
  await ready(page);
  await loadSample(page, 'LightGBM example');
  await openSettings(page);
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await openSettings(page);
  await page.getByLabel('Pace', { exact: true }).selectOption({ label: '4 a second' });
  await openCertificate(page);
  await openPanel(page, 'explanation');
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
  for (const [at, seen] of [words, sentence].entries()) await until(() => textOf(seen), (text) => text !== before[at], 'what is seen moves');
  await statusAlone('while it trains');

  await pause.click();
  await paused(page);
  // The certificate stands in a tab of its own: it moves in silence too.
  await openCertificate(page);
  await until(() => textOf(history(page).certificate), (text) => /of \d+ planes/.test(text), 'the planes are there');
  await page.evaluate(() => { /** @type {{ heard: unknown[] }} */ (/** @type {unknown} */ (globalThis)).heard.length = 0; });
  const reached = Number(await slider.getAttribute('max'));
  await train.click();
  await until(() => slider.getAttribute('max'), (max) => Number(max) >= reached + 4, 'it trains on');
  await statusAlone('while it trains beside the certificate');
  await pause.click();
  const end = await paused(page);
  await certificateAt(page, end);
  await openView(page, 'Violator');
  await slowMotionAt(page, end);
  await until(() => textOf(page.locator('#explanation')), (text) => text.includes(`Iteration ${end}.`), 'the explanation is that of the last iteration');
  const spoken = (await heard()).length;
  await page.getByRole('button', { name: 'Next phase' }).click();
  await until(async () => (await heard()).length, (now) => now > spoken, 'at rest the phase is spoken again');
  await page.evaluate(() => { /** @type {{ heard: unknown[] }} */ (/** @type {unknown} */ (globalThis)).heard.length = 0; });
  await history(page).play.click();
  await until(() => slider.inputValue().then(Number), (at) => at >= 3, 'it plays');
  await statusAlone('while it plays');
});

pageTest('status and timeline name the same iteration in every frame', {}, async ({ page }) => {
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

pageTest('with reduced motion nothing moves by itself', { everyday: true, reducedMotion: 'reduce' }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await controls(page).train.click();
  await statusOf(page, /^converged/);
  const moving = await page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0, 'no animation and no transition runs');
  await page.getByRole('tab', { name: 'Compare', exact: true }).click();
  const top = await page.locator('#comparison').evaluate((element) => element.getBoundingClientRect().top);
  await page.waitForTimeout(200);
  assert.equal(await page.locator('#comparison').evaluate((element) => element.getBoundingClientRect().top), top, 'the page jumps instead of gliding');
});
