// An empty project with the installed package, and a browser for its pages.

import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { chromium } from 'playwright-core';
import { npmPackage } from '../../scripts/lib/npm-package.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { serve } from '../../scripts/lib/serve.mjs';
import { run } from '../../scripts/lib/steps.mjs';
import { findBrowser, npmCommand, once } from '../../scripts/lib/tools.mjs';

/** @type {(() => Promise<unknown>)[]} */
const endings = [];
after(async () => {
  for (const end of endings.reverse()) await end();
});

/** Makes a folder outside of the project, so that nothing of it is found by accident. It is removed in the end. */
export async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-package-'));
  endings.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Installs the archive of `npm pack` in an empty project, without a network. Returns its folder. */
export const installed = once(async () => {
  const archive = await npmPackage();
  const folder = await emptyFolder();
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  await npmCommand(['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', archive],
    { cwd: folder, output: 'keep' });
  await cp(at('tests', 'packages', 'project'), folder, { recursive: true });
  return folder;
});

const browser = once(async () => {
  const { chrome } = await findBrowser();
  assert.ok(chrome, 'no Chromium found; "npm test -- --only packages" installs it, or set CHROME');
  const launched = await chromium.launch({
    executablePath: chrome,
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
  endings.push(() => launched.close());
  return launched;
});

/**
 * Serves a folder and opens a page of it. Everything that the browser reports as an error is in `complaints`.
 * @param {string} folder @param {string} path @param {string[]} others folders that are served at the same address
 */
export async function opened(folder, path, ...others) {
  const { address, close } = await serve({ folders: [folder, ...others], base: '/some/path/' });
  endings.push(close);
  const page = await (await browser()).newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !url.startsWith(address)) complaints.push(`request of ${url}`);
  });
  await page.goto(new URL(path, address).href);
  return { page, complaints };
}

/** Runs Node and returns what it prints. @param {string[]} args @param {string} cwd */
export async function node(args, cwd) {
  return (await run(process.execPath, args, { cwd, output: 'keep' })).output;
}
