// Loading data: files, gzip files, pasted lines and drops. A malformed file changes nothing.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, ending, fetchWeights, fullSpeed, openSettings, openView, ready, statusOf, textOf, train, until, upload } from '../support/page.mjs';

const text = letor({ seed: 7 });

/**
 * Drops files onto the page, as from another window.
 * @param {import('playwright-core').Page} page
 * @param {{ name: string, text: string }[]} files
 */
async function drop(page, files) {
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const one of all) transfer.items.add(new File([one.text], one.name));
    return transfer;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('main', type, { dataTransfer });
}

pageTest('a malformed file is rejected with its line, and the current data can still be trained', { everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', text));
  await fullSpeed(page);
  const first = await train(page);
  const facts = await textOf(controls(page).facts);
  const lines = text.split('\n');
  lines[136] = lines[136].replace(/ 3:\S+/, ' 3:abc');
  lines[199] = `-1 ${lines[199].slice(2)}`;
  const { alert, letor: input, status } = controls(page);
  await input.setInputFiles(file('broken.txt', lines.join('\n')));
  await alert.waitFor();
  const told = await textOf(alert);
  assert.match(told, /broken\.txt could not be read/, 'the alert names the file');
  assert.match(told, /line 137\b/, 'the alert names the first line at fault');
  assert.match(told, /line 200\b/, 'and the second');
  assert.match(told, /abc/, 'and what was seen there');
  assert.match(told, /own\.txt stays in place/, 'and says that nothing was lost');
  assert.equal(await textOf(controls(page).facts), facts, 'the facts are those of the old data');
  assert.deepEqual(ending(await textOf(status)), first, 'the finished run is still there');
  assert.deepEqual(await train(page), first, 'the old data can be trained again, with the same end');
});

pageTest('a malformed file does not change a run in progress', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', text));
  await openSettings(page);
  await page.getByLabel('Pace', { exact: true }).selectOption({ label: '4 a second' });
  const { train: button, slider, alert, letor: input, status } = controls(page);
  await button.click();
  await until(() => slider.getAttribute('max').then(Number), (iteration) => iteration >= 2, 'training began');
  await input.setInputFiles(file('broken.txt', '1 qid:1 x:1\n'));
  await alert.waitFor();
  assert.match(await textOf(alert), /line 1\b/, 'the alert names the line');
  const at = Number(await slider.getAttribute('max'));
  await until(() => slider.getAttribute('max').then(Number), (iteration) => iteration > at, 'the run goes on');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await alert.waitFor({ state: 'hidden' });
  await until(() => textOf(status), (now) => now.startsWith('iteration'), 'the status tells the run');
});

/** @type {[string, Buffer, RegExp][]} */
const broken = [
  ['empty.txt', Buffer.from(''), /empty\.txt could not be read.* (no|empty)/],
  ['picture.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), /^picture\.txt could not be read\. This is not text: save the data as/],
  ['parts.txt.gz', Buffer.concat([gzipSync(text), gzipSync(text)]), /parts\.txt\.gz could not be read.* packed in several parts, .* Unpack the file first/],
  ['cut-off.txt.gz', gzipSync(text).subarray(0, 2_000), /cut-off\.txt\.gz could not be read.* unpacked/],
];
pageTest('files that are not LETOR are refused with a reason', {}, async ({ page }) => {
  await ready(page);
  const facts = await textOf(controls(page).facts);
  const { alert, letor: input, train: button } = controls(page);
  for (const [name, buffer, pattern] of broken) {
    await input.setInputFiles({ name, mimeType: 'text/plain', buffer });
    await until(() => alert.isVisible().then((shown) => (shown ? textOf(alert) : '')), (told) => told.startsWith(name), `${name} is refused`);
    assert.match(await textOf(alert), pattern, `the alert says why ${name} is refused`);
    assert.equal(await textOf(controls(page).facts), facts, 'the old data stay');
    await statusOf(page, /^ready/);
    assert.ok(await button.isEnabled(), 'and can be trained');
  }
});

pageTest('a file without a rankable query is explained, and other data can be loaded after it', {}, async ({ page }) => {
  await ready(page);
  const { alert, letor: input, train: button, sample } = controls(page);
  await input.setInputFiles(file('flat.txt', '0 qid:1 1:1\n0 qid:1 1:2\n'));
  await alert.waitFor();
  assert.match(await textOf(alert), /quer(y|ies)/, 'the alert says that no query has anything to rank');
  await sample.selectOption({ label: 'Kitchen (hand-made)' });
  await ready(page, /^Kitchen/);
  assert.ok(await alert.isHidden(), 'the alert is gone with its data');
  assert.ok(await button.isEnabled(), 'the sample can be trained');
});

pageTest('a gzip file loads under any name', { everyday: true }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await upload(page, file('plain.txt', text));
  const plain = await train(page);
  for (const name of ['own.txt.gz', 'own.dat']) {
    await upload(page, file(name, gzipSync(text)));
    assert.match(await textOf(controls(page).facts), / 300 documents · 6 features · /, `${name} has the same documents`);
    assert.deepEqual(await train(page), plain, `${name} trains to the same end`);
  }
});

