// Content of files is shown as text: markup never runs, and control characters affect no other text.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { file } from '../support/letor.mjs';
import { controls, fullSpeed, inspect, openSettings, ready, records, textOf, train, upload } from '../support/page.mjs';

const MARKUP = '<img src=x onerror=globalThis.broken=1><script>globalThis.broken=1</script>';
const OVERRIDE = '\u202Eretni\u2066';
const LONG = 'n'.repeat(10_000);
const HOSTILE = [
  `2 qid:<b>q</b> 1:1 2:0.2 # ${MARKUP}`,
  `1 qid:<b>q</b> 1:0.5 2:0.9 # ${OVERRIDE}`,
  `0 qid:<b>q</b> 1:0.1 2:0.4 # ${LONG}`,
  '0 qid:<b>q</b> 1:0.7 2:0.1 # docid = <svg/onload=globalThis.broken=1>',
  '1 qid:\u202Eabc 1:1 # a&amp;b',
  '0 qid:\u202Eabc 1:0 # \u0000\u0007',
  '',
].join('\n');

pageTest('markup, direction overrides and endless names are shown as plain text', { everyday: true }, async ({ page }) => {
  await ready(page);
  const name = '<img src=x onerror=globalThis.broken=1>.txt';
  await controls(page).letor.setInputFiles(file(name, HOSTILE));
  await ready(page, /onerror/);
  assert.ok((await textOf(controls(page).facts)).startsWith(name), 'the name of the file is shown as it is');
  await fullSpeed(page);
  await train(page);
  const { queries, inspector } = controls(page);
  const rows = await records(queries);
  assert.deepEqual(rows.map(({ query }) => query).sort(), ['<b>q</b>', '\\u{202e}abc'], 'the names of the queries are text, and an override is visible');
  await queries.getByRole('rowheader', { name: '<b>q</b>' }).click();
  await inspector.getByText('query <b>q</b> · 4 documents').waitFor();
  const { violator } = await inspect(page);
  for (const shown of [MARKUP, LONG, '<svg/onload=globalThis.broken=1>', '\\u{202e}retni\\u{2066}']) {
    assert.ok(violator.some((item) => item.includes(shown)), `a document is called ${shown.slice(0, 80)}`);
  }
  assert.equal(await page.evaluate(() => 'broken' in globalThis), false, 'nothing in the file was executed');
  assert.equal(await inspector.locator('img, script, li svg').count(), 0, 'nothing in the file became an element');

  // Grades stand to the right of the names, for any direction of the name.
  const items = inspector.getByRole('listitem');
  for (const item of await items.all()) {
    const [box, texts] = [await item.boundingBox(), await item.evaluate((element) => [...element.children].map((child) => ({ text: child.textContent?.slice(0, 20), left: child.getBoundingClientRect().left })))];
    assert.ok(box && box.height < 60, 'a document takes one line');
    const lefts = texts.map(({ left }) => left);
    assert.deepEqual(lefts, [...lefts].sort((a, b) => a - b), `rank, name and grade stand in this order: ${JSON.stringify(texts)}`);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, 'a name of 10,000 characters does not widen the page');

  await queries.getByRole('rowheader', { name: '\\u{202e}abc' }).click();
  await inspector.getByText('2 documents').waitFor();
  // The position of the words after the query's name shows whether the override affects them.
  const order = await inspector.getByText('2 documents').evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    /** @param {string} word */
    const left = (word) => {
      walker.currentNode = element;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(word) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().left;
      }
      return Number.NaN;
    };
    return [left('query'), left('documents'), left('shown')];
  });
  assert.deepEqual(order, [...order].sort((a, b) => a - b), 'a query’s name does not turn the words around it');
});

pageTest('a malformed line with markup is shown as text', {}, async ({ page }) => {
  await ready(page);
  const { alert, letor } = controls(page);
  await letor.setInputFiles(file('bad.txt', `1 qid:1 1:1\n${MARKUP.replaceAll(' ', '')} qid:1 1:2\n`));
  await alert.waitFor();
  assert.match(await textOf(alert), /line 2\b/, 'the line is named');
  assert.equal(await alert.locator('img, script').count(), 0, 'the line did not become elements');
  assert.equal(await page.evaluate(() => 'broken' in globalThis), false, 'nothing was executed');
});

pageTest('pasted lines with markup are shown as text', {}, async ({ page }) => {
  await ready(page);
  await openSettings(page);
  await controls(page).paste.fill(HOSTILE);
  await page.getByRole('button', { name: 'Load lines' }).click();
  await ready(page, /^pasted lines · 2 training queries · 6 documents/);
  await upload(page, file('next.txt', '1 qid:1 1:1\n0 qid:1 1:0\n'));
  assert.equal(await page.evaluate(() => 'broken' in globalThis), false, 'nothing was executed');
});
