// How soon the built page answers a person while it works: a press on Train, clicks and keys during a run, Pause and
// Cancel, a jump through a long history, and a thousand unfolded ranks. The page measures each time itself, so the way
// between this program and the page does not count.

import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { controls, fullSpeed, loadSample, openSettings, openView, ready, showQueries, statusOf, until, upload }
  from '../../../tests/e2e/support/page.mjs';
import { history } from '../../../tests/e2e/support/history.mjs';
import { file, letor } from '../../../tests/e2e/support/letor.mjs';

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

const REPETITIONS = 3;

/** What is measured, by the name of its row: a function from a new page and a folder for files to milliseconds. */
const MEASURED = {
  'answer train': trainOf,
  'answer input': inputOf,
  'answer reading': readingOf,
  'answer oracle': oracleOf,
  'answer comparison': comparisonOf,
  'answer study': studyOf,
  'answer ratings': ratingsOf,
  'answer jump': jumpOf,
  'answer unfold': unfoldOf,
};

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} address of the built page
 * @param {string} folder for files
 * @returns {Promise<Row[]>}
 */
export async function answerRows(browser, address, folder) {
  const rows = [];
  for (const [row, measure] of Object.entries(MEASURED)) {
    const values = [];
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
      try {
        const page = await context.newPage();
        await page.goto(address);
        await ready(page);
        values.push(await measure(page, folder));
      } finally {
        await context.close();
      }
    }
    rows.push({ row, unit: 'ms', values, note: '' });
  }
  return rows;
}

/** From a first press on Train to the first iteration in the status line. @param {Page} page */
function trainOf(page) {
  return answerTime(controls(page).train, '.status', /^iteration [1-9]/);
}

/**
 * The slowest click, key or choice during the longest training: one slack, a small gap, and the sample with the most
 * features.
 * @param {Page} page
 */
async function inputOf(page) {
  await setLongRun(page, { gap: '0.0000001', c: '10000', iterations: '1000000' });
  const { train, pause, slider } = controls(page);
  await train.click();
  await until(() => slider.getAttribute('max'), (max) => Number(max) > 20, 'it trains');
  await recordLatencies(page);
  await interact(page);
  const all = await latencies(page);
  if (all.length < 10) throw new Error(`only ${all.length} interactions were measured`);
  if (await pause.isDisabled()) throw new Error('the run ended during the measurement; it must be longer');
  return Math.max(...all);
}

/** Cancel while a file of 2 GB is read. @param {Page} page @param {string} folder */
async function readingOf(page, folder) {
  const path = join(folder, 'answers-large.txt');
  const large = await open(path, 'w');
  await large.write(letor({ seed: 3, queries: 40, documents: 25, features: 100 }));
  // The rest of the file is one line without end, which takes no place on the disk.
  await large.truncate(2e9);
  await large.close();
  await controls(page).letor.setInputFiles(path);
  await page.getByRole('button', { name: 'Load anyway' }).click();
  const bar = page.getByRole('progressbar', { name: 'Reading data' });
  await until(() => bar.evaluate((element) => /** @type {HTMLProgressElement} */ (element).value).catch(() => 0),
    (done) => done > 0, 'it reads');
  return answerTime(page.getByRole('button', { name: 'Cancel', exact: true }), '.status', /^ready/);
}

/** Pause while the oracle searches for the assignment of 2,100 documents. @param {Page} page */
async function oracleOf(page) {
  await upload(page, file('long.txt', letor({ seed: 4, queries: 1, documents: 2100, features: 3 })));
  await fullSpeed(page);
  await page.getByRole('spinbutton', { name: 'Cut-off k' }).fill('');
  await page.getByRole('button', { name: 'Train anyway' }).click();
  await statusOf(page, /^oracle: document [1-9]/);
  return answerTime(controls(page).pause, '.status', /^ready/);
}

/** Cancel while methods are compared. @param {Page} page */
async function comparisonOf(page) {
  await page.getByRole('tab', { name: 'Compare', exact: true }).click();
  const region = page.getByRole('region', { name: 'Compare methods' });
  await region.getByLabel('Values of C', { exact: true }).fill('0.01, 0.1, 1, 10, 100, 1000');
  await region.getByRole('button', { name: 'Compare', exact: true }).click();
  await until(() => page.locator('#comparison .mean-point').count(), (count) => count > 0, 'the first run is done');
  return answerTime(region.getByRole('button', { name: 'Cancel', exact: true }), '#comparison', /Cancelled\./);
}

