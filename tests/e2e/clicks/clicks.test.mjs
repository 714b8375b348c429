// The mode Clicks: its numbers are those of the core, sessions play, settings change the curves, and a log of one's own.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { once } from '../../../scripts/lib/tools.mjs';
import { ClickSimulator, LetorReader, Training, generate_shop, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { file } from '../support/letor.mjs';
import { openView, ready, textOf, until } from '../support/page.mjs';
import { violations } from '../support/states-walk.mjs';

/** @typedef {import('playwright-core').Page} Page */

const module = once(async () => initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) }));

/** @param {string} text */
function dataset(text) {
  const reader = new LetorReader();
  reader.push(new TextEncoder().encode(text));
  return reader.finish();
}

/** @param {Page} page */
function parts(page) {
  const region = page.getByRole('region', { name: 'Clicks', exact: true });
  const section = (/** @type {string} */ name) => region.getByRole('region', { name, exact: true });
  return { region, curves: section('Learning from clicks'), own: section('Your own log'), result: section('What the log has'),
    page: section('Where eyes and clicks go'), weights: section('Weights of the models'), chances: section('Chance of being seen'),
    line: section('Learning from clicks').locator('.clicks-claim-line'), count: section('Where eyes and clicks go').locator('.clicks-count'),
    sessions: region.getByRole('slider', { name: 'Sessions', exact: true }), edge: region.getByRole('slider', { name: 'Sessions of the curves', exact: true }) };
}

/** @param {Page} page */
async function openClicks(page) {
  await ready(page);
  await openView(page, 'Clicks');
  await whole(page);
}

/** Waits until all points of the curves are there. @param {Page} page */
const whole = (page) => until(() => textOf(parts(page).curves), (text) => text.includes('trainings in'), 'the curves are whole');

pageTest('the curves show what the core learns from its logs', { everyday: true }, async ({ page }) => {
  await openClicks(page);
  await module();
  const [train, test] = generate_shop(1).map(dataset);
  const values = [1, 2, 3, 4, 5].map((seed) => {
    const simulator = new ClickSimulator(train, 'feature:popular', '', { seed, swap: 10 }, false);
    // As the page grows it.
    let grown = 0;
    for (const sessions of [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]) {
      simulator.grow(sessions - grown);
      grown = sessions;
    }
    return [['ips', 'power:1'], ['naive', '']].map(([estimator, curve]) => {
      const weighted = train.with_click_weights(simulator.log().click_weights(estimator, curve, 'none'));
      const training = new Training(weighted, { method: 'listnet', targets: 'clicks', c: 10, scale: 'none' });
      while (training.advance(100_000).state !== 'stopped');
      return training.model().evaluate(test, ['NDCG@10'], 'skip')[0].value ?? Number.NaN;
    });
  });
  const mean = (/** @type {number} */ which) => (values.reduce((sum, value) => sum + value[which], 0) / values.length).toFixed(3);
  const said = await textOf(parts(page).line);
  assert.ok(said.includes(`IPS ${mean(0)}, naive ${mean(1)},`), said);
  assert.equal(await textOf(parts(page).curves.locator('.clicks-claim')), 'More clicks do not heal naive counting.');
});

pageTest('the edge of the chart and the slider of sessions are one handle', {}, async ({ page }) => {
  await openClicks(page);
  const { sessions, edge, line } = parts(page);
  await sessions.focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await edge.getAttribute('aria-valuetext'), '20,000 sessions');
  await edge.focus();
  await page.keyboard.press('Home');
  assert.equal(await sessions.inputValue(), '0');
  await until(() => textOf(line), (text) => text.startsWith('At 10 sessions'), 'the line follows');
});

