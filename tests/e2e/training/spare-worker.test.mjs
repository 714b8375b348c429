// The whole module arrives after the first visit, and later runs train in it: opening a view then makes no run again.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { kill, withLargeFile } from '../support/faults.mjs';
import { openCertificate } from '../support/history.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, ended, threeFrames, fullSpeed, loadSample, openView, ready, statusOf, tableOf, textOf, train, until, upload } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ worker: number, at: number, type: string, load?: number, again?: number }} Said */
/** @typedef {{ made: { name: string, at: number }[], told: Said[], heard: Said[], lines: string[] }} Log */

/** A second run that differs from the first. */
const OTHER_C = '20';

/** What the whole module is fetched as. */
const WHOLE = /\/later\/rankscope[^/]*$/;

const own = file('own.txt', letor({ seed: 7 }));
/** Large enough that Train is pressed while it is read. */
const slow = file('slow.txt', letor({ seed: 9, queries: 400, documents: 50, features: 40 }));

/** Loads the page again, and notes the workers that it makes, what it tells them and hears of them, and its status lines. @param {Page} page */
async function noted(page) {
  await page.addInitScript(() => {
    /** @type {Log} */
    const log = { made: [], told: [], heard: [], lines: [] };
    const Real = Worker;
    globalThis.Worker = class extends Real {
      /** @param {string | URL} address @param {WorkerOptions} [options] */
      constructor(address, options) {
        super(address, options);
        const worker = log.made.push({ name: options?.name ?? '', at: performance.now() }) - 1;
        const note = (/** @type {{ type: string, load?: number, again?: number }} */ { type, load, again }) => ({ worker, at: performance.now(), type, load, again });
        this.addEventListener('message', ({ data }) => log.heard.push(note(data)));
        const post = this.postMessage.bind(this);
        this.postMessage = (/** @type {any} */ message) => {
          log.told.push(note(message));
          post(message);
        };
      }
    };
    new MutationObserver(() => {
      const line = document.querySelector('.status')?.textContent ?? '';
      if (line !== log.lines.at(-1)) log.lines.push(line);
    }).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { log });
  });
  await page.reload();
  await ready(page);
}

/** @param {Page} page @returns {Promise<Log>} */
const logOf = (page) => page.evaluate(() => /** @type {any} */ (globalThis).log);

/** Waits until a spare worker has read the data. @param {Page} page */
async function spareReady(page) {
  await until(() => logOf(page), ({ heard }) => heard.some(({ type, load, worker }) => worker > 0 && type === 'loaded' && load === 0), 'a spare worker has the data');
}

/** Runs that workers were told to make again from `from` messages on. @param {Log} log @param {number} [from] */
const replays = ({ told }, from = 0) => told.slice(from).filter(({ type, again }) => type === 'prepare' && (again ?? -1) > 0);

/** Chooses another C. @param {Page} page */
async function changeC(page) {
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill(OTHER_C);
}

