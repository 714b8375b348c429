// A teacher writes a lesson from nothing, sees what does not fit, plays it, saves it and opens it again.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { pageTest } from '../support/browser.mjs';
import { controls, fullSpeed, overflowing, progressOf, ready, statusOf, textOf, until } from '../support/page.mjs';
import { STATES } from '../support/states.mjs';
import { violations } from '../support/states-walk.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const parts = (page) => {
  const editor = page.getByRole('region', { name: 'Lesson editor' });
  const outline = editor.getByRole('region', { name: 'Outline' });
  return { editor, outline, lesson: page.getByRole('region', { name: 'Lesson', exact: true }), strip: page.getByRole('region', { name: 'The page for a step' }),
    field: (/** @type {string} */ name) => editor.getByLabel(name, { exact: true }).and(editor.locator('input, textarea, select')),
    press: (/** @type {string} */ name) => editor.getByRole('button', { name, exact: true }).click(),
    tab: (/** @type {string} */ name) => editor.getByRole('tab', { name, exact: true }).click(),
    stage: editor.frameLocator('iframe[title="The step on the stage"]'),
    checks: () => editor.getByRole('list', { name: 'Checks of this step' }).innerText(),
    names: () => outline.locator('.edit-step-title').allInnerTexts() };
};

/** Opens the editor from the list of lessons. @param {Page} page */
async function openEditor(page) {
  await page.getByRole('tab', { name: 'Lessons', exact: true }).click();
  await page.getByRole('region', { name: 'Lessons', exact: true }).getByRole('button', { name: 'New lesson' }).click();
  await parts(page).editor.waitFor();
}

/** @param {Page} page */
async function save(page) {
  const loading = page.waitForEvent('download');
  await parts(page).press('Save as file');
  const file = await loading;
  return { name: file.suggestedFilename(), text: await readFile(/** @type {string} */ (await file.path()), 'utf8') };
}

/** Sets C and trains to the end, on the page. @param {Page} page @param {string} c */
async function trainWith(page, c) {
  await page.getByLabel('C', { exact: true }).fill(c);
  await controls(page).train.click();
  await until(async () => page.url(), (url) => new RegExp(`&c=${c}&.*ended=true`).test(url), `the run with C = ${c} ends`, () => progressOf(page));
}

/** Waits until the stage has been measured. @param {Page} page @param {RegExp} words of a check */
const checked = (page, words) => until(parts(page).checks, (text) => words.test(text), `the checks say ${words}`);

/** Writes two steps: a picture with a question by hand, and the page with a question that the run decides. @param {Page} page */
async function write(page) {
  const { field, press, tab, editor, strip, stage } = parts(page);
  await field('Title').fill('Does C matter?');
  await field('Summary').fill('One guess about C.');
  await press('Write the first step');
  await field('Title of the step').fill('A circle');
  await field('Text').fill('Turn *w*. The **rim** is what you met.');
  await tab('Picture');
  await field('Picture').selectOption('circle');
  await field('rim (steps over a turn)').check();
  await field('rim (steps over a turn): hidden until the answer').check();
  await checked(page, /rim \(steps over a turn\)” waits for an answer/);
  await tab('Question');
  await field('Ask a question').check();
  await field('Question').fill('What is the rim?');
  for (const [at, text] of ['A scale', 'A loss'].entries()) {
    const answer = editor.getByRole('group', { name: `Answer ${at + 1}` });
    await answer.getByLabel('Answer', { exact: true }).fill(text);
    await answer.getByLabel('What to say to it').fill('It shows the loss.');
  }
  await editor.getByRole('group', { name: 'Answer 2' }).getByRole('radio', { name: 'This answer is right' }).check();
  await field('Reveal').fill('Steps.');
  await stage.getByRole('heading', { name: 'A circle' }).waitFor();
  await stage.getByText('What is the rim?').waitFor();

  await press('Add a step');
  await field('Title of the step').fill('A cheap slack');
  await field('Text').fill('C is 0.01, and ‖w‖ is');
  await tab('Picture');
  await press('Set up the page');
  await strip.waitFor();
  assert.equal(await editor.isVisible(), false);
  await trainWith(page, '0.01');
  await strip.getByRole('button', { name: 'Take the page' }).click();
  await editor.waitFor();
  await tab('Text');
  await field('Number').selectOption({ label: await field('Number').locator('option', { hasText: 'length of w' }).first().innerText() });
  await press('Add the number to the text');
  assert.equal(await field('Text').inputValue(), 'C is 0.01, and ‖w‖ is {{norm}}');
  await tab('Question');
  await field('Ask a question').check();
  await field('Question').fill('And with C = 1?');
  await field('a figure of the run').check();
  for (const [at, [text, relation]] of [['Longer', 'more'], ['Shorter', 'less']].entries()) {
    const answer = editor.getByRole('group', { name: `Answer ${at + 1}` });
    await answer.getByLabel('Answer', { exact: true }).fill(text);
    await answer.getByLabel('Right if').selectOption(JSON.stringify({ value: 'report.norm' }));
    await answer.getByLabel('Relation').selectOption(relation);
    await answer.getByLabel('What to say to it').fill('Slack has its price now.');
  }
  await editor.getByRole('button', { name: 'Set up the page' }).click();
  await trainWith(page, '1');
  await strip.getByRole('button', { name: 'Take the page' }).click();
  await field('Reveal').fill('Watch the slack, too.');
}

