// Lessons for students and teachers: some lessons from start to end, with every figure of their texts compared with the page;
// the parts that all lessons point at; lesson files and links; hidden parts; frames.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { at } from '../../../scripts/lib/project.mjs';
import { controls, progressOf, ready, statusOf, textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';
import { unshown } from '../support/lesson-figures.mjs';

/** @typedef {import('playwright-core').Page} Page */

const folder = at('www/lessons');
const shipped = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => ({ id: name.replace('.json', ''), lesson: JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) }));

/** @param {Page} page */
const parts = (page) => {
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  return {
    lesson, next: lesson.getByRole('button', { name: /^(Next|Finish)$/ }), back: lesson.getByRole('button', { name: 'Back' }),
    reveal: lesson.getByRole('button', { name: 'Reveal' }), leave: page.getByRole('button', { name: 'Leave lesson' }),
  };
};

/** Opens the map of lessons, and returns it. @param {Page} page */
async function openMap(page) {
  await page.getByRole('tab', { name: 'Lessons', exact: true }).click();
  return page.getByRole('region', { name: 'Lessons', exact: true });
}

/** @param {Page} page @param {number} step @param {number} count */
async function there(page, step, count) {
  const { lesson } = parts(page);
  await until(() => textOf(page.locator('.lesson-progress')), (text) => text.includes(`Step ${step + 1} of ${count}`), `step ${step + 1}`);
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there' || phase === 'failed', `step ${step + 1} is set up`, () => progressOf(page));
  assert.equal(await lesson.getAttribute('data-phase'), 'there', await textOf(lesson));
}

/** Checks that all expectations hold and every figure has a value. @param {Page} page @param {string} where */
async function sound(page, where) {
  const text = await textOf(parts(page).lesson);
  assert.doesNotMatch(text, /This run does not match the lesson|cannot decide/, where);
  assert.deepEqual((await page.locator('.lesson .figure').allTextContents()).filter((figure) => !/\d/.test(figure)), [], `${where}: figures without a value`);
}

/**
 * The lessons that are played here; tests/module/ plays all of them, without views. Each has views of its own: ties has
 * cutting planes, marks and choices; what-is-a-ranking a picture and questions with numbers; lists learners without cutting
 * planes; plane-pictures the plane of w and slow motion. No smaller number of lessons has all of these.
 */
const PLAYED = ['ties', 'what-is-a-ranking', 'lists', 'plane-pictures'];

