// The views of the violating permutation: long rankings, contributions, search tables, and the own permutation.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { LetorReader, Training, catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, fullSpeed, goTo, inspect, loadSample, near, number, openSettings, ready, rounding, textOf, train, until, upload } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SHORT = [
  '2 qid:1 1:1 2:0.2 # docid = A', '0 qid:1 1:0.5 2:0.9 # docid = B', '1 qid:1 1:0.1 2:0.4 # docid = C',
  '0 qid:1 1:0.7 2:0.1 # docid = D', '1 qid:1 1:0.3 2:0.8 # docid = E', '0 qid:1 1:0.35 2:0.3 # docid = F', '',
].join('\n');

/** A thousand documents in the order of their first feature, a few of them graded against it. */
const LONG = Array.from({ length: 1000 }, (_, at) => `${[3, 17, 60, 200].includes(at) ? 2 : at % 90 === 5 ? 1 : 0} qid:7 1:${(1 - at / 1000).toFixed(4)} # docid = D${at + 1}\n`).join('');

/** @param {Page} page @param {string} name */
async function open(page, name) {
  const tab = controls(page).inspector.getByRole('tab', { name });
  await tab.click();
  assert.equal(await tab.getAttribute('aria-selected'), 'true');
  // Its content is loaded when it is first opened.
  await controls(page).inspector.getByRole('tabpanel', { name }).locator('> :visible').first().waitFor();
}

/** @param {Page} page @param {string} method */
async function trainWith(page, method) {
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption(method);
  const end = await train(page);
  await goTo(page, Math.ceil(end.iterations / 2));
}

/** @param {Page} page */
async function paste(page) {
  await ready(page);
  await openSettings(page);
  await controls(page).paste.fill(SHORT);
  await page.getByRole('button', { name: 'Load lines' }).click();
  await ready(page, /^pasted lines/);
  await fullSpeed(page);
  const end = await train(page);
  await goTo(page, Math.ceil(end.iterations / 2));
}

/**
 * Returns the table of a search: for every row the displayed values, and the rankings that chose each.
 * @param {Page} page
 */
async function cells(page) {
  const table = controls(page).inspector.getByRole('table', { name: /^Search table/ });
  await table.waitFor();
  return table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => {
    const [value, marks = ''] = (cell.textContent ?? '').split(' chosen by ');
    return { value: Number(value.replace('−', '-')), marks: marks.split(', ').filter(Boolean) };
  })));
}

/** The sums below a search table. @param {Page} page */
async function sums(page) {
  const text = await textOf(controls(page).inspector.locator('.sums'));
  /** @param {RegExp} pattern */
  const read = (pattern) => number(pattern.exec(text)?.[1]);
  return { best: read(/ŷ add up to (\S+)/), reference: read(/less those of y\* (\S+)/), hinge: /H = (\S+)/.exec(text)?.[1] ?? '' };
}

/** Returns the displayed value of the own ranking, once it is up to date. @param {Page} page */
async function worth(page) {
  const equation = controls(page).inspector.locator('.own .equation');
  await until(() => equation.getAttribute('aria-busy'), (busy) => busy === 'false', 'the ranking is valued');
  const match = /= (\S+) ([−+]) (\S+) = (\S+) oracle (\S+)/.exec(await textOf(equation));
  assert.ok(match, `the equation is spelled out: ${await textOf(equation)}`);
  const [, loss, sign, margin, hinge, oracle] = match;
  near(number(loss) - (sign === '−' ? 1 : -1) * number(margin), number(hinge), 3 * rounding(hinge), 'H = Δ − ⟨w, δψ⟩ by the numbers printed');
  return { hinge: number(hinge), oracle: number(oracle), verdict: await textOf(controls(page).inspector.locator('.own-result')) };
}

