// The rows of a first visit: what the browser fetches, when it paints, and when the page answers. The cache is empty.

import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { openInstrument } from '../../../tests/e2e/support/page.mjs';
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
  const { files } = await visitOnce(browser, true);
  const note = 'what the browser asked for, each file compressed by itself';
  return [
    { row: 'first trained', unit: 'KB', values: [await packedSize(files, gzipSync) / 1024], note },
    { row: 'first brotli', unit: 'KB', values: [await packedSize(files, brotliCompressSync) / 1024], note },
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
    if (!trains) return { times, files };
    await openInstrument(page);
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByRole('status').first().filter({ hasText: /^converged/ })
      .waitFor({ timeout: 60_000, state: 'attached' });
    return { times, files };
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

/**
 * Returns the bytes of files, each compressed by itself.
 * @param {Set<string>} files @param {(content: Buffer) => Buffer} pack
 */
async function packedSize(files, pack) {
  let size = 0;
  for (const file of files) size += pack(await readFile(file)).length;
  return size;
}
