// The page in a frame of another origin: the handshake, what the host can ask for, and what leaves the page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { at } from '../../../scripts/lib/project.mjs';
import { serve } from '../../../scripts/lib/serve.mjs';
import { pageTest } from '../support/browser.mjs';
import { progressOf, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Record<string, any>} Message */
/** @typedef {Window & { messages: Message[], send: (message: object) => number }} Host */

/** The host page and the page in it have other ports; the frame without an origin may not keep anything. */
const allow = [/^request to another host/];

/**
 * Serves the built page and the example of a host page at two ports, and opens the host page.
 * @param {Pick<import('../support/browser.mjs').Tools, 'page' | 'afterwards'>} tools @param {{ sandbox?: boolean, cors?: boolean }} options
 * @param {(frame: import('playwright-core').Frame, host: string, address: string) => Promise<void>} body
 */
async function embedded({ page, afterwards }, { sandbox = false, cors = false }, body) {
  const site = await serve({ folders: [at('dist')], base: '/tool/', headers: cors ? { 'Access-Control-Allow-Origin': '*' } : {} });
  const host = await serve({ folders: [at('examples', 'embed')] });
  afterwards(async () => {
    await site.close();
    await host.close();
  });
  await page.goto(`${host.address}host.html?page=${encodeURIComponent(site.address)}${sandbox ? '&sandbox=true' : ''}`);
  const frame = await until(async () => page.frames().find((one) => one.url().startsWith(site.address)), Boolean, 'the frame');
  await body(/** @type {import('playwright-core').Frame} */ (frame), host.address, site.address);
}

/** @param {Page} page @returns {Promise<Message[]>} */
const messages = (page) => page.evaluate(() => /** @type {Host} */ (/** @type {unknown} */ (window)).messages);

/** The first message that fits. @param {Page} page @param {(message: Message) => boolean} fits @param {string} what */
async function message(page, fits, what) {
  const found = await until(async () => (await messages(page)).find(fits), Boolean, what);
  return /** @type {Message} */ (found);
}

/** Sends a message, and returns its reply. @param {Page} page @param {object} request */
async function ask(page, request) {
  const id = await page.evaluate((one) => /** @type {Host} */ (/** @type {unknown} */ (window)).send(one), request);
  return message(page, (one) => one.id === id, `the reply to ${JSON.stringify(request).slice(0, 80)}`);
}

const LETOR = '2 qid:1 1:0.9 2:0.1\n0 qid:1 1:0.2 2:0.7\n1 qid:2 1:0.8 2:0.3\n0 qid:2 1:0.1 2:0.9\n';

