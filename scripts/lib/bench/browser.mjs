// The browser half of the report, measured in headless Chromium: runs and parsing in a worker, and the built page.

import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { at } from '../project.mjs';
import { serve } from '../serve.mjs';
import { siteFolder } from '../site.mjs';
import { answerRows } from './answers.mjs';
import { firstVisitRows } from './first-visit.mjs';
import { longRows } from './long-history.mjs';
import { needsSite } from './parts.mjs';
import { medianOf } from './rows.mjs';

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {import('playwright-core').Page} Page */
/**
 * What the worker does. `address`: of a LETOR file; `arrays`: of the files of features and grades instead, in queries
 * of equally many documents.
 * @typedef {{ kind: string, address?: string, settings: object, repetitions: number, uncounted: number,
 *   arrays?: { features: string, grades: string, documents: number } }} Work
 */

const REPETITIONS = 31;
/** Runs that are not counted, because the browser optimises code only after a few runs. */
const UNCOUNTED = 20;

/** Settings of the runs that are compared with native runs, by the name of the native row. */
const RUNS = { 'run 10': { c: 10, reference: 'fixed' }, 'run 1000': { c: 1000, reference: 'fixed' },
  'run ranksvm': { method: 'ranksvm', pairs_of: 'threshold', c: 1 } };

