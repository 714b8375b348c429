// Links: the same run in a new browser, private files, pasted lines, and untrusted addresses.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { certificateAt, history, openCertificate, slowMotionAt } from '../support/history.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, copyLink, ended, fullSpeed, goTo, inspect, legend, loadSample, panelsAt, openSettings, openView, ready, statusOf, textOf, train, until, upload } from '../support/page.mjs';
import { openPanel } from '../support/states.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Returns the address once it matches; it follows the page with a short delay. @param {Page} page @param {RegExp} pattern */
const addressOf = (page, pattern) => until(async () => page.url(), (url) => pattern.test(url), `the address reads like ${pattern}`);

/** Returns the figures that identify a run: legends, status and violator. @param {Page} page */
async function figures(page) {
  const { violator, query, hinge, margin } = await inspect(page);
  return { status: await textOf(controls(page).status), objective: await legend(page, 'Objective'), slack: await legend(page, 'Slack and loss'), violator, query, hinge, margin };
}

/** Opens the same address in a browser without stored data. @param {import('playwright-core').BrowserContext} context @param {string} address */
async function fresh(context, address) {
  const other = await /** @type {import('playwright-core').Browser} */ (context.browser()).newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await other.newPage();
  /** @type {Error[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.goto(address);
  return { page, async close() {
    assert.deepEqual(errors, []);
    await other.close();
  } };
}

/** @param {Page} page */
const question = (page) => page.getByRole('region', { name: 'This link needs your data' });

pageTest('a link shows the same run, cursor, query and panels in another browser', { firstSight: true, everyday: true }, async ({ page, context }) => {
  await ready(page);
  assert.equal(new URL(page.url()).hash, '', 'the first sight of the page needs no words');
  await fullSpeed(page);
  await page.getByLabel('C', { exact: true }).fill('1');
  await train(page);
  const row = page.getByRole('table', { name: 'Queries by slack' }).getByRole('row').nth(4);
  const [chosen] = (await textOf(row)).split(' ');
  await row.click();
  await until(() => textOf(controls(page).inspector), (text) => text.includes(`query ${chosen} ·`), 'the chosen query');
  const last = await addressOf(page, /c=1.*trained=\d+&numbers=2&ended=true.*query=\d+/);
  const whole = await figures(page);
  const other = await fresh(context, last);
  await ended(other.page);
  await until(() => textOf(controls(other.page).inspector), (text) => text.includes(`query ${whole.query} ·`), 'the query of the link');
  assert.deepEqual(await figures(other.page), whole);
  assert.equal(await other.page.getByRole('alert').count(), 0);
  assert.equal(await addressOf(other.page, /ended=true/), last, 'it has the address that it was opened by');
  await other.close();

  await goTo(page, 3);
  const early = await figures(page);
  await openView(page, 'Runs');
  const third = await addressOf(page, /iteration=3.*open=runs/);
  const again = await fresh(context, third);
  await statusOf(again.page, /^converged/);
  await panelsAt(again.page, 3);
  await again.page.getByRole('region', { name: 'Runs', exact: true }).waitFor();
  await openView(again.page, 'Violator');
  await until(() => textOf(controls(again.page).inspector), (text) => text.includes(`query ${early.query} ·`), 'the query of the link');
  assert.deepEqual(await figures(again.page), early);
  await again.close();
});

pageTest('a link contains the view of the inspector, the open panels, slow motion, and two explained documents', {}, async ({ page, context }) => {
  await ready(page);
  await fullSpeed(page);
  await train(page);
  await goTo(page, 4);
  await page.getByRole('tab', { name: 'Contributions' }).click();
  await history(page).slow.click();
  await openCertificate(page);
  const proof = await fresh(context, await addressOf(page, /iteration=4&tab=contributions&open=certificate,slow-motion$/));
  await certificateAt(proof.page, 4);
  await proof.close();
  await openPanel(page, 'explanation');
  const explanation = (/** @type {Page} */ one) => one.getByRole('region', { name: 'Why is this above that?' });
  await explanation(page).getByLabel('Compared with').selectOption({ index: 3 });
  await page.getByRole('button', { name: 'Swap' }).click();
  const pair = (await Promise.all(['This document', 'Compared with'].map((label) => explanation(page).getByLabel(label).inputValue()))).join('-');
  const link = await addressOf(page, new RegExp(`iteration=4&query=\\d+&pair=${pair}&tab=contributions&open=weights,explanation,slow-motion$`));
  const other = await fresh(context, link);
  await panelsAt(other.page, 4);
  const said = (/** @type {Page} */ one) => textOf(explanation(one).locator('table'));
  await until(() => Promise.all([said(page), said(other.page)]), ([mine, theirs]) => mine === theirs, 'the same documents are explained');
  const chosen = (/** @type {Page} */ one) => Promise.all(['This document', 'Compared with'].map((label) => explanation(one).getByLabel(label).inputValue()));
  assert.deepEqual(await chosen(other.page), await chosen(page));
  assert.equal(await addressOf(other.page, /slow-motion$/), link);
  await openView(other.page, 'Violator');
  await slowMotionAt(other.page, 4);
  assert.equal(await other.page.getByRole('tab', { name: 'Contributions' }).getAttribute('aria-selected'), 'true');
  await other.close();
});

pageTest('a link opens even if the page writes its own address at the same moment', {}, async ({ page }) => {
  await ready(page);
  await page.evaluate(() => {
    location.hash = '#v=1&sample=kitchen&trained=2';
    window.history.replaceState(window.history.state, '', '#v=1&c=3');
  });
  await statusOf(page, /^paused at iteration 2 /);
  assert.match(await textOf(controls(page).facts), /^Kitchen/);
});

pageTest('a paused run is trained up to the same iteration', {}, async ({ page, address }) => {
  await ready(page);
  await page.goto(`${address}#sample=kitchen&measure=ndcg@5&trained=4&next.c=3`);
  await statusOf(page, /^paused at iteration 4 /);
  assert.equal(await page.getByLabel('C', { exact: true }).inputValue(), '3', 'the settings of the next run wait in the controls');
  await addressOf(page, /#v=1&sample=kitchen&sample-checksum=[0-9a-f]{16}&measure=ndcg@5&next\.c=3&trained=4&numbers=2$/);
});

pageTest('a link trains whole iterations while slow motion is open', {}, async ({ page, address }) => {
  await ready(page);
  await page.goto(`${address}#v=1&sample=kitchen&trained=1&iteration=0&open=slow-motion`);
  await statusOf(page, /^paused at iteration 1 /);
  await slowMotionAt(page, 0);
  await loadSample(page, 'LightGBM example');
  await addressOf(page, /sample=lightgbm/);
});

pageTest('another link opens in the same tab, and the history does not grow', {}, async ({ page }) => {
  await ready(page);
  const before = await page.evaluate(() => history.length);
  await loadSample(page, 'Kitchen (hand-made)');
  await addressOf(page, /sample=kitchen/);
  assert.equal(await page.evaluate(() => history.length), before);
  await page.evaluate(() => { location.hash = '#v=1&sample=lightgbm&trained=2'; });
  await statusOf(page, /^paused at iteration 2 /);
  assert.match(await textOf(controls(page).facts), /^LightGBM/);
  await page.getByRole('link', { name: 'Skip to Train' }).focus();
  await page.keyboard.press('Enter');
  await addressOf(page, /sample=lightgbm&sample-checksum=[0-9a-f]{16}-[0-9a-f]{16}&trained=2/);
  await statusOf(page, /^paused at iteration 2 /);
});

pageTest('the address changes only a few times a second', {}, async ({ page }) => {
  await ready(page);
  await page.evaluate(() => {
    const { history: past } = window;
    const { replaceState } = past;
    Object.assign(window, { written: 0 });
    past.replaceState = function counted(/** @type {Parameters<History['replaceState']>} */ ...given) {
      Reflect.set(window, 'written', Reflect.get(window, 'written') + 1);
      return replaceState.apply(this, given);
    };
  });
  const began = performance.now();
  await controls(page).train.click();
  await page.waitForTimeout(2000);
  const written = await until(() => page.evaluate(() => Number(Reflect.get(window, 'written'))), (count) => count >= 1, 'the address changes');
  const seconds = (performance.now() - began) / 1000;
  assert.ok(written <= 3 * seconds, `${written} changes in ${seconds.toFixed(1)} s`);
});

pageTest('a link contains pasted lines', { everyday: true }, async ({ page, context }) => {
  await ready(page);
  await openSettings(page);
  await controls(page).paste.fill(letor({ seed: 4, queries: 4, documents: 6, features: 3 }));
  await page.getByRole('button', { name: 'Load lines' }).click();
  await ready(page, /^pasted lines · 4 /);
  await train(page);
  const link = await addressOf(page, /lines=[\w-]+.*ended=true/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await copyLink(page);
  await page.getByText('Link copied. It holds your pasted lines.').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  const other = await fresh(context, link);
  await ended(other.page);
  assert.deepEqual(await figures(other.page), await figures(page));
  assert.match(await textOf(controls(other.page).facts), /^pasted lines · 4 /);
  await other.close();
});

pageTest('without a clipboard the link is shown, selected', {}, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.reload();
  await ready(page);
  await loadSample(page, 'Kitchen (hand-made)');
  await copyLink(page);
  await page.getByText('Copy the selected link.').waitFor();
  const field = page.getByLabel('Link to this view');
  assert.match(await field.inputValue(), /#v=1&sample=kitchen&sample-checksum=[0-9a-f]{16}$/);
  assert.equal(await page.evaluate(() => getSelection()?.toString()), await field.inputValue());
});

pageTest('a link to a private file asks for it, and for no other', {}, async ({ page, context }) => {
  await ready(page);
  const mine = file('mine.txt', letor({ seed: 5 }));
  const strange = file('strange.txt', letor({ seed: 6 }));
  await upload(page, mine);
  await train(page);
  const link = await addressOf(page, /train=mine\.txt&train-checksum=[0-9a-f]{16}.*ended=true/);
  assert.doesNotMatch(link, /lines=/, 'the data stay here');
  const whole = await figures(page);

  const other = await fresh(context, link);
  await question(other.page).waitFor();
  const choose = question(other.page).getByLabel('Choose mine.txt');
  await ready(other.page);
  assert.match(await textOf(question(other.page)), /This link was made with mine\.txt \(checksum [0-9a-f]{16}\)/);
  assert.equal(other.page.url(), link, 'a reload asks again');
  await choose.setInputFiles(strange);
  await other.page.getByText('strange.txt is a different file').waitFor();
  assert.match(await textOf(controls(other.page).facts), /^Web search/, 'nothing was loaded');
  await choose.setInputFiles({ ...mine, name: 'renamed.txt' });
  await ended(other.page);
  assert.deepEqual(await figures(other.page), whole);
  assert.equal(await question(other.page).count(), 0);
  await other.close();

  const third = await fresh(context, link);
  await question(third.page).getByLabel('Choose mine.txt').setInputFiles(strange);
  await question(third.page).getByRole('button', { name: 'Open anyway' }).click();
  await ended(third.page);
  assert.match(await textOf(controls(third.page).facts), /^strange\.txt/);
  await third.close();

  const fourth = await fresh(context, link);
  await question(fourth.page).getByRole('button', { name: 'Not now' }).click();
  await until(() => question(fourth.page).count(), (count) => count === 0, 'the question goes');
  await ready(fourth.page);
  await fourth.close();
});

pageTest('a link to training and test files asks for both', {}, async ({ page, context }) => {
  await ready(page);
  const [mine, test] = [file('a.txt', letor({ seed: 5 })), file('b-test.txt', letor({ seed: 6, prefix: 'T' }))];
  await upload(page, mine);
  await controls(page).test.setInputFiles(test);
  await ready(page, /12 test/);
  const link = await addressOf(page, /test=b-test\.txt&test-checksum=/);
  const other = await fresh(context, link);
  const choose = question(other.page).getByLabel('Choose a.txt, b-test.txt');
  await choose.setInputFiles(test);
  await other.page.getByText('Still needed: a.txt.').waitFor();
  await choose.setInputFiles([test, mine]);
  await ready(other.page, /^a\.txt · 12 training queries \+ 12 test/);
  await other.close();

  const third = await fresh(context, link);
  const files = question(third.page).getByLabel('Choose a.txt, b-test.txt');
  const anyhow = question(third.page).getByRole('button', { name: 'Open anyway' });
  const bad = file('bad.txt', letor({ seed: 9, queries: 7 }));
  await files.setInputFiles(bad);
  await third.page.getByText('bad.txt is a different file').waitFor();
  assert.equal(await anyhow.isVisible(), false, 'there is a part without a file');
  await files.setInputFiles([mine]);
  await third.page.getByText('Still needed: b-test.txt.').waitFor();
  await files.setInputFiles([bad]);
  await third.page.getByText('bad.txt is a different file').waitFor();
  await files.setInputFiles([mine]);
  await until(() => textOf(question(third.page)), (text) => /bad\.txt is a different file/.test(text) && !/Reading/.test(text), 'the training file is not for testing');
  await anyhow.waitFor();
  await files.setInputFiles([{ ...test, name: 'renamed.txt' }]);
  await ready(third.page, /^a\.txt · 12 training queries \+ 12 test/);
  await third.close();
});

const HOSTILE = ['__proto__=1&constructor=2', 'c=NaN&threshold=1e300&max_iterations=-1&gap=abc', 'sample=https://example.org/x.txt', 'lines=AAAA', 'query=4000000&trained=1', 'method=%3Cimg%20src=x%20onerror=alert(1)%3E', `x=${'y'.repeat(1_000_000)}`, '%7B%22a%22:'];
pageTest('an untrusted address leaves a working page', { everyday: true }, async ({ page, address }) => {
  await ready(page);
  page.on('dialog', () => assert.fail('a link ran code'));
  for (const fragment of HOSTILE) {
    await page.goto('about:blank');
    await page.goto(`${address}#${fragment}`);
    await until(() => page.getByRole('alert').allInnerTexts(), (texts) => /Some parts of this link were ignored/.test(texts.join('')), `an alert about ${fragment.slice(0, 40)}`);
    await statusOf(page, /^(ready|paused)/);
    await controls(page).step.click();
    await statusOf(page, /^paused at iteration [12]/);
  }
});

pageTest('settings that do not fit the data leave a working page', {}, async ({ page, address }) => {
  await ready(page);
  await page.goto('about:blank');
  await page.goto(`${address}#sample=kitchen&method=svm-map&threshold=31`);
  await until(() => page.getByRole('alert').allInnerTexts(), (texts) => /cannot be trained/.test(texts.join('')), 'the reason');
  await until(() => textOf(controls(page).facts), (text) => /^Web search/.test(text), 'data that can be trained');
});

pageTest('the request for a file on a narrow screen', { width: 390, height: 844, colorScheme: 'dark' }, async ({ page, address, screenshot }) => {
  await ready(page);
  await page.goto('about:blank');
  await page.goto(`${address}#train=mine.txt&train-checksum=0123456789abcdef`);
  await question(page).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await screenshot('link-question-narrow', question(page));
});

pageTest('a link made with another version of a sample opens with a notice', {}, async ({ page, address }) => {
  await ready(page);
  await loadSample(page, 'Kitchen (hand-made)');
  const made = await addressOf(page, /sample=kitchen&sample-checksum=[0-9a-f]{16}/);
  const checksum = /sample-checksum=([0-9a-f]{16})/.exec(made)?.[1] ?? '';
  /** @param {string} seen @param {string} [numbers] */
  const opened = async (seen, numbers = '&numbers=2') => {
    await page.goto('about:blank');
    await page.goto(`${address}#v=1&sample=kitchen&sample-checksum=${seen}&trained=2${numbers}`);
    await statusOf(page, /iteration 2/);
  };
  await opened(checksum);
  assert.equal(await controls(page).alert.count(), 0, 'nothing to tell where it is the same');
  await opened([...checksum].reverse().join(''));
  assert.match(await textOf(controls(page).alert), /This link was made with other data\. ?The sample Kitchen \(hand-made\) has changed since the link was made/);
  await addressOf(page, new RegExp(`sample-checksum=${checksum}&`));
  await opened(checksum, '');
  assert.match(await textOf(controls(page).alert), /This link was made with an earlier program\. ?DORM has changed since the link was made/);
});

pageTest('if the part that opens links cannot be fetched, the page says so, and the next link fetches it', { firstSight: true, allow: [/link-opener|Failed to load|ERR_/] }, async ({ page }) => {
  await ready(page);
  const opener = /\/link-opener-[^/]*\.js$/;
  await page.route(opener, (route) => route.abort());
  await page.evaluate(() => { location.hash = 'v=1&sample=kitchen&c=2'; });
  await controls(page).alert.getByText('This link could not be opened.').waitFor();
  assert.match(await textOf(controls(page).alert), /Open it again when there is a connection\./);
  await page.unroute(opener);
  await page.evaluate(() => { location.hash = 'v=1&sample=kitchen&c=3'; });
  await until(() => page.getByLabel('C', { exact: true }).inputValue(), (value) => value === '3', 'the settings of the link');
  await ready(page);
});
