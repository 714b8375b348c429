// After one visit, the page opens and trains without a network. A new build is offered, and never mixed with the old one.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_WORKER, writeServiceWorker } from '../../../scripts/lib/offline.mjs';
import { at } from '../../../scripts/lib/project.mjs';
import { serve } from '../../../scripts/lib/serve.mjs';
import { pageTest } from '../support/browser.mjs';
import { controls, fullSpeed, loadSample, openView, ready, statusOf, textOf, train, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Browser messages about requests that fail without a network. */
const NO_NETWORK = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/];

/** A test server for a copy of the page. */
const OTHER_COPY = /^request to another host: http:\/\/localhost:/;

/** Waits until the service worker has cached its files and controls the page. @param {Page} page */
async function kept(page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Opens the mode Studies, and waits for the built-in studies. @param {Page} page */
async function listedStudies(page) {
  await openView(page, 'Studies');
  await page.getByRole('button', { name: /^Kernels on a ring/ }).waitFor();
}

/** @param {Page} page */
const notice = (page) => page.locator('.offline-notice');

/**
 * A copy of the page's files. The copy and its server must outlive the pages: a service worker may still ask for files.
 * @param {(end: () => Promise<void>) => void} afterwards
 */
async function copyOfPage(afterwards) {
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-offline-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  await cp(at('dist'), folder, { recursive: true });
  return folder;
}

pageTest('after one visit and some rest every sample can be loaded without a network', { everyday: true, offline: true, allow: NO_NETWORK }, async ({ page, context }) => {
  await ready(page);
  await kept(page);
  const samples = readdirSync(at('www', 'samples')).filter((name) => /\.(?:txt|gz|json)$/.test(name));
  const held = () => page.evaluate(async (names) => (await Promise.all(names.map((name) => caches.match(new URL(`samples/${name}`, document.baseURI), { ignoreSearch: true })))).filter(Boolean).length, samples);
  await until(held, (number) => number === samples.length, 'all samples are kept');
  await context.setOffline(true);
  await page.reload();
  await ready(page);
  await until(() => textOf(notice(page)), (text) => /still work\.$/.test(text), 'no sample is missing');
  await loadSample(page, 'LightGBM example');
  await listedStudies(page);
});

pageTest('after one visit the page works without a network', { everyday: true, offline: true, savesData: true, allow: NO_NETWORK }, async ({ page, context }) => {
  await ready(page);
  await kept(page);
  assert.equal(await textOf(notice(page)), '', 'with a network nothing is said');
  await loadSample(page, 'Handwritten digits');
  await until(() => page.evaluate(async () => Boolean(await caches.match(new URL('samples/optdigits.txt.gz', document.baseURI), { ignoreSearch: true }))), Boolean, 'a sample is kept when it is used');
  assert.equal(await page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat().filter((url) => /built-in-studies/.test(url)).length), 0, 'studies are not kept ahead');
  await listedStudies(page);

  await context.setOffline(true);
  // The address of the start-screen icon, not the address of the last view.
  await page.goto(page.url().replace(/#.*/, ''));
  await page.reload();
  await ready(page, /^Town website \(written\)/);
  // What is kept is known once its list has been read.
  await until(() => textOf(notice(page)), (text) => /^You are offline\. .*Not on this device yet: LightGBM example, Hopeless queries \(generated\), Ring \(generated\), Pages of sites \(generated\), News and shops \(generated\),? and Few searches \(generated\)\.$/.test(text), 'the page says that it is offline, and what is missing');
  await fullSpeed(page);
  const end = await train(page);
  assert.ok(end.iterations > 1, 'it trains');
  await loadSample(page, 'Kitchen (hand-made)');
  await loadSample(page, 'Handwritten digits');
  await listedStudies(page);
  await page.getByRole('tablist', { name: 'Mode' }).getByRole('tab', { name: 'Explore', exact: true }).click();
  await controls(page).sample.selectOption({ label: 'LightGBM example' });
  await controls(page).alert.getByText('Handwritten digits stays in place').waitFor();
  assert.match(await textOf(controls(page).alert), /offline/, 'the alert says why');
  assert.match(await textOf(controls(page).facts), /^Handwritten digits/, 'what was there stays');
  await statusOf(page, /^ready/);

  await context.setOffline(false);
  await until(() => textOf(notice(page)), (text) => text === '', 'with the network back nothing is said');
  await loadSample(page, 'LightGBM example');
});

pageTest('the service worker handles only the page’s own files', { offline: true, savesData: true, allow: [/40[45]/] }, async ({ page, address }) => {
  await ready(page);
  await kept(page);
  const source = await readFile(at('dist', SERVICE_WORKER), 'utf8');
  const names = await page.evaluate(() => caches.keys());
  assert.deepEqual(names, [`rankscope ${new URL(address).pathname} ${/"version":"(\w+)"/.exec(source)?.[1]}`], 'one store, named after the path and the build');
  const keys = await page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url), names[0]);
  for (const key of keys) assert.ok(key.startsWith(address), `${key} is a file of the page`);
  assert.deepEqual(keys.filter((key) => /lightgbm|\.png/.test(key)), [], 'what is large or only for the system is not fetched ahead');
  const answers = await page.evaluate(async () => {
    const ask = async (/** @type {string} */ path, /** @type {RequestInit} */ options) => (await fetch(new URL(path, document.baseURI), options)).status;
    return [await ask('nothing-here.txt', {}), await ask('index.html', { method: 'POST' })];
  });
  assert.deepEqual(answers, [404, 405], 'other files and other methods reach the server');
});