pageTest('a session plays: lit rows, clicks and counts', {}, async ({ page }) => {
  await openClicks(page);
  const { page: search, count } = parts(page);
  await search.getByRole('button', { name: 'Play session', exact: true }).click();
  await until(() => textOf(count), (text) => text.startsWith('1 session,'), 'a session is played');
  await until(() => search.locator('.result-light.seen').count(), (seen) => seen > 0, 'rows light up');
  await search.getByRole('button', { name: 'Play 100', exact: true }).click();
  await until(() => textOf(count), (text) => text.startsWith('101 sessions,'), 'further sessions are played');
});

pageTest('users who trust the order need another correction, and a steep eta can make it harmful', {}, async ({ page }) => {
  await openClicks(page);
  const { region, line, curves, sessions } = parts(page);
  await region.getByLabel('Users', { exact: true }).selectOption('trust');
  await until(() => textOf(line), (text) => text.includes('affine'), 'the affine estimate is named');
  await region.getByLabel('Users', { exact: true }).selectOption('dbn');
  await until(() => region.getByLabel('Divide clicks by', { exact: true }).inputValue(), (value) => value === 'estimated', 'no true chance');
  await region.getByLabel('Users', { exact: true }).selectOption('pbm');
  await region.getByLabel(/^Swap rank 1/).uncheck();
  await region.getByLabel('Divide clicks by', { exact: true }).selectOption('assumed');
  await region.getByRole('slider', { name: /^Assumed/ }).fill('2');
  await sessions.fill('15');
  await until(() => textOf(curves.locator('.clicks-claim')), (text) => text === 'Here the correction does harm.', 'an assumed eta of 2 does harm');
});

const LOG = ['query,ranker,rank,document,impressions,clicks',
  ...[1, 2].flatMap((query) => [1, 2, 3].flatMap((rank) => [`${query},A,${rank},${3 * (query - 1) + rank},40,${30 / rank}`,
    `${query},B,${rank},${3 * (query - 1) + 4 - rank},40,${24 / rank}`]))].join('\n');
const DATA = [1, 2].flatMap((query) => [1, 2, 3].map((product) => `qid:${query} 1:0.${product} 2:0.${7 - product}`)).join('\n');

pageTest('a log without grades is summed up and teaches a model; a faulty one says where', {}, async ({ page }) => {
  await openClicks(page);
  const { own, result, weights } = parts(page);
  await own.getByLabel('Open data…', { exact: true }).setInputFiles(file('shop.txt', `${DATA}\n`));
  await own.getByLabel('Open log…', { exact: true }).setInputFiles(file('log.csv', LOG.replace('1,A,1,1,40,30', '1,A,1,9,40,30')));
  await until(() => textOf(own.getByRole('alert')), (text) => text.startsWith('log.csv: line 2:'), 'the fault has its line');
  await own.getByLabel('Open log…', { exact: true }).setInputFiles(file('log.csv', LOG));
  await until(() => textOf(result), (text) => text.includes('160 sessions on 2 queries'), 'the log is summed up');
  assert.ok((await textOf(result)).includes('which the log tells'));
  // A log may name documents by the ids of the data, too.
  const ids = LOG.replace(/^(\d,[AB],\d),(\d)/gm, '$1,p$2');
  await own.getByLabel('Open data…', { exact: true }).setInputFiles(file('named.txt',
    DATA.split('\n').map((line, at) => `${line} # docid = p${at + 1}\n`).join('')));
  await until(() => textOf(own.locator('.clicks-files')), (text) => text.includes('named.txt'), 'the data have ids');
  await own.getByLabel('Open log…', { exact: true }).setInputFiles(file('ids.csv', ids));
  await until(() => textOf(result), (text) => text.startsWith('ids.csv') && text.includes('160 sessions'), 'the log by ids is summed up');
  assert.equal(await weights.getByRole('listitem').count(), 2);
  const download = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Download the model', exact: true }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  assert.equal(JSON.parse(saved).format, 'rankscope-model');
  await own.getByRole('button', { name: 'Back to the simulation', exact: true }).click();
  await parts(page).curves.waitFor();
});

pageTest('the mode has no fault of accessibility', {}, async ({ page }) => {
  await openClicks(page);
  assert.deepEqual(await violations(page), []);
});