pageTest('a lesson of two steps is written, seen on the stage, played, saved and opened again', { everyday: true, address: '#v=1&sample=kitchen' }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await openEditor(page);
  const { field, press, editor, lesson, stage, outline } = parts(page);
  await write(page);
  await until(() => editor.locator('.edit-problems').isVisible(), (seen) => !seen, 'nothing is left to correct', async () => textOf(editor));
  await stage.getByText(/‖w‖ is \d/).first().waitFor();
  await checked(page, /fit at 1280 × 720, also after Reveal\.[\s\S]*There is no gist/);
  assert.equal(await field('Reveal').evaluate((one) => one === document.activeElement), true, 'the stage leaves the focus with the author');

  const saved = await save(page);
  assert.equal(saved.name, 'does-c-matter.json');
  const { steps } = JSON.parse(saved.text);
  assert.deepEqual([steps[0].picture, steps[0].show, steps[0].question.choices.map((/** @type {any} */ one) => one.right)], ['circle', ['rim?'], [false, true]]);
  assert.deepEqual([steps[0].state.sample, steps[1].state, steps[1].question.state], ['kitchen', { c: 0.01, trained: 'end' }, { c: 1, trained: 'end' }]);
  assert.deepEqual(steps[1].question.choices[0].right, { more: [{ value: 'report.norm' }, { value: 'report.norm', run: 'before' }] });

  await press('Play');
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the first step', () => progressOf(page));
  assert.equal(await editor.isVisible(), false);
  await lesson.getByRole('radio', { name: 'A scale' }).check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await until(() => textOf(lesson), (text) => /No\. It shows the loss\..*Steps\./.test(text) && /A loss ✓ right/.test(text), 'the answer by hand', () => progressOf(page));
  await lesson.getByRole('button', { name: 'Next', exact: true }).click();
  await lesson.getByRole('radio', { name: 'Longer' }).check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await until(() => textOf(lesson), (text) => /Yes\. Slack has its price now\..*Watch the slack, too\./.test(text), 'the answer of the run', () => progressOf(page));
  await lesson.getByRole('button', { name: 'Next', exact: true }).click();
  await lesson.getByRole('button', { name: 'Finish' }).click();
  await editor.waitFor();

  await until(async () => page.url(), (url) => /open=lesson-editor/.test(url), 'the address names the editor');
  await page.reload();
  await editor.waitFor();
  assert.equal(await field('Title').inputValue(), 'Does C matter?', 'the draft survives a reload');
  await press('New lesson');
  assert.equal(await outline.getByRole('listitem').count(), 0);
  await press('Undo');
  assert.equal(await outline.getByRole('listitem').count(), 2);
  await press('New lesson');
  await field('Open file').setInputFiles({ name: 'again.json', mimeType: 'application/json', buffer: Buffer.from(saved.text) });
  await until(() => editor.getByRole('status').innerText(), (text) => text === 'again.json is open.', 'the file is open');
  assert.equal((await save(page)).text, saved.text, 'the same lesson');
  await press('Close the lesson editor');
  await page.getByRole('region', { name: 'Lessons', exact: true }).waitFor();
});