/** Returns the documents of the own ranking. @param {Page} page */
function own(page) {
  return controls(page).inspector.getByRole('listbox', { name: 'Your permutation' }).getByRole('option').evaluateAll((items) => items.map((item) => item.querySelector('.name')?.textContent ?? ''));
}

pageTest('unchanged ranks of a thousand documents are collapsed, expand on demand, and never fill the page', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('long.txt', LONG));
  await fullSpeed(page);
  const { inspector } = controls(page);
  await inspector.getByLabel('Show top').selectOption('1000');
  await train(page);
  const view = inspector.getByRole('region', { name: 'Three linked rankings' });
  await view.waitFor();
  const gist = /([\d,]+) of 1,000 ranks are folded/;
  const folded = number(gist.exec(await textOf(inspector))?.[1]);
  assert.ok(folded > 500, `most of the ranks are folded: ${folded}`);
  const items = view.getByRole('listitem');
  assert.ok(await items.count() < 150, 'only what is in sight is in the document');
  const fold = view.getByRole('button', { name: /^… \d+ documents( of grade \d)? that (stay|only shift together)$/ }).first();
  const size = number(await fold.innerText());
  await fold.click();
  await until(async () => number(gist.exec(await textOf(inspector))?.[1] ?? '0'), (now) => now === folded - size, 'the run is unfolded');
  await view.evaluate((element) => { element.scrollTop = element.scrollHeight; });
  await until(async () => (await items.last().innerText()).replace(/\s+/g, ' '), (text) => /^1,000 /.test(text), 'scrolling down leads to the last rank');
  assert.ok(await items.count() < 150, 'still only what is in sight');
  await inspector.getByRole('button', { name: 'Fold again' }).click();
  await until(async () => number(gist.exec(await textOf(inspector))?.[1]), (now) => now === folded, 'all is folded again');
  assert.ok(await view.evaluate((element) => element === document.activeElement), 'the rankings have the focus when the button is gone');
});

pageTest('the running sum of the contributions ends at H', { everyday: true }, async ({ page }) => {
  await paste(page);
  await open(page, 'Contributions');
  const table = controls(page).inspector.getByRole('table', { name: 'Contributions rank by rank' });
  await table.waitFor();
  const rows = await table.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].slice(-2).map((cell) => cell.textContent ?? '')));
  let sum = 0;
  for (const [soFar, difference] of rows) {
    sum += number(difference);
    near(number(soFar), sum, 0.0006 * rows.length, 'so far');
  }
  assert.equal(rows[rows.length - 1][0], (await inspect(page)).hinge, 'the last one is H');
});

pageTest('the cells that DORM chose add up to H', { everyday: true }, async ({ page }) => {
  await paste(page);
  await open(page, 'Search table');
  const table = await cells(page);
  assert.deepEqual([table.length, table[0].length], [6, 6], 'documents by ranks');
  for (const mark of ['ŷ', 'y*', 'model']) {
    const chosen = table.map((row) => row.findIndex(({ marks }) => marks.includes(mark)));
    assert.deepEqual([...chosen].sort(), [0, 1, 2, 3, 4, 5], `${mark} takes every row and column once`);
  }
  const chosen = table.flat().filter(({ marks }) => marks.includes('ŷ'));
  const shown = await sums(page);
  near(chosen.reduce((sum, { value }) => sum + value, 0), shown.best, 0.006 * 6, 'the chosen cells add up to the sum shown');
  near(shown.best - shown.reference, number(shown.hinge), 0.0016, 'less y* that is H');
  assert.equal(shown.hinge, (await inspect(page)).hinge, 'the H of the equation');
});

