// Ratings: the numbers of the core, the arrow by keys and pointer, files of one's own, faults, Cancel.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { once } from '../../../scripts/lib/tools.mjs';
import { Factorization, RatingsReader, factorization_defaults, generate_ratings, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { file } from '../support/letor.mjs';
import { openView, ready, records, textOf, until } from '../support/page.mjs';
import { violations } from '../support/states-walk.mjs';

/** @typedef {import('playwright-core').Page} Page */

const module = once(async () => initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) }));
const SAMPLE = { users: 40, items: 45, noise: true, scale: true, seed: 3 };
const SETTINGS = { keep: 12, rank: 3, c: [30, 300], rounds: 2, seed: 4 };

/** @param {Page} page */
function panel(page) {
  const region = page.getByRole('region', { name: 'Ratings', exact: true });
  const button = (/** @type {string} */ name) => region.getByRole('button', { name, exact: true });
  const field = (/** @type {string} */ name) => region.getByLabel(name, { exact: true });
  return {
    region, field, generate: button('Generate ratings'), train: button('Train on ratings'), cancel: button('Cancel'), reset: button('Reset to the learned arrow'),
    read: region.locator('.ratings-read'), far: region.locator('.ratings-far'), fault: region.getByRole('alert').first(),
    result: region.getByRole('table', { name: /^Test ratings of/ }), top: region.getByRole('table', { name: /items for this arrow$/ }),
    rated: region.getByRole('table', { name: /for training, by score/ }), slack: region.getByRole('table', { name: 'Users by slack' }),
    violator: region.getByRole('table', { name: /^Rankings of user/ }), arrow: region.getByRole('button', { name: /^Arrow of user/ }),
  };
}

/** @param {Page} page */
async function openRatings(page) {
  await ready(page);
  await openView(page, 'Ratings');
  await until(() => panel(page).generate.isEnabled(), Boolean, 'the worker is awake');
}

/** @param {Page} page @param {Partial<typeof SAMPLE>} [change] */
async function generate(page, change = {}) {
  const { field, generate: press, read } = panel(page);
  const sample = { ...SAMPLE, ...change };
  await field('Users').fill(String(sample.users));
  await field('Items').fill(String(sample.items));
  await field('Seed of the sample').fill(String(sample.seed));
  await press.click();
  await until(() => textOf(read), (text) => text.includes(`${(sample.users * sample.items).toLocaleString('en-US')} ratings`), 'the ratings are read');
}

/** @param {Page} page @param {Partial<typeof SETTINGS>} [change] */
async function settings(page, change = {}) {
  const { field } = panel(page);
  const { keep, rank, c, rounds, seed } = { ...SETTINGS, ...change };
  await field('Ratings per user, N').fill(String(keep));
  await field('Rank k').fill(String(rank));
  await field('Values of C').fill(c.join(', '));
  await field('Rounds').fill(String(rounds));
  await field('Seed').fill(String(seed));
}

/** @param {Page} page */
async function train(page) {
  const { train: press, far } = panel(page);
  await until(() => press.getAttribute('aria-disabled'), (off) => off === 'false', 'Train is offered');
  await press.click();
  await until(() => textOf(far), (text) => /^Trained/.test(text), 'the run ends');
  await until(() => panel(page).top.count(), (count) => count === 1, 'the user is shown');
}

/** The same run in Node, in slices of another size. @param {Partial<typeof SETTINGS>} [change] */
async function inNode(change = {}) {
  await module();
  const reader = new RatingsReader('ceil');
  reader.push(generate_ratings(SAMPLE));
  const all = { ...factorization_defaults(), ...SETTINGS, ...change };
  const kept = reader.finish().filter_for(all);
  const run = new Factorization(kept, all);
  for (;;) {
    const progress = run.advance(100_000);
    if (progress.kind === 'finished') return { run, result: progress.result, items: kept.items(), users: kept.users(), rank: all.rank };
  }
}