pageTest('a first run fetches nothing of the whole module, and a second one trains in it', { everyday: true }, async ({ page, requests }) => {
  const asked = () => requests.filter((address) => WHOLE.test(address.split(/[?#]/)[0]));
  await noted(page);
  assert.deepEqual(asked(), [], 'the page answers without it');
  await fullSpeed(page);
  const first = await train(page);
  await spareReady(page);
  await until(async () => asked().length, (all) => all >= 2, 'later its code and the module are fetched');
  const log = await logOf(page);
  const stopped = log.heard.find(({ type }) => type === 'stopped')?.at ?? NaN;
  assert.ok(log.made[1].at - stopped >= 900, `the page rests first: ${log.made[1].at - stopped} ms`);
  assert.deepEqual(log.made.map(({ name }) => name), ['', 'whole']);

  await changeC(page);
  const second = await train(page);
  assert.notDeepEqual(second, first, 'another C makes another run');
  const table = await tableOf(page, 'Objective');
  const before = (await logOf(page)).told.length;
  await openCertificate(page);
  await openView(page, 'Violator');
  await controls(page).inspector.getByRole('tab', { name: 'Search table' }).click();
  await controls(page).inspector.getByRole('table', { name: /^Search table/ }).waitFor();
  const after = await logOf(page);
  assert.deepEqual(replays(after), [], 'no run is made again');
  assert.equal(after.made.length, 2, 'no further worker is started');
  assert.ok(after.told.slice(before).every(({ worker }) => worker === 1), 'the spare worker answers');
  assert.deepEqual(await tableOf(page, 'Objective'), table);
});

pageTest('a file of the user’s own is trained in the whole module, and nothing is seen of the change', {}, async ({ page }) => {
  await noted(page);
  await upload(page, own);
  await until(() => logOf(page), ({ told }) => told.some(({ worker, type, again }) => worker > 0 && type === 'prepare' && again === 0), 'the untrained run is made again in the spare worker');
  await ready(page);
  const { lines } = await logOf(page);
  assert.ok(!lines.some((line) => /again|crash|lost/.test(line)), `the status says nothing of it: ${lines}`);
  await fullSpeed(page);
  await train(page);
  await openCertificate(page);
  const after = await logOf(page);
  assert.deepEqual(replays(after), [], 'no run is made again');
  assert.deepEqual(after.made.map(({ name }) => name), ['', 'whole']);
});

pageTest('a spare worker reads the next file; a faulty or cancelled one leaves data and run', {}, async ({ page }) => {
  await noted(page);
  await fullSpeed(page);
  await train(page);
  await spareReady(page);
  const table = await tableOf(page, 'Objective');
  const facts = await textOf(controls(page).facts);
  const { alert, letor: input } = controls(page);

  await input.setInputFiles(file('faulty.txt', 'one qid:1 1:1\n'));
  await alert.waitFor();
  assert.match(await textOf(alert), /^faulty\.txt could not be read\./);
  assert.equal(await textOf(controls(page).facts), facts, 'the data stay');
  assert.deepEqual(await tableOf(page, 'Objective'), table, 'and so does the run');

  await withLargeFile('large.txt', 2e9, async (path) => {
    await input.setInputFiles(path);
    await page.getByRole('button', { name: 'Load anyway' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await until(() => page.getByRole('progressbar', { name: 'Reading data' }).count(), (count) => count === 0, 'the button is gone');
  });
  await until(() => textOf(controls(page).facts), (text) => text === facts, 'the facts are those of before');
  await statusOf(page, /^converged/);
  assert.deepEqual(replays(await logOf(page)), [], 'no run is made again');

  // Reading was cancelled by ending the spare worker; the small one reads, and the next one takes over.
  await upload(page, own);
  await train(page);
  await openCertificate(page);
});

pageTest('a spare worker that has the data reads the next file, and its run needs no replay', {}, async ({ page }) => {
  await noted(page);
  await fullSpeed(page);
  await train(page);
  await spareReady(page);
  await upload(page, own);
  const { told } = await logOf(page);
  const readers = told.filter(({ type, load }) => type === 'load' && (load ?? 0) > 1).map(({ worker }) => worker);
  assert.deepEqual(readers, [1], 'it is read once');
  await train(page);
  await openCertificate(page);
  assert.deepEqual(replays(await logOf(page)), []);
});

pageTest('a spare worker that is lost is not missed', {}, async ({ page }) => {
  await noted(page);
  await fullSpeed(page);
  await train(page);
  await spareReady(page);
  const spare = await until(async () => page.workers().at(-1), Boolean, 'the spare worker');
  if (spare) kill(spare);
  await until(async () => page.workers().length, (count) => count === 1, 'it has ended');
  await threeFrames(page);
  assert.ok(await controls(page).alert.isHidden(), 'nobody has to know');
  await changeC(page);
  await train(page);
  await openCertificate(page);
  await statusOf(page, /^converged/);
});

pageTest('on a connection that is to be spared the whole module is fetched only when it is needed', {}, async ({ page, requests }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await noted(page);
  await upload(page, own);
  await fullSpeed(page);
  await train(page);
  await new Promise((resolve) => { setTimeout(resolve, 3_000); });
  assert.ok(!requests.some((address) => WHOLE.test(address)), 'nothing is fetched ahead');
  await openCertificate(page);
  await ended(page);
});

pageTest('Train that is pressed while the spare worker reads is remembered, and data replace a run that is going on', {}, async ({ page }) => {
  await noted(page);
  await fullSpeed(page);
  await train(page);
  await spareReady(page);
  await controls(page).letor.setInputFiles(slow);
  await controls(page).train.click();
  await until(() => textOf(controls(page).facts), (text) => text.startsWith('slow.txt'), 'the file is there');
  await until(() => logOf(page), ({ lines }) => lines.some((line) => /^iteration [1-9]/.test(line)), 'it trains');
  await loadSample(page, 'Kitchen (hand-made)');
  await train(page);
  assert.deepEqual(replays(await logOf(page)), []);
});
