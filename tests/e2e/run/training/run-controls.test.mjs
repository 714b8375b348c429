// Train, Pause, Step and Reset, by pointer and by keyboard.

import assert from 'node:assert/strict';
import { pageTest } from '../../support/browser.mjs';
import { file, letor } from '../../support/letor.mjs';
import { chart, controls, ended, fullSpeed, goTo, legend, loadSample, panelsAt, number, openSettings, paused, ready, statusOf, tableOf, textOf, until, upload, fetchWeights } from '../../support/page.mjs';

/** Longer than any slice of work, so that a running run would change in this time. */
const STILL = 500;

/** @param {import('playwright-core').Page} page */
async function newest(page) {
  return Number(await controls(page).slider.getAttribute('max'));
}

pageTest('Pause stops a long run at full speed, and Train continues to the end', { everyday: true }, async ({ page }) => {
  await loadSample(page, 'LightGBM example');
  await openSettings(page);
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  // Long enough to be stopped in the middle on any machine.
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('1000');
  // The table of a longer run has a part of it.
  await page.getByRole('spinbutton', { name: 'Max iterations' }).fill('450');
  await fullSpeed(page);
  const { train, pause, step, status } = controls(page);
  await statusOf(page, /^ready/);
  await train.click();
  await until(() => newest(page), (iteration) => iteration >= 5, 'five iterations are done');
  assert.ok(await train.isDisabled(), 'Train cannot be pressed while it trains');
  assert.ok(await step.isDisabled(), 'Step cannot be pressed while it trains');

  await pause.click();
  const at = await paused(page);
  const text = await textOf(status);
  assert.match(text, /^paused at iteration [\d,]+ · gap \S+ %$/, 'the status says where it is paused');
  assert.equal(number(/iteration (\S+)/.exec(text)?.[1]), at, 'and that is the newest iteration');
  await panelsAt(page, at);
  const [told, table] = [await legend(page, 'Objective'), await tableOf(page, 'Objective')];
  assert.equal(told.gap, /gap (\S+ %)/.exec(text)?.[1], 'the gap of the status is the gap of the legend');
  await page.waitForTimeout(STILL);
  assert.equal(await textOf(status), text, 'nothing moves while it is paused');
  assert.equal(await newest(page), at, 'no iteration is added while it is paused');
  assert.ok(await pause.isDisabled(), 'a paused run cannot be paused');

  await train.click();
  await statusOf(page, /^iteration limit/);
  assert.ok(at < 450 && await newest(page) === 450, `it went on to its end after the pause at ${at}`);
  assert.deepEqual((await tableOf(page, 'Objective')).slice(0, table.length), table, 'the iterations before the pause are the same as they were');
});

pageTest('a slow run can be paused at once and sped up', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  await openSettings(page);
  await page.getByLabel('Pace', { exact: true }).selectOption({ label: '1 a second' });
  const { train, pause } = controls(page);
  await train.click();
  await until(() => newest(page), (iteration) => iteration >= 1, 'the first iteration');
  await pause.click();
  await until(() => textOf(controls(page).status), (text) => text.startsWith('paused'), 'the run pauses');
  assert.ok(await newest(page) <= 2, 'the pace was kept');
  await fullSpeed(page);
  await train.click();
  const end = await ended(page);
  assert.ok(end.iterations > 3, 'it went on at full speed');
});

pageTest('Step moves one iteration, Reset goes back to w = 0', { everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  const { step, reset, status, slider, weights } = controls(page);
  await fetchWeights(page);
  const start = await legend(page, 'Objective');
  for (const iteration of [1, 2, 3]) {
    await step.click();
    await statusOf(page, new RegExp(`^paused at iteration ${iteration} ·`));
    await panelsAt(page, iteration);
    assert.equal(await newest(page), iteration, `step ${iteration} adds exactly one iteration`);
    assert.equal(await slider.inputValue(), String(iteration), 'the slider follows');
  }
  assert.equal((await tableOf(page, 'Objective')).length, 4, 'w = 0 and three steps');
  const stepped = await tableOf(page, 'Objective');

  await reset.click();
  await ready(page);
  assert.equal(await textOf(status), 'ready: press Train', 'the status after Reset');
  assert.equal(await newest(page), 0, 'the slider has no iterations to go to');
  assert.ok(await slider.isDisabled(), 'and cannot be moved');
  assert.deepEqual(await legend(page, 'Objective'), start, 'the legend is that of w = 0 again');
  assert.equal((await tableOf(page, 'Objective')).length, 1, 'the table has only w = 0');
  assert.match(await textOf(weights), /w = 0/, 'the weights are gone');

  await controls(page).train.click();
  await ended(page);
  assert.deepEqual((await tableOf(page, 'Objective')).slice(0, 4), stepped, 'stepping and training give the same iterations');
});

