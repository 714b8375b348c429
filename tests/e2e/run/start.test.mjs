// First sight: the arrow sorts the list, the guess comes before the truth, training turns the arrow, and the page steps aside for good.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, number, openInstrument, overflowing, ready, statusOf, textOf, until, upload } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
function sight(page) {
  const main = page.getByRole('main');
  const button = (/** @type {string} */ name) => main.getByRole('button', { name, exact: true });
  return { main, arrow: main.getByRole('slider', { name: 'Direction of w', exact: true }), guess: main.getByRole('slider', { name: 'Your guess', exact: true }),
    rows: main.getByRole('list', { name: 'Recipes by their place' }).getByRole('listitem'), lesson: button('Start with lesson 1'), open: button('Open the instrument'), show: button('Show me'), learn: button('Let it learn'),
    value: main.locator('.sight-value') };
}

/** Grades from the first row to the last. @param {Page} page */
const grades = async (page) => (await sight(page).rows.allInnerTexts()).map((text) => Number(text.trim().at(-1)));

/** NDCG of grades in their order. @param {number[]} list */
function ndcg(list) {
  const dcg = (/** @type {number[]} */ all) => all.reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
  return dcg(list) / dcg([...list].sort((a, b) => b - a));
}

/** The number on the page is the NDCG of the list on the page. @param {Page} page */
async function fits(page) {
  assert.equal(await textOf(sight(page).value), ndcg(await grades(page)).toFixed(3));
}

/** Turns the arrow by keys to an angle that sorts the shown search without a fault. @param {Page} page */
async function turnToPerfect(page) {
  const { arrow } = sight(page);
  await arrow.focus();
  for (let at = 0; at < 10; at += 1) await page.keyboard.press('PageUp');
}

pageTest('first sight: the arrow sorts the list, the truth follows the guess, and training turns the arrow', { firstSight: true, everyday: true }, async ({ page }) => {
  const { main, arrow, guess, value, show, learn } = sight(page);
  await arrow.waitFor();
  await fits(page);
  const first = await textOf(value);
  assert.match(await arrow.getAttribute('aria-valuetext') ?? '', /^0°: Chocolate brownies first, NDCG 0\.\d{3}$/);
  assert.equal(await page.getByRole('complementary', { name: 'Settings' }).isVisible(), false, 'no settings');
  assert.equal(await page.getByRole('tablist', { name: 'Workspace' }).isVisible(), false, 'no tabs');
  assert.match(await textOf(main), /Six searches, 43 graded recipes by two of their five features\. Nothing leaves this device\./);

  // By pointer: the handle follows, and so do list and number.
  const [box, well] = await Promise.all([arrow, main.locator('.sight-well')].map((one) => one.boundingBox()));
  assert.ok(box && well);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 150, well.y + well.height * 0.6, { steps: 6 });
  assert.notEqual(await textOf(value), first);
  await fits(page);
  await page.mouse.up();
  await arrow.press('Home');
  assert.equal(await textOf(value), first, 'Home goes back to the first direction');
  await turnToPerfect(page);
  assert.equal(await textOf(value), '1.000');
  await fits(page);
  assert.deepEqual(await grades(page), [3, 2, 2, 1, 0, 0, 0]);
  const live = main.locator('.start-stage > [aria-live=polite]');
  await until(() => live.textContent(), (text) => text === 'Grandmother\'s apple pie first, NDCG 1.000.', 'the result is said when the arrow rests');

  assert.equal(await show.isVisible(), false, 'the truth comes after a guess');
  await guess.focus();
  for (const key of ['PageUp', 'PageUp', 'PageUp', 'PageUp', 'ArrowRight']) await page.keyboard.press(key);
  assert.equal(await guess.getAttribute('aria-valuetext'), '0.91');
  const text = await textOf(main);
  assert.doesNotMatch(text, /on the other five/);
  await show.click();
  const told = /1\.000 here, (0\.\d{3}) on the other five\. You guessed 0\.91\. From (0\.\d{3}) for ([a-z -]+) to ([01]\.\d{3}) for/.exec(await textOf(main));
  assert.ok(told, 'the truth is told');
  assert.ok(number(told[2]) <= number(told[1]) && number(told[1]) <= number(told[4]), 'a mean is between its least and its greatest value');
  await until(() => textOf(main.locator('.sight-number.own')), (shown) => shown === `your arrow ${told[1]}`, 'the meter has the same number');
  assert.equal(await guess.getAttribute('aria-valuenow'), '0.91', 'the guess stays');
  await guess.press('ArrowLeft');
  assert.equal(await guess.getAttribute('aria-valuenow'), '0.91', 'and takes no change');

  await learn.click();
  const learned = await until(() => textOf(main), (words) => /From 0\.\d{3} to 0\.\d{3} on the five\./.test(words), 'training has turned the arrow');
  const [, before, after] = /From (0\.\d{3}) to (0\.\d{3}) on the five\./.exec(learned) ?? [];
  assert.equal(before, told[1]);
  assert.ok(number(after) > number(before), `the learned arrow is better on the five: ${after}`);
  assert.match(learned, /sorted by the learned arrow/);
  await fits(page);
});

