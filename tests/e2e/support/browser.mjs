// A browser with the built page for the end-to-end tests, and the rules of all tests: no request leaves the page's own host,
// every file loads, and no error is reported.

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';
import { makeLate } from './lateness.mjs';
import { STALL, openInstrument } from './page.mjs';
import { at } from '../../../scripts/lib/project.mjs';
import { serve } from '../../../scripts/lib/serve.mjs';
import { once, findBrowser } from '../../../scripts/lib/tools.mjs';

/** Milliseconds after which a test counts as hanging. Waits inside a test follow progress, so a busy machine has enough time. */
const HANGING = 15 * 60_000;

/** Where a test begins that says nothing else: at the generated sample, with the settings of a new visitor. */
const GENERATED = '#v=1&choose=validation';

/** The folder of pictures and other output of the tests. */
export const resultsFolder = at('test-results');

/** The page must work under a path of its host, not only at the top. */
const site = once(() => serve({ folders: [at('dist')], base: '/some/path/' }));

/** @param {string[]} more arguments of the browser */
async function launch(more) {
  const { chrome, shell = chrome } = await findBrowser();
  assert.ok(shell, 'no Chromium found; "npm test -- --only e2e" installs it, or set CHROME');
  return chromium.launch({
    executablePath: shell,
    // The sandbox does not start for root, nor in most containers; the only page shown is our own.
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

const browser = once(() => launch([]));

let opened = false;
after(async () => {
  if (!opened) return;
  await (await browser()).close();
  await (await site()).close();
});

/**
 * @typedef {object} PageOptions
 * @property {number} [width] of the window, in CSS pixels (1440)
 * @property {number} [height] (900)
 * @property {'light' | 'dark'} [colorScheme] what the system prefers (light)
 * @property {'reduce' | 'no-preference'} [reducedMotion]
 * @property {'active' | 'none'} [forcedColors]
 * @property {number} [textSize] pixels of the text that the user has chosen in the browser (16)
 * @property {number} [deviceScaleFactor] pixels per CSS pixel (1)
 * @property {boolean} [touch] a finger instead of a mouse (false)
 * @property {boolean} [offline] whether the page may keep itself for use offline: its fetches would mix with those of other tests (false)
 * @property {boolean} [savesData] whether the user saves data, so that large files are kept only when they are used (false)
 * @property {string} [address] relative to the page's own: a query or a hash (the generated sample, or with `firstSight` none)
 * @property {boolean} [firstSight] whether it stays at the first page of a visitor without a link (false: the instrument is opened)
 * @property {RegExp[]} [allow] complaints that this test provokes on purpose
 * @property {boolean} [shortRail] whether *All settings* starts closed, as on a first visit; other readers keep them open (false)
 * @property {boolean} [everyday] whether it runs without --all too: a job that people do, in a few seconds (false)
 *
 * @typedef {object} Tools
 * @property {import('playwright-core').Page} page already showing Rankscope
 * @property {import('playwright-core').BrowserContext} context
 * @property {string} address of the page
 * @property {string[]} complaints so far: errors, failed loads, foreign requests
 * @property {string[]} requests addresses of all requests so far
 * @property {(end: () => Promise<void>) => void} afterwards what to do once the browser has left all pages, such as closing a server
 * @property {(name: string, target?: import('playwright-core').Locator | 'window') => Promise<string>} screenshot saves test-results/NAME.png, of a part, of what is in the window, or of the whole page
 */

/** The choice of an earlier visit. Some documents have no storage. */
function keepSettingsOpen() {
  try {
    localStorage.setItem('rankscope-all-settings', 'open');
  } catch {
    // The test opens what it needs.
  }
}

/** The choice of a user who saves data. */
function saveData() {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
}

/**
 * A test on a new page. It fails if its body throws, or if the browser reports an error.
 *
 * @param {string} name @param {PageOptions} options @param {(tools: Tools) => Promise<void>} body
 */
export function pageTest(name, options, body) {
  if (process.env.RANKSCOPE_TESTS === 'test' && !options.everyday) return;
  test(name, { timeout: HANGING }, async () => {
    opened = true;
    const { address } = await site();
    // The size of the text is a setting of a whole browser.
    const own = options.textSize ? await launch([`--blink-settings=defaultFontSize=${options.textSize}`]) : null;
    const context = await (own ?? await browser()).newContext({
      viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'no-preference',
      forcedColors: options.forcedColors ?? 'none',
      deviceScaleFactor: options.deviceScaleFactor ?? 1,
      hasTouch: options.touch ?? false,
      serviceWorkers: options.offline ? 'allow' : 'block',
      locale: 'en-GB',
      timezoneId: 'UTC',
      acceptDownloads: true,
    });
    /** @type {(() => Promise<void>)[]} */
    const ends = [];
    try {
      const { complaints, requests } = watch(context, new URL(address).origin);
      context.setDefaultTimeout(STALL);
      if (!options.shortRail) await context.addInitScript(keepSettingsOpen);
      if (options.savesData) await context.addInitScript(saveData);
      if (process.env.RANKSCOPE_LATE) await makeLate(context, Number(process.env.RANKSCOPE_LATE));
      const page = await context.newPage();
      await page.goto(new URL(options.address ?? (options.firstSight ? '' : GENERATED), address).href);
      if (!options.firstSight) await openInstrument(page);
      const afterwards = (/** @type {() => Promise<void>} */ end) => { ends.unshift(end); };
      await body({ page, context, address, complaints, requests, afterwards, screenshot: (file, target) => screenshot(page, file, target) });
      const unexpected = complaints.filter((text) => !options.allow?.some((pattern) => pattern.test(text)));
      assert.deepEqual(unexpected, [], 'the browser complained');
    } catch (problem) {
      // A picture of the page helps to explain the failure.
      const [page] = context.pages();
      await page?.screenshot({ path: join(resultsFolder, `failed ${name.replace(/[^\w -]+/g, '-')}.png`) }).catch(() => {});
      throw problem;
    } finally {
      await context.close();
      await own?.close();
      for (const end of ends) await end();
    }
  });
}

/** @param {import('playwright-core').BrowserContext} context @param {string} origin */
function watch(context, origin) {
  /** @type {string[]} */
  const complaints = [];
  /** @type {string[]} */
  const requests = [];
  context.on('request', (request) => {
    const address = request.url();
    requests.push(address);
    if (!/^(data|blob):/.test(address) && new URL(address).origin !== origin) complaints.push(`request to another host: ${address}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} for ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown reason';
    // The page itself aborts requests: when it ends a worker, or when an address is a download.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} (${reason})`);
  });
  // Workers, and violations of the content security policy, report to the console of their page.
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  context.on('weberror', (report) => complaints.push(`uncaught: ${report.error().stack ?? report.error()}`));
  return { complaints, requests };
}

/** @param {import('playwright-core').Page} page @param {string} name @param {import('playwright-core').Locator | 'window'} [target] */
async function screenshot(page, name, target) {
  await mkdir(resultsFolder, { recursive: true });
  const path = join(resultsFolder, `${name}.png`);
  await (typeof target === 'object' ? target.screenshot({ path, animations: 'disabled' }) : page.screenshot({ path, fullPage: !target, animations: 'disabled' }));
  return path;
}