pageTest('pasted lines load', {}, async ({ page }) => {
  await ready(page);
  const { paste } = controls(page);
  const load = page.getByRole('button', { name: 'Load lines' });
  assert.equal(await load.filter({ visible: true }).count(), 0, 'there is nothing to load yet');
  await openSettings(page);
  await paste.fill(text);
  await load.click();
  await ready(page, /^pasted lines · 12 training queries · 300 documents · 6 features/);
  await fullSpeed(page);
  await train(page);
});

pageTest('a dropped file loads, and files named after their part become that part', { everyday: true }, async ({ page }) => {
  await ready(page);
  await drop(page, [{ name: 'mine.txt', text }]);
  await ready(page, /^mine\.txt · 12 training queries · /);
  await drop(page, [
    { name: 'test.txt', text: letor({ seed: 3, queries: 3, prefix: 'T' }) },
    { name: 'train.txt', text: letor({ seed: 1, queries: 8 }) },
    { name: 'vali.txt', text: letor({ seed: 2, queries: 4, prefix: 'V' }) },
  ]);
  await ready(page, /^train\.txt · 8 training queries \+ 4 validation \+ 3 test · /);
  assert.equal(await controls(page).alert.isVisible(), false);
  await drop(page, [{ name: 'contest_test.txt', text: letor({ seed: 3, queries: 3, prefix: 'T' }) }, { name: 'contest_train.txt', text }, { name: 'other.txt', text }]);
  await ready(page, /^contest_train\.txt · 12 training queries \+ 3 test · /);
  await until(() => controls(page).alert.allInnerTexts(), (texts) => /Not everything that was dropped is used.*Used: contest_train\.txt, contest_test\.txt.*other\.txt is not used: contest_train\.txt is the training file already/s.test(texts.join('')), 'the file without use');
  await fullSpeed(page);
  await train(page);
});

/** Drops files from the disk onto the page. @param {import('playwright-core').Page} page @param {string[]} paths */
async function dropPaths(page, paths) {
  const session = await page.context().newCDPSession(page);
  for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop'])) {
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data: { items: [], files: paths, dragOperationsMask: 1 } });
  }
  await session.detach();
}

/** @param {import('playwright-core').Page} page @param {RegExp} pattern */
const alerted = (page, pattern) => until(() => controls(page).alert.innerText(), (shown) => pattern.test(shown), `the alert says ${pattern}`);

pageTest('a dropped folder is reported, and the files beside it are used', {}, async ({ page, screenshot }) => {
  await ready(page);
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-drop-'));
  try {
    await mkdir(join(folder, 'Fold1'));
    await writeFile(join(folder, 'mine.txt'), text);
    await dropPaths(page, [join(folder, 'Fold1')]);
    await alerted(page, /Nothing of what was dropped can be used.*Fold1 is not used: it is a folder; drop the files in it/s);
    await dropPaths(page, [join(folder, 'Fold1'), join(folder, 'mine.txt')]);
    await ready(page, /^mine\.txt · 12 training queries · /);
    await alerted(page, /Used: mine\.txt\. Fold1 is not used: it is a folder/);
    await screenshot('dropped-folder');
  } finally {
    await rm(folder, { recursive: true });
  }
});

