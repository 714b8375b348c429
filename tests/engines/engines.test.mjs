// The main jobs of the page in three engines: Chromium, Firefox and WebKitGTK show the same and compute the same bits.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { serve } from '../../scripts/lib/serve.mjs';
import { startBrowser } from './support/browser.mjs';
import { focused, open, press, statusOf, textOf, until } from './support/engine.mjs';
import { puppeteerDriver } from './support/puppeteer-driver.mjs';
import { webkitDriver } from './support/webkit-driver.mjs';

/**
 * @typedef {import('./support/engine.mjs').Driver} Driver
 * @typedef {import('./support/engine.mjs').Engine} Engine
 */

const { CHROME, FIREFOX, WEBKIT, WEBKIT_DRIVER, XVFB_RUN } = process.env;
const folder = at('test-results');

/** What starts each engine; null for one that is not installed. @type {[string, (() => Promise<Driver>) | null][]} */
const ENGINES = [
  ['Chromium', CHROME ? () => puppeteerDriver('chrome', CHROME) : null],
  ['Firefox', FIREFOX ? () => puppeteerDriver('firefox', FIREFOX) : null],
  ['WebKit', WEBKIT && WEBKIT_DRIVER
    ? () => webkitDriver({ webkit: WEBKIT, webkitDriver: WEBKIT_DRIVER, display: XVFB_RUN }) : null],
];

/** What each engine showed and computed, by the name of the test. @type {Map<string, Map<string, unknown>>} */
const seen = new Map();

/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
/** A host page, and the page as frames without an origin need it. @type {Awaited<ReturnType<typeof serve>>[]} */
let embedding = [];
/** A copy of the page for WebKit, where such a frame is not `'self'`: its policy names its address. */
const named = at('test-results', 'page-with-address');
before(async () => {
  mkdirSync(folder, { recursive: true });
  site = await serve({ folders: [at('dist')], base: '/some/path/' });
  const headers = { 'Access-Control-Allow-Origin': '*' };
  cpSync(at('dist'), named, { recursive: true });
  embedding = [await serve({ folders: [at('examples/embed')] }), await serve({ folders: [at('dist')], headers }),
    await serve({ folders: [named], headers })];
  const index = readFileSync(join(named, 'index.html'), 'utf8');
  writeFileSync(join(named, 'index.html'), index.replaceAll(`'self'`, embedding[2].address));
});
after(async () => {
  await Promise.all([site, ...embedding].map((one) => one.close()));
  rmSync(named, { recursive: true, force: true });
});

/** @type {[string, (engine: Engine) => Promise<unknown>][]} */
const JOBS = [
  ['a run converges, and its model has the same bits', mainJob],
  ['a lesson asks, reveals and goes on', lesson],
  ['a copied link opens the same run', link],
  ['the keyboard alone trains and moves through the iterations', keyboard],
  ['learners without cutting planes train', boosting],
  ['a frame with sandbox="allow-scripts" trains for its host', sandboxed],
];

for (const [name, start] of ENGINES) {
  test(name, { timeout: 10 * 60_000 }, async (context) => {
    if (!start) return context.skip(`${name} is not installed`);
    const browser = await startBrowser(start);
    try {
      for (const [title, job] of JOBS) {
        await context.test(title, async (one) => {
          const result = await browser.use(async (driver) => {
            try {
              return await job({ name, driver, address: site.address });
            } catch (problem) {
              // A browser that has died shows nothing.
              if (!driver.hasDied(problem)) await driver.screenshot(join(folder, `failed ${name} ${title}.png`));
              throw problem;
            }
          }, (note) => one.diagnostic(note));
          const others = seen.get(title) ?? new Map();
          seen.set(title, others.set(name, result));
          // The first engine that has done the job is the reference of the others.
          const [[reference, expected]] = others;
          assert.deepEqual(result, expected, `${name} differs from ${reference}`);
        });
      }
    } finally {
      await browser.close();
    }
  });
}

/** Keeps what the page downloads or copies, instead of the browser. @param {Engine} engine */
async function keepOutput({ driver }) {
  await driver.evaluate(() => {
    const kept = /** @type {{ text: string }} */ (Reflect.set(window, 'kept', { text: '' }) && Reflect.get(window, 'kept'));
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) void blob.text().then((text) => { kept.text = text; });
      return 'blob:kept';
    };
    HTMLAnchorElement.prototype.click = () => {};
    Object.defineProperty(navigator, 'clipboard', { configurable: true,
      value: { writeText: async (/** @type {string} */ text) => { kept.text = text; } } });
  });
}

/** @param {Engine} engine */
const output = ({ driver }) => until(() => driver.evaluate(() => /** @type {string} */ (Reflect.get(window, 'kept').text)),
  (text) => text !== '', 'something was downloaded or copied');

/** The facts of a run, without its time. @param {Engine} engine */
async function facts({ driver }) {
  const readout = await textOf(driver, '.readout');
  return { status: await textOf(driver, '.run [role=status]'), readout: readout.replace(/ · [\d.,]+ m?s$/, ''),
    headline: await textOf(driver, '.result') };
}

