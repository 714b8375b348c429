// Untrusted input never becomes code, markup or a request: the page's policy, links, and names in every panel.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { pageTest } from '../support/browser.mjs';
import { at } from '../../../scripts/lib/project.mjs';
import { file } from '../support/letor.mjs';
import { controls, fullSpeed, openView, ready, textOf, train, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const MARKUP = '<img/src=x/onerror=globalThis.broken=1><script>globalThis.broken=1</script>';
const TURNED = '\u202Eturned\u2066';
const ELSEWHERE = 'https://elsewhere.invalid/x.txt';

/** Returns everything that the page must not contain after hostile input. @param {Page} page */
async function unharmed(page) {
  assert.equal(await page.evaluate(() => 'broken' in globalThis), false, 'nothing was executed');
  assert.equal(await page.locator('img[src="x"], script:not([src]), [onerror], [onload], iframe').count(), 0, 'nothing became an element');
}

/** Returns texts that reverse their neighbours, because no element isolates them. @param {Page} page */
function spilling(page) {
  return page.evaluate(() => {
    const found = [];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { data, parentElement } = /** @type {Text} */ (node);
      // Isolating marks end with their text.
      if (!/[\u202A-\u202E\u2066-\u2067]/.test(data.replace(/\u2068[^\u2068\u2069]*\u2069?[^\u2068\u2069]*\u2069/g, ''))) continue;
      let element = parentElement;
      while (element && !/isolate|plaintext/.test(getComputedStyle(element).unicodeBidi)) element = element.parentElement;
      if (!element && !parentElement?.closest('option, title, textarea')) found.push(`${parentElement?.tagName}.${parentElement?.className}: ${JSON.stringify(data.slice(0, 80))}`);
    }
    return found;
  });
}

pageTest('the policy allows only own files and WebAssembly, and the browser enforces it', { everyday: true, allow: [/./] }, async ({ page, requests }) => {
  const html = await readFile(at('dist', 'index.html'), 'utf8');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
  const directives = Object.fromEntries(policy.split(';').map((one) => one.trim().split(/\s+/)).map(([name, ...values]) => [name, values]));
  assert.deepEqual(directives['default-src'], ["'none'"]);
  assert.deepEqual(directives['script-src'], ["'self'", "'wasm-unsafe-eval'"]);
  for (const name of ['style-src', 'connect-src']) assert.deepEqual(directives[name], ["'self'"], name);
  // A page without an origin starts workers by a script of its own, which imports the worker's file.
  assert.deepEqual(directives['worker-src'], ["'self'", 'blob:']);
  for (const name of ['base-uri', 'form-action']) assert.deepEqual(directives[name], ["'none'"], name);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/);

  await ready(page);
  const asked = requests.length;
  const broken = await page.evaluate(async (elsewhere) => {
    /** @type {string[]} */
    const broken = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => broken.push(effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'globalThis.broken = 1';
    document.body.append(script);
    document.body.setAttribute('onclick', 'globalThis.broken = 1');
    document.body.click();
    document.body.setAttribute('style', 'color: red');
    // biome-ignore lint/security/noGlobalEval: the page must refuse it
    const evaluate = () => globalThis.eval('globalThis.broken = 1');
    // biome-ignore lint/nursery/noImpliedEval: the page must refuse it
    const makeFunction = () => new Function('globalThis.broken = 1')();
    for (const attempt of [evaluate, makeFunction]) {
      // Delayed, because the test's protocol may evaluate text although the page may not.
      await new Promise((resolve) => {
        setTimeout(() => {
          try {
            attempt();
          } catch {
            broken.push('eval');
          }
          resolve(null);
        });
      });
    }
    await fetch(elsewhere).catch(() => broken.push('fetch'));
    const image = new Image();
    await new Promise((resolve) => { image.onerror = resolve; image.src = elsewhere; });
    const remote = document.createElement('script');
    await new Promise((resolve) => { remote.onerror = resolve; remote.src = elsewhere; document.body.append(remote); });
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    return broken;
  }, ELSEWHERE);
  for (const one of ['script-src-elem', 'script-src-attr', 'style-src-attr', 'eval', 'fetch', 'connect-src', 'img-src']) assert.ok(broken.includes(one), `${one} is refused: ${broken.join(', ')}`);
  assert.equal(await page.evaluate(() => 'broken' in globalThis), false);
  assert.ok(requests.slice(asked).every((address) => !address.startsWith('https://elsewhere') || address === ELSEWHERE), 'and nothing else was asked for');
});

