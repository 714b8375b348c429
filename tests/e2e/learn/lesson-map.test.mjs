// The mode Lessons: the map with pointer and keys, the plan of a lecture with its link and its printed pages, and the answers
// of a class.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { pageTest } from '../support/browser.mjs';
import { reveal, there } from '../support/lesson-steps.mjs';
import { overflowing, ready, textOf, until } from '../support/page.mjs';
import { violations } from '../support/states-walk.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
async function openMap(page) {
  await ready(page);
  return shownMap(page);
}

/** @param {Page} page */
async function shownMap(page) {
  await page.getByRole('tab', { name: 'Lessons', exact: true }).click();
  const map = page.getByRole('region', { name: 'Lessons', exact: true });
  await map.locator('.map-node').last().waitFor();
  return map;
}

/** @param {Page} page @param {string} title */
async function opened(page, title) {
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => textOf(lesson), (text) => text.includes(title), `the lesson ${title}`);
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'its step is set up');
  return lesson;
}

/** The lines on the map, as numbers of lessons. @param {import('playwright-core').Locator} map */
const linesOf = (map) => map.locator('.map-line').evaluateAll((all) => all.map((line) => `${line.getAttribute('data-from')}-${line.getAttribute('data-to')}`));

/** @param {Page} page */
const markDone = (page) => page.addInitScript(() => localStorage.setItem('rankscope-lessons', JSON.stringify(['what-is-a-ranking', 'cutting-plane', 'plane-pictures'])));

pageTest('the map shows what is done and what comes next, and the keys walk over it', { everyday: true }, async ({ page }) => {
  await markDone(page);
  await page.reload();
  const map = await openMap(page);
  await map.getByText('3 of 33 done').waitFor();
  assert.match(await textOf(map.locator('.map-card')), /^Slack and loss Lesson 4 · 5 min · 4 steps upper bound .*Needs lessons 1 .*and 2 .*: 12 min Leads to 5 Steps and bounds · 6 One slack or many · 9 AUC or the top of the list · 25 Hopeless queries$/);
  assert.equal(await map.locator('[aria-current=step]').count(), 1);
  // One stop of Tab; the arrow keys go on.
  const next = map.getByRole('button', { name: 'Slack and loss' });
  assert.equal(await map.locator('.map-node[tabindex="0"]').count(), 1);
  await next.focus();
  await page.keyboard.press('ArrowDown');
  assert.match(await textOf(map.locator('.map-card')), / Lesson 15 · .* pairwise: RankSVM, RankNet /);
  await map.getByRole('button', { name: 'Kernels' }).hover();
  assert.match(await textOf(map.locator('.map-card')), /^Kernels Lesson 26 /);
  // The lesson on the card has a ring, and lines lead to it from what it needs.
  assert.deepEqual(await map.locator('.is-pointed').evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.lesson)), ['kernels']);
  assert.deepEqual(await linesOf(map), ['2-26', '1-2'], 'the lines of Kernels');
  await map.getByRole('button', { name: 'Smooth ranks' }).hover();
  assert.deepEqual((await linesOf(map)).sort(), ['1-15', '15-17', '15-18', '17-19', '18-19']);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await opened(page, 'AUC or the top of the list');
  await until(() => page.evaluate(() => document.activeElement?.tagName), (tag) => tag === 'H2', 'the heading has the focus');
  await page.getByRole('button', { name: 'Leave lesson' }).click();
  await map.getByText('3 of 33 done').waitFor();
});

