// What is printed of lessons: the pictures before the answers on the worksheet and after them in its key and the summary,
// the answers of the stage in the key, and nothing else on the page changes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { at } from '../../../scripts/lib/project.mjs';
import { pageTest } from '../support/browser.mjs';
import { leaksOf, reveal, there } from '../support/lesson-steps.mjs';
import { controls, ready, statusOf, textOf, until } from '../support/page.mjs';
import { violations } from '../support/states-walk.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../../www/features/learn/lessons/schema.js').Lesson} Lesson */
/** A step on paper. @typedef {{ title: string, words: string, rights: number[], picture: string | null, numbers: string[], width: number, letters: number, colour: string }} Printed */

/** A plan with a picture of lists, one that trains, and one that compares. Other lessons are tested with ONLY=… */
const PLAN = (process.env.ONLY ?? 'what-is-a-ranking,greedy,cross-validation').split(',');
const LEAST = 8; // pt of letters on paper

const lessons = PLAN.map((id) => ({ id, lesson: /** @type {Lesson} */ (JSON.parse(readFileSync(at('www', 'lessons', `${id}.json`), 'utf8'))) }));

/** Keeps the browser's dialog away, and opens the map with a plan. @param {Page} page @param {string[]} [plan] */
async function openPlan(page, plan = PLAN) {
  await page.evaluate((ids) => {
    window.print = () => {};
    localStorage.setItem('rankscope-plan-planes', ids.join(','));
  }, plan);
  await page.getByRole('tab', { name: 'Lessons', exact: true }).click();
  const row = page.getByRole('region', { name: 'For a lecture' });
  await row.waitFor();
  return row;
}

/**
 * The steps of each lesson on the printed sheet; the sheet is closed.
 * @param {Page} page @param {string} button that began it @returns {Promise<Printed[][]>}
 */
async function printed(page, button) {
  // Drawing goes on as long as the lessons need.
  const drawn = () => page.evaluate(() => [document.querySelector('dialog')?.textContent, document.querySelector('iframe')?.contentDocument?.querySelector('.lesson-progress')?.textContent]);
  await until(() => page.locator('body > .lesson-summary').count(), Boolean, 'the sheet', drawn);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), button, 'the focus is back');
  await page.emulateMedia({ media: 'print' });
  const all = await page.evaluate(() => [...document.querySelectorAll('body > .lesson-summary ol')].map((lesson) =>
    [.../** @type {NodeListOf<HTMLElement>} */ (lesson.querySelectorAll(':scope > li'))].map((step) => {
      const still = step.querySelector('.still');
      const picture = still?.shadowRoot?.firstElementChild ?? null;
      /** @type {string[]} */
      const numbers = [];
      let letters = Infinity;
      const texts = picture && document.createTreeWalker(picture, NodeFilter.SHOW_TEXT);
      while (texts?.nextNode()) {
        const holder = /** @type {Element} */ (texts.currentNode.parentElement);
        if (!holder.checkVisibility({ visibilityProperty: true }) || !texts.currentNode.nodeValue?.trim()) continue;
        numbers.push(...texts.currentNode.nodeValue.match(/\d[\d,]*(?:\.\d+)?/g) ?? []);
        if (holder.closest('tspan, sub, sup')) continue;
        const scale = Number(/** @type {HTMLElement} */ (picture).style.transform.match(/[\d.]+/)?.[0]);
        letters = Math.min(letters, Number.parseFloat(getComputedStyle(holder).fontSize) * scale * 0.75);
      }
      return { title: step.querySelector('h2, h3')?.textContent ?? '', words: step.innerText,
        rights: [...step.querySelectorAll('.sheet-question li')].flatMap((choice, at) => (choice.matches('.is-right') ? [at] : [])), picture: still && (still.getAttribute('aria-label') ?? ''),
        numbers, width: still?.getBoundingClientRect().width ?? 0, letters, colour: picture ? getComputedStyle(picture).color : '' };
    })));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  assert.equal(await page.locator('.still').count(), 0, 'the sheet is gone');
  return all;
}

/** The places of the right answers on the stage, and the numbers of the explanation. @param {Page} page */
const decided = (page) => page.evaluate(() => ({
  rights: [...document.querySelectorAll('.lesson-choice')].flatMap((choice, at) => (choice.matches('.is-right') ? [at] : [])),
  figures: [...document.querySelectorAll('.lesson-reveal > p:not(:first-child) .figure, .lesson-reveal .answer-value')].map(({ textContent }) => textContent ?? ''),
}));

/** What the page keeps and shows. @param {Page} page */
async function kept(page) {
  return { stored: await page.evaluate(() => ({ ...localStorage })), address: page.url(), ways: await page.evaluate(() => history.length),
    facts: await textOf(controls(page).facts), status: await controls(page).status.textContent(),
    done: await page.locator('.lessons-panel').allInnerTexts(), frames: page.frames().length };
}