pageTest('SVM-MAP shows a monotone staircase that adds up to H', {}, async ({ page }) => {
  await paste(page);
  await trainWith(page, 'svm-map');
  await open(page, 'Search table');
  const table = await cells(page);
  assert.deepEqual([table.length, table[0].length], [3, 4], 'three good documents, none to three bad ones before each');
  for (const mark of ['ŷ', 'y*', 'model']) {
    const path = table.map((row) => row.findIndex(({ marks }) => marks.includes(mark)));
    assert.ok(path.every((column, row) => column >= 0 && (row === 0 || column >= path[row - 1])), `${mark} never turns back: ${path}`);
  }
  assert.ok(table.every(([first]) => first.marks.includes('y*') && first.value === 0), 'y* has no bad document before a good one');
  const value = table.flat().filter(({ marks }) => marks.includes('ŷ')).reduce((sum, one) => sum + one.value, 0);
  const shown = await sums(page);
  near(value, number(shown.hinge), 0.006 * 3, 'the cells of the path add up to H');
  assert.equal(shown.hinge, (await inspect(page)).hinge, 'the H of the equation');
  assert.equal(await controls(page).inspector.locator('.staircase path').count(), 3, 'three paths are drawn');
  await upload(page, file('wide.txt', letor({ seed: 3, queries: 2, documents: 120 })));
  await until(() => textOf(controls(page).inspector), (text) => /Only the first \d+ of \d+ columns have cells/.test(text), 'of a larger table the first cells are shown');
  assert.equal(await controls(page).inspector.locator('.staircase-coarse path').count(), 3, 'with its three paths');
});

pageTest('SVM-NDCG shows where the published greedy search goes another way than the oracle', {}, async ({ page }) => {
  const lines = letor({ seed: 16, queries: 1, documents: 8, features: 2, noise: 0.3 });
  await ready(page);
  await upload(page, file('one.txt', lines));
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('svm-ndcg');
  await fullSpeed(page);
  const { iterations } = await train(page);
  await open(page, 'Search table');
  initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) });
  const reader = new LetorReader();
  reader.push(Buffer.from(lines));
  const training = new Training(reader.finish(), { ...catalog().defaults, method: 'svm-ndcg' });
  while (training.advance(100_000).state !== 'stopped');
  let misses = 0;
  for (let iteration = 0; iteration <= iterations; iteration += 1) {
    await goTo(page, iteration);
    const greedy = training.greedy(iteration, 0);
    const exact = training.inspect(iteration, 0).hinge;
    assert.ok(greedy);
    const shown = await until(() => textOf(controls(page).inspector.locator('.sums')), (words) => words.includes(`H = ${exact.toFixed(3)}`) && /greedy search/.test(words), 'the sums');
    near(number(/greedy search (?:misses it, with|finds) (\S+)/.exec(shown)?.[1]), greedy.hinge, 5e-4, 'H of the greedy search');
    const isMissed = exact - greedy.hinge > 5e-4;
    assert.equal(shown.includes('misses it'), isMissed);
    misses += Number(isMissed);
    const chosen = (await cells(page)).map((row) => row.find(({ marks }) => marks.includes('greedy'))?.value ?? NaN);
    near(chosen.reduce((sum, value) => sum + value, 0), greedy.hinge, 0.006 * chosen.length, 'its cells add up to its H');
  }
  assert.ok(misses > 0, 'it misses the violator at some iteration');
  assert.equal(await controls(page).inspector.locator('.staircase path').count(), 4, 'with a path of its own');
});

pageTest('SVM-MRR and OWPC describe and show their search', {}, async ({ page }) => {
  await paste(page);
  await trainWith(page, 'svm-mrr');
  await open(page, 'Search table');
  const [row, ...others] = await cells(page);
  assert.deepEqual([others.length, row.length], [0, 4], 'one row: how many bad documents are first');
  const best = row.find(({ marks }) => marks.includes('ŷ'));
  assert.ok(best && row.every(({ value }) => value <= best.value), 'the oracle takes the greatest');
  assert.match(await textOf(controls(page).inspector), /no staircase to search/);
  await trainWith(page, 'owpc');
  const pairs = await until(() => cells(page), (table) => table.length === 3, 'good by bad documents');
  for (const { value, marks } of pairs.flat()) if (Math.abs(value) > 0.005) assert.equal(marks.includes('ŷ'), value > 0, `a pair is active where it is worth something: ${value}`);
  const active = pairs.flat().filter(({ marks }) => marks.includes('ŷ')).reduce((sum, { value }) => sum + value, 0);
  near(active, number((await inspect(page)).hinge), 0.006 * 9, 'active pairs add up to H');
});