for (const { width, height } of [{ width: 1440, height: 900 }, { width: 1280, height: 720 }, { width: 390, height: 844 }]) {
  pageTest(`every name of the map is whole at ${width} px, the card of every lesson has room, and lines end at their lessons`, { width, height }, async ({ page }) => {
    const map = await openMap(page);
    assert.deepEqual(await overflowing(page), []);
    assert.deepEqual(await violations(page), []);
    const cut = await map.locator(':is(.map-title, .map-topic, .map-minutes)').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map(({ textContent }) => textContent));
    assert.deepEqual(cut, []);
    if (width < 900) return;
    const lost = [];
    for (const node of await map.locator('.map-node').all()) {
      await node.hover();
      lost.push(...await map.evaluate((element) => {
        const bottom = element.querySelector('.map-card')?.lastElementChild?.getBoundingClientRect().bottom ?? 0;
        const row = element.querySelectorAll('.map-path')[1].getBoundingClientRect().top;
        const name = element.querySelector('.map-card h3')?.textContent;
        const box = element.querySelector('.map-lines')?.getBoundingClientRect();
        const numberOf = (/** @type {Element} */ one) => one.querySelector('.map-number')?.textContent?.match(/\d+/)?.[0];
        const nodes = new Map([...element.querySelectorAll('.map-node')].map((one) => [numberOf(one), one.querySelector('.map-number')?.getBoundingClientRect() ?? new DOMRect()]));
        const off = /** @type {SVGPathElement[]} */ ([...element.querySelectorAll('.map-line')]).flatMap((line) => [[0, 'from'], [1, 'to']].flatMap(([share, end]) => {
          const at = line.getPointAtLength(Number(share) * line.getTotalLength());
          const dot = nodes.get(line.getAttribute(`data-${end}`) ?? '') ?? new DOMRect();
          return Math.hypot(at.x + (box?.x ?? 0) - dot.x - dot.width / 2, at.y + (box?.y ?? 0) - dot.y - dot.height / 2) > 2 ? [`a line of ${name} is off`] : [];
        }));
        return [...(bottom > row ? [`the card of ${name} is cut`] : []), ...off];
      }));
    }
    assert.deepEqual(lost, []);
  });
}

pageTest('on a projector the buttons for a lecture are in the window', { width: 1280, height: 720 }, async ({ page }) => {
  const map = await openMap(page);
  const buttons = map.getByRole('region', { name: 'For a lecture' }).getByRole('button');
  const low = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  assert.ok(low.length > 8 && low.every((bottom) => bottom <= 720), low.join(', '));
  const covered = await map.locator('.lecture').evaluate((row) => {
    const parts = [...row.querySelectorAll('select, button, label, .lecture-brief')].filter((one) => one.checkVisibility());
    const boxes = parts.map((one) => ({ name: one.textContent, box: one.getBoundingClientRect() })).sort((one, other) => one.box.left - other.box.left);
    return boxes.slice(1).filter(({ box }, place) => box.left < boxes[place].box.right - 0.5).map(({ name }) => name);
  });
  assert.deepEqual(covered, [], 'no part of the row covers another');
});

pageTest('a plan is picked, copied, and its link leads from lesson to lesson', {}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const map = await openMap(page);
  const row = map.getByRole('region', { name: 'For a lecture' });
  assert.match(await textOf(row), /Plan: 1, 14, 15, 18, 2, 4 33 of 45 minutes are lessons, 12 for your talk\./);
  await row.getByRole('combobox', { name: 'Ready plan' }).selectOption('Structured SVM, canon, 90 min');
  assert.match(await textOf(row), /59 of 90 minutes are lessons, 31 for your talk\./);
  await row.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lessons of the lecture' });
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
  assert.equal(await dialog.getByRole('button', { name: 'Use this plan' }).isDisabled(), true);
  await dialog.getByRole('checkbox', { name: /Kernels/ }).check();
  await dialog.getByRole('checkbox', { name: /Digits/ }).check();
  await dialog.getByRole('button', { name: 'Use this plan' }).click();
  assert.match(await textOf(row), /Plan: 23, 26 10 of 90 minutes are lessons, 80 for your talk\. 23 and 26 need 2, which is not in the plan\./);
  await row.getByRole('button', { name: 'Embed' }).click();
  await row.getByText('Frame copied.').waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^<iframe src="[^"]+#v=1&amp;plan=digits,kernels&amp;embed=true"/);
  await row.getByRole('button', { name: 'Copy link' }).click();
  await row.getByText('Link copied.').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#v=1&plan=digits,kernels$/);
  await row.getByRole('button', { name: 'QR code' }).click();
  const code = page.getByRole('dialog', { name: 'QR code of the link' });
  await code.getByRole('img').waitFor();
  assert.equal(await code.locator('.qr-address').textContent(), link);
  await page.keyboard.press('Escape');
  await page.goto('about:blank');
  await page.goto(link);
  await opened(page, 'Digits: w becomes a picture');
  await until(async () => page.url(), (url) => /#v=1&lesson=digits&plan=digits,kernels$/.test(url), 'the address keeps the plan');
  await page.goto('about:blank');
  await page.goto(`${link}&lesson=digits&step=3`);
  const lesson = await opened(page, 'Digits: w becomes a picture');
  await lesson.getByRole('button', { name: 'Next', exact: true }).click();
  await lesson.getByRole('button', { name: 'Next lesson' }).click();
  await opened(page, 'Kernels');
  await until(async () => page.url(), (url) => /#v=1&lesson=kernels&plan=digits,kernels$/.test(url), 'the next lesson of the plan');
});