pageTest('Step continues from an earlier iteration without losing iterations', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  const { step } = controls(page);
  for (const iteration of [1, 2, 3]) {
    await step.click();
    await panelsAt(page, iteration);
  }
  const before = await tableOf(page, 'Objective');
  await goTo(page, 1);
  await step.click();
  await statusOf(page, /^paused at iteration 4 ·/);
  assert.deepEqual((await tableOf(page, 'Objective')).slice(0, 4), before, 'all iterations are still there');
});

pageTest('the status of a new run never shows the end of the previous run', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
  await openSettings(page);
  await page.getByLabel('Pace', { exact: true }).selectOption({ label: '1 a second' });
  await controls(page).train.click();
  assert.doesNotMatch(await textOf(controls(page).status), /converged/, 'right after Train is pressed again');
});

pageTest('a changed setting starts another run', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  await fullSpeed(page);
  await controls(page).train.click();
  const first = await ended(page);
  const primal = number((await legend(page, 'Objective'))['primal, best']);
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('100');
  await until(() => page.getByRole('complementary', { name: 'Settings' }).innerText(), (text) => /Train starts a new run/.test(text), 'the page says that a new run will start');
  await controls(page).train.click();
  await ended(page);
  const now = number((await legend(page, 'Objective'))['primal, best']);
  assert.ok(now > 2 * primal, `ten times the C weighs the slack more: ${primal} after ${first.iterations} iterations, now ${now}`);
});

pageTest('an invalid setting is explained and disables Train', {}, async ({ page }) => {
  await ready(page);
  const c = page.getByRole('spinbutton', { name: 'C', exact: true });
  const { train, step } = controls(page);
  for (const wrong of ['-1', '0', '']) {
    await c.fill(wrong);
    await until(() => train.isDisabled(), Boolean, `C = ${JSON.stringify(wrong)} cannot be trained`);
    assert.ok(await step.isDisabled(), 'nor stepped');
    assert.equal(await c.getAttribute('aria-invalid'), 'true', 'the field is marked');
    const note = await c.evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.innerText ?? '');
    assert.equal(note, wrong ? `${wrong} is not a positive number.` : 'An empty field is not a number.', 'and says what is wrong, not how the core calls it');
    assert.match(await textOf(page.locator('.hint.problem')), /^C: \S+/, 'away from the field its label is said');
  }
  await c.fill('1');
  await statusOf(page, /^ready/);
  assert.ok(await train.isEnabled(), 'a good value heals it');
});

pageTest('the keyboard alone trains, pauses and moves through the iterations', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  await openSettings(page);
  await page.getByLabel('Pace', { exact: true }).selectOption({ label: '4 a second' });
  await page.locator('body').evaluate((body) => { body.tabIndex = -1; body.focus(); body.removeAttribute('tabindex'); });
  const { train, pause, slider } = controls(page);
  /** @param {import('playwright-core').Locator} target @param {string} what */
  const tabTo = async (target, what) => {
    for (let pressed = 0; pressed < 60; pressed += 1) {
      await page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    assert.fail(`Tab never reaches ${what}`);
  };
  await tabTo(train, 'Train');
  const outline = await train.evaluate((button) => getComputedStyle(button).outlineStyle);
  assert.notEqual(outline, 'none', 'the focus can be seen');
  await page.keyboard.press('Enter');
  await until(() => newest(page), (iteration) => iteration >= 2, 'training began');
  await tabTo(pause, 'Pause');
  await page.keyboard.press('Space');
  const at = await paused(page);
  const focused = (/** @type {import('playwright-core').Locator} */ target) => target.evaluate((element) => element === document.activeElement);
  assert.ok(await focused(pause), 'the focus is not lost when a button becomes unavailable');
  const { step } = controls(page);
  await tabTo(step, 'Step');
  for (const iteration of [at + 1, at + 2]) {
    await page.keyboard.press('Enter');
    await panelsAt(page, iteration);
    assert.ok(await focused(step), 'Step can be pressed again and again');
  }

  await tabTo(slider, 'the slider');
  await page.keyboard.press('ArrowLeft');
  await panelsAt(page, at + 1);
  await page.keyboard.press('Home');
  await panelsAt(page, 0);
  await page.keyboard.press('ArrowRight');
  await panelsAt(page, 1);
  await page.keyboard.press('End');
  await panelsAt(page, at + 2);
  assert.match(await chart(page, 'Objective').canvas.getAttribute('aria-label') ?? '', /^Objective/, 'the chart still has its name');
});

pageTest('Train that is pressed while data are read trains them', {}, async ({ page }) => {
  await ready(page);
  const { train, status, sample, facts } = controls(page);
  /** @type {(open: void) => void} */
  let open = () => {};
  const gate = new Promise((resolve) => { open = resolve; });
  await page.route(/kitchen/, async (route) => {
    await gate;
    await route.continue();
  });
  await sample.selectOption({ label: 'Kitchen (hand-made)' });
  await statusOf(page, /^reading Kitchen/);
  await train.click();
  await until(() => textOf(status), (text) => /Training starts then/.test(text), 'the page says that it will train');
  open();
  await statusOf(page, /^converged/);
  assert.match(await textOf(facts), /^Kitchen/);
});