pageTest('first sight has one filled button, and names no mode as the open one', { firstSight: true }, async ({ page }) => {
  const { lesson } = sight(page);
  await sight(page).arrow.waitFor();
  const filled = await page.getByRole('main').getByRole('button').evaluateAll((all) => all.filter((one) => {
    const { backgroundColor, color } = getComputedStyle(one);
    return one.checkVisibility() && color === 'rgb(255, 255, 255)' && backgroundColor !== 'rgb(255, 255, 255)';
  }).map((one) => one.textContent));
  assert.deepEqual(filled, ['Start with lesson 1']);
  const modes = page.getByRole('tablist', { name: 'Mode' }).getByRole('tab');
  assert.deepEqual(new Set(await modes.evaluateAll((all) => all.map((one) => one.getAttribute('aria-selected')))), new Set(['false']));
  await lesson.click();
  await page.getByRole('region', { name: 'Lesson', exact: true }).waitFor();
  assert.equal(await sight(page).arrow.isVisible(), false);
});

pageTest('first sight steps aside for good, and the name of the page leads back to it', { firstSight: true }, async ({ page, address }) => {
  const { arrow, open } = sight(page);
  /** Whether first sight is there after a visit from the start. */
  const again = async () => {
    await page.goto('about:blank');
    await page.goto(address);
    return arrow.waitFor({ timeout: 5000 }).then(() => true, () => false);
  };
  await arrow.waitFor();
  assert.ok(await again(), 'who has only looked sees it again');
  await open.click();
  await controls(page).train.waitFor();
  assert.ok(await page.locator('#run').evaluate((run) => run.contains(document.activeElement)), 'the focus goes on to the run');
  assert.equal(await page.getByRole('tablist', { name: 'Workspace' }).isVisible(), true);
  await page.getByRole('button', { name: 'rankscope', exact: true }).click();
  await arrow.waitFor();
  await page.getByRole('tab', { name: 'Sketch', exact: true }).click();
  await page.getByRole('region', { name: 'Sketch pad' }).waitFor();
  assert.equal(await arrow.isVisible(), false, 'a mode leaves it');
  await page.goto('about:blank');
  await page.goto(address);
  await ready(page);
  assert.equal(await arrow.isVisible(), false, 'and it stays away');
});

pageTest('own data, other examples and a dropped file lead from first sight to the instrument', { firstSight: true }, async ({ page }) => {
  const { main, arrow } = sight(page);
  const back = async () => {
    await page.getByRole('button', { name: 'rankscope', exact: true }).click();
    await arrow.waitFor();
  };
  await arrow.waitFor();
  const chooser = page.waitForEvent('filechooser');
  await main.getByRole('button', { name: 'Open your own file', exact: true }).click();
  await (await chooser).setFiles(file('own.txt', letor({ seed: 7 })));
  await until(() => arrow.isVisible(), (seen) => !seen, 'a chosen file leads on');
  await ready(page, /^own\.txt · /);
  await back();
  await main.getByRole('button', { name: 'Other examples', exact: true }).click();
  assert.ok(await controls(page).sample.evaluate((select) => select === document.activeElement), 'the samples have the focus');
  await back();
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.txt'));
    document.querySelector('main')?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, letor({ seed: 8 }));
  await until(() => arrow.isVisible(), (seen) => !seen, 'a dropped file leads on');
  await ready(page, /^dropped\.txt · /);
});

for (const { width, height, touch } of [{ width: 1440, height: 900 }, { width: 1280, height: 720 }, { width: 390, height: 844, touch: true }]) {
  pageTest(`first sight at ${width} × ${height}: what is touched first is in view`, { firstSight: true, width, height, touch }, async ({ page }) => {
    const { arrow, value, lesson, guess } = sight(page);
    await arrow.waitFor();
    for (const part of [arrow, value, lesson, ...(touch ? [] : [guess])]) {
      const box = await part.boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width, `in view: ${JSON.stringify(box)}`);
    }
    assert.deepEqual(await overflowing(page), []);
    if (touch) return;
    const spare = await page.evaluate(() => [document.documentElement, document.querySelector('main')].map((one) => (one ? one.scrollHeight - one.clientHeight : -1)));
    assert.deepEqual(spare, [0, 0], 'nothing scrolls');
    // No phase moves the parts.
    const place = () => page.locator('.sight-well').boundingBox();
    const before = await place();
    await turnToPerfect(page);
    await guess.press('End');
    await sight(page).show.click();
    assert.deepEqual(await place(), before, 'the truth moves nothing');
    await sight(page).learn.click();
    await until(() => textOf(page.getByRole('main')), (text) => text.includes('sorted by the learned arrow'), 'it has learned');
    assert.deepEqual(await place(), before, 'learning moves nothing');
  });
}

pageTest('a link opens its run and no first sight', { firstSight: true, address: '#v=1&sample=kitchen&trained=2' }, async ({ page }) => {
  await statusOf(page, /^paused at iteration 2 /);
  assert.equal(await sight(page).arrow.isVisible(), false);
});

pageTest('without the recipes the page says so, and its ways on work', { firstSight: true, allow: [/kitchen\.txt|Failed to load|ERR_/] }, async ({ page }) => {
  await page.route(/kitchen\.txt$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await page.getByText(/^The recipes of the first page could not be shown: /).waitFor();
  await openInstrument(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
});