for (const sandbox of [false, true]) {
  pageTest(`a host page ${sandbox ? 'with sandbox="allow-scripts" ' : ''}sets data, state, theme and a lesson, and gets answers`, { everyday: !sandbox, allow }, async ({ page, afterwards }) => {
    await embedded({ page, afterwards }, { sandbox, cors: sandbox }, async (frame) => {
      const welcome = await message(page, ({ type }) => type === 'welcome', 'the welcome');
      assert.deepEqual([welcome.protocol, welcome.version, Object.keys(welcome.understood)], ['rankscope-embed', 1, ['set-data', 'set-state', 'set-theme', 'open-lesson', 'train', 'get-result', 'get-model', 'get-picture', 'get-answers']]);
      assert.equal((await messages(page))[0].type, 'welcome', 'nothing comes before');

      const data = await ask(page, { type: 'set-data', letor: LETOR, name: '<b>four</b>' });
      assert.deepEqual([data.type, data.data], ['done', { queries: 2, documents: 4, features: 2 }]);
      await until(() => frame.locator('#main').innerText(), (text) => /NDCG/.test(text), 'the page shows them');
      assert.equal(await frame.locator('body b:text-is("four")').count(), 0, 'a name is no markup');
      assert.equal((await ask(page, { type: 'set-theme', theme: 'dark' })).type, 'done');
      assert.equal(await frame.locator('html').getAttribute('data-theme'), 'dark');
      assert.equal((await ask(page, { type: 'set-state', settings: { c: 3 } })).type, 'done');
      const { result: trained } = await ask(page, { type: 'train' });
      const { result } = await ask(page, { type: 'get-result' });
      assert.deepEqual(trained, result);
      assert.deepEqual([result.settings.c, result.data, result.stop.reason, typeof result.gap], [3, '<b>four</b>', 'converged', 'number']);
      assert.ok(result.measures.train['ndcg@10'] >= 0, JSON.stringify(result.measures));

      await page.getByRole('button', { name: 'Open a lesson' }).click();
      const begun = await message(page, ({ type, statement }) => type === 'statement' && statement.verb.display.en === 'initialized', 'the lesson begins');
      assert.match(begun.statement.object.id, /^urn:rankscope:lesson:own:[0-9a-f]{8}$/);
      const lesson = frame.getByRole('region', { name: 'Lesson', exact: true });
      await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step', () => progressOf(page));
      await lesson.getByRole('radio').first().check();
      await lesson.getByRole('button', { name: 'Reveal' }).click();
      const { statement } = await message(page, (one) => one.statement?.verb.display.en === 'answered', 'the answer');
      assert.deepEqual(Object.keys(statement).sort(), ['object', 'result', 'timestamp', 'verb'], 'there is no actor');
      assert.deepEqual([statement.result, statement.object.definition.correctResponsesPattern], [{ response: '0', success: true }, ['0']]);
      assert.match(statement.timestamp, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      await message(page, (one) => one.statement?.verb.display.en === 'completed', 'the end of the lesson');
      const { statements } = await ask(page, { type: 'get-answers' });
      assert.deepEqual(statements.map((/** @type {Message} */ one) => one.verb.display.en), ['initialized', 'progressed', 'answered', 'completed']);
      await lesson.getByRole('button', { name: 'Share' }).press('Enter');
      assert.equal(await lesson.getByRole('button', { name: 'Copy my answers' }).isVisible(), true);
    });
  });
}

pageTest('what the host may not send is refused with what is understood', { allow }, async ({ page, afterwards }) => {
  await embedded({ page, afterwards }, {}, async (frame) => {
    await message(page, ({ type }) => type === 'welcome', 'the welcome');
    /** @type {[object, RegExp][]} */
    const cases = [
      [{ type: 'run-code', code: 'alert(1)' }, /^“run-code” is no message/], [{ type: 'set-theme', theme: 'pink' }, /^theme must be one of/], [{ type: 'set-data', letor: 7 }, /^letor must be a text, or a Blob/],
      [{ type: 'set-data', letor: 'no letor' }, /line 1/], [{ type: 'set-state', settings: { c: -1 } }, /^c: “-1” cannot be used/],
      [{ type: 'set-state', query: 'no such' }, /^the run uses no query “no such”/],
      [{ type: 'set-state', settings: { beauty: 1 } }, /^“beauty” is no setting/], [{ type: 'set-state' }, /either a link or settings/], [{ type: 'open-lesson', name: 'no-such' }, /no such lesson/],
      [{ type: 'open-lesson', lesson: { rankscope: 'lesson', title: 'T', summary: 'S', minutes: 1, steps: [] } }, /^steps: must have at least one step/], [{ type: 'get-result', version: 2 }, /version 1/],
    ];
    for (const [request, pattern] of cases) {
      const reply = await ask(page, request);
      assert.equal(reply.type, 'error', JSON.stringify(request).slice(0, 90));
      assert.match(reply.problem, pattern);
      assert.ok('get-result' in reply.understood);
    }
    const { ignored } = await ask(page, { type: 'set-state', link: 'v=1&sample=kitchen&beauty=1' });
    assert.deepEqual(ignored, ['beauty: unknown key']);
    await until(() => frame.locator('body').getAttribute('class'), (classes) => Boolean(classes?.includes('embedded')), 'it stays without its header');
  });
});

pageTest('a host trains, gets model and picture, chooses a query, and hears of every change', { everyday: true, allow }, async ({ page, afterwards }) => {
  await embedded({ page, afterwards }, {}, async (frame) => {
    const first = await message(page, ({ type }) => type === 'changed', 'the present state');
    assert.deepEqual(Object.keys(first).sort(), ['protocol', 'query', 'result', 'settings', 'type', 'version']);
    // Packed, as a file; the other way is a text.
    const letor = gzipSync(LETOR);
    const id = await page.evaluate(async (bytes) => {
      const file = new Blob([Uint8Array.from(bytes)]);
      return /** @type {Host} */ (/** @type {unknown} */ (window)).send({ type: 'set-data', letor: file, name: 'packed' });
    }, [...letor]);
    const loaded = await message(page, (one) => one.id === id, 'the reply');
    assert.deepEqual(loaded.data, { queries: 2, documents: 4, features: 2 });
    assert.equal((await ask(page, { type: 'get-model' })).model, null, 'there is no model before training');
    assert.equal((await ask(page, { type: 'get-picture' })).svg, null);

    assert.equal((await ask(page, { type: 'set-state', query: '2' })).type, 'done');
    await message(page, (one) => one.type === 'changed' && one.query === '2', 'the chosen query');
    assert.equal((await ask(page, { type: 'set-state', query: null })).type, 'done');
    assert.equal((await ask(page, { type: 'set-state', settings: { c: 3 } })).type, 'done');
    const { result } = await ask(page, { type: 'train' });
    assert.deepEqual([result.settings.c, result.data, result.stop.reason], [3, 'packed', 'converged']);
    await message(page, (one) => one.type === 'changed' && one.result?.stop?.reason === 'converged' && one.settings.c === 3, 'the end of the run');
    assert.deepEqual((await ask(page, { type: 'train' })).result, result, 'a run that has ended is not trained again');

    const model = JSON.parse((await ask(page, { type: 'get-model' })).model);
    assert.deepEqual([model.settings.c, model.weights.length], [3, 2]);
    const { svg } = await ask(page, { type: 'get-picture' });
    assert.match(svg, /^<svg [\s\S]*<\/svg>\s*$/);
    assert.match(svg, /NDCG@10/);

    // What the reader does is heard too.
    await frame.getByRole('table', { name: 'Queries by slack' }).getByRole('row').last().click();
    await message(page, (one) => one.type === 'changed' && one.query !== null && one.result?.stop, 'the query of the reader');
  });
});

pageTest('a host that greets again starts once, and the frame gets its height', { allow, width: 700 }, async ({ page, afterwards }) => {
  await embedded({ page, afterwards }, {}, async (frame) => {
    await message(page, ({ type }) => type === 'welcome', 'the welcome');
    const reply = await ask(page, { type: 'hello' });
    assert.deepEqual([reply.type, reply.to], ['done', 'hello']);
    assert.equal((await messages(page)).filter(({ type }) => type === 'welcome').length, 1);
    const heights = async () => (await messages(page)).filter(({ type }) => type === 'height').map(({ height }) => height);
    const needed = () => frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
    await until(async () => [(await heights()).at(-1), await needed()], ([told, height]) => told === height && told > 800, 'the height of a narrow page');
    await page.setViewportSize({ width: 1440, height: 900 });
    await until(heights, (all) => all.at(-1) === 800, 'a wide page fills its window');
  });
});

/**
 * Serves a host page of these elements at a port of its own. It notes what it hears in `heard`.
 * @param {string} body @param {Record<string, string>} [headers]
 */
async function hostOf(body, headers = {}) {
  const server = createServer((_request, response) => {
    for (const [name, value] of Object.entries({ 'Content-Type': 'text/html', ...headers })) response.setHeader(name, value);
    response.end(`<!doctype html><link rel="icon" href="data:," /><script>heard = []; addEventListener('message', ({ data }) => heard.push(data));</script>${body}`);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(null)); });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** @param {Page} page @returns {Promise<Message[]>} */
const heard = (page) => page.evaluate(() => /** @type {Window & { heard: Message[] }} */ (/** @type {unknown} */ (window)).heard);

pageTest('the page says nothing before the handshake, and nothing to others', { allow }, async ({ page, afterwards }) => {
  const site = await serve({ folders: [at('dist')] });
  const other = `<script>addEventListener('message', () => parent.frames[0].postMessage({ protocol: 'rankscope-embed', version: 1, type: 'hello' }, '*'))</script>`;
  const host = await hostOf(`<iframe src="${site.address}#v=1&lesson=ties&embed=true"></iframe><iframe srcdoc="${other}"></iframe>`);
  afterwards(async () => {
    await site.close();
    await host.close();
  });
  await page.goto(host.address);
  const lesson = page.frameLocator('iframe').first().getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the lesson', () => progressOf(page));
  // Requests without a greeting, and greetings of another frame, get no reply.
  await page.evaluate(() => {
    frames[0].postMessage({ protocol: 'rankscope-embed', version: 1, type: 'get-answers' }, '*');
    frames[1].postMessage('greet', '*');
  });
  await page.waitForTimeout(300);
  assert.deepEqual(await heard(page), []);
  await page.evaluate(() => frames[0].postMessage({ protocol: 'rankscope-embed', version: 2, type: 'hello' }, '*'));
  await until(() => heard(page), (all) => all.length > 0, 'a greeting of another version is refused');
  assert.deepEqual((await heard(page)).map(({ type, problem }) => [type, problem]), [['error', 'version 1 of the protocol is understood, and no other']]);
  await page.evaluate(() => frames[0].postMessage({ protocol: 'rankscope-embed', version: 1, type: 'hello' }, '*'));
  await until(() => heard(page), (all) => all.length > 1, 'the welcome');
  assert.equal((await heard(page))[1].type, 'welcome');
});

pageTest('a host without an origin has to ask for messages that anyone can read', { allow }, async ({ page, afterwards }) => {
  // The frame inherits the sandbox of the host page.
  const site = await serve({ folders: [at('dist')], headers: { 'Access-Control-Allow-Origin': '*' } });
  const host = await hostOf(`<iframe src="${site.address}#v=1&embed=true"></iframe>`, { 'Content-Security-Policy': 'sandbox allow-scripts' });
  afterwards(async () => {
    await site.close();
    await host.close();
  });
  await page.goto(host.address);
  assert.equal(await page.evaluate(() => origin), 'null');
  await page.frameLocator('iframe').getByRole('status').filter({ hasText: 'ready' }).waitFor();
  const hello = (/** @type {object} */ more) => page.evaluate((one) => frames[0].postMessage({ protocol: 'rankscope-embed', version: 1, type: 'hello', ...one }, '*'), more);
  await hello({});
  await page.waitForTimeout(300);
  assert.deepEqual(await heard(page), []);
  await hello({ opaque: true });
  await until(() => heard(page), (all) => all.length > 0, 'the welcome');
  assert.equal((await heard(page))[0].type, 'welcome');
});

pageTest('in a sandbox without the header the page says what it needs', { allow: [/./] }, async ({ page, afterwards }) => {
  await embedded({ page, afterwards }, { sandbox: true }, async (frame) => {
    await until(() => frame.locator('body').innerText(), (text) => /needs allow-same-origin, or the header Access-Control-Allow-Origin: \*/.test(text), 'it says what it needs');
    assert.deepEqual(await messages(page), []);
  });
});

pageTest('on a page of its own the words for frames are hidden', { everyday: true }, async ({ page }) => {
  assert.match(await readFile(at('dist', 'index.html'), 'utf8'), /class="unread"/);
  await until(() => page.locator('.unread').count(), (count) => count === 0, 'the page has started');
});