pageTest('the dialog of a plan orders its lessons, counts the minutes, and adds what is needed', {}, async ({ page }) => {
  const map = await openMap(page);
  const row = map.getByRole('region', { name: 'For a lecture' });
  await row.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lessons of the lecture' });
  const order = dialog.getByRole('list', { name: 'In this order' }).getByRole('listitem');
  const numbers = async () => (await order.locator('.plan-number').allInnerTexts()).join(' ');
  assert.equal(await numbers(), '1 14 15 18 2 4');
  assert.match(await textOf(order.nth(1)), /^14 One document at a time pointwise: regression 5 min/);
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('spinbutton', { name: 'Minutes of the lecture' }).fill('40');
  await dialog.getByText('33 of 40 minutes are lessons, 7 for your talk.').waitFor();
  await dialog.getByRole('checkbox', { name: /What is a cutting plane/ }).uncheck();
  const gaps = dialog.getByRole('list', { name: 'What the plan lacks' });
  assert.match(await textOf(gaps), /^4 needs 2, which is not in the plan\. Add 2 \(6 min\)$/);
  await gaps.getByRole('button').click();
  assert.deepEqual([await numbers(), await textOf(gaps)], ['1 14 15 18 2 4', '']);
  // With buttons and with keys; the focus stays on the lesson.
  await dialog.getByRole('button', { name: 'Move Slack and loss up' }).click();
  assert.match(await textOf(gaps), /^4 needs 2, which comes later\. Move 2 up$/);
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Enter');
  assert.equal(await numbers(), '1 14 4 15 18 2');
  await dialog.getByText('Lesson 4 is 3 of 6.').waitFor({ state: 'attached' });
  await dialog.getByRole('button', { name: 'Take Lists out' }).click();
  await gaps.getByRole('button', { name: 'Move 2 up' }).click();
  await dialog.getByRole('button', { name: 'Use this plan' }).click();
  assert.match(await textOf(row), /Plan: 1, 14, 2, 4, 15 28 of 40 minutes are lessons, 12 for your talk\./);
  await page.reload();
  await openMap(page);
  assert.match(await textOf(row), /Plan: 1, 14, 2, 4, 15 28 of 40 minutes/, 'order and length are kept');
  await row.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('button', { name: 'Back to the ready plan' }).click();
  assert.equal(await numbers(), '1 14 15 18 2 4');
});

pageTest('a plan that was made here is chosen, and a low window names it in few words', { width: 1280, height: 720 }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('rankscope-plan-both', 'what-is-a-ranking,ties'));
  await page.reload();
  const map = await openMap(page);
  const row = map.getByRole('region', { name: 'For a lecture' });
  assert.equal(await row.getByRole('combobox', { name: 'Ready plan' }).inputValue(), 'Structured SVM, canon, 90 min');
  await row.getByText('12 of 90 min, gaps').waitFor();
  assert.deepEqual(await map.locator('.is-planned').evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.lesson)), ['what-is-a-ranking', 'ties']);
});

