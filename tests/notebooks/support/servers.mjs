// JupyterLab and marimo on this machine, with settings of their own, and a browser that shows their notebooks.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { at } from '../../../scripts/lib/project.mjs';
import { findBrowser } from '../../../scripts/lib/tools.mjs';

/** Milliseconds in which a step has to succeed. Starting a kernel imports a hundred packages. */
export const PATIENCE = 180_000;

/** The folder of the programs of the virtual environment. */
const programs = process.env.RANKSCOPE_PROGRAMS ?? '';

const folder = at('test-results');

/** @typedef {{ address: string, folder: string, end: () => Promise<void> }} Server */

/** @returns {Promise<number>} a free port */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts a program of the environment, which serves a new folder with these files.
 * @param {(port: number, folder: string) => string[]} command @param {Record<string, string>} files by name
 * @returns {Promise<Server>}
 */
async function start(command, files) {
  assert.ok(programs, 'RANKSCOPE_PROGRAMS names the folder of the programs of the virtual environment');
  const [port, work] = [await freePort(), await mkdtemp(join(tmpdir(), 'rankscope-notebooks-'))];
  const own = (/** @type {string} */ name) => join(work, '.settings', name);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(work, name)), { recursive: true });
    await writeFile(join(work, name), text);
  }
  const [program, ...rest] = command(port, work);
  const server = spawn(join(programs, program), rest, { cwd: work, stdio: ['ignore', 'pipe', 'pipe'], env: {
    ...process.env, PATH: `${programs}:${process.env.PATH}`, HOME: own('home'), JUPYTER_CONFIG_DIR: own('config'),
    JUPYTER_DATA_DIR: own('data'), JUPYTER_RUNTIME_DIR: own('runtime'), JUPYTERLAB_SETTINGS_DIR: own('lab'),
    JUPYTERLAB_WORKSPACES_DIR: own('workspaces'), IPYTHONDIR: own('ipython'), XDG_CONFIG_HOME: own('xdg'),
  } });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => { output += text; });
  const ended = new Promise((resolve) => { server.on('exit', resolve); });
  const address = `http://127.0.0.1:${port}/`;
  const end = async () => {
    server.kill('SIGTERM');
    await ended;
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  };
  for (let waited = 0; ; waited += 200) {
    if (await fetch(address).then(({ ok }) => ok, () => false)) return { address, folder: work, end };
    if (waited > PATIENCE || server.exitCode !== null) {
      await end();
      throw new Error(`${program} does not answer:\n${output.slice(-2000)}`);
    }
    await new Promise((resolve) => { setTimeout(resolve, 200); });
  }
}

/** Answers JupyterLab's question whether it may fetch news, because the question covers a part of the notebook. */
const NEWS = '.settings/lab/@jupyterlab/apputils-extension/notification.jupyterlab-settings';

/** Starts JupyterLab with a notebook of these cells. @param {string[]} cells */
export function jupyterLab(cells) {
  const notebook = {
    cells: cells.map((source, place) =>
      ({ cell_type: 'code', id: `cell-${place}`, execution_count: null, metadata: {}, outputs: [], source })),
    metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } }, nbformat: 4, nbformat_minor: 5,
  };
  return start((port, work) => ['jupyter-lab', '--no-browser', '--allow-root', `--port=${port}`, '--ServerApp.port_retries=0',
    '--IdentityProvider.token=', `--ServerApp.root_dir=${work}`, '--LabApp.expose_app_in_browser=True', '--LabApp.news_url=None',
    '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate'],
  { 'notebook.ipynb': JSON.stringify(notebook), [NEWS]: '{ "fetchNews": "false" }' });
}

/** Starts marimo with a notebook of these cells, each with the names that it reads. @param {{ reads: string, source: string }[]} cells */
export function marimo(cells) {
  const functions = cells.map(({ reads, source }) =>
    `@app.cell\ndef _(${reads}):\n${source.split('\n').map((line) => `    ${line}`).join('\n')}\n`);
  const text = `import marimo\n\napp = marimo.App(width="medium")\n\n\n${functions.join('\n\n')}\n\nif __name__ == "__main__":\n    app.run()\n`;
  return start((port) => ['marimo', 'run', 'notebook.py', '--headless', '--no-token', `--port=${port}`, '--include-code'],
    { 'notebook.py': text });
}

/**
 * Opens a page in a browser, and fails on requests to others than the server.
 * @param {string} address @param {{ width?: number, height?: number, colorScheme?: 'light' | 'dark' }} [size]
 */
export async function openPage(address, { width = 1440, height = 900, colorScheme = 'light' } = {}) {
  const { chrome, shell = chrome } = await findBrowser();
  assert.ok(shell, 'no Chromium found; set CHROME');
  const browser = await chromium.launch({ executablePath: shell, chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: 'en-GB' });
  context.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const foreign = [];
  const errors = /** @type {string[]} */ ([]);
  context.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob|about):/.test(url) && new URL(url).origin !== new URL(address).origin) foreign.push(url);
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(address);
  return { page, foreign, errors, close: () => browser.close(),
    screenshot: async (/** @type {string} */ name) => {
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`) });
    } };
}

/**
 * The page of Rankscope in a notebook, once it runs there.
 * @param {import('playwright-core').Page} page @param {number} [place] among the frames
 */
export async function explorerIn(page, place = 0) {
  for (let waited = 0; waited < PATIENCE; waited += 200) {
    const frame = page.frames().filter((one) => one.url().startsWith('blob:'))[place];
    if (frame && await frame.locator('#run, .lesson').count().catch(() => 0)) return frame;
    await page.waitForTimeout(200);
  }
  throw new Error('the page does not appear in the notebook');
}
