// What goes away under the focus hands it on: from nowhere the keyboard would begin at the top of the page again.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { withLargeFile } from '../support/faults.mjs';
import { file } from '../support/letor.mjs';
import { controls, openView, ready, textOf, train, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/** Presses a button by the keyboard, and waits for what that does. @param {Locator} button @param {() => Promise<unknown>} done */
async function press(button, done) {
  await button.focus();
  await button.press('Enter');
  await until(done, Boolean, 'the press does something');
  // What is hidden loses the focus with the next frame.
  await button.page().evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
}

/** What has the focus. @param {Page} page */
const focused = (page) => page.evaluate(() => {
  const element = document.activeElement;
  return element?.id || element?.getAttribute('aria-label') || element?.textContent?.trim().slice(0, 40) || element?.tagName;
});

pageTest('messages and dialogs that disappear pass the focus on', {}, async ({ page }) => {
  await ready(page);
  const { letor, alert } = controls(page);
  await letor.setInputFiles(file('broken.txt', '1 qid:1 1:x\n'));
  await alert.getByText('could not be read').waitFor();
  await press(page.getByRole('button', { name: 'Dismiss' }), () => alert.isHidden());
  assert.equal(await focused(page), 'main', 'a message dismissed');

  await withLargeFile('large.txt', 2e9, async (path) => {
    await letor.setInputFiles(path);
    const caution = page.getByRole('region', { name: 'This needs a lot of memory' });
    await caution.waitFor();
    await press(page.getByRole('button', { name: 'Cancel loading' }), () => caution.isHidden());
  });
  assert.equal(await focused(page), 'main', 'a caution heeded');

  await page.evaluate(() => { location.hash = '#v=1&train=mine.txt&train-checksum=0123456789abcdef'; });
  const question = page.getByRole('region', { name: 'This link needs your data' });
  await question.waitFor();
  await press(page.getByRole('button', { name: 'Not now' }), () => question.isHidden());
  assert.equal(await focused(page), 'main', 'a question left open');
});

pageTest('buttons of queries and names pass the focus on', {}, async ({ page }) => {
  await ready(page);
  await train(page);
  const { queries, weights } = controls(page);
  await queries.getByRole('row').nth(4).click();
  const worst = page.getByRole('button', { name: 'Follow the worst' });
  await press(worst, () => worst.isHidden());
  assert.equal(await focused(page), await textOf(queries.getByRole('row', { selected: true }).getByRole('button')), 'the worst query has it');

  const next = page.getByRole('button', { name: 'Next queries' });
  for (let pressed = 0; pressed < 50 && await next.isEnabled(); pressed += 1) await press(next, async () => true);
  assert.equal(await focused(page), 'Previous queries', 'at the last page the way back has it');

  await openView(page, 'Weights');
  await weights.getByText('Names of features').click();
  await weights.getByLabel('Feature names', { exact: true }).setInputFiles(file('names.txt', '1 first\n'));
  const drop = page.getByRole('button', { name: 'Remove the names' });
  await drop.waitFor();
  await press(drop, () => drop.isHidden());
  assert.ok(await weights.getByLabel('Feature names', { exact: true }).evaluate((input) => input === document.activeElement), 'other names may be given');
});

pageTest('at either end of the timeline the slider has the focus', {}, async ({ page }) => {
  await ready(page);
  await train(page);
  const { slider } = controls(page);
  await slider.fill('1');
  for (const name of ['Previous iteration', 'Newest iteration']) {
    const button = page.getByRole('button', { name });
    await press(button, () => button.isDisabled());
    assert.ok(await slider.evaluate((element) => element === document.activeElement), `after ${name}`);
  }
});

pageTest('removed runs pass the focus on', {}, async ({ page }) => {
  await ready(page);
  await train(page);
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  const panel = page.locator('#runs');
  await press(panel.getByRole('button', { name: 'Delete Run 1' }), () => panel.getByText('There are no runs yet.').isVisible());
  assert.equal(await focused(page), 'tab-runs', 'the tab of the panel has it');
});

pageTest('leaving a lesson from a link moves the focus to the page', { everyday: true, address: '#v=1&lesson=cutting-plane' }, async ({ page }) => {
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await lesson.waitFor();
  await until(() => focused(page), (name) => name !== 'BODY', 'the heading of the step has the focus');
  await press(lesson.getByRole('button', { name: 'Leave lesson' }), () => lesson.isHidden());
  assert.ok(['main'].includes(await focused(page) ?? ''), `the focus is on ${await focused(page)}`);
});

pageTest('queries are announced as choices, with the chosen one', {}, async ({ page }) => {
  await ready(page);
  const { queries } = controls(page);
  const row = queries.getByRole('row').nth(3);
  const button = row.getByRole('rowheader').getByRole('button');
  assert.equal(await button.getAttribute('aria-pressed'), 'false');
  const name = await textOf(button);
  await button.focus();
  await page.keyboard.press('Space');
  await until(() => textOf(controls(page).inspector), (text) => text.includes(`query ${name} ·`), 'it is shown');
  const chosen = queries.getByRole('button', { pressed: true });
  assert.equal(await textOf(chosen), name);
  assert.ok(await chosen.evaluate((element) => element === document.activeElement), 'it keeps the focus');
  await queries.getByRole('row').nth(5).getByRole('cell').last().click();
  await until(() => textOf(chosen), (text) => text !== name, 'a press anywhere in a row chooses it');
});