for (const { id, lesson } of shipped.filter((one) => PLAYED.includes(one.id))) {
  pageTest(`lesson ${id}: every statement holds in the live run`, { everyday: id === 'ties', address: `#v=1&lesson=${id}` }, async ({ page }) => {
    const { next, reveal, lesson: region, leave } = parts(page);
    /** @type {number[]} */
    const right = [];
    /** @type {string[]} */
    const values = [];
    // The first answer is arbitrary. The second answer is the right one according to the reveal.
    for (const round of [0, 1]) {
      if (round) {
        await leave.click();
        await (await openMap(page)).getByRole('button', { name: lesson.title }).click();
      }
      for (const [step, { title, question, highlight, picture, figures }] of lesson.steps.entries()) {
        const where = `${id}, step ${step + 1}`;
        await there(page, step, lesson.steps.length);
        assert.equal(await page.evaluate(() => document.activeElement?.textContent), title, `${where}: the heading has the focus`);
        await sound(page, where);
        if (highlight) await until(() => page.locator('.highlighted:visible').count(), (count) => count === 1, `${where}: the page has ${highlight.role} “${highlight.name}”`);
        else assert.ok(picture, `${where} points at something`);
        if (round) assert.deepEqual(await unshown(page, '.lesson-text', figures), [], `${where}: figures that the page does not show`);
        if (question) {
          if (question.choices) await region.getByRole('radio').nth(round ? right[step] : 0).check();
          else {
            const { least } = question.number;
            if (least !== undefined) {
              await region.getByRole('spinbutton').fill(String(least - 1));
              await reveal.click();
              assert.equal(await textOf(page.locator('.lesson-reveal')), '', `${where}: a guess below ${least} is refused`);
            }
            await region.getByRole('spinbutton').fill(round ? values[step] : String(least ?? -1000));
          }
          await reveal.click();
          await until(() => page.locator('.lesson-reveal').innerText(), (text) => /^(Yes|No|The run)/.test(text), `${where}: the reveal`, () => progressOf(page));
          await sound(page, where);
          if (round) assert.deepEqual(await unshown(page, '.lesson-reveal', question.figures), [], `${where}: figures of the reveal that the page does not show`);
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
    await region.getByRole('heading', { name: 'What this lesson has said' }).waitFor();
    await next.click();
    assert.match(await textOf((await openMap(page)).getByRole('button', { name: lesson.title })), /done/);
  });
}

/**
 * The first step of a lesson that points at each part, for the parts that no played lesson points at.
 * @returns {{ id: string, step: number, count: number, parts: { role: string, name: string }[] }[]}
 */
function otherPointers() {
  const seen = new Set();
  const isNew = (/** @type {{ role: string, name: string }} */ part) => {
    const key = JSON.stringify(part);
    return !seen.has(key) && seen.add(key);
  };
  return shipped.toSorted((a, b) => Number(PLAYED.includes(b.id)) - Number(PLAYED.includes(a.id))).flatMap(({ id, lesson: { steps } }) =>
    steps.flatMap((/** @type {any} */ { highlight, marks = [] }, /** @type {number} */ step) => {
      const fresh = [...(highlight ? [highlight] : []), ...marks].filter(isNew);
      return fresh.length && !PLAYED.includes(id) ? [{ id, step, count: steps.length, parts: fresh }] : [];
    }));
}

pageTest('the page has every part that a lesson points at', {}, async ({ page }) => {
  for (const { id, step, count, parts: wanted } of otherPointers()) {
    const names = `${id}, step ${step + 1}: ${wanted.map(({ role, name }) => `${role} “${name}”`).join(', ')}`;
    await page.evaluate((hash) => { location.hash = hash; }, `v=1&lesson=${id}&step=${step + 1}`);
    await until(() => textOf(parts(page).lesson), (text) => text.includes(shipped.find((one) => one.id === id)?.lesson.title), names);
    await there(page, step, count);
    const { highlight, marks = [] } = shipped.find((one) => one.id === id)?.lesson.steps[step] ?? {};
    if (highlight) await until(() => page.locator('.highlighted:visible').count(), (found) => found === 1, names);
    await until(() => page.locator('[data-mark]').count(), (found) => found === marks.length, `${names}: marks`);
  }
});

pageTest('the list has all lessons, and leaving a lesson restores the page', { everyday: true }, async ({ page }) => {
  await ready(page);
  await page.getByLabel('C', { exact: true }).fill('3');
  await controls(page).step.click();
  await statusOf(page, /^paused at iteration 1 /);
  await page.getByLabel('C', { exact: true }).fill('4');
  await page.getByRole('tab', { name: 'Contributions' }).click();
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  const map = await openMap(page);
  await until(() => map.locator('.map-node').count(), (count) => count === shipped.length, 'all lessons');
  await map.getByRole('button', { name: /What is a cutting plane/ }).click();
  await there(page, 0, 5);
  assert.match(await textOf(controls(page).facts), /^data of the lesson/);
  assert.match(page.url(), /#v=1&lesson=cutting-plane$|#/);
  await parts(page).next.click();
  await there(page, 1, 5);
  await until(async () => page.url(), (url) => /#v=1&lesson=cutting-plane&step=2$/.test(url), 'the address names the step');
  await page.getByRole('group', { name: 'Your list' }).waitFor();
  await parts(page).back.click();
  await there(page, 0, 5);
  await parts(page).leave.click();
  await until(async () => page.url(), (url) => /[&#]c=3&choose=validation&next\.c=4&trained=1&numbers=2&tab=contributions&open=lessons$/.test(url), 'the address of before');
  assert.equal(await page.getByRole('tab', { name: 'Lessons', exact: true }).getAttribute('aria-selected'), 'true', 'the map, from where the lesson was opened');
  await page.getByRole('tab', { name: 'Explore', exact: true }).click();
  await until(() => textOf(controls(page).facts), (text) => /^Web search/.test(text), 'the data before');
  await statusOf(page, /^paused at iteration 1 /);
  await until(() => page.getByLabel('C', { exact: true }).inputValue(), (c) => c === '4', 'the settings that were not trained yet');
  assert.equal(await page.locator('.highlighted').count(), 0);
});

pageTest('marks and the ring tie the text to the page, and a term explains itself', {}, async ({ page }) => {
  await ready(page);
  await openMap(page);
  await page.getByLabel('Lesson file').setInputFiles(file({ ...own, hide: [], steps: [{ title: 'Ties', text: 'See [1], the {term:reference|reference}.',
    state: { sample: 'kitchen', trained: 2 }, highlight: { role: 'region', name: 'Violating permutation' }, marks: [{ role: 'heading', name: 'Reference y*' }] },
  { title: 'Later', text: 'Text.' }] }));
  await there(page, 0, 2);
  const { lesson, next } = parts(page);
  const marks = () => page.locator('[data-mark]').evaluateAll((all) => all.map((one) => [one.getAttribute('data-mark'), one.textContent?.slice(0, 9)]));
  await until(marks, (found) => found.length === 1, 'the mark stands on the page');
  assert.deepEqual(await marks(), [['1', 'Reference']]);
  assert.deepEqual(await lesson.locator('.mark-number').allInnerTexts(), ['1']);
  await lesson.locator('.lesson-text .term').first().focus();
  assert.match(await page.getByRole('tooltip').innerText(), /\w/);
  await next.click();
  await until(() => page.locator('[data-mark]').count(), (count) => count === 0, 'the mark goes with its step');
});

pageTest('the next lesson follows the last step, and a lesson with open questions is not done', {}, async ({ page, address }) => {
  await page.goto('about:blank');
  await page.goto(`${address}#v=1&lesson=cutting-plane&step=5`);
  await there(page, 4, 5);
  const { lesson } = parts(page);
  assert.match(await textOf(lesson), /Lesson 2 What is a cutting plane/);
  await lesson.getByRole('button', { name: 'Next', exact: true }).click();
  await lesson.getByRole('button', { name: 'Next lesson' }).click();
  await there(page, 0, 5);
  assert.match(await textOf(lesson), /Lesson 3 /);
  await lesson.getByRole('button', { name: 'Leave lesson' }).click();
  assert.doesNotMatch(await textOf((await openMap(page)).getByRole('button', { name: 'What is a cutting plane' })), /done/, 'its questions were not answered');
});

pageTest('the summary prints alone, with answers, figures and sources', { address: '#v=1&lesson=slack-bound&step=2', colorScheme: 'dark' }, async ({ page, address }) => {
  await page.addInitScript(() => { window.print = () => {}; });
  await page.goto('about:blank');
  await page.goto(`${address}#v=1&lesson=slack-bound&step=2`);
  const { lesson, next, reveal } = parts(page);
  await there(page, 1, 4);
  await lesson.getByRole('radio').nth(1).check();
  await reveal.click();
  await until(() => page.locator('.lesson-reveal').innerText(), (text) => /^No\./.test(text), 'the reveal');
  await next.click();
  await there(page, 2, 4);
  await next.click();
  await there(page, 3, 4);
  await next.click();
  await lesson.getByText('Try it yourself, and sources').click();
  assert.match(await textOf(lesson), /Print summary .*Try it yourself.*Sources .*2005\./);
  await lesson.getByRole('button', { name: 'Print summary' }).click();
  await page.emulateMedia({ media: 'print' });
  const summary = page.locator('#lesson-summary');
  const text = await textOf(summary);
  assert.match(text, /Slack and loss .*Your answer: If w is short enough.* ✗ Right: Never .*Not answered\..*Sources .*2005\./);
  assert.deepEqual(await page.evaluate(() => [...document.body.children].filter((one) => one.checkVisibility()).map(({ id }) => id)), ['lesson-summary']);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  assert.equal(await summary.count(), 0);
});

pageTest('a lesson that arrives after another action does not open', {}, async ({ page, address }) => {
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
  /** Goes from control to control up to the one wanted. @param {string} key @param {RegExp} wanted */
  const tabTo = async (key, wanted) => {
    for (let press = 0; press < 20; press += 1) {
      await page.keyboard.press(key);
      const name = await page.evaluate(() => document.activeElement instanceof HTMLInputElement ? document.activeElement.type : document.activeElement?.textContent ?? '');
      if (wanted.test(name)) return;
    }
    assert.fail(`${key} does not reach ${wanted}`);
  };
  // The text is read first; then the question takes its place.
  await tabTo('Tab', /^Next$/);
  await page.keyboard.press('Enter');
  await tabTo('Shift+Tab', /^radio$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until(() => page.locator('.lesson-reveal').innerText(), (text) => /^(Yes|No)\./.test(text), 'the reveal');
  assert.ok(await reveal.isDisabled());
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

pageTest('a teacher’s file, its link, its hidden parts, and its mistakes', {}, async ({ page, context }) => {
  await ready(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openMap(page);
  await page.getByLabel('Lesson file').setInputFiles(file(own));
  await there(page, 0, 1);
  const { lesson } = parts(page);
  assert.match(await textOf(lesson), /<b>No markup<\/b> but emphasis: 1\.000 /);
  assert.match(await textOf(lesson), /This run does not match the lesson: steps\[0\]\.expect\[0\] does not hold/);
  await page.getByRole('button', { name: /^Show.* settings$/ }).click();
  assert.equal(await page.getByRole('spinbutton', { name: 'C', exact: true }).isVisible(), true);
  assert.equal(await page.getByLabel('Sample data').isVisible(), false);
  await page.getByRole('button', { name: 'Show all controls' }).click();
  assert.equal(await page.getByLabel('Sample data').isVisible(), true);
  await lesson.getByRole('button', { name: 'Share' }).click();
  await lesson.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied.', { exact: true }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#v=1&lesson=~[\w-]+$/);
  await page.goto('about:blank');
  await page.goto(link);
  await there(page, 0, 1);
  assert.match(await textOf(parts(page).lesson), /My own/);
});

const HOSTILE = [
  ['', /not valid JSON/], ['[]', /the lesson: must be an object/], ['['.repeat(90_000), /not valid JSON|must be an object/], ['x'.repeat(200_000), /200,000 characters/],
  ['{"rankscope":"lesson","__proto__":{"a":1},"title":"t","summary":"s","minutes":1,"steps":[]}', /__proto__: unknown field/],
  [{ ...own, steps: [{ ...own.steps[0], state: { sample: 'https://example.org/' } }] }, /steps\[0\]\.state: sample: “https:\/\/example\.org\/” is not a sample/],
  [{ ...own, steps: [{ ...own.steps[0], state: { c: -1, __proto: 2 } }] }, /steps\[0\]\.state: c: “-1” cannot be used/],
  [{ ...own, steps: [{ ...own.steps[0], figures: { ndcg: { is: { value: 'constructor' } } } }] }, /steps\[0\]\.figures\.ndcg\.is\.value: “constructor” is none of/],
];
pageTest('hostile lesson files are refused with place and reason, and the page still works', {}, async ({ page, address }) => {
  await ready(page);
  page.on('dialog', () => assert.fail('a lesson ran code'));
  const map = await openMap(page);
  for (const [value, pattern] of HOSTILE) {
    await page.getByLabel('Lesson file').setInputFiles(file(value));
    await until(() => map.getByRole('alert').innerText(), (text) => /** @type {RegExp} */ (pattern).test(text), `a message like ${pattern}`);
  }
  assert.equal(await parts(page).lesson.count(), 0);
  await page.goto('about:blank');
  await page.goto(`${address}#lesson=~AAAA`);
  await until(() => map.getByRole('alert').innerText(), (text) => /the lesson of this link could not be opened/.test(text), 'a message about the link');
  await page.getByRole('tab', { name: 'Explore', exact: true }).click();
  await ready(page);
});

pageTest('the page in a frame, without its header and with hidden parts', {}, async ({ page, context, address }) => {
  await ready(page);
  // A foreign page without Rankscope's policy.
  const outer = await context.newPage();
  await outer.setContent(`<iframe title="Rankscope" width="900" height="700" src="${address}#v=1&amp;sample=kitchen&amp;hide=data,optimiser&amp;embed=true"></iframe>`);
  const frame = outer.frameLocator('iframe');
  await frame.getByRole('status').filter({ hasText: 'ready' }).waitFor();
  assert.equal(await frame.getByRole('banner').isVisible(), false);
  await frame.getByRole('button', { name: 'Change settings' }).click();
  assert.equal(await frame.getByRole('heading', { name: 'Data', exact: true }).isVisible(), false);
  assert.equal(await frame.getByRole('heading', { name: 'Learner and loss', exact: true }).isVisible(), true);
  await frame.getByRole('button', { name: 'Train', exact: true }).click();
  await frame.getByRole('button', { name: 'Show all controls' }).click();
  await frame.getByRole('button', { name: 'Change settings' }).click();
  assert.equal(await frame.getByRole('heading', { name: 'Data', exact: true }).isVisible(), true);
});

pageTest('if the parts for lessons cannot be fetched, the page says so and tries again', { allow: [/lessons-panel|lesson-source|Failed to|ERR_/] }, async ({ page }) => {
  await ready(page);
  const lessons = page.getByRole('tab', { name: 'Lessons', exact: true });
  const map = page.getByRole('region', { name: 'Lessons', exact: true });
  await page.route(/\/lessons-panel-[^/]*\.js$/, (route) => route.abort());
  await page.route(/\/lesson-source-[^/]*\.js$/, (route) => route.abort());
  await lessons.click();
  await map.getByText('This panel could not be fetched').waitFor();
  await page.unroute(/\/lessons-panel-[^/]*\.js$/);
  // The panel is fetched again when it is next opened.
  await page.getByRole('tab', { name: 'Explore', exact: true }).click();
  await lessons.click();
  await until(() => map.getByRole('alert').innerText(), (text) => /could not be opened/.test(text), 'the map says what is missing');
  await page.unroute(/\/lesson-source-[^/]*\.js$/);
  const { id: missing } = shipped[0];
  // A lesson that is missing is asked for again the next time.
  await page.route(/\/lessons\/[^/]*\.json$/, (route) => (route.request().url().includes(`/${missing}.json`) ? route.abort() : route.continue()));
  await lessons.click();
  await until(() => textOf(map.getByRole('alert')), (text) => text === `Some lessons of this page could not be opened: ${missing}: the host does not answer; try again when there is a connection`, 'the missing one is named');
  assert.equal(await map.locator('.map-node').count(), shipped.length - 1, 'all others are there');
  await page.unroute(/\/lessons\/[^/]*\.json$/);
  await lessons.click();
  await map.locator('.map-node').nth(shipped.length - 1).waitFor();
  await map.getByRole('button', { name: /What is a ranking/i }).waitFor();
});