pageTest('a new build is offered in a notice, and opens completely', { offline: true, allow: [OTHER_COPY] }, async ({ context, afterwards }) => {
  const folder = await copyOfPage(afterwards);
  const server = await serve({ folders: [folder], base: '/deep/er/' });
  afterwards(() => server.close());
  const page = await context.newPage();
  await page.goto(server.address);
  await ready(page);
  await kept(page);

  // The next build: other text in the page, and another script under another name.
  const index = await readFile(join(folder, 'index.html'), 'utf8');
  const script = (await readdir(join(folder, 'assets'))).find((name) => /^index-.*\.js$/.test(name)) ?? '';
  await cp(join(folder, 'assets', script), join(folder, 'assets', 'index-next.js'));
  await rm(join(folder, 'assets', script));
  // What is fetched later imports the script by its name, so these files have other names too.
  const later = join(folder, 'later');
  const sources = new Map(await Promise.all((await readdir(later)).filter((name) => name.endsWith('.js')).map(async (name) => /** @type {const} */ ([name, await readFile(join(later, name), 'utf8')]))));
  const renamed = [...sources.keys()].filter((name) => sources.get(name)?.includes(script));
  // And so have the files that import those.
  for (const one of renamed) renamed.push(...[...sources.keys()].filter((name) => !renamed.includes(name) && sources.get(name)?.includes(one)));
  /** @param {string} source */
  const next = (source) => renamed.reduce((text, name) => text.replaceAll(name, `next-${name}`), source.replaceAll(script, 'index-next.js'));
  for (const [name, source] of sources) {
    await rm(join(later, name));
    await writeFile(join(later, renamed.includes(name) ? `next-${name}` : name), next(source));
  }
  const main = join(folder, 'assets', 'index-next.js');
  await writeFile(main, next(await readFile(main, 'utf8')));
  await writeFile(join(folder, 'index.html'), index.replace(script, 'index-next.js').replace('<title>Rankscope</title>', '<title>Rankscope, next</title>'));

  // The new page without its list: the old build stays complete.
  await page.reload();
  await ready(page);
  assert.equal(await page.title(), 'Rankscope', 'the page is that of the build whose files are kept');

  await writeServiceWorker(folder);
  await page.reload();
  await ready(page);
  assert.equal(await page.title(), 'Rankscope', 'the visit goes on with the old build');
  await until(() => textOf(notice(page)), (text) => /^A new version of Rankscope is ready/.test(text), 'the new build is offered');
  const old = await context.newPage();
  await old.goto(server.address);
  await ready(old);
  assert.equal(await old.title(), 'Rankscope', 'another tab has the old build, too');
  await notice(page).getByRole('button', { name: 'Reload' }).click();
  await until(() => page.title(), (title) => title === 'Rankscope, next', 'the new build is there');
  await ready(page);
  assert.ok(await page.evaluate(() => [...document.scripts].some(({ src }) => src.endsWith('index-next.js'))), 'with its own script');
  assert.equal(await textOf(notice(page)), '', 'and nothing more is offered');
  await old.getByRole('tab', { name: 'Runs', exact: true }).click();
  await old.locator('#runs .panel-content').getByText('A run is kept when').waitFor();
  await fullSpeed(page);
  await train(page);
});