/** Cancel while a study of three hundred slow runs is computed. @param {Page} page */
async function studyOf(page) {
  const study = {
    rankscope: 'study', title: 'Long', data: [{ name: 'made', sample: { queries: 300, documents: 40, seed: 3 } }],
    factors: { c: [1, 10, 100, 1000] }, sizes: ['all'], seeds: Array.from({ length: 75 }, (_, seed) => seed + 1),
    fixed: { method: 'owpc', gap: 1e-6, scale: 'query' }, record: ['ndcg@5'], plots: [],
  };
  await openView(page, 'Studies');
  const region = page.getByRole('region', { name: 'Study', exact: true }).first();
  await region.getByLabel('Open a study…').setInputFiles(file('long.json', JSON.stringify(study)));
  await region.locator('.study-grid button').first().waitFor();
  await region.getByRole('button', { name: 'Run study', exact: true }).click();
  await until(() => region.locator('.study-progress').innerText(), (text) => /^[1-9]\d* of 300/.test(text),
    'the first run is done');
  return answerTime(region.getByRole('button', { name: 'Cancel', exact: true }), '.study-progress', /Cancelled/);
}

/** Cancel while rankings of many ratings are trained. @param {Page} page */
async function ratingsOf(page) {
  await openView(page, 'Ratings');
  const region = page.getByRole('region', { name: 'Ratings', exact: true });
  const fill = (/** @type {string} */ name, /** @type {string} */ text) =>
    region.getByLabel(name, { exact: true }).fill(text);
  const button = (/** @type {string} */ name) => region.getByRole('button', { name, exact: true });
  await until(() => button('Generate ratings').isEnabled(), Boolean, 'the worker is awake');
  await fill('Users', '400');
  await fill('Items', '300');
  await button('Generate ratings').click();
  await until(() => region.locator('.ratings-read').innerText(), (text) => text.includes('120,000 ratings'),
    'the ratings are there');
  await fill('Ratings per user, N', '50');
  await fill('Rank k', '3');
  await fill('Values of C', '10, 30, 100, 300, 1000');
  await fill('Rounds', '4');
  const train = button('Train on ratings');
  await until(() => train.getAttribute('aria-disabled'), (off) => off === 'false', 'Train is offered');
  await train.click();
  await until(() => region.locator('.ratings-far').innerText(), (text) => /turn \d/.test(text), 'it trains');
  return answerTime(button('Cancel'), '.ratings-far', /Cancelled\./);
}