pageTest('the own permutation is moved by keys, buttons and pointer, and never beats the oracle', {}, async ({ page }) => {
  await paste(page);
  await open(page, 'Your permutation');
  const { inspector } = controls(page);
  const model = (await worth(page)).hinge;
  assert.equal(await inspector.getByLabel('Start from').inputValue(), 'predicted', 'it starts from the model’s ranking');
  await inspector.getByLabel('Start from').selectOption({ label: 'the violator ŷ' });
  const first = await until(() => worth(page), ({ hinge, oracle }) => hinge === oracle, 'the violator is the oracle’s');
  const start = await own(page);
  assert.ok(model <= first.oracle);
  assert.match(first.verdict, /As high as the oracle/);
  const list = inspector.getByRole('listbox', { name: 'Your permutation' });
  /** @param {string[]} expected @param {string} what */
  const is = async (expected, what) => {
    await until(() => own(page), (now) => now.join() === expected.join(), what);
    const { hinge, oracle } = await worth(page);
    assert.ok(hinge <= oracle, `${what}: ${hinge} does not exceed the oracle's ${oracle}`);
    return hinge;
  };
  const [a, b, c, d, e, f] = start;
  await list.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Alt+ArrowDown');
  await is([b, a, c, d, e, f], 'Alt and the arrow move the first document down');
  await page.keyboard.press('Alt+End');
  const low = await is([b, c, d, e, f, a], 'Alt and End move it to the end');
  assert.ok(low < first.oracle, 'and that costs something');
  assert.match((await worth(page)).verdict, /below the oracle/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Alt+Home');
  await is([f, b, c, d, e, a], 'the one above it is moved to the top');
  assert.ok(await list.evaluate((element) => element === document.activeElement), 'the focus stays');
  await inspector.getByRole('button', { name: 'Down', exact: true }).click();
  await is([b, f, c, d, e, a], 'a button moves it down');
  await inspector.getByRole('button', { name: 'To the end' }).click();
  await is([b, c, d, e, a, f], 'to the end');
  await inspector.getByLabel('Move to rank').fill('3');
  await inspector.getByLabel('Move to rank').press('Enter');
  await is([b, c, f, d, e, a], 'to a rank');
  const [from, to] = [await list.getByRole('option').nth(4).boundingBox(), await list.getByRole('option').nth(0).boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 60, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 40, { steps: 4 });
  await page.mouse.move(to.x + 60, to.y + 2, { steps: 4 });
  await page.mouse.up();
  await is([e, b, c, f, d, a], 'dragging moves it to the top');
  await inspector.getByLabel('Start from').selectOption({ label: 'the reference y*' });
  await until(() => own(page), (now) => now[0] === 'A', 'the reference begins with the best document');
  await is(await own(page), 'the reference, whose H can be below 0 where its ties are averaged');
  await goTo(page, 0);
  assert.equal((await worth(page)).oracle, number((await inspect(page)).hinge), 'at another iteration it is valued anew');
});

pageTest('all permutations of a short query are tried, and none beats the oracle', {}, async ({ page }) => {
  await paste(page);
  await open(page, 'Your permutation');
  const { inspector } = controls(page);
  await inspector.getByRole('button', { name: 'Try all permutations' }).click();
  const text = await until(() => textOf(inspector), (now) => /none is above/.test(now), 'the result is told');
  const match = /All ([\d,]+) permutations tried: the greatest H is (\S+), the oracle’s is (\S+)\. ([\d,]+) permutations? attains? it/.exec(text);
  assert.ok(match, text.slice(-400));
  assert.equal(match[1], '720', '6! of them');
  assert.equal(match[2].replace(/,$/, ''), match[3].replace(/\.$/, ''), 'the greatest is the oracle’s');
  assert.equal(match[2].replace(/,$/, ''), (await inspect(page)).hinge, 'which is H');
  assert.ok(number(match[4]) >= 1 && number(match[4]) <= 720);
  await inspector.getByText('Show the spread as a table').click();
  const counts = await inspector.getByRole('table', { name: 'Spread of H over all permutations' }).locator('tbody tr').evaluateAll((rows) => rows.map((row) => Number(row.lastElementChild?.textContent?.replace(',', ''))));
  assert.equal(counts.reduce((a, b) => a + b, 0), 720, 'every permutation is in the spread');
  await loadSample(page, 'LightGBM example');
  await until(() => textOf(inspector), (now) => /up to 7 documents/.test(now), 'longer queries say why not');
});

pageTest('tabs follow the keys, and one panel is visible', { everyday: true }, async ({ page }) => {
  await ready(page);
  const { inspector } = controls(page);
  await inspector.getByRole('tab', { name: 'Rankings' }).focus();
  for (const name of ['Contributions', 'Search table', 'Pulls', 'Your permutation', 'Rankings']) {
    await page.keyboard.press('ArrowRight');
    assert.equal(await inspector.getByRole('tab', { selected: true }).count(), 1);
    assert.match(await inspector.getByRole('tab', { selected: true }).innerText(), new RegExp(`^${name}`));
    assert.equal(await inspector.getByRole('tabpanel').count(), 1, 'one panel');
  }
});

// At 200 % zoom, a window of 1,280 pixels is 640 pixels wide.
for (const [what, width] of /** @type {const} */ ([['on a small phone', 360], ['at 200 % zoom', 640]])) {
  pageTest(`${what} no view of the violator is wider than the window, and its controls can be pressed`, { width, touch: width < 400 }, async ({ page }) => {
    await ready(page);
    await upload(page, file('short.txt', SHORT));
    await train(page);
    for (const name of ['Rankings', 'Contributions', 'Search table', 'Pulls', 'Your permutation']) {
      await open(page, name);
      if (name === 'Your permutation') {
        await controls(page).inspector.getByRole('listbox', { name: 'Your permutation' }).getByRole('option').first().click();
        await controls(page).inspector.getByRole('button', { name: 'Try all permutations' }).click();
        await until(() => textOf(controls(page).inspector), (text) => /none is above/.test(text), 'all are tried');
        // Terms stand within a line of text, where WCAG 2.5.8 allows smaller targets.
        for (const button of await controls(page).inspector.getByRole('button').and(page.locator(':not(.term)')).all()) {
          const box = await button.boundingBox();
          assert.ok(box && box.width >= 24 && box.height >= 24 && box.x >= 0 && box.x + box.width <= width, `${await button.innerText()} is whole and large enough: ${JSON.stringify(box)}`);
        }
      }
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${name}: ${over} pixels too wide`);
    }
  });
}

pageTest('equal documents share a band: all of the model’s at w = 0, and none that scores differ', { everyday: true }, async ({ page }) => {
  await paste(page);
  await goTo(page, 0);
  const { inspector } = controls(page);
  const bands = () => inspector.locator('.column').nth(1).locator('li').evaluateAll((all) => all.map((one) => one.dataset.tie ?? ''));
  await until(bands, (ties) => ties.join() === 'start,middle,middle,middle,middle,end', 'at w = 0 all scores are equal');
  assert.ok(await inspector.getByText('any order', { exact: true }).isVisible(), 'the band is explained');
  await goTo(page, 3);
  await until(bands, (ties) => ties.every((tie) => tie === ''), 'later the scores differ');
});

pageTest('H is drawn as a sum that agrees with the equation, and what else is known stands below', { everyday: true }, async ({ page }) => {
  await paste(page);
  const { inspector } = controls(page);
  const sum = await textOf(inspector.locator('.inspector-head .hinge-sum'));
  const match = /^loss Δ (\S+) − margin (\S+) (\S+)$/.exec(sum);
  assert.ok(match, sum);
  const { hinge, loss, text } = await inspect(page);
  assert.deepEqual([match[1], match[3]], [loss, hinge]);
  // A negative margin stands in brackets.
  const margin = number(match[2].replace(/^\((.*)\)$/, '$1'));
  near(number(match[1]) - margin, number(match[3]), 0.0016, 'the parts add up to the total');
  assert.match(text, /slack in working set \S+ · (violated by \S+|not violated)/);
});

for (const [what, reducedMotion, isLong] of /** @type {const} */ ([
  ['slide to their new ranks', 'no-preference', false],
  ['slide to their new ranks in long rankings too', 'no-preference', true],
  ['jump where motion is reduced', 'reduce', false],
  ['jump in long rankings too where motion is reduced', 'reduce', true],
])) {
  pageTest(`when the iteration changes, documents ${what}`, { reducedMotion }, async ({ page }) => {
    const { inspector, queries } = controls(page);
    if (isLong) {
      await ready(page);
      await fullSpeed(page);
      await inspector.getByLabel('Show top').selectOption('200');
      await train(page);
      // More documents than are all drawn at once.
      const many = queries.locator('tbody tr').filter({ has: page.locator('td:nth-child(2)', { hasText: /^[45]\d$/ }) });
      await many.first().click();
      await inspector.locator('.long-view').waitFor();
    } else {
      await paste(page);
    }
    await page.evaluate(() => {
      const watch = /** @type {any} */ (globalThis);
      watch.slid = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function note(...given) {
        if (this.closest('.permutation')) watch.slid.push(this.tagName);
        return animate.apply(this, given);
      };
    });
    const order = () => inspector.locator('.permutation li').evaluateAll((all) => all.map((one) => one.dataset.document).join());
    const start = await order();
    for (let at = 3; at >= 0; at -= 1) {
      // Slower than five iterations a second.
      await page.waitForTimeout(300);
      await goTo(page, at);
    }
    await until(order, (now) => now !== start, 'documents have other ranks at w = 0');
    const slid = await page.evaluate(() => /** @type {any} */ (globalThis).slid);
    for (const tag of ['LI', 'path']) assert.equal(slid.includes(tag), reducedMotion === 'no-preference', `parts that slid: ${slid}`);
  });
}

pageTest('one’s own permutation travels in a link', {}, async ({ page }) => {
  await paste(page);
  await open(page, 'Your permutation');
  const list = controls(page).inspector.getByRole('listbox', { name: 'Your permutation' });
  await list.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Alt+Home');
  const mine = await until(() => own(page), (now) => now.length === 6, 'the list is there');
  await until(async () => page.url(), (url) => /[&#]own=\d(\.\d){5}/.test(url), 'the address has the ranking');
  await page.reload();
  await until(() => own(page), (now) => now.join() === mine.join(), 'the link restores it');
});

pageTest('the search table of a long query has its first ranks, its chosen cells, and says what is left out', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('long.txt', LONG));
  await fullSpeed(page);
  await train(page);
  await open(page, 'Search table');
  const { inspector } = controls(page);
  const text = await until(() => textOf(inspector), (now) => /have no row here/.test(now), 'what is left out is said');
  assert.match(text, /Only the first 40 of 1,000 ranks have cells/);
  const rows = await cells(page);
  assert.ok(rows.length >= 40 && rows.length <= 120, `${rows.length} rows`);
  for (let rank = 0; rank < 40; rank += 1) {
    assert.equal(rows.filter((row) => row[rank].marks.includes('ŷ')).length, 1, `ŷ takes rank ${rank + 1} once`);
  }
});