pageTest('a new build does not wait until a slow network has sent the samples', { offline: true, allow: [OTHER_COPY] }, async ({ context, afterwards }) => {
  const folder = await copyOfPage(afterwards);
  const server = await serve({ folders: [folder], base: '/deep/er/' });
  afterwards(() => server.close());
  // It never sends a large sample.
  let asked = 0;
  const slow = createServer(async (request, response) => {
    if (/\.gz$/.test(request.url ?? '')) {
      asked += 1;
      return;
    }
    const answer = await fetch(new URL(request.url ?? '', server.address));
    const headers = [...answer.headers].filter(([name]) => !/^(?:content-(?:encoding|length)|transfer-encoding|connection|keep-alive)$/.test(name));
    response.writeHead(answer.status, Object.fromEntries(headers)).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => { slow.listen(0, () => resolve(null)); });
  afterwards(async () => { slow.closeAllConnections(); slow.close(); });
  const page = await context.newPage();
  await page.goto(`http://localhost:${/** @type {import('node:net').AddressInfo} */ (slow.address()).port}/deep/er/`);
  await ready(page);
  await kept(page);
  const index = await readFile(join(folder, 'index.html'), 'utf8');
  await writeFile(join(folder, 'index.html'), index.replace('<title>Rankscope</title>', '<title>Rankscope, next</title>'));
  await writeServiceWorker(folder);
  await page.reload();
  await ready(page);
  await until(() => textOf(notice(page)), (text) => /^A new version of Rankscope is ready/.test(text), 'the new build is offered');
  await until(async () => asked, (count) => count > 0, 'a sample is asked for');
  await notice(page).getByRole('button', { name: 'Reload' }).click();
  await until(() => page.title(), (title) => title === 'Rankscope, next', 'the new build is there');
});

pageTest('a build whose files differ from its list is not cached', { offline: true, allow: [OTHER_COPY] }, async ({ context, afterwards }) => {
  const folder = await copyOfPage(afterwards);
  await writeFile(join(folder, 'index.html'), (await readFile(join(folder, 'index.html'), 'utf8')).replace('<title>', '<title>Another '));
  const server = await serve({ folders: [folder], base: '/half/' });
  afterwards(() => server.close());
  const page = await context.newPage();
  await page.goto(server.address);
  await ready(page);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register(new URL('service-worker.js', document.baseURI));
    const worker = registration.installing;
    if (worker) await new Promise((resolve) => { worker.addEventListener('statechange', () => { if (worker.state === 'redundant') resolve(null); }); });
  });
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active ?? null), null, 'it never takes over');
  await fullSpeed(page);
  await train(page);
});

pageTest('without service workers the page works the same', { offline: false }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await train(page);
  assert.equal(await page.evaluate(() => navigator.serviceWorker.controller), null, 'nothing answers for the page');
});

pageTest('the page can be installed', { offline: true }, async ({ page }) => {
  await ready(page);
  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await page.evaluate(async (href) => (await fetch(new URL(href ?? '', document.baseURI))).json(), link);
  assert.equal(manifest.start_url, './', 'it starts wherever it was put');
  for (const { src, sizes, type } of manifest.icons) {
    const size = await page.evaluate(async ({ address }) => {
      const image = new Image();
      image.src = new URL(address, document.baseURI).href;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, { address: src });
    if (type === 'image/png') assert.equal(size, sizes, `${src} has the size that it claims`);
  }
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The incognito window of the tests cannot install the page. There must be no other reason.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), [], 'the browser finds nothing against it');
});