/** From a move of the time line to the shown iteration, over a run of 1,000: the slowest of four. @param {Page} page */
async function jumpOf(page) {
  await setLongRun(page, { gap: '0.0001', c: '20', iterations: '1000' });
  const { train, slider } = controls(page);
  await train.click();
  await statusOf(page, /after 1,000 iterations$/);
  await history(page).slow.click();
  let slowest = 0;
  for (const iteration of [999, 3, 500, 0]) {
    slowest = Math.max(slowest, await slider.evaluate((element, to) => new Promise(
      (/** @type {(ms: number) => void} */ resolve) => {
        const began = performance.now();
        const strip = new RegExp(`^\\s*Slow motion\\s*iteration ${to.toLocaleString('en-US')}[:,]`);
        const isShown = () => document.querySelector('table.queries')?.getAttribute('data-iteration') === String(to)
          && [...document.querySelectorAll('section')].some(({ textContent }) => strip.test(textContent ?? ''));
        const observer = new MutationObserver(() => {
          if (!isShown()) return;
          observer.disconnect();
          resolve(performance.now() - began);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
        const range = /** @type {HTMLInputElement} */ (element);
        range.value = String(to);
        range.dispatchEvent(new Event('input', { bubbles: true }));
      }), iteration));
  }
  return slowest;
}

/** The longest task of the page while a thousand ranks are shown, unfolded and scrolled. @param {Page} page */
async function unfoldOf(page) {
  // In the order of their first feature, a few of them graded against it.
  const gradeOf = (/** @type {number} */ at) => ([3, 17, 60, 200].includes(at) ? 2 : Number(at % 90 === 5));
  await upload(page, file('long.txt', Array.from({ length: 1000 },
    (_, at) => `${gradeOf(at)} qid:7 1:${(1 - at / 1000).toFixed(4)} # docid = D${at + 1}\n`).join('')));
  await fullSpeed(page);
  await page.evaluate(() => {
    const tasks = /** @type {number[]} */ ([]);
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  const { inspector, train } = controls(page);
  await inspector.getByLabel('Show top').selectOption('1000');
  await train.click();
  await statusOf(page, /^converged/);
  const view = inspector.getByRole('region', { name: 'Three linked rankings' });
  await view.getByRole('button', { name: /^… \d+ documents/ }).first().click();
  await view.evaluate((element) => { element.scrollTop = element.scrollHeight; });
  await inspector.getByRole('button', { name: 'Fold again' }).click();
  await page.waitForTimeout(500);
  return page.evaluate(() => Math.max(0, ...(/** @type {any} */ (window).tasks)));
}

/**
 * Chooses the sample with the most features, one slack, and a run of many iterations.
 * @param {Page} page @param {{ gap: string, c: string, iterations: string }} wanted
 */
async function setLongRun(page, { gap, c, iterations }) {
  await loadSample(page, 'LightGBM example');
  await openSettings(page);
  await page.locator('#rail details').evaluateAll((all) => all.forEach((one) => {
    /** @type {HTMLDetailsElement} */ (one).open = true;
  }));
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await page.getByRole('spinbutton', { name: 'Stop at gap' }).fill(gap);
  await page.getByRole('spinbutton', { name: 'Max iterations' }).fill(iterations);
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill(c);
  await fullSpeed(page);
  await ready(page, /^LightGBM/);
}

/**
 * Presses a button and returns the milliseconds until the text of `place` reads like `pattern`.
 * @param {Locator} button @param {string} place a selector @param {RegExp} pattern
 */
function answerTime(button, place, pattern) {
  return button.evaluate((element, { place: selector, source }) => new Promise(
    (/** @type {(ms: number) => void} */ resolve) => {
      const began = performance.now();
      const look = () => {
        if (!new RegExp(source).test(document.querySelector(selector)?.textContent ?? '')) return;
        observer.disconnect();
        resolve(performance.now() - began);
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      /** @type {HTMLElement} */ (element).click();
      look();
    }), { place, source: pattern.source });
}

/** Opens and closes tables, moves the time line, chooses queries, and types. @param {Page} page */
async function interact(page) {
  const { queries, slider, paste } = controls(page);
  for (const toggle of await page.getByRole('button', { name: 'Show as table' }).all()) {
    await toggle.press('Enter');
    await toggle.press('Enter');
  }
  const box = await slider.boundingBox();
  if (!box) throw new Error('there is no time line');
  for (const share of [0.8, 0.3, 0.6]) await page.mouse.click(box.x + share * box.width, box.y + box.height / 2);
  for (const key of ['ArrowLeft', 'ArrowLeft', 'End']) await slider.press(key);
  await showQueries(page);
  for (const at of [2, 4, 1]) await queries.getByRole('rowheader').nth(at).click();
  await openSettings(page);
  await paste.focus();
  await page.keyboard.type('2 qid:1 1:0.5');
}

/** Begins to record the time from each interaction to the next frame, by Event Timing. @param {Page} page */
function recordLatencies(page) {
  return page.evaluate(() => {
    const interactions = /** @type {Map<number, number>} */ (new Map());
    Object.assign(window, { interactions });
    new PerformanceObserver((list) => {
      for (const entry of /** @type {(PerformanceEntry & { interactionId?: number })[]} */ (list.getEntries())) {
        const { interactionId = 0, duration } = entry;
        if (interactionId) interactions.set(interactionId, Math.max(interactions.get(interactionId) ?? 0, duration));
      }
    }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16, buffered: false }));
  });
}

/** Returns the recorded times in ms, once no more arrive. @param {Page} page @returns {Promise<number[]>} */
async function latencies(page) {
  const recorded = () => page.evaluate(() => [.../** @type {any} */ (window).interactions.values()]);
  let all = await recorded();
  for (let before = -1; all.length !== before; all = await recorded()) {
    before = all.length;
    await page.waitForTimeout(500);
  }
  return all;
}
