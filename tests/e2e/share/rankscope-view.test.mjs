// The element <rankscope-view> in a page of another host, with the file that the build puts beside the page.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { at } from '../../../scripts/lib/project.mjs';
import { serve } from '../../../scripts/lib/serve.mjs';
import { pageTest } from '../support/browser.mjs';
import { until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../../npm/rankscope-view.js').RankscopeView} RankscopeView */

const allow = [/request to another host/];

/**
 * Shows the element in a page of another host, which notes the events of the element in `heard`.
 * @param {{ page: Page, afterwards: (end: () => Promise<void>) => void }} tools @param {string} attributes
 */
async function host({ page, afterwards }, attributes) {
  // Modules of another host need the header, as GitHub Pages and most static hosts send it.
  const site = await serve({ folders: [at('dist')], base: '/tool/', headers: { 'Access-Control-Allow-Origin': '*' } });
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><link rel="icon" href="data:," /><script>
      heard = [];
      for (const name of ['ready', 'changed', 'statement', 'problem']) {
        addEventListener('rankscope-' + name, ({ detail }) => heard.push({ name, detail }));
      }</script><script type="module" src="${site.address}embed/rankscope-view.js"></script>
      <rankscope-view ${attributes}></rankscope-view>`);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(null)); });
  afterwards(async () => {
    server.close();
    await site.close();
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await page.goto(`http://127.0.0.1:${port}/`);
  return { view: page.locator('rankscope-view'), inside: page.frameLocator('rankscope-view iframe'), site: site.address };
}

/** @param {Page} page @param {string} name @returns {Promise<any[]>} the details of the events so far */
const heard = (page, name) => page.evaluate((wanted) => Reflect.get(window, 'heard').flatMap((/** @type {any} */ one) => (one.name === wanted ? [one.detail] : [])), name);
const fragmentOf = (/** @type {import('playwright-core').Locator} */ view) => view.evaluate((element) => new URL(/** @type {RankscopeView} */ (element).frame?.src ?? '').hash);

pageTest('the element shows a lesson in its theme, tells its statements, and follows its step', { allow, everyday: true }, async ({ page, afterwards }) => {
  const { view, inside, site } = await host({ page, afterwards }, 'lesson="ties" step="2" theme="dark" title="Equal grades"');
  await inside.getByRole('heading', { name: 'A fixed reference' }).waitFor();
  assert.equal(await view.evaluate((element) => /** @type {RankscopeView} */ (element).frame?.src), `${site}#v=1&lesson=ties&step=2&embed=true`);
  assert.equal(await view.locator('iframe').getAttribute('title'), 'Equal grades');
  await until(() => inside.locator('html').getAttribute('data-theme'), (theme) => theme === 'dark', 'the theme');
  const statements = await until(() => heard(page, 'statement'), (all) => all.length > 0, 'a statement');
  assert.match(statements[0].statement.object.id, /^urn:rankscope:lesson:ties/);
  // Another step is another address.
  await view.evaluate((element) => element.setAttribute('step', '3'));
  await until(() => fragmentOf(view), (hash) => hash.includes('step=3'), 'the new address');
  await inside.locator('.lesson-progress').filter({ hasText: '3 of 6' }).waitFor();
  assert.deepEqual(await heard(page, 'problem'), []);
});

pageTest('the element shows one picture, passes requests on, and tells of changes', { allow, everyday: true }, async ({ page, afterwards }) => {
  const { view, inside } = await host({ page, afterwards }, 'link="v=1&amp;sample=kitchen&amp;trained=9&amp;ended=true" picture="chart-3" height="420"');
  await inside.getByText('NDCG@10 · DORM · Kitchen (hand-made) · iteration 9 of 9').waitFor();
  assert.equal((await view.boundingBox())?.height, 420);
  await until(() => heard(page, 'ready'), (all) => all.length === 1, 'the page is ready');
  const svg = await view.evaluate(async (element) => Reflect.get(await /** @type {RankscopeView} */ (element).request({ type: 'get-picture' }), 'svg'));
  assert.match(svg, /^<svg /);
  const refusal = await view.evaluate((element) => /** @type {RankscopeView} */ (element).request({ type: 'set-theme', theme: /** @type {'dark'} */ ('pink') }).catch((/** @type {Error} */ { message }) => message));
  assert.match(String(refusal), /^theme must be one of/);
  await until(() => heard(page, 'changed'), (all) => all.at(-1)?.result?.iteration === 9, 'the run is told');
});

pageTest('the element shows the query of an attribute, and is as high as the page needs', { allow, width: 700 }, async ({ page, afterwards }) => {
  const { view } = await host({ page, afterwards }, 'link="v=1&amp;sample=kitchen" query="apple-pie"');
  await until(() => view.boundingBox(), (box) => box?.height === 800, 'the height of a page that needs more');
  await until(() => heard(page, 'changed'), (all) => all.at(-1)?.query === 'apple-pie', 'the query');
  await view.evaluate((element) => element.setAttribute('query', 'lentil-soup'));
  await until(() => heard(page, 'changed'), (all) => all.at(-1)?.query === 'lentil-soup', 'the other query');
  await view.evaluate((element) => element.setAttribute('query', 'no such'));
  const [problem] = await until(() => heard(page, 'problem'), (all) => all.length > 0, 'the problem');
  assert.match(problem, /^query: the run uses no query “no such”/);
});

pageTest('a fault of the attributes stands in the place of the frame, and an element that leaves rejects its requests', { allow }, async ({ page, afterwards }) => {
  const { view } = await host({ page, afterwards }, 'link="v=1" lesson="ties"');
  await view.getByText('rankscope-view: link and lesson exclude each other; give one of them.').waitFor();
  assert.equal(await view.locator('iframe').count(), 0);
  await view.evaluate((element) => element.removeAttribute('link'));
  await until(() => heard(page, 'ready'), (all) => all.length === 1, 'the page is ready');
  const why = await view.evaluate(async (element) => {
    const asked = /** @type {RankscopeView} */ (element).request({ type: 'get-answers' }).catch((/** @type {Error} */ { message }) => message);
    element.remove();
    return asked;
  });
  assert.equal(why, 'The element was taken out of the document.');
});
