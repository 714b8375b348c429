// Lessons as a learner and a teacher use them: every lesson of the page from end to end, with what it says of numbers checked
// against the run; files and links of lessons; parts left out; frames.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { at } from '../../scripts/lib/project.mjs';
import { controls, ready, statusOf, textOf, until } from './page.mjs';
import { pageTest } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

const folder = at('www/lessons');
const shipped = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => ({ id: name.replace('.json', ''), lesson: JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) }));

/** @param {Page} page */
const parts = (page) => {
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  return {
    lesson, next: lesson.getByRole('button', { name: /^(Next|Finish)$/ }), back: lesson.getByRole('button', { name: 'Back' }),
    reveal: lesson.getByRole('button', { name: 'Reveal' }), leave: lesson.getByRole('button', { name: 'Leave lesson' }),
  };
};

/** @param {Page} page @param {number} step @param {number} count */
async function there(page, step, count) {
  const { lesson } = parts(page);
  await until(() => textOf(lesson), (text) => text.includes(`Step ${step + 1} of ${count}`), `step ${step + 1}`);
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there' || phase === 'failed', `step ${step + 1} is set up`, 60_000);
  assert.equal(await lesson.getAttribute('data-phase'), 'there', await textOf(lesson));
}

/** What is said of numbers holds, and every figure has a value. @param {Page} page @param {string} where */
async function sound(page, where) {
  const text = await textOf(parts(page).lesson);
  assert.doesNotMatch(text, /This run is not as the lesson says|cannot tell/, where);
  assert.deepEqual((await page.locator('.lesson .figure').allInnerTexts()).filter((figure) => !/\d/.test(figure)), [], `${where}: figures without a value`);
}

for (const { id, lesson } of shipped) {
  pageTest(`lesson ${id}: every statement holds in the live run`, { timeout: 240_000, address: `#v=1&lesson=${id}` }, async ({ page }) => {
    const { next, reveal, lesson: region, leave } = parts(page);
    /** @type {number[]} */
    const right = [];
    /** @type {string[]} */
    const values = [];
    // First any answer; what the reveal calls right is answered the second time.
    for (const round of [0, 1]) {
      if (round) {
        await leave.click();
        await page.getByRole('button', { name: 'Lessons' }).click();
        await page.getByRole('dialog').getByRole('button', { name: lesson.title }).click();
      }
      for (const [step, { title, question }] of lesson.steps.entries()) {
        const where = `${id}, step ${step + 1}`;
        await there(page, step, lesson.steps.length);
        assert.equal(await page.evaluate(() => document.activeElement?.textContent), title, `${where}: the heading has the focus`);
        await sound(page, where);
        if (question) {
          if (question.choices) await region.getByRole('radio').nth(round ? right[step] : 0).check();
          else await region.getByRole('spinbutton').fill(round ? values[step] : '-1000');
          await reveal.click();
          await until(() => page.locator('.lesson-reveal').innerText(), (text) => /^(Yes|No|This run)/.test(text), `${where}: the reveal`, 90_000);
          await sound(page, where);
          const told = await textOf(page.locator('.lesson-reveal'));
          if (question.choices) {
            const marks = await page.locator('.lesson-choice .lesson-mark').allInnerTexts();
            assert.equal(marks.filter((mark) => mark.startsWith('✓')).length, 1, `${where}: exactly one choice is right: ${marks}`);
            right[step] = marks.findIndex((mark) => mark.startsWith('✓'));
            assert.match(told, right[step] === (round ? right[step] : 0) ? /^Yes\./ : /^No\./, where);
          } else {
            values[step] = /It is ([−-]?\d[\d,]*(?:\.\d+)?)/.exec(told)?.[1].replace('−', '-').replaceAll(',', '') ?? '';
            assert.match(told, round ? /^Yes\./ : /^No\./, where);
          }
        }
        if (step < lesson.steps.length - 1) await next.click();
      }
    }
    await next.click();
    await page.getByRole('region', { name: 'After the lesson' }).getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: 'Lessons' }).click();
    assert.match(await textOf(page.getByRole('dialog').getByRole('button', { name: lesson.title })), /done/);
  });
}