const KEYS = ['sample', 'data', 'file', 'valid', 'test', 'lines', 'lesson', 'step', 'open', 'tab', 'query', 'pair', 'iteration', 'trained', 'hide', 'embed', 'measure', 'method', 'decay', 'components', 'reference', 'c', 'scale', 'state', 'shown', 'names', 'train', 'ended', 'hold-out', 'v', 'explained', 'seed', 'gap', 'next.c'];
for (const payload of [MARKUP, ELSEWHERE, 'javascript:globalThis.broken=1', 'data:text/html,<script>globalThis.broken=1</script>', `../${'x'.repeat(5_000)}`, TURNED, '__proto__', '//elsewhere.invalid/x']) {
  pageTest(`a link that says ${JSON.stringify(payload.slice(0, 40))} everywhere runs and loads nothing`, {}, async ({ page, address, requests }) => {
    await ready(page);
    const asked = requests.length;
    for (const keys of [KEYS, ...KEYS.map((key) => [key])]) {
      await page.evaluate((hash) => { location.hash = hash; }, `v=1&${keys.map((key) => `${key}=${encodeURIComponent(payload)}`).join('&')}`);
      await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); }));
    }
    await unharmed(page);
    assert.deepEqual(await spilling(page), []);
    const here = new URL(address);
    for (const one of requests.slice(asked)) {
      if (/^(data|blob):/.test(one)) continue;
      const { origin, pathname } = new URL(one);
      assert.equal(origin, here.origin, one);
      assert.match(pathname.slice(here.pathname.length), /^(samples|lessons|later|assets)\/[\w.-]+$/, 'only files that the page knows');
    }
    await page.goto(address);
    await page.reload();
    await ready(page);
    await fullSpeed(page);
    await train(page);
  });
}

const HOSTILE = [1, 2, 3].flatMap((query) => [2, 1, 0, 0].map((grade, document) => `${grade} qid:${MARKUP.replaceAll(' ', '')}${TURNED}${query} 1:0.${document + query} 2:0.${9 - document} # ${TURNED}${MARKUP}${document}`));

pageTest('names of files, queries, documents and features are text in every panel, and reverse no other text', {}, async ({ page }) => {
  await ready(page);
  const name = `${TURNED}<img src=x onerror=globalThis.broken=1>.txt`;
  await controls(page).letor.setInputFiles(file(name, [`# features: ${TURNED}, <b>bold</b>`, ...HOSTILE, ''].join('\n')));
  await ready(page, /onerror/);
  await fullSpeed(page);
  await train(page);
  await page.locator('details').evaluateAll((all) => all.forEach((one) => { /** @type {HTMLDetailsElement} */ (one).open = true; }));
  for (const tab of [...await page.getByRole('tablist', { name: 'Workspace' }).getByRole('tab').all(), ...await page.getByRole('tablist', { name: 'Mode' }).getByRole('tab').all()]) {
    await tab.click();
    await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve, 50)); }));
    await unharmed(page);
    assert.deepEqual(await spilling(page), [], `with the view ${await textOf(tab)}`);
  }
  await openView(page, 'Violator');
  // A fault names the file, and a reason quotes it.
  await controls(page).letor.setInputFiles(file(name, `1 qid:1 1:${TURNED}${MARKUP}\n`));
  await controls(page).alert.waitFor();
  await unharmed(page);
  assert.deepEqual(await spilling(page), [], 'in the alert');
  // A link asks for the user's own data by name.
  await page.reload();
  await until(() => page.getByText('This link needs your data').isVisible(), Boolean, 'the file is asked for');
  await unharmed(page);
  assert.deepEqual(await spilling(page), [], 'in the question');
});

pageTest('the text of a lesson is text, and reverses no other text', {}, async ({ page }) => {
  await ready(page);
  const lesson = {
    rankscope: 'lesson', title: `${TURNED}${MARKUP}`, summary: MARKUP, minutes: 1,
    steps: [{ title: `${TURNED}${MARKUP}`, text: `${TURNED} *${MARKUP}* **${TURNED}** \`${MARKUP}\` [x](javascript:globalThis.broken=1) ${ELSEWHERE}`, state: { sample: 'kitchen' },
      question: { ask: `${TURNED}${MARKUP}`, choices: [{ text: `${TURNED}${MARKUP}`, feedback: MARKUP, right: { same: [1, 1] } }, { text: 'no', feedback: TURNED, right: { same: [1, 2] } }], reveal: `${TURNED}${MARKUP}` } }],
  };
  await page.getByRole('tab', { name: 'Lessons', exact: true }).click();
  await page.getByLabel('Lesson file').setInputFiles({ name: `${TURNED}.json`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(lesson)) });
  const panel = page.getByRole('radio').first();
  await panel.waitFor();
  await unharmed(page);
  assert.equal(await page.locator('#lesson a[href]').count(), 0, 'words are no links');
  assert.deepEqual(await spilling(page), []);
  await panel.check({ force: true });
  await page.locator('#lesson').getByRole('button', { name: 'Reveal' }).click();
  await page.locator('#lesson').getByText('onerror').last().waitFor();
  await unharmed(page);
  assert.deepEqual(await spilling(page), []);
});
