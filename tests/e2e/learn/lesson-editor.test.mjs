// A teacher writes a lesson by doing it on the page, plays it, saves it and opens it again.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { pageTest } from '../support/browser.mjs';
import { controls, fullSpeed, loadSample, overflowing, progressOf, ready, statusOf, textOf, until } from '../support/page.mjs';
import { STATES } from '../support/states.mjs';
import { violations } from '../support/states-walk.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const parts = (page) => {
  const editor = page.getByRole('region', { name: 'Lesson editor' });
  return { editor, lesson: page.getByRole('region', { name: 'Lesson', exact: true }),
    field: (/** @type {string} */ name) => editor.getByLabel(name, { exact: true }), press: (/** @type {string} */ name) => editor.getByRole('button', { name, exact: true }).click() };
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
  await parts(page).press('Save');
  const file = await loading;
  return { name: file.suggestedFilename(), text: await readFile(/** @type {string} */ (await file.path()), 'utf8') };
}

/** Sets C and trains to the end. @param {Page} page @param {string} c */
async function trainWith(page, c) {
  await page.getByLabel('C', { exact: true }).fill(c);
  await controls(page).train.click();
  await until(async () => page.url(), (url) => new RegExp(`&c=${c}&.*ended=true`).test(url), `the run with C = ${c} ends`, () => progressOf(page));
}

/** Writes two steps on the page; the second asks a question. @param {Page} page */
async function write(page) {
  const { field, press, editor } = parts(page);
  await field('Title').fill('Does C matter?');
  await field('Summary').fill('One guess about C.');
  await loadSample(page, 'Kitchen (hand-made)');
  await press('Add a step from the page');
  await field('Title of the step').fill('At w = 0');
  await field('Text').fill('Nothing is *trained* yet.');
  await field('Point at').selectOption({ label: 'Objective (panel)' });
  await trainWith(page, '0.01');
  await press('Add a step from the page');
  await field('Title of the step').fill('A cheap slack');
  await field('Text').fill('C is 0.01, and ‖w‖ is');
  await field('Figure').selectOption('report.norm');
  await press('Add the figure to the text');
  assert.equal(await field('Text').inputValue(), 'C is 0.01, and ‖w‖ is {{norm}}');
  await field('Ask a question').check();
  await field('Question').fill('And with C = 1?');
  for (const [at, [text, relation]] of [['Longer', 'more'], ['Shorter', 'less']].entries()) {
    const answer = editor.getByRole('group', { name: `Answer ${at + 1}` });
    await answer.getByLabel('Answer', { exact: true }).fill(text);
    await answer.getByLabel('Right if').selectOption('report.norm');
    await answer.getByLabel('Relation').selectOption(relation);
    await answer.getByLabel('Feedback').fill('Slack has its price now.');
  }
  await trainWith(page, '1');
  await press('Take the page after the answer');
  await field('Reveal').fill('Watch the slack, too.');
}

pageTest('a lesson of two steps is written, played, answered, saved and opened again', { everyday: true }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await openEditor(page);
  const { field, press, editor, lesson } = parts(page);
  await write(page);
  await until(() => editor.locator('.edit-problems').isVisible(), (seen) => !seen, 'nothing is left to correct', async () => textOf(editor));

  const saved = await save(page);
  assert.equal(saved.name, 'does-c-matter.json');
  const written = JSON.parse(saved.text);
  assert.deepEqual(written.steps.map((/** @type {any} */ { state }) => [state.sample, state.c, state.trained]), [['kitchen', undefined, undefined], [undefined, 0.01, 'end']]);
  assert.deepEqual([written.steps[0].highlight, written.steps[1].question.state], [{ role: 'region', name: 'Objective' }, { c: 1, trained: 'end' }]);

  await press('Play');
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the first step', () => progressOf(page));
  assert.equal(await editor.isVisible(), false);
  await lesson.getByRole('button', { name: 'Next' }).click();
  await until(() => textOf(lesson), (text) => /‖w‖ is \d/.test(text), 'the figure', () => progressOf(page));
  await lesson.getByRole('radio', { name: 'Longer' }).check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await until(() => textOf(lesson), (text) => /Yes\. Slack has its price now\..*Watch the slack, too\./.test(text), 'the answer', () => progressOf(page));
  assert.match(await textOf(lesson), /✓ correct/);
  await lesson.getByRole('button', { name: 'Finish' }).click();
  await editor.waitFor();

  await until(async () => page.url(), (url) => /open=lesson-editor/.test(url), 'the address names the editor');
  await page.reload();
  await editor.waitFor();
  await openEditor(page);
  assert.equal(await field('Title').inputValue(), 'Does C matter?', 'the draft survives a reload');
  await press('New');
  assert.equal(await editor.getByRole('listitem').count(), 0);
  await field('Open file').setInputFiles({ name: 'again.json', mimeType: 'application/json', buffer: Buffer.from(saved.text) });
  await until(() => editor.getByRole('status').innerText(), (text) => text === 'again.json is open.', 'the file is open');
  assert.equal((await save(page)).text, saved.text, 'the same lesson');
});

pageTest('the schema names what is missing, and a press leads there', { address: '#v=1&sample=kitchen&open=lesson-editor' }, async ({ page }) => {
  const { field, press, editor } = parts(page);
  await editor.waitFor();
  await statusOf(page, /ready|no data/);
  await ready(page);
  await press('Add a step from the page');
  await press('Play');
  assert.match(await editor.getByRole('status').innerText(), /Correct the places above first/);
  await editor.getByRole('button', { name: 'steps[0].text: must be a text' }).click();
  assert.equal(await field('Text').evaluate((one) => one === document.activeElement), true);
  await field('Text').fill('Words with {{nothing}}');
  await editor.getByRole('button', { name: 'steps[0].text: {{nothing}} is not among the figures beside it' }).waitFor();
  await field('Open file').setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{"rankscope":"lesson"}') });
  await until(() => editor.getByRole('status').innerText(), (text) => /^bad\.json cannot be opened\. title: is missing/.test(text), 'a bad file is refused');
  assert.equal(await editor.getByRole('listitem').filter({ hasText: 'Step 1' }).count() > 0, true, 'the draft stays');
});

pageTest('steps are moved and deleted by keyboard, and a part of the page is picked', {}, async ({ page }) => {
  await ready(page);
  await openEditor(page);
  const { field, press, editor } = parts(page);
  for (const title of ['One', 'Two', 'Three']) {
    await press('Add a step from the page');
    await field('Title of the step').fill(title);
  }
  const names = () => editor.locator('.edit-name').allInnerTexts();
  await editor.getByRole('button', { name: 'Move Three up' }).focus();
  await page.keyboard.press('Enter');
  await until(names, (all) => all.join() === 'One,Three,Two', 'moved');
  await editor.getByRole('button', { name: 'Delete One' }).press('Enter');
  await until(names, (all) => all.join() === 'Three,Two', 'deleted');
  await press('Pick on the page');
  await page.getByRole('heading', { name: 'Violating permutation' }).click();
  await until(() => field('Point at').evaluate((one) => /** @type {HTMLSelectElement} */ (one).selectedOptions[0].text), (text) => /^Violating permutation/.test(text), 'picked');
});

for (const [width, colorScheme] of /** @type {const} */ ([[1440, 'light'], [390, 'dark']])) {
  pageTest(`axe finds nothing in the editor at ${width} px, ${colorScheme}`, { width, colorScheme }, async ({ page }) => {
    await ready(page);
    await STATES.find(({ name }) => name === 'a lesson being written')?.reach(page);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(await overflowing(page), []);
  });
}