/** Starts the browser without windows. @param {string} chrome */
const launched = (chrome) => chromium.launch(
  { executablePath: chrome, chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'] });

/**
 * Measures one task on files of a folder, in a worker of a browser of its own.
 * @param {string} chrome @param {string} folder
 * @param {(address: string) => Work} workOf gets the address of the folder
 */
export async function measuredInWorker(chrome, folder, workOf) {
  const browser = await launched(chrome);
  const tools = await serve({ folders: [at(), folder] });
  try {
    const page = await browser.newPage();
    await page.goto(`${tools.address}benches/browser/index.html`);
    return await inWorker(page, workOf(tools.address));
  } finally {
    await browser.close();
    await tools.close();
  }
}

/**
 * @param {string} chrome
 * @param {string} folder with small.txt and, for parsing and the page, large.txt
 * @param {Row[]} native
 * @param {string[]} parts of the report to measure
 * @returns {Promise<{ rows: Row[], version: string }>}
 */
export async function browserRows(chrome, folder, native, parts) {
  const browser = await launched(chrome);
  const tools = await serve({ folders: [at(), folder] });
  try {
    const page = await browser.newPage();
    await page.goto(`${tools.address}benches/browser/index.html`);
    /** @type {Row[]} */
    const rows = [];
    if (parts.includes('runs')) rows.push(...(await runRows(page, tools.address, native)));
    if (parts.includes('methods')) rows.push(...(await methodRows(page, tools.address, native)));
    if (parts.includes('parsing')) rows.push(...(await parsingRows(page, tools.address)));
    await page.close();
    if (needsSite(parts)) {
      const site = await serve({ folders: [siteFolder] });
      try {
        if (parts.includes('page')) {
          rows.push(...(await pageRows(browser, site.address, join(folder, 'large.txt'))),
            ...(await firstVisitRows(browser)));
        }
        if (parts.includes('answers')) rows.push(...(await answerRows(browser, site.address, folder)));
        if (parts.includes('history')) rows.push(...(await longRows(browser, site.address)));
      } finally {
        await site.close();
      }
    }
    return { rows, version: browser.version() };
  } finally {
    await browser.close();
    await tools.close();
  }
}

/**
 * Measures the runs that are compared with native runs.
 * @param {Page} page @param {string} address @param {Row[]} native
 * @returns {Promise<Row[]>}
 */
async function runRows(page, address, native) {
  const rows = [];
  for (const [name, settings] of Object.entries(RUNS)) {
    const { values } = await inWorker(page,
      { kind: 'train', address: `${address}small.txt`, settings, repetitions: REPETITIONS, uncounted: UNCOUNTED });
    const natively = medianOf(native.find(({ row }) => row === `ms ${name}`)?.values ?? []);
    rows.push(
      { row: `browser ${name}`, unit: 'times', values: values.map((time) => time / natively),
        note: `median ${medianOf(values).toFixed(2)} ms against ${natively.toFixed(2)} ms` });
  }
  return rows;
}

/**
 * Measures the methods that the native half has measured. The first run takes the time that the browser needs to
 * optimise the code, and is not counted. Short runs need more such runs.
 * @param {Page} page @param {string} address @param {Row[]} native
 * @returns {Promise<Row[]>}
 */
async function methodRows(page, address, native) {
  const rows = [];
  for (const { row, values: natively } of native.filter((one) => one.row.startsWith('train '))) {
    const isShort = medianOf(natively) < 0.1;
    const { values } = await inWorker(page,
      { kind: 'train', address: `${address}small.txt`, settings: { method: row.slice('train '.length) },
        repetitions: isShort ? 15 : 3, uncounted: isShort ? UNCOUNTED : 1 });
    rows.push({ row: `browser ${row}`, unit: 's', values: values.map((time) => time / 1000), note: '' });
  }
  return rows;
}

/**
 * @param {Page} page @param {string} address
 * @returns {Promise<Row[]>}
 */
async function parsingRows(page, address) {
  const work = { address: `${address}large.txt`, settings: {}, uncounted: 0 };
  const parsing = await inWorker(page, { ...work, kind: 'parse', repetitions: 3 });
  const memory = await inWorker(page, { ...work, kind: 'memory', repetitions: 1 });
  const { values: [grown], documents, features } = memory;
  return [
    { row: 'parsing browser', unit: 'MB/s', values: parsing.values, note: '' },
    { row: 'memory', unit: 'times', values: [(grown - 200 * documents) / (8 * documents * features)],
      note: `${(grown / 1e6).toFixed(1)} MB for ${documents.toLocaleString('en-US')} documents; the module's `
        + 'memory never shrinks, so temporary memory of reading is included' },
  ];
}

/**
 * @param {Page} page @param {Work} work
 * @returns {Promise<{ values: number[], documents: number, features: number }>}
 */
async function inWorker(page, work) {
  const result = await page.evaluate((message) => new Promise((resolve) => {
    const worker = new Worker('./worker.js', { type: 'module' });
    worker.onmessage = ({ data }) => { worker.terminate(); resolve(data); };
    worker.onerror = (event) => resolve({ problem: event.message });
    worker.postMessage(message);
  }), work);
  if (result.problem) throw new Error(`${work.kind} in the browser: ${result.problem}`);
  return result;
}

/** Chooses a run that lasts longer than the measurement. @param {import('playwright-core').Page} page */
async function setLongRun(page) {
  await page.locator('#rail details').evaluateAll((all) => all.forEach((one) => {
    /** @type {HTMLDetailsElement} */ (one).open = true;
  }));
  await page.getByLabel('Pace', { exact: true }).selectOption({ label: 'full speed' });
  await page.getByLabel('Method', { exact: true }).selectOption({ label: 'SVM-Precision@k' });
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('1000000');
  await page.getByRole('spinbutton', { name: 'Stop at gap' }).fill('0.000000001');
}

/**
 * Measures the page while it trains on a large file.
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 * @param {string} file
 * @returns {Promise<Row[]>}
 */
async function pageRows(browser, address, file) {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const seen = { tasks: /** @type {number[]} */ ([]), frames: /** @type {Set<number>} */ (new Set()), frame: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
    const tick = () => { seen.frame += 1; requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
    // A chart update is a frame in which a canvas is drawn on.
    const { stroke } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.stroke =
      /** @this {CanvasRenderingContext2D} @param {any[]} args */ function counted(...args) {
      seen.frames.add(seen.frame);
      return Reflect.apply(stroke, this, args);
    };
  });
  await page.goto(address);
  const status = page.getByRole('status').first();
  await status.filter({ hasText: /^ready/ }).waitFor({ timeout: 60_000, state: 'attached' });
  await page.getByLabel('LETOR file', { exact: true }).setInputFiles(file);
  await page.getByRole('banner').getByText(/75,000 documents/).waitFor({ timeout: 120_000 });
  await status.filter({ hasText: /^ready/ }).waitFor({ timeout: 60_000, state: 'attached' });
  await setLongRun(page);
  await page.waitForTimeout(500);
  const tasks = [];
  const updates = [];
  const pauses = [];
  const notes = [];
  for (let repetition = 0; repetition < 3; repetition += 1) {
    await page.getByRole('button', { name: repetition ? 'Reset' : 'Train', exact: true }).click();
    if (repetition) {
      await status.filter({ hasText: /^ready/ }).waitFor({ timeout: 60_000, state: 'attached' });
      await page.getByRole('button', { name: 'Train', exact: true }).click();
    }
    await page.waitForTimeout(300);
    const measured = await page.evaluate(async () => {
      const { seen } = /** @type {any} */ (window);
      const slider = /** @type {HTMLInputElement} */ (document.querySelector('input[type=range][id^=iteration]'));
      seen.tasks.length = 0;
      seen.frames.clear();
      const [began, first] = [performance.now(), Number(slider.max)];
      await new Promise((resolve) => { setTimeout(resolve, 2000); });
      const span = (performance.now() - began) / 1000;
      const steps = (Number(slider.max) - first) / span;
      const drawn = seen.frames.size / span;
      const longest = Math.max(0, ...seen.tasks);
      const pause = /** @type {HTMLButtonElement} */ (
        [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Pause'));
      const running = pause.getAttribute('aria-disabled') !== 'true';
      const pressed = performance.now();
      pause.click();
      const waits = () => pause.getAttribute('aria-disabled') !== 'true' && performance.now() - pressed < 10_000;
      while (running && waits()) await new Promise((resolve) => { setTimeout(resolve, 1); });
      return { steps, drawn, longest, running, pause: performance.now() - pressed };
    });
    if (!measured.running) {
      throw new Error('the run in the page ended during the measurement; it must be longer. The page says: '
        + `${await status.innerText()}`);
    }
    tasks.push(measured.longest);
    updates.push(measured.steps < 30 && measured.drawn >= 0.9 * measured.steps ? 30 : measured.drawn);
    pauses.push(measured.pause);
    notes.push(`${measured.drawn.toFixed(0)} updates and ${measured.steps.toFixed(0)} iterations a second`);
  }
  await page.close();
  return [
    { row: 'page tasks', unit: 'ms', values: tasks, note: '0: no task of 50 ms or more was reported' },
    { row: 'page updates', unit: '/s', values: updates, note: notes.join('; ') },
    { row: 'page pause', unit: 'ms', values: pauses, note: '' },
  ];
}