/** @param {Engine} engine */
async function mainJob(engine) {
  const { driver } = engine;
  await open(engine);
  await statusOf(driver, /^ready/);
  await press(driver, 'button', 'Train');
  await statusOf(driver, /^converged/);
  await keepOutput(engine);
  await press(driver, 'button', 'Export');
  await press(driver, 'button', 'Model file as JSON');
  const model = JSON.parse(await output(engine));
  assert.ok(model.scorer ?? model.weights, 'it is a model');
  await driver.screenshot(join(folder, `engine-${engine.name}.png`));
  return { ...await facts(engine), model: createHash('sha256').update(JSON.stringify(model)).digest('hex') };
}

/** @param {Engine} engine */
async function lesson(engine) {
  const { driver } = engine;
  await open(engine, '#v=1&lesson=cutting-plane&step=4');
  await until(() => driver.evaluate(() => document.querySelector('.lesson')?.getAttribute('data-phase') ?? ''),
    (phase) => phase === 'there', 'the step is set up');
  await driver.evaluate(() => document.querySelector('.lesson-question input')?.scrollIntoView({ block: 'center' }));
  await press(driver, '.lesson-choice', 'No, the worst will do');
  await press(driver, 'button', 'Reveal');
  const revealed = await until(() => textOf(driver, '.lesson-reveal'), (text) => /^(Yes|No)\./.test(text), 'the reveal');
  assert.match(revealed, /^Yes\./);
  await press(driver, 'button', 'Next');
  await until(() => textOf(driver, '.lesson'), (text) => text.includes('Step 5 of 5'), 'the next step');
  return revealed;
}

/** @param {Engine} engine */
async function link(engine) {
  const { driver } = engine;
  await open(engine, '#v=1&sample=kitchen&method=svm-map&c=3');
  await statusOf(driver, /^ready/);
  await press(driver, 'button', 'Train');
  await statusOf(driver, /^converged/);
  const before = await facts(engine);
  await keepOutput(engine);
  await press(driver, 'button', 'Share');
  await press(driver, 'button', 'Copy link');
  const address = await output(engine);
  assert.ok(address.startsWith(engine.address), address);
  await open({ ...engine, address });
  await statusOf(driver, /^converged/);
  assert.deepEqual(await facts(engine), before, 'the link opens the same run');
  return { fragment: address.slice(engine.address.length), before };
}

/** @param {Engine} engine */
async function keyboard(engine) {
  const { driver } = engine;
  await open(engine, '#v=1&sample=kitchen&c=2');
  await statusOf(driver, /^ready/);
  await reach(engine, 'Train');
  await driver.press('Enter');
  await statusOf(driver, /^converged/);
  await reach(engine, 'Iteration');
  const position = () => driver.evaluate(() => /** @type {HTMLInputElement} */ (document.activeElement).value);
  const last = Number(await position());
  await driver.press('ArrowLeft');
  await until(position, (value) => Number(value) === last - 1, 'one iteration back');
  await driver.press('Home');
  await until(position, (value) => value === '0', 'the first');
  const first = await until(() => textOf(driver, '.readout'), (text) => text.startsWith('iteration 0'), 'the page follows');
  await driver.press('End');
  await until(position, (value) => Number(value) === last, 'the last');
  return { last, first: first.replace(/ · [\d.,]+ m?s$/, '') };
}

/** Presses Tab until a control has the focus. @param {Engine} engine @param {string} name */
async function reach({ driver }, name) {
  const passed = [];
  while (passed.length < 80) {
    await driver.press('Tab');
    const here = await focused(driver);
    if (here === name) return;
    passed.push(here);
  }
  assert.fail(`the Tab key does not reach ${name}: ${passed.join(' › ')}`);
}

/** @param {Engine} engine */
async function boosting(engine) {
  await open(engine, '#v=1&sample=kitchen&method=lambdamart');
  await statusOf(engine.driver, /^ready/);
  await press(engine.driver, 'button', 'Train');
  await statusOf(engine.driver, /^(stopped|converged|ended|[a-z ]+:)/);
  return facts(engine);
}

/** @param {Engine} engine */
async function sandboxed({ name, driver }) {
  const [host, plain, own] = embedding;
  const framed = name === 'WebKit' ? own : plain;
  await driver.goto(`${host.address}host.html?sandbox=true&page=${encodeURIComponent(framed.address)}`);
  /** @param {string} type @param {number} id @returns {Promise<any>} */
  const reply = (type, id) => until(() => driver.evaluate((wanted, to) => {
    const messages = /** @type {any[]} */ (Reflect.get(window, 'messages') ?? []);
    return messages.find((message) => message.type === wanted && (to === 0 || message.id === to)) ?? null;
  }, type, id), Boolean, `the page answers ${type}`);
  /** @param {Record<string, unknown>} message */
  const ask = async (message) => reply('done', await driver.evaluate((sent) => Reflect.get(window, 'send')(sent), message));
  await reply('welcome', 0);
  await ask({ type: 'set-state', link: 'v=1&sample=kitchen&c=1&trained=5' });
  const { result } = await until(() => ask({ type: 'get-result' }), ({ result: run }) => run?.iteration === 5, 'five iterations');
  return { gap: result.gap, objective: result.objective, measures: result.measures };
}