pageTest('the list has all lessons, and a lesson puts back what was there', {}, async ({ page }) => {
  await ready(page);
  await page.getByLabel('C', { exact: true }).fill('3');
  await controls(page).step.click();
  await statusOf(page, /^paused at iteration 1 /);
  await page.getByLabel('C', { exact: true }).fill('4');
  await page.getByRole('heading', { name: 'Runs', exact: true }).click();
  await page.getByRole('tab', { name: 'Contributions' }).click();
  await page.getByRole('button', { name: 'Lessons' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lessons' });
  await until(() => dialog.getByRole('listitem').count(), (count) => count === shipped.length, 'all lessons');
  await dialog.getByRole('button', { name: /What is a cutting plane/ }).click();
  await there(page, 0, 5);
  assert.equal(await page.getByRole('tab', { name: 'Rankings' }).getAttribute('aria-selected'), 'true', 'the step has a state of its own');
  assert.match(await textOf(controls(page).facts), /^Kitchen/);
  assert.match(page.url(), /#v=1&lesson=cutting-plane$|#/);
  await parts(page).next.click();
  await there(page, 1, 5);
  await until(async () => page.url(), (url) => /#v=1&lesson=cutting-plane&step=2$/.test(url), 'the address names the step');
  assert.equal(await page.locator('.pointed-at').count(), 1, 'something is pointed at');
  await parts(page).back.click();
  await there(page, 0, 5);
  await parts(page).leave.click();
  await page.getByRole('button', { name: 'Put it back' }).click();
  await until(() => textOf(controls(page).facts), (text) => /^Web search/.test(text), 'the data before');
  await statusOf(page, /^paused at iteration 1 /);
  await until(() => page.getByLabel('C', { exact: true }).inputValue(), (c) => c === '4', 'the settings that were not trained yet');
  assert.equal(await page.getByRole('tab', { name: 'Contributions' }).getAttribute('aria-selected'), 'true');
  await until(async () => page.url(), (url) => /[&#]c=3&next\.c=4&trained=1&tab=contributions&open=runs$/.test(url), 'the address of before');
  assert.equal(await page.locator('.pointed-at').count(), 0);
});

pageTest('a lesson that comes after another wish does not open', {}, async ({ page, address }) => {
  await ready(page);
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => { release = () => resolve(null); });
  await page.route('**/lessons/ties.json', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/lessons/ties.json');
  await page.goto(`${address}#lesson=ties`);
  await asked;
  await page.goto(`${address}#v=1&sample=kitchen&trained=3`);
  const answered = page.waitForResponse('**/lessons/ties.json');
  release();
  await (await answered).finished();
  await statusOf(page, /^paused at iteration 3 /);
  assert.equal(await parts(page).lesson.count(), 0);
  assert.match(await textOf(controls(page).facts), /^Kitchen/);
});

pageTest('a lesson on a narrow screen, by keyboard alone', { width: 360, height: 740, colorScheme: 'dark', reducedMotion: 'reduce', address: '#v=1&lesson=greedy&step=2' }, async ({ page }) => {
  const { lesson, reveal } = parts(page);
  await there(page, 1, 4);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page does not scroll sideways');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until(() => page.locator('.lesson-reveal').innerText(), (text) => /^Yes\./.test(text), 'the reveal');
  assert.equal(await reveal.count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Next', 'the keyboard goes on from there');
  await page.keyboard.press('Enter');
  await there(page, 2, 4);
  assert.ok(await lesson.isVisible());
  for (const button of await lesson.getByRole('button').all()) assert.ok(((await button.boundingBox())?.height ?? 24) >= 24, 'a target of at least 24 px');
});

/** @param {unknown} value */
const file = (value) => ({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)) });
const own = {
  rankscope: 'lesson', title: 'My own', summary: 'Short.', minutes: 1, hide: ['data', 'loss'],
  steps: [{ title: 'Only step', text: '<b>No markup</b> but *emphasis*: {{ndcg}}', state: { data: ['1 qid:a 1:1', '0 qid:a 1:0'], trained: 'end' }, figures: { ndcg: { is: { value: 'report.train', at: 'last' } } },
    expect: [{ more: [{ value: 'report.train', at: 'last' }, 2] }] }],
};

pageTest('a teacher’s file, its link, what it hides, and what it says wrongly', {}, async ({ page, context }) => {
  await ready(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Lessons' }).click();
  await page.getByLabel('Lesson file').setInputFiles(file(own));
  await there(page, 0, 1);
  const { lesson } = parts(page);
  assert.match(await textOf(lesson), /<b>No markup<\/b> but emphasis: 1 /);
  assert.match(await textOf(lesson), /This run is not as the lesson says: steps\[0\]\.expect\[0\] does not hold/);
  assert.equal(await page.getByLabel('Sample data').isVisible(), false);
  await page.getByRole('button', { name: 'Show all controls' }).click();
  assert.equal(await page.getByLabel('Sample data').isVisible(), true);
  await lesson.getByRole('button', { name: 'Copy link to this lesson' }).click();
  await page.getByText('Link copied.', { exact: true }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#v=1&lesson=~[\w-]+$/);
  await page.goto('about:blank');
  await page.goto(link);
  await there(page, 0, 1);
  assert.match(await textOf(parts(page).lesson), /My own/);
});

const HOSTILE = [
  ['', /no JSON/], ['[]', /the lesson: it is no object/], ['['.repeat(90_000), /no JSON|no object/], ['x'.repeat(200_000), /200,000 characters/],
  ['{"rankscope":"lesson","__proto__":{"a":1},"title":"t","summary":"s","minutes":1,"steps":[]}', /__proto__: no such field/],
  [{ ...own, steps: [{ ...own.steps[0], state: { sample: 'https://example.org/' } }] }, /steps\[0\]\.state: sample: “https:\/\/example\.org\/” is no sample/],
  [{ ...own, steps: [{ ...own.steps[0], state: { c: -1, __proto: 2 } }] }, /steps\[0\]\.state: c: “-1” cannot be used/],
  [{ ...own, steps: [{ ...own.steps[0], figures: { ndcg: { is: { value: 'constructor' } } } }] }, /steps\[0\]\.figures\.ndcg\.is\.value: “constructor” is none of/],
];
pageTest('hostile lesson files are refused with place and reason, and break nothing', {}, async ({ page, address }) => {
  await ready(page);
  page.on('dialog', () => assert.fail('a lesson ran code'));
  await page.getByRole('button', { name: 'Lessons' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lessons' });
  for (const [value, pattern] of HOSTILE) {
    await page.getByLabel('Lesson file').setInputFiles(file(value));
    await until(() => dialog.getByRole('alert').innerText(), (text) => /** @type {RegExp} */ (pattern).test(text), `a message like ${pattern}`);
  }
  assert.equal(await parts(page).lesson.count(), 0);
  await page.goto('about:blank');
  await page.goto(`${address}#lesson=~AAAA`);
  await until(() => page.getByRole('dialog', { name: 'Lessons' }).innerText(), (text) => /the lesson of this link cannot be used/.test(text), 'a message about the link');
  await page.keyboard.press('Escape');
  await ready(page);
});

pageTest('the page in a frame, without its head and with parts left out', {}, async ({ page, context, address }) => {
  await ready(page);
  // A page of somebody else, without Rankscope's policy.
  const outer = await context.newPage();
  await outer.setContent(`<iframe title="Rankscope" width="900" height="700" src="${address}#v=1&amp;sample=kitchen&amp;hide=data,optimiser&amp;embed=true"></iframe>`);
  const frame = outer.frameLocator('iframe');
  await frame.getByRole('status').filter({ hasText: 'ready' }).waitFor();
  assert.equal(await frame.getByRole('banner').isVisible(), false);
  assert.equal(await frame.getByRole('heading', { name: 'Data', exact: true }).isVisible(), false);
  assert.equal(await frame.getByRole('heading', { name: 'Loss', exact: true }).isVisible(), true);
  await frame.getByRole('button', { name: 'Train', exact: true }).click();
  await frame.getByRole('button', { name: 'Show all controls' }).click();
  assert.equal(await frame.getByRole('heading', { name: 'Data', exact: true }).isVisible(), true);
});
