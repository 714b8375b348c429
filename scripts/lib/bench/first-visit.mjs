// The rows of a first visit: what the browser fetches, when it paints, and when the page answers. The cache is empty.

import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { firstVisit } from '../offline.mjs';
import { serve } from '../serve.mjs';
import { siteFolder } from '../site.mjs';

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {import('playwright-core').Browser} Browser */

const VISITS = 9;

/** @param {Browser} browser @returns {Promise<Row[]>} */
export async function firstVisitRows(browser) {
  /** @type {{ painted: number, answering: number }[]} */
  const times = [];
  for (let visit = 0; visit < VISITS; visit += 1) times.push((await visitOnce(browser, false)).times);
  const { answering, trained } = (await visitOnce(browser, true)).fetched;
  return [
    { row: 'first size', unit: 'KB', values: [(await firstVisit(siteFolder)) / 1024],
      note: 'gzip; all files of a first visit except lessons, which load later' },
    { row: 'first fetched', unit: 'KB', values: [answering / 1024], note: 'gzip; what the browser asked for' },
    { row: 'first trained', unit: 'KB', values: [trained / 1024], note: 'gzip; what the browser asked for' },
    { row: 'first paint', unit: 'ms', values: times.map(({ painted }) => painted), note: '' },
    { row: 'first time', unit: 'ms', values: times.map((one) => one.answering),
      note: 'the sample is loaded and Train can be pressed' },
  ];
}

/**
 * Visits the built page once.
 * @param {Browser} browser @param {boolean} trains whether the visitor presses Train, and waits for the end of the run.
 *   The service worker, which keeps all files once the page answers, is then left out.
 */
async function visitOnce(browser, trains) {
  /** @type {Set<string>} */
  const files = new Set();
  const site = await serve({ folders: [siteFolder], sent: (file) => files.add(file) });
  const context = await browser.newContext({ serviceWorkers: trains ? 'block' : 'allow' });
  try {
    const page = await context.newPage();
    await page.addInitScript(noteAnswer);
    await page.goto(site.address);
    await page.waitForFunction(() => 'answering' in window, null, { timeout: 60_000 });
    const times = await page.evaluate(() => ({ answering: /** @type {any} */ (window).answering,
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN }));
    if (!trains) return { times, fetched: { answering: NaN, trained: NaN } };
    const answering = await packedSize(files);
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByRole('status').first().filter({ hasText: /^converged/ })
      .waitFor({ timeout: 60_000, state: 'attached' });
    return { times, fetched: { answering, trained: await packedSize(files) } };
  } finally {
    await context.close();
    await site.close();
  }
}

/** Notes in the page when the sample is loaded and Train can be pressed. */
function noteAnswer() {
  const watch = new MutationObserver(() => {
    const train = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Train');
    if (!train || !/^ready/.test(document.querySelector('[role=status]')?.textContent ?? '')) return;
    Object.assign(window, { answering: performance.now() });
    watch.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true, characterData: true });
}

/** @param {Set<string>} files @returns their bytes, each file compressed by itself */
async function packedSize(files) {
  let size = 0;
  for (const file of files) size += gzipSync(await readFile(file)).length;
  return size;
}
