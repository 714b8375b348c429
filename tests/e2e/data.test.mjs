// How data come in: files, packed files, pasted lines, drops; and what a broken file leaves as it was.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { pageTest } from './support.mjs';
import { file, letor } from './letor.mjs';
import { controls, ending, fullSpeed, ready, statusOf, textOf, train, until, upload } from './page.mjs';

const text = letor({ seed: 7 });

/**
 * Drops files onto the page, as a person does from another window.
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

pageTest('a broken file is refused with the line at fault, and the old data stay and can be trained', {}, async ({ page }) => {
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
  await alert.waitFor({ timeout: 5_000 });
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

pageTest('a bad file does not touch a run that is going on', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', text));
  await page.getByLabel('Pace').selectOption({ label: '4 a second' });
  const { train: button, slider, alert, letor: input, status } = controls(page);
  await button.click();
  await until(() => slider.getAttribute('max').then(Number), (iteration) => iteration >= 2, 'training began');
  await input.setInputFiles(file('broken.txt', '1 qid:1 0:1\n'));
  await alert.waitFor({ timeout: 5_000 });
  assert.match(await textOf(alert), /line 1\b/, 'the alert names the line');
  const at = Number(await slider.getAttribute('max'));
  await until(() => slider.getAttribute('max').then(Number), (iteration) => iteration > at, 'the run goes on');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await alert.waitFor({ state: 'hidden', timeout: 2_000 });
  await until(() => textOf(status), (now) => now.startsWith('iteration'), 'the status tells the run');
});

/** @type {[string, Buffer, RegExp][]} */
const broken = [
  ['empty.txt', Buffer.from(''), /empty\.txt could not be read.* (no|empty)/],
  ['picture.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), /line 1\b/],
  ['parts.txt.gz', Buffer.concat([gzipSync(text), gzipSync(text)]), /parts\.txt\.gz could not be read.* packed in several parts, .*: unpack it first/],
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

pageTest('a file in which nothing can be ranked is explained, and other data can be loaded after it', {}, async ({ page }) => {
  await ready(page);
  const { alert, letor: input, train: button, sample } = controls(page);
  await input.setInputFiles(file('flat.txt', '0 qid:1 1:1\n0 qid:1 1:2\n'));
  await alert.waitFor({ timeout: 5_000 });
  assert.match(await textOf(alert), /quer(y|ies)/, 'the alert says that no query has anything to rank');
  await sample.selectOption({ label: 'Kitchen (hand-made)' });
  await ready(page, /^Kitchen/);
  assert.ok(await alert.isHidden(), 'the alert is gone with its data');
  assert.ok(await button.isEnabled(), 'the sample can be trained');
});

pageTest('a packed file loads, whatever its name', {}, async ({ page }) => {
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
  await paste.fill(text);
  await load.click();
  await ready(page, /^pasted lines · 12 training queries · 300 documents · 6 features/);
  await fullSpeed(page);
  await train(page);
});

pageTest('a dropped file loads, and files named after their part become that part', {}, async ({ page }) => {
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
  await until(() => controls(page).alert.allInnerTexts(), (texts) => /Not all of the dropped files are used.*Without use: other\.txt/s.test(texts.join('')), 'the file without use');
  await fullSpeed(page);
  await train(page);
});

pageTest('rows of a query that are not together are joined, with a warning that names the line', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('apart.txt', '2 qid:a 1:1\n0 qid:a 1:0\n1 qid:b 1:1\n0 qid:b 1:0\n1 qid:a 1:0.5\n'));
  assert.match(await textOf(controls(page).facts), /2 training queries · 5 documents/, 'two queries');
  const warning = page.getByText('1 warning');
  await warning.click();
  assert.match(await textOf(page.getByRole('complementary', { name: 'Settings' })), /line 5: /, 'the warning names the line');
});