const number = (/** @type {string} */ text) => Number(text.replace('−', '-'));
/** @param {import('playwright-core').Locator} table */
const itemsOf = async (table) => (await records(table)).map((row) => row.Item);

pageTest('generated ratings are trained, and the table, the arrow and the violator are those of the core', { everyday: true }, async ({ page }) => {
  const { run, result, items, users, rank } = await inNode();
  const named = items.map((id) => id.replace(/^i(?=\d+$)/, 'item '));
  await openRatings(page);
  await generate(page);
  await settings(page);
  await train(page);
  const { result: table, top, rated, slack, violator, arrow, reset, field, region } = panel(page);

  const shown = await records(table);
  for (const [place, { means }] of result.methods.entries()) {
    for (const [measure, name] of result.measures.entries()) assert.equal(shown[place][name], (means[measure] ?? NaN).toFixed(3), `${name} of model ${place}`);
  }
  assert.deepEqual(shown.map((row) => row.Model), ['Item mean', 'Squared error', 'Ranking', 'Ranking − item mean', 'Ranking − squared error']);
  assert.equal(number(shown[3]['NDCG@10'].split(/[[\s]/)[0]).toFixed(3), (result.methods[0].behind[0]?.difference ?? NaN).toFixed(3));

  // The user with the longest arrow is shown first.
  const tastes = run.user_factors();
  const row = (/** @type {number} */ user) => tastes.slice(user * rank, (user + 1) * rank);
  const lengths = users.map((_, user) => Math.hypot(row(user)[0], row(user)[1]));
  const user = lengths.indexOf(Math.max(...lengths));
  const learned = run.taste(user, row(user), 10);
  assert.equal(await field('User number').inputValue(), String(user + 1));
  assert.deepEqual(await itemsOf(top), [...learned.top].map((item) => named[item]));
  const view = run.user(user);
  const order = [...view.items.keys()].slice(0, view.known).sort((a, b) => view.scores[b] - view.scores[a] || a - b);
  assert.deepEqual((await records(rated)).map(({ Item, Grade }) => [Item, Grade]), order.map((place) => [named[view.items[place]], String(view.grades[place])]));

  // Every press of a key gives the order of the core at the arrow that the fields show.
  await arrow.focus();
  const before = await itemsOf(top);
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowUp');
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  const name = await until(() => arrow.getAttribute('aria-label'), (label) => label?.includes(', moved'), 'the arrow is moved');
  assert.match(name ?? '', new RegExp(`^Arrow of user ${users[user]}: `));
  const moved = row(user);
  for (const axis of [0, 1]) moved[axis] = Number(await field(`Arrow, direction ${axis + 1}`).inputValue());
  const expected = [...run.taste(user, moved, 10).top].map((item) => named[item]);
  assert.notDeepEqual(expected, before, 'the arrow matters');
  await until(() => itemsOf(top), (seen) => JSON.stringify(seen) === JSON.stringify(expected), 'the list follows the arrow');
  assert.match(await textOf(region), /Under the learned arrow: 0\.\d{3}/);
  await reset.click();
  await until(() => itemsOf(top), (seen) => JSON.stringify(seen) === JSON.stringify(before), 'the learned order is back');

  // Number fields are the accessible twin.
  await field('Arrow, direction 1').fill('-2');
  const typed = row(user);
  typed[0] = -2;
  const wanted = [...run.taste(user, typed, 10).top].map((item) => named[item]);
  await until(() => itemsOf(top), (seen) => JSON.stringify(seen) === JSON.stringify(wanted), 'the list follows the field');

  const bySlack = run.slacks(0, 1000).sort((a, b) => b.slack - a.slack || a.user - b.user);
  assert.deepEqual((await records(slack)).map((one) => one.User), bySlack.slice(0, 10).map((one) => users[one.user]));
  await slack.getByRole('button', { name: `Show user ${users[bySlack[1].user]}`, exact: true }).click();
  const found = run.taste(bySlack[1].user, row(bySlack[1].user), 10).violation;
  const other = run.user(bySlack[1].user);
  const cell = (/** @type {number} */ place) => `${other.grades[place]}${named[other.items[place]].replace(/\s/g, '')}`;
  const ranks = await until(() => records(violator).catch(() => []), (rows) => rows[0]?.['Violator ŷ']?.replace(/\s/g, '') === cell(found?.violator[0] ?? -1), 'the violator of the chosen user is shown');
  assert.deepEqual(ranks.map((one) => [one['Ideal order y*'], one['By score'], one['Violator ŷ']].map((text) => text.replace(/\s/g, ''))),
    [...(found?.ideal ?? []).keys()].map((place) => [found?.ideal, found?.model, found?.violator].map((ranking) => cell(ranking?.[place] ?? -1))));
  assert.deepEqual(await violations(page), [], 'axe finds nothing');
});

pageTest('the arrow is dragged by the pointer', {}, async ({ page }) => {
  await openRatings(page);
  await generate(page);
  await settings(page, { rank: 2 });
  await train(page);
  const { arrow, top, field } = panel(page);
  await arrow.scrollIntoViewIfNeeded();
  const box = await arrow.boundingBox();
  const frame = await page.locator('.map-frame').boundingBox();
  assert.ok(box && frame);
  const before = await itemsOf(top);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  const [x, y] = [frame.x + frame.width * 0.1, frame.y + frame.height * 0.3];
  await page.mouse.move((box.x + x) / 2, (box.y + y) / 2);
  await page.mouse.move(x, y);
  await page.mouse.up();
  await until(() => itemsOf(top), (seen) => JSON.stringify(seen) !== JSON.stringify(before), 'the list changes');
  assert.ok(Number(await field('Arrow, direction 1').inputValue()) < 0 && Number(await field('Arrow, direction 2').inputValue()) > 0, 'the arrow points up and left');
  const after = await arrow.boundingBox();
  assert.ok(after && Math.abs(after.x + after.width / 2 - x) < 3 && Math.abs(after.y + after.height / 2 - y) < 3, 'the tip is under the pointer');
  await arrow.press('Home');
  await until(() => itemsOf(top), (seen) => JSON.stringify(seen) === JSON.stringify(before), 'Home resets it');
});

/** Ratings as MovieLens writes them: half stars, a time, a heading. @param {number} users @param {number} items */
function movies(users, items) {
  const lines = ['userId,movieId,rating,timestamp'];
  for (let user = 1; user <= users; user += 1) {
    for (let item = 1; item <= items; item += 1) lines.push(`${user},${item},${0.5 + ((user * 7 + item * item * 3 + user * item) % 10) / 2},964982703`);
  }
  return lines;
}

pageTest('files of one’s own: names of MovieLens, titles, duplicates, the strong protocol; a bad file keeps them', {}, async ({ page }) => {
  await openRatings(page);
  const { field, read, fault, region, top } = panel(page);
  await field('Open ratings…').setInputFiles(file('ratings.csv', [...movies(25, 26), '3,5,4.0,1'].join('\n')));
  await until(() => textOf(read), (text) => /^ratings\.csv: 650 ratings of 26 items by 25 users .*1 rating replaced by a later line\./.test(text), 'the file is read');
  // 20 and 10 more are needed, and nobody has 30 ratings.
  await until(() => textOf(region), (text) => /0 of 25 users and 0 of 26 items stay/.test(text), 'the filter says what it leaves');
  await settings(page, { keep: 8, c: [100], rounds: 1 });
  await until(() => textOf(read), (text) => /The filters leave everything/.test(text), 'everybody has enough ratings now');
  await field('Protocol').selectOption('strong');
  await field('Open titles…').setInputFiles(file('movies.csv', ['movieId,title,genres', ...Array.from({ length: 26 }, (_, at) => `${at + 1},"Film, number ${at + 1}",Drama`)].join('\n')));
  await until(() => textOf(read), (text) => /^ratings\.csv: 650/.test(text), 'the titles are read');
  await train(page);
  assert.ok((await itemsOf(top)).every((name) => /^Film, number \d+$/.test(name)), 'items have titles');

  await field('Open ratings…').setInputFiles(file('bad.csv', 'user,item,rating\n1,2,good\n1,3,4\n1,,5\n'));
  await until(() => textOf(fault), (text) => /bad\.csv could not be read\. ratings\.csv stays loaded\./.test(text), 'the fault is told');
  assert.match(await textOf(fault), /Line 2, column 5: the rating is .good.; expected a number/);
  assert.match(await textOf(fault), /Line 4, column 3: the item is empty/);
  assert.equal((await itemsOf(top)).length, 10, 'the result stays');
  await field('Open ratings…').setInputFiles(file('ratings.dat', movies(25, 26).slice(1).map((line) => line.replaceAll(',', '::')).join('\n')));
  await until(() => textOf(read), (text) => /^ratings\.dat: 650 ratings/.test(text), 'another separator is known');
  assert.equal(await textOf(fault), '');
});

pageTest('Cancel ends the training and keeps the run before; a wrong setting is told beside its field', { everyday: true }, async ({ page }) => {
  await openRatings(page);
  const { cancel, train: press, far, field, result } = panel(page);
  await generate(page);
  await settings(page, { rounds: 1 });
  await train(page);
  const before = await records(result);
  await generate(page, { users: 400, items: 300 });
  assert.equal(await result.count(), 0, 'other ratings have no result yet');
  await settings(page, { keep: 50, c: [10, 30, 100, 300, 1000], rounds: 4 });
  await until(() => press.getAttribute('aria-disabled'), (off) => off === 'false', 'Train is offered');
  await press.click();
  await until(() => textOf(far), (text) => /turn \d/.test(text), 'the ranking trains');
  await cancel.click();
  await until(() => textOf(far), (text) => /Cancelled\./.test(text), 'the training is cancelled');
  // The worker is free again.
  await generate(page);
  await settings(page, { rounds: 1 });
  await train(page);
  assert.deepEqual(await records(result), before, 'the same run has the same result');

  await field('Rank k').fill('0');
  await until(() => field('Rank k').getAttribute('aria-invalid'), (wrong) => wrong === 'true', 'the field is marked');
  assert.equal(await press.getAttribute('aria-disabled'), 'true');
  await field('Rank k').fill('2');
  await field('Values of C').fill('30, x');
  await until(() => field('Values of C').getAttribute('aria-invalid'), (wrong) => wrong === 'true', 'the list is marked');
});

pageTest('a small C proves that nothing personal can be learned', {}, async ({ page }) => {
  await openRatings(page);
  await generate(page);
  await settings(page, { c: [0.5] });
  await train(page);
  assert.match(await textOf(panel(page).region), /so U = V = 0 is optimal: nothing personal can be learned at this C/);
});

pageTest('a worker that ends leaves the result, and the next run starts another one', {}, async ({ page }) => {
  await openRatings(page);
  await generate(page);
  await settings(page, { rounds: 1 });
  await train(page);
  const { result, far, arrow, top } = panel(page);
  const [before, list] = [await records(result), await itemsOf(top)];
  const names = await Promise.all(page.workers().map(async (worker) => ({ worker, name: await worker.evaluate(() => self.name) })));
  await names.find(({ name }) => name === 'ratings')?.worker.evaluate(() => self.close());
  await until(() => textOf(far), (text) => /The worker of ratings ended/.test(text), 'the end is told');
  await until(() => arrow.isDisabled(), Boolean, 'without its worker the arrow rests');
  assert.deepEqual(await records(result), before, 'the result stays');
  await train(page);
  assert.deepEqual(await records(result), before, 'the new worker has read the same ratings');
  assert.doesNotMatch(await textOf(far), /ended/);
  await until(() => arrow.isEnabled(), Boolean, 'the arrow can be moved again');
  assert.deepEqual(await itemsOf(top), list);
});
