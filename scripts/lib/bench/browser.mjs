// What the report measures in headless Chromium: runs and parsing in a worker, and the built page at work.

import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { firstVisit } from '../offline.mjs';
import { at } from '../project.mjs';
import { serve } from '../serve.mjs';
import { siteFolder } from '../site.mjs';
import { medianOf } from './rows.mjs';

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {import('playwright-core').Page} Page */

const REPETITIONS = 31;

/** The runs that are compared with native ones, by the name of the native row. */
const RUNS = { 'run 10': { c: 10, reference: 'fixed' }, 'run 1000': { c: 1000, reference: 'fixed' }, 'run ranksvm': { method: 'ranksvm', c: 1 } };

/**
 * @param {string} chrome
 * @param {string} folder with small.txt and large.txt
 * @param {Row[]} native
 * @returns {Promise<{ rows: Row[], version: string }>}
 */
export async function browserRows(chrome, folder, native) {
  const browser = await chromium.launch({ executablePath: chrome, chromiumSandbox: false, args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  const tools = await serve({ folders: [at(), folder] });
  const site = await serve({ folders: [siteFolder] });
  try {
    const page = await browser.newPage();
    await page.goto(`${tools.address}benches/browser/index.html`);
    /** @type {Row[]} */
    const rows = [];
    for (const [name, settings] of Object.entries(RUNS)) {
      const { values } = await inWorker(page, { kind: 'train', address: `${tools.address}small.txt`, settings, repetitions: REPETITIONS });
      const natively = medianOf(native.find(({ row }) => row === `ms ${name}`)?.values ?? []);
      rows.push({ row: `browser ${name}`, unit: 'times', values: values.map((time) => time / natively), note: `median ${medianOf(values).toFixed(2)} ms against ${natively.toFixed(2)} ms` });
    }
    rows.push({ row: 'parsing browser', unit: 'MB/s', note: '', ...(await inWorker(page, { kind: 'parse', address: `${tools.address}large.txt`, settings: {}, repetitions: 3 })) });
    const { values: [grown], documents, features } = await inWorker(page, { kind: 'memory', address: `${tools.address}large.txt`, settings: {}, repetitions: 1 });
    rows.push({ row: 'memory', unit: 'times', values: [(grown - 200 * documents) / (8 * documents * features)], note: `${(grown / 1e6).toFixed(1)} MB for ${documents.toLocaleString('en-US')} documents; the memory of the module never shrinks, so what reading took for a while is in it` });
    await page.close();
    rows.push(...(await pageRows(browser, site.address, join(folder, 'large.txt'))), ...(await firstLoad(browser, site.address)));
    return { rows, version: browser.version() };
  } finally {
    await browser.close();
    await Promise.all([tools.close(), site.close()]);
  }
}

/**
 * @param {Page} page
 * @param {{ kind: string, address: string, settings: object, repetitions: number }} work
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

/**
 * The page while a large file trains.
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
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.tasks.push(entry.duration); }).observe({ type: 'longtask' });
    const tick = () => { seen.frame += 1; requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
    // A chart update is a frame in which something is stroked on a canvas.
    const { stroke } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.stroke = /** @this {CanvasRenderingContext2D} @param {any[]} args */ function counted(...args) {
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
  await page.locator('select', { has: page.locator('option', { hasText: 'full speed' }) }).first().selectOption({ label: 'full speed' });
  // A run that takes longer than it is watched.
  await page.locator('#rail details').evaluateAll((all) => all.forEach((one) => { /** @type {HTMLDetailsElement} */ (one).open = true; }));
  await page.getByLabel('Method').selectOption({ label: 'SVM-Precision@k' });
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('1000');
  await page.getByRole('spinbutton', { name: 'Stop at gap' }).fill('0.000001');
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
      const pause = /** @type {HTMLButtonElement} */ ([...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Pause'));
      const running = pause.getAttribute('aria-disabled') !== 'true';
      const pressed = performance.now();
      pause.click();
      while (running && pause.getAttribute('aria-disabled') !== 'true' && performance.now() - pressed < 10_000) await new Promise((resolve) => { setTimeout(resolve, 1); });
      return { steps, drawn, longest, running, pause: performance.now() - pressed };
    });
    if (!measured.running) throw new Error('the run in the page ended while it was watched: it has to be longer');
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

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 * @returns {Promise<Row[]>}
 */
async function firstLoad(browser, address) {
  const values = [];
  for (let repetition = 0; repetition < 5; repetition += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        const train = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Train');
        if (!train || !/^ready/.test(document.querySelector('[role=status]')?.textContent ?? '')) return;
        Object.assign(window, { answering: performance.now() });
        watch.disconnect();
      });
      watch.observe(document, { childList: true, subtree: true, characterData: true });
    });
    await page.goto(address);
    await page.waitForFunction(() => 'answering' in window, null, { timeout: 60_000 });
    values.push(await page.evaluate(() => /** @type {any} */ (window).answering));
    await context.close();
  }
  return [
    { row: 'first size', unit: 'KB', values: [(await firstVisit(siteFolder)) / 1024], note: 'gzip; all files of a first visit but lessons, which come when the page is at work' },
    { row: 'first time', unit: 'ms', values, note: 'the sample is loaded and Train can be pressed' },
  ];
}
