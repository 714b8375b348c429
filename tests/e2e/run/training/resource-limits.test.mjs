// Work with much memory or time is announced, shows its progress, and can be stopped.

import assert from 'node:assert/strict';
import { pageTest } from '../../support/browser.mjs';
import { file, letor } from '../../support/letor.mjs';
import { trainingWorker, withLargeFile } from '../../support/faults.mjs';
import { controls, ended, fullSpeed, goTo, inspect, number, openSettings, ready, statusOf, textOf, until, upload } from '../../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** One query of so many documents of three grades: without a cut-off there is no shorter search than the assignment. @param {number} documents */
const long = (documents) => file('long.txt', letor({ seed: 4, queries: 1, documents, features: 3 }));

/** @param {Page} page */
const cutOff = (page) => page.getByRole('spinbutton', { name: 'Cut-off k' });

/** @param {Page} page */
const caution = (page) => page.getByRole('region', { name: /^(This needs a lot of memory|One iteration takes about)/ });

pageTest('the memory of a 2 GB file is estimated before reading, and reading can be cancelled', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  const facts = await textOf(controls(page).facts);
  await withLargeFile('large.txt', 2e9, async (path) => {
    await controls(page).letor.setInputFiles(path);
    const box = caution(page);
    await box.waitFor();
    const told = await textOf(box);
    const [, documents, features, gigabytes] = /large\.txt looks like ([\d,]+) documents of ([\d,]+) features: about ([\d.]+) GB/.exec(told) ?? [];
    assert.equal(number(features), 100, told);
    // A line of 100 features is about 1,200 bytes, and a row of the matrix 800.
    assert.ok(number(documents) > 1_200_000 && number(documents) < 2_200_000, told);
    assert.ok(number(gigabytes) > 1 && number(gigabytes) < 4, told);
    assert.match(await textOf(controls(page).status), /^large\.txt waits/);
    await page.getByRole('button', { name: 'Cancel loading' }).click();
    await ready(page, /^own\.txt/);
    await box.waitFor({ state: 'hidden' });

    await controls(page).letor.setInputFiles(path);
    await page.getByRole('button', { name: 'Load anyway' }).click();
    const bar = page.getByRole('progressbar', { name: 'Reading data' });
    await until(() => bar.evaluate((element) => /** @type {HTMLProgressElement} */ (element).value).catch(() => 0), (done) => done > 0, 'the page shows how far it has read');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await statusOf(page, /^ready/);
    assert.equal(await textOf(controls(page).facts), facts, 'the old data stay');
  });
  assert.ok(await controls(page).alert.isHidden(), 'to cancel is no fault');
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
});

pageTest('a file that a page cannot hold is refused before it is read, with what fits', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  // About 5 million documents of 100 features.
  await withLargeFile('huge.txt', 6e9, async (path) => {
    await controls(page).letor.setInputFiles(path);
    const box = page.getByRole('region', { name: 'Too large for a page' });
    await box.waitFor();
    const told = await textOf(box);
    assert.match(told, /huge\.txt looks like [\d,]+ documents of 100 features: about \d\.\d+ GB/, told);
    assert.match(told, /A page can hold about 2,684,354 such documents.*rankscope train FILE/, told);
    assert.equal(await page.getByRole('button', { name: 'Load anyway' }).count(), 0);
    await page.getByRole('button', { name: 'Cancel loading' }).click();
    await ready(page, /^own\.txt/);
  });
});

pageTest('cancelled loading does not change a run in progress', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  await openSettings(page);
  await page.getByLabel('Pace', { exact: true }).selectOption({ label: '4 a second' });
  const { train, slider } = controls(page);
  await train.click();
  await withLargeFile('large.txt', 2e9, async (path) => {
    await controls(page).letor.setInputFiles(path);
    await page.getByRole('button', { name: 'Load anyway' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await until(() => page.getByRole('progressbar', { name: 'Reading data' }).count(), (count) => count === 0, 'the button is gone');
    assert.ok(await page.getByLabel('Sample data').evaluate((select) => select === document.activeElement), 'the focus is where data are chosen');
  });
  const at = Number(await slider.getAttribute('max'));
  await until(() => slider.getAttribute('max').then(Number), (iteration) => iteration > at, 'the run goes on');
});

pageTest('a long query without a cut-off shows a warning that offers the cut-off', {}, async ({ page }) => {
  await ready(page);
  await upload(page, long(2_100));
  await cutOff(page).fill('');
  const box = caution(page);
  await box.waitFor();
  assert.match(await textOf(box), /longest query has 2,100 documents/);
  assert.match(await textOf(box), /about 9,2\d\d,\d{3},\d{3} steps/, '2,100³');
  await statusOf(page, /^waiting/);
  await page.getByRole('button', { name: 'Use NDCG@10' }).click();
  await ready(page);
  assert.equal(await cutOff(page).inputValue(), '10');
  await box.waitFor({ state: 'hidden' });

  // Trained anyway: the search shows its progress, Pause interrupts it, and it continues from the same place.
  await cutOff(page).fill('');
  await box.waitFor();
  await page.getByRole('button', { name: 'Train anyway' }).click();
  /** @param {string} text */
  const placed = (text) => number(/^oracle: document ([\d,]+) of 2,100$/.exec(text)?.[1]);
  const first = placed(await until(() => textOf(controls(page).status), (text) => placed(text) > 0, 'the search says how far it is'));
  await until(() => textOf(page.locator('.readout')), (text) => /^iteration 0: w = 0 · oracle: document [\d,]+ of 2,100$/.test(text), 'the readout beside the slider says the same');
  const later = placed(await until(() => page.locator('.status').textContent().then(String), (text) => placed(text) > first, 'and goes on'));
  await controls(page).pause.click();
  await statusOf(page, /^ready/);
  const worker = await trainingWorker(page);
  assert.equal(await worker.evaluate(() => new Promise((resolve) => { setTimeout(() => resolve('idle'), 0); })), 'idle', 'the worker is free');
  await controls(page).train.click();
  await until(() => page.locator('.status').textContent().then(String), (text) => placed(text) >= later, 'it goes on from there');
  assert.ok(await box.isHidden(), 'nobody is asked twice');
  await controls(page).reset.click();
  await box.waitFor();
  await page.getByRole('button', { name: 'Use NDCG@10' }).click();
  await ready(page);
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
});

pageTest('the result of a long search is shown without a second search', {}, async ({ page }) => {
  await ready(page);
  await upload(page, long(700));
  await cutOff(page).fill('');
  await ready(page);
  await openSettings(page);
  await page.getByRole('spinbutton', { name: 'Max iterations' }).fill('2').catch(() => {});
  await controls(page).step.click();
  await statusOf(page, /^(paused|converged|iteration limit)/);
  await goTo(page, 0);
  await goTo(page, 1);
  const { violator } = await inspect(page);
  assert.ok(violator.length > 0, 'the violator is shown');
});