pageTest('a plan on paper has each picture, before the answers on the worksheet and after them in the summary', { colorScheme: 'dark', address: '#v=1&sample=kitchen&trained=3' }, async ({ page, address }) => {
  await statusOf(page, /^paused at iteration 3 /);
  const row = await openPlan(page);
  // The address follows a moment later.
  await until(() => Promise.resolve(page.url()), (url) => /[#&]open=lessons(?:&|$)/.test(url), 'the address names the lessons');
  const before = await kept(page);
  await row.getByRole('button', { name: 'Worksheet' }).click();
  await page.getByRole('dialog', { name: 'Print' }).getByText(/^Drawing the pictures: lesson \d of \d/).waitFor();
  const sheets = await printed(page, 'Worksheet');
  await row.getByRole('button', { name: 'Key' }).click();
  const keys = await printed(page, 'Key');
  await row.getByRole('button', { name: 'Summary' }).click();
  const summaries = await printed(page, 'Summary');
  assert.deepEqual(await kept(page), before, 'nothing is left behind');

  /** @type {string[]} */
  const faults = [];
  let told = 0;
  for (const [which, { id, lesson }] of lessons.entries()) {
    const asked = lesson.steps.findIndex(({ question }) => question);
    await page.goto('about:blank');
    await page.goto(`${address}#v=1&lesson=${id}`);
    for (const [step, { title, question, picture }] of lesson.steps.entries()) {
      const [sheet, key, summary] = [sheets[which][step], keys[which][step], summaries[which][step]];
      const wanted = picture && (question || step < asked);
      if ((sheet.picture !== null) !== Boolean(wanted)) faults.push(`${id} ${step + 1}: the worksheet has ${wanted ? 'no' : 'a'} picture`);
      if ((summary.picture !== null) !== Boolean(picture)) faults.push(`${id} ${step + 1}: the summary has ${picture ? 'no' : 'a'} picture`);
      if (key.picture !== summary.picture) faults.push(`${id} ${step + 1}: the picture of the key is not that of the summary`);
      for (const one of [sheet, key, summary]) {
        assert.equal(one.title, title);
        if (one.picture === null) continue;
        if (Math.abs(one.width - 378) > 1) faults.push(`${id} ${step + 1}: the picture is ${one.width} px wide`);
        if (one.letters < LEAST) faults.push(`${id} ${step + 1}: letters of ${one.letters} pt`);
        if (!/rgb\((?:\d|[1-5]\d), /.test(one.colour)) faults.push(`${id} ${step + 1}: letters are ${one.colour} on paper`);
      }
      await there(page, step, lesson.steps.length);
      if (question) {
        await reveal(page, question);
        for (const { name, text } of await leaksOf(page, `${id} ${step + 1}`, question, sheet.numbers)) {
          faults.push(`${id} ${step + 1}: the picture of the worksheet tells ${name} ${text}`);
        }
        if ((await leaksOf(page, '', question, summary.numbers)).length) told += 1;
        const { rights, figures } = await decided(page);
        assert.deepEqual([sheet.rights, key.rights], [[], rights], `${id} ${step + 1}: the right answers`);
        for (const one of figures) if (!key.words.includes(one)) faults.push(`${id} ${step + 1}: the key lacks ${one}`);
      }
      if (step < lesson.steps.length - 1) await page.getByRole('button', { name: 'Next', exact: true }).click();
    }
  }
  assert.equal(faults.join('\n'), '');
  // Without that, the worksheet would have no answers to hide.
  assert.ok(process.env.ONLY || told > 1, `${told} pictures of the summary tell the figure that decides`);
});

pageTest('Cancel leaves nothing behind, and the summary of a lesson has the steps that were played', { address: '#v=1&lesson=what-is-a-ranking' }, async ({ page }) => {
  const [{ lesson }] = lessons;
  const steps = lesson.steps.length;
  await there(page, 0, steps);
  await reveal(page, /** @type {NonNullable<Lesson['steps'][0]['question']>} */ (lesson.steps[0].question));
  const next = page.getByRole('button', { name: 'Next', exact: true });
  for (let step = 1; step < steps; step += 1) {
    await next.click();
    await there(page, step, steps);
    // The second question is not answered.
    const { question } = lesson.steps[step];
    if (question && step > 1) await reveal(page, question);
  }
  await next.click();
  await page.evaluate(() => { window.print = () => { document.body.dataset.printed = 'yes'; }; });
  const print = page.getByRole('button', { name: 'Print summary' });
  await until(async () => page.url(), (url) => url.endsWith(`&step=${steps}`), 'the address names the last step');
  const before = await kept(page);
  const answers = await page.locator('.lesson').innerText();
  await print.click();
  const dialog = page.getByRole('dialog', { name: 'Print' });
  await dialog.getByText('Drawing the pictures …').waitFor();
  await page.locator('iframe').waitFor({ state: 'attached' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await until(async () => page.frames().length, (count) => count === 1, 'the frame is gone');
  assert.equal(await dialog.count(), 0);
  assert.equal(await page.evaluate(() => document.body.dataset.printed), undefined);
  assert.deepEqual(await kept(page), before);

  await print.click();
  const [summary] = await printed(page, 'Print summary');
  assert.equal(await page.evaluate(() => document.body.dataset.printed), 'yes');
  assert.deepEqual(await kept(page), before);
  assert.equal(await page.locator('.lesson').innerText(), answers);
  assert.deepEqual(summary.map(({ picture }) => picture !== null), lesson.steps.map(() => true));
  assert.match(summary[1].words, /Not answered\..*Formula: .*log/s);
  assert.match(summary[2].words, /Your answer: /);
  // The loss of the list upside down is told only after the answer; that of the swaps was not.
  assert.ok(summary[2].numbers.includes('0.385'));
  assert.ok(!summary[1].numbers.includes('0.127'));
});

pageTest('where the pictures cannot be drawn, the pages print without them', {}, async ({ page }) => {
  await ready(page);
  const row = await openPlan(page, ['what-is-a-ranking']);
  // As in a sandbox without an origin.
  await page.evaluate(() => Object.defineProperty(HTMLIFrameElement.prototype, 'contentDocument', { get: () => null }));
  await row.getByRole('button', { name: 'Worksheet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print' });
  await dialog.getByText('The pictures could not be drawn: this browser keeps').waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('button', { name: 'Print without pictures' }).click();
  const [sheet] = await printed(page, 'Worksheet');
  assert.ok(sheet.every(({ picture }) => picture === null));
  assert.match(sheet[0].words, /Question\. .*What the run showed/s);
});