pageTest('a plan begins on the page, and prints a worksheet without answers and a summary', {}, async ({ page }) => {
  const map = await openMap(page);
  const row = map.getByRole('region', { name: 'For a lecture' });
  await page.evaluate(() => { window.print = () => {}; });
  const sheet = page.locator('.plan-sheet');
  for (const [name, shown, absent] of /** @type {const} */ ([['Worksheet', /What is a ranking\?.*Question\. .*What the run showed: ___/, /Your answer|✓/], ['Summary', /What is a ranking\?.*Not answered\./, /___/]])) {
    await row.getByRole('button', { name }).click();
    await sheet.waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    const text = await textOf(sheet);
    assert.match(text, shown);
    assert.doesNotMatch(text, absent);
    assert.equal(await sheet.locator('h1').count(), 6);
    assert.deepEqual(await page.evaluate(() => [...document.body.children].filter((one) => one.checkVisibility()).map(({ className }) => className)), ['lesson-summary plan-sheet']);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
  }
  await row.getByRole('button', { name: 'Start on the stage' }).click();
  await opened(page, 'What is a ranking?');
  await until(async () => page.url(), (url) => /#v=1&lesson=what-is-a-ranking&plan=what-is-a-ranking,pointwise,pairs,lists,cutting-plane,slack-bound$/.test(url), 'the plan is in the address');
});

pageTest('the answers of a class are one table, and those that a replay does not confirm are flagged', { address: '#v=1&lesson=ties' }, async ({ page }) => {
  const { steps } = JSON.parse(await readFile(at('www', 'lessons', 'ties.json'), 'utf8'));
  for (const [step, { question }] of steps.entries()) {
    if (step > 0) await page.getByRole('button', { name: 'Next', exact: true }).click();
    await there(page, step, steps.length);
    await reveal(page, question);
  }
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const [sheet, own] = [await saved(page, 'My answers as a page'), JSON.parse(await saved(page, 'Download my answers'))];
  assert.equal(sheet.split('← my answer').length - 1, steps.length);

  const files = Array.from({ length: 30 }, (_none, reader) => {
    const statements = structuredClone(own.statements).map((/** @type {{ timestamp: string }} */ one) => ({ ...one, timestamp: new Date(Date.parse(one.timestamp) - reader * 3_600_000).toISOString() }));
    const answered = statements.filter((/** @type {{ verb: { display: { en: string } } }} */ { verb }) => verb.display.en === 'answered');
    if (reader === 3) answered[2].result.success = !answered[2].result.success;
    if (reader === 14) answered[0].object.definition.description = { en: 'Is it easy?' };
    if (reader === 25) answered[1].object.definition.correctResponsesPattern = ['0', '1', '2'];
    return { name: `reader-${reader}.json`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ ...own, statements })) };
  });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave lesson' }).click();
  const map = await shownMap(page);
  await map.getByLabel('Read answers').setInputFiles([...files, { name: 'c.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }]);
  const dialog = page.getByRole('dialog', { name: 'Answers of the class' });
  await until(() => textOf(dialog.getByRole('status')), (text) => /flagged/.test(text), 'the check ends');
  assert.match(await textOf(dialog.getByRole('status')), /^3 files flagged\./);
  const rows = (await dialog.getByRole('row').allInnerTexts()).map((row) => row.split(/\t/).map((cell) => cell.trim().replace(/\s*\n.*/s, '')));
  assert.equal(rows.length, 32);
  assert.deepEqual(rows[0].slice(0, 4), ['File', 'Answered', 'Right at first', 'Step 1']);
  assert.deepEqual(rows[1].slice(0, 2), ['reader-0', '6 of 6']);
  const flagged = rows.filter((row) => row.at(-1)?.startsWith('Flagged:'));
  assert.deepEqual(flagged.map(([who]) => who), ['reader-3', 'reader-14', 'reader-25']);
  assert.equal(rows.filter((row) => row.at(-1) === 'agrees').length, 27);
  await dialog.getByText('Answers to each question').click();
  assert.equal(await dialog.locator('.answers-count').filter({ hasText: '27 of 27' }).count(), steps.length);
  assert.match(await textOf(dialog.getByRole('alert')), /^c\.txt holds no copied answers\.$/);
  assert.deepEqual(await violations(page), []);
});

/** The text of the file that a button of the lesson saves. @param {import('playwright-core').Page} page @param {string} name */
async function saved(page, name) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  return readFile(await (await download).path(), 'utf8');
}