pageTest('a file that was deleted after it was chosen is reported as missing', {}, async ({ page }) => {
  await ready(page);
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-gone-'));
  const path = join(folder, 'mine.txt');
  try {
    await writeFile(path, text);
    await controls(page).letor.setInputFiles(path);
    await ready(page, /^mine\.txt · /);
    await rm(path);
    // Another split needs the file again.
    await openSettings(page);
    await page.getByLabel('Hold out', { exact: true }).selectOption('split');
    await alerted(page, /mine\.txt could not be read.*moved, renamed or deleted/s);
    assert.doesNotMatch(await controls(page).alert.innerText(), /network/i);
  } finally {
    await rm(folder, { recursive: true });
  }
});

pageTest('a lesson dropped with data is not opened, and the page says so', {}, async ({ page }) => {
  await ready(page);
  await drop(page, [{ name: 'one.json', text: '{"rankscope":"lesson"}' }, { name: 'mine.txt', text }]);
  await ready(page, /^mine\.txt · 12 training queries · /);
  await alerted(page, /Used: mine\.txt\. one\.json is not used: a \.json file holds no LETOR data; drop it alone to open it/);
});

pageTest('a dropped file of runs is added to the stored runs', {}, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await train(page);
  const runs = page.getByRole('region', { name: 'Runs', exact: true });
  const count = () => runs.getByRole('button', { name: /^Restore / }).count();
  await openView(page, 'Runs');
  await until(count, (seen) => seen === 1, 'the run is kept');
  const [download] = await Promise.all([page.waitForEvent('download'), runs.getByRole('button', { name: 'Save runs', exact: true }).click()]);
  const saved = await readFile(await download.path(), 'utf8');
  await runs.getByRole('button', { name: 'Delete Run 1', exact: true }).click();
  await until(count, (seen) => seen === 0, 'the run is deleted');
  await openView(page, 'Violator');

  await drop(page, [{ name: 'saved.json', text: saved }, { name: 'other.json', text: saved }]);
  await alerted(page, /Not everything that was dropped is used.*Used: saved\.json\. other\.json is not used: saved\.json is opened/s);
  await until(count, (seen) => seen === 1, 'the run is there again, in the open panel');
  await drop(page, [{ name: 'saved.json', text: saved }]);
  await alerted(page, /The dropped runs are in the Runs panel.*0 runs of saved\.json added\. 1 run of it is kept already\./s);
});

pageTest('separate rows of a query are joined, with a warning that names the line', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('apart.txt', '2 qid:a 1:1\n0 qid:a 1:0\n1 qid:b 1:1\n0 qid:b 1:0\n1 qid:a 1:0.5\n'));
  assert.match(await textOf(controls(page).facts), /2 training queries · 5 documents/, 'two queries');
  const warning = page.getByText('1 warning');
  await warning.click();
  assert.match(await textOf(page.getByRole('complementary', { name: 'Settings' })), /line 5: /, 'the warning names the line');
});

pageTest('the example of the file format is saved, read and trained', {}, async ({ page }) => {
  await ready(page);
  await openSettings(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save an example', exact: true }).click()]);
  assert.equal(download.suggestedFilename(), 'example.txt');
  await controls(page).letor.setInputFiles(await download.path().then(async (path) => ({ name: 'example.txt', mimeType: 'text/plain', buffer: await readFile(path) })));
  await ready(page, /^example\.txt · 2 training queries · 5 documents · 2 features/);
  await fullSpeed(page);
  await train(page);
  await fetchWeights(page);
  assert.match(await textOf(controls(page).weights), /title match/, 'its features have names');
  assert.equal(await page.getByText(/warning/).filter({ visible: true }).count(), 0, 'nothing about it is odd');
});

pageTest('ratings that are dropped open in the mode Ratings, and the data stay', {}, async ({ page }) => {
  await ready(page);
  const facts = await textOf(controls(page).facts);
  const lines = Array.from({ length: 60 }, (_, at) => `${at % 12},${at % 5 + 1},${at % 4 + 1}`);
  await drop(page, [{ name: 'ratings.csv', text: `userId,movieId,rating\n${lines.join('\n')}\n` }]);
  const { alert } = controls(page);
  await until(() => textOf(alert), (text) => /ratings\.csv holds ratings/.test(text), 'the alert says what it is');
  const region = page.getByRole('region', { name: 'Ratings', exact: true });
  await until(() => textOf(region.locator('.ratings-read')), (text) => /by 12 users/.test(text), 'they are read');
  assert.equal(await textOf(controls(page).facts), facts, 'the LETOR data stay');
});