pageTest('the schema names what is missing, the stage what does not fit, and a press leads there', { address: '#v=1&sample=kitchen&open=lesson-editor' }, async ({ page }) => {
  const { field, press, editor, outline, tab, stage, checks } = parts(page);
  await editor.waitFor();
  await statusOf(page, /ready|no data/);
  await press('Write the first step');
  await press('Play');
  assert.match(await editor.getByRole('status').innerText(), /Correct the places first/);
  await tab('Lesson');
  await editor.getByRole('button', { name: 'Step 1, text: must be a text' }).click();
  assert.equal(await field('Text').evaluate((one) => one === document.activeElement), true);
  await field('Text').fill('Words with {{nothing}}');
  await editor.getByRole('button', { name: 'Step 1, text: {{nothing}} is not among the figures beside it' }).waitFor();
  await field('Text').fill('Many words. '.repeat(160));
  await stage.getByText(/Many words\. Many/).first().waitFor();
  await checked(page, /need \d+ px more at 1280 × 720[\s\S]*need \d+ px more at 390 × 844/);
  await tab('Question');
  await field('Ask a question').check();
  await field('The answer is').selectOption('number');
  await field('The number is').selectOption('report.train');
  await checked(page, /320 words before the question/);
  await editor.getByRole('button', { name: /320 words before the question/ }).click();
  assert.equal(await field('Text').evaluate((one) => one === document.activeElement), true);
  assert.match(await outline.innerText(), /\d warnings/, await checks());
  await field('Open file').setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{"rankscope":"lesson"}') });
  await until(() => editor.getByRole('status').innerText(), (text) => /^bad\.json cannot be opened\. title: is missing/.test(text), 'a bad file is refused');
  assert.equal(await outline.getByRole('listitem').count(), 1, 'the draft stays');
});

pageTest('the editor finds a figure of the answer that is on the stage before it is revealed', { address: '#v=1&sample=kitchen&open=lesson-editor' }, async ({ page }) => {
  const { field, editor } = parts(page);
  await editor.waitFor();
  const question = { ask: 'How high?', number: { is: { value: 'report.train', at: 'last' }, within: 0.01, right: 'So it is.', wrong: 'No.' }, reveal: 'The curve ends there.' };
  const step = { title: 'One', text: 'A curve.', gist: 'A curve.', claim: 'It ends.', state: { sample: 'kitchen', trained: 'end' }, highlight: { role: 'region', name: 'NDCG@10' }, question };
  await field('Open file').setInputFiles({ name: 'leak.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ rankscope: 'lesson', title: 'Leak', summary: 'S', minutes: 1, steps: [step] })) });
  await checked(page, /shows the answer, \d\.\d+, before Reveal/);
});

pageTest('steps are chosen, moved, repeated and removed by keyboard, and a part of the page is picked', {}, async ({ page }) => {
  await ready(page);
  await openEditor(page);
  const { field, press, names, tab, outline, strip, editor } = parts(page);
  for (const title of ['One', 'Two', 'Three']) {
    await press('Add a step');
    await field('Title of the step').fill(title);
  }
  await outline.getByRole('button', { name: /Three/ }).press('Alt+ArrowUp');
  await until(names, (all) => all.join() === 'One,Three,Two', 'moved');
  await page.keyboard.press('ArrowUp');
  assert.equal(await field('Title of the step').inputValue(), 'One');
  await outline.getByRole('button', { name: 'Remove' }).press('Enter');
  await until(names, (all) => all.join() === 'Three,Two', 'removed');
  await press('Undo');
  await until(names, (all) => all.join() === 'One,Three,Two', 'back');
  await outline.getByRole('button', { name: 'Duplicate' }).press('Enter');
  await until(names, (all) => all.join() === 'One,One,Three,Two', 'repeated');
  await tab('Picture');
  await press('Pick on the page');
  await strip.waitFor();
  await page.getByRole('heading', { name: 'Violating permutation' }).click();
  await editor.waitFor();
  await until(() => field('Point at').evaluate((one) => /** @type {HTMLSelectElement} */ (one).selectedOptions[0].text), (text) => /^Violating permutation/.test(text), 'picked');
  await press('Pick on the page');
  await page.keyboard.press('Escape');
  await editor.waitFor();
});

for (const [width, colorScheme] of /** @type {const} */ ([[1440, 'light'], [390, 'dark']])) {
  pageTest(`axe finds nothing in the editor at ${width} px, ${colorScheme}`, { width, colorScheme }, async ({ page }) => {
    await ready(page);
    await STATES.find(({ name }) => name === 'a lesson being written')?.reach(page);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(await overflowing(page), []);
  });
}
