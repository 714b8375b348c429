// States that the page can be in, for tests that must hold in all of them: a name, and how a person gets there.
// A new panel or state joins every such test by one entry here.

import { PANELS } from '../../../www/app/panels.js';
import { withLargeFile } from './faults.mjs';
import { history } from './history.mjs';
import { file, letor } from './letor.mjs';
import { chart, controls, fullSpeed, goTo, loadSample, openMenu, openSettings, openView, ready, showChart, showQueries, statusOf, textOf, train, until, upload } from './page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** `shows`: the part of the page that the state is about, for its picture; the window without it. @typedef {{ name: string, shows?: string, reach: (page: Page) => Promise<void>, leave?: (page: Page) => Promise<void> }} PageState */

/** Panels of the workspace that are fetched when they are first opened, by the id of their section. */
export const LATE = PANELS.filter(({ load }) => load).map(({ id }) => id);

const CHARTS = ['Objective', 'Slack and loss', 'NDCG@10'];

/** Opens a panel: its tab, or the tab that it folds in. @param {Page} page @param {string} id */
export async function openPanel(page, id) {
  const panel = PANELS.find((one) => one.id === id);
  const tab = PANELS.find((one) => one.id === (panel?.within ?? id))?.tab;
  if (!panel || !tab) throw new Error(`there is no panel ${id}`);
  await openView(page, tab.name);
  if (panel.tab) return;
  const details = page.locator(`#${id} > details`);
  if (!(await details.evaluate((element) => /** @type {HTMLDetailsElement} */ (element).open))) await details.locator('> summary').click();
}

/** Opens a view of the violating permutation and waits for what it shows. @param {Page} page @param {string} name @param {string} shows */
export async function openTab(page, name, shows) {
  const { inspector } = controls(page);
  await openView(page, 'Violator');
  await inspector.getByRole('tab', { name }).click();
  await inspector.locator(shows).first().waitFor();
}

/** The step of a lesson is set up. @param {Page} page */
async function lessonReady(page) {
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step of the lesson is set up');
  return lesson;
}

/** In this order each follows from the one before. @type {PageState[]} */
export const STATES = [
  { name: 'ready', reach: (page) => ready(page) },
  {
    name: 'settings open',
    shows: '#choices',
    reach: (page) => openSettings(page),
  },
  {
    name: 'training',
    async reach(page) {
      await page.getByLabel('Pace', { exact: true }).selectOption({ label: '4 a second' });
      await controls(page).train.click();
      await statusOf(page, /^iteration/);
    },
    // On a busy machine the run may end by itself meanwhile; then the button does nothing.
    leave: (page) => controls(page).pause.evaluate((/** @type {HTMLElement} */ button) => button.click()),
  },
  {
    name: 'stopped',
    shows: '#main',
    async reach(page) {
      await fullSpeed(page);
      await train(page);
    },
  },
  { name: 'an earlier iteration', shows: '#charts', reach: (page) => goTo(page, 2) },
  { name: 'a query chosen', shows: '#workspace', reach: async (page) => {
    await showQueries(page);
    await controls(page).queries.getByRole('row').nth(3).click();
  } },
  { name: 'contributions open', shows: '#inspector', reach: (page) => openTab(page, 'Contributions', '.contributions tbody tr') },
  {
    name: 'contributions with all columns',
    shows: '#inspector',
    async reach(page) {
      // The switch is for narrow screens; a wide one has them all.
      const all = page.getByRole('checkbox', { name: 'All columns' });
      if (await all.isVisible()) await all.check();
      await page.getByRole('columnheader', { name: 'so far' }).waitFor();
    },
  },
  { name: 'search table open', shows: '#inspector', reach: (page) => openTab(page, 'Search table', '.search-place :is(td, p)') },
  { name: 'a permutation of one’s own', shows: '#inspector', reach: (page) => openTab(page, 'Your permutation', '[role=option], .own button') },
  { name: 'rankings again', shows: '#inspector', reach: (page) => openTab(page, 'Rankings', '.document') },
  ...CHARTS.map((name) => ({
    name: `${name} as a table`,
    shows: '#charts',
    reach: async (/** @type {Page} */ page) => {
      await showChart(page, name);
      await chart(page, name).toggle.click();
    },
    leave: (/** @type {Page} */ page) => chart(page, name).toggle.click(),
  })),
  {
    name: 'plane of w in slow motion with a probe',
    shows: '#weightplane',
    async reach(page) {
      await openPanel(page, 'weightplane');
      await history(page).slow.click();
      const plane = page.locator('#weightplane');
      await plane.getByRole('group', { name: 'Phases of the iteration' }).getByRole('button', { name: 'Next phase' }).click();
      await plane.getByRole('button', { name: /^Probe at/ }).press('Home');
      await plane.getByRole('table', { name: 'The probe' }).waitFor();
      await until(() => textOf(plane), (text) => text.includes('objective low'), 'the objective is drawn');
    },
    leave: (page) => history(page).slow.click(),
  },
  ...LATE.map((id) => ({
    name: `panel ${id} open`,
    shows: `#${id}`,
    reach: async (/** @type {Page} */ page) => {
      await openPanel(page, id);
      if (id === 'certificate') await history(page).ledger.locator('tbody tr').first().waitFor();
      if (id === 'ranks') await page.locator('.bump-picture svg').first().waitFor();
      if (id === 'explanation') await page.getByRole('table', { name: 'Contributions feature by feature' }).waitFor();
    },
  })),
  {
    name: 'slow motion',
    shows: '#slow-motion',
    async reach(page) {
      // The panels before it end in another mode.
      await openView(page, 'Violator');
      await history(page).slow.click();
      await until(() => textOf(history(page).strip.locator('.phase-sentence')), (text) => !/…$/.test(text), 'the phase is told');
    },
  },
  ...[2, 3, 4].map((number) => ({
    name: `slow motion, phase ${number}`,
    shows: '#slow-motion',
    reach: (/** @type {Page} */ page) => history(page).next.click(),
    leave: async (/** @type {Page} */ page) => { if (number === 4) await history(page).slow.click(); },
  })),
  {
    name: 'export',
    shows: 'dialog[open]',
    async reach(page) {
      await openMenu(page);
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('dialog', { name: 'Export' }).getByLabel('Command that reproduces the run').waitFor();
    },
    leave: (page) => page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Close' }).click(),
  },
  {
    name: 'a preview of a table',
    shows: 'dialog[open]',
    async reach(page) {
      await openSettings(page);
      await controls(page).letor.setInputFiles(file('table.csv', 'label,qid,title,a\n1,1,shoes,0.5\n-1,1,hats,\n0.5,2,caps,1\n'));
      const dialog = page.getByRole('dialog', { name: 'Read table.csv' });
      await dialog.getByRole('button', { name: /^Leave out the column/ }).waitFor();
      await dialog.locator('details').evaluate((element) => { /** @type {HTMLDetailsElement} */ (element).open = true; });
    },
    leave: (page) => page.getByRole('dialog', { name: 'Read table.csv' }).getByRole('button', { name: 'Cancel' }).click(),
  },
  {
    name: 'a decay profile drawn',
    shows: '#choices',
    async reach(page) {
      await openSettings(page);
      await page.getByLabel('Decay profile c').selectOption({ label: 'drawn / typed' });
      await page.getByRole('region', { name: 'What this c would do' }).getByRole('table').waitFor();
    },
  },
  {
    name: 'a decay profile at fault',
    shows: '#choices',
    async reach(page) {
      await page.getByLabel('Values of c, from rank 1 on').fill('1, 0.4, 0.5');
      await page.locator('.point.wrong').first().waitFor();
    },
    leave: async (page) => void (await page.getByLabel('Decay profile c').selectOption('log')),
  },
  {
    name: 'runs compared',
    shows: '#runs',
    async reach(page) {
      await openSettings(page);
      await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('1');
      await train(page);
      await openPanel(page, 'runs');
      await page.getByRole('checkbox', { name: /^Draw / }).first().check();
      await page.getByLabel('First run').selectOption({ label: 'Run 1' });
      await page.getByLabel('Second run').selectOption({ label: 'Run 2' });
      await page.getByRole('table', { name: 'Queries by difference' }).getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'comparison running',
    shows: '#comparison',
    async reach(page) {
      await openPanel(page, 'comparison');
      await page.locator('#comparison').getByRole('button', { name: 'Compare', exact: true }).click();
      await page.locator('#comparison').getByText(/of \d+ runs done|starting/).waitFor();
    },
    leave: (page) => page.locator('#comparison').getByRole('button', { name: 'Cancel' }).click(),
  },
  {
    name: 'laboratory of calibration',
    shows: '#theory',
    async reach(page) {
      await openPanel(page, 'theory');
      await page.locator('#theory .lab-picture svg').first().waitFor();
    },
  },
  {
    name: 'ratings trained',
    shows: '#ratings',
    async reach(page) {
      await openPanel(page, 'ratings');
      const panel = page.locator('#ratings');
      for (const [name, value] of [['Users', '40'], ['Items', '45'], ['Ratings per user, N', '12'], ['Values of C', '100']]) {
        await panel.getByLabel(name, { exact: true }).fill(value);
      }
      await panel.getByRole('button', { name: 'Generate ratings' }).click();
      const press = panel.getByRole('button', { name: 'Train on ratings' });
      await until(() => press.getAttribute('aria-disabled'), (off) => off === 'false', 'the ratings are read');
      await press.click();
      await panel.getByRole('table', { name: /items for this arrow$/ }).waitFor();
      await panel.getByRole('button', { name: /^Arrow of user/ }).press('ArrowUp');
    },
  },
  {
    name: 'an empty sketch pad',
    shows: '#sketch',
    async reach(page) {
      await openPanel(page, 'sketch');
      await page.locator('#sketch').getByRole('button', { name: 'Clear' }).click();
      await page.locator('#sketch').getByText('so there is nothing to rank').waitFor();
    },
  },
  {
    name: 'a sketch with a moved arrow',
    shows: '#sketch',
    async reach(page) {
      await openPanel(page, 'sketch');
      await page.locator('#sketch').getByRole('combobox', { name: 'Example' }).selectOption({ label: 'Outlier query' });
      // Away from the documents: on a small pad they would cover its handle, and the list is there for such cases.
      for (let turn = 0; turn < 11; turn += 1) await page.getByRole('button', { name: /^Arrow of w/ }).press('ArrowRight');
      await page.getByRole('button', { name: /^Document 1 of query 5/ }).focus();
      await page.getByRole('button', { name: 'Back to the trained w' }).waitFor();
    },
    leave: (page) => openView(page, 'Violator'),
  },
  {
    name: 'a search table of few documents',
    shows: '#inspector',
    async reach(page) {
      await loadSample(page, 'Kitchen (hand-made)');
      await train(page);
      await openTab(page, 'Search table', '.search-place td');
    },
    leave: (page) => openTab(page, 'Rankings', '.document'),
  },
  {
    name: 'pictures',
    shows: '#workspace',
    reach: (page) => loadSample(page, 'Handwritten digits'),
  },
  {
    name: 'a file that takes much memory',
    shows: '#alerts',
    async reach(page) {
      await withLargeFile('large.txt', 2e9, async (path) => {
        await controls(page).letor.setInputFiles(path);
        await page.getByRole('region', { name: 'This needs a lot of memory' }).waitFor();
      });
    },
    leave: (page) => page.getByRole('button', { name: 'Cancel loading' }).click(),
  },
  {
    name: 'an error told',
    shows: '#alerts',
    async reach(page) {
      await controls(page).letor.setInputFiles(file('broken.txt', '1 qid:1 1:x\n2 qid:1 2:\n'));
      await controls(page).alert.getByText('could not be read').waitFor();
    },
    leave: (page) => page.getByRole('button', { name: 'Dismiss' }).click(),
  },
  {
    name: 'a setting at fault',
    shows: '#choices',
    reach: async (page) => {
      await openSettings(page);
      await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('-1');
      await page.locator('[aria-invalid]:visible').first().waitFor();
    },
    leave: (page) => page.getByRole('spinbutton', { name: 'C', exact: true }).fill('1'),
  },
  {
    name: 'the list of keys',
    shows: 'dialog[open]',
    async reach(page) {
      await page.evaluate(() => { if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); });
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    },
    leave: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'offline',
    shows: '#alerts',
    async reach(page) {
      await page.context().setOffline(true);
      await page.getByText('You are offline.').waitFor();
    },
    leave: (page) => page.context().setOffline(false),
  },
  {
    name: 'the glossary',
    shows: 'dialog[open]',
    async reach(page) {
      await openMenu(page);
      await page.getByRole('button', { name: 'Glossary', exact: true }).click();
      await page.getByRole('dialog', { name: 'Glossary' }).getByRole('searchbox').waitFor();
    },
    leave: (page) => page.getByRole('button', { name: 'Close glossary' }).click(),
  },
  {
    name: 'lessons to choose from',
    shows: '#lessons',
    async reach(page) {
      await openView(page, 'Lessons');
      await page.locator('.map-node').first().waitFor();
    },
  },
  {
    name: 'lessons picked for a lecture',
    shows: 'dialog[open]',
    async reach(page) {
      await page.getByRole('region', { name: 'For a lecture' }).getByRole('button', { name: 'Change' }).click();
      await page.getByRole('dialog', { name: 'Lessons of the lecture' }).waitFor();
    },
    leave: (page) => page.getByRole('button', { name: 'Close the plan' }).click(),
  },
  {
    name: 'a lesson',
    shows: '#lesson',
    async reach(page) {
      await page.locator('#lessons').getByRole('button', { name: 'A published shortcut, tested' }).click();
      await lessonReady(page);
    },
  },
  {
    name: 'a term explained',
    async reach(page) {
      await (await lessonReady(page)).locator('.lesson-text .term').first().focus();
      await page.getByRole('tooltip').waitFor();
    },
    leave: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'a question of a lesson',
    shows: '#lesson',
    async reach(page) {
      const lesson = await lessonReady(page);
      // On a phone the first press leads from the text to the question.
      const next = lesson.getByRole('button', { name: 'Next', exact: true });
      await next.click();
      if (!(await textOf(lesson)).includes('Step 2 of')) await next.click();
      await until(() => textOf(lesson), (text) => text.includes('Step 2 of'), 'the second step');
      await lessonReady(page);
    },
  },
  {
    name: 'its answer',
    shows: '#lesson',
    async reach(page) {
      const lesson = await lessonReady(page);
      const first = lesson.getByRole('radio').first();
      if (!await first.isVisible()) await lesson.getByRole('button', { name: 'Next', exact: true }).click();
      await first.check();
      await lesson.getByRole('button', { name: 'Reveal' }).click();
      await lesson.locator('.lesson-reveal').getByText(/^(Yes|No)\./).waitFor();
    },
  },
  {
    name: 'a lesson left',
    async reach(page) {
      await page.getByRole('button', { name: 'Leave lesson' }).click();
      await page.locator('.map-node').first().waitFor();
    },
  },
  {
    name: 'pages to put in order',
    shows: '.gain',
    async reach(page) {
      await openView(page, 'Lessons');
      await page.locator('#lessons').getByRole('button', { name: 'What is a ranking' }).click();
      await lessonReady(page);
      await page.getByRole('slider', { name: 'Five kinds of green tea' }).press('ArrowUp');
    },
    leave: (page) => page.getByRole('button', { name: 'Leave lesson' }).click(),
  },
  {
    name: 'a lesson being written',
    shows: '#lesson-editor',
    async reach(page) {
      await openView(page, 'Lessons');
      await page.locator('#lessons').getByRole('button', { name: 'New lesson' }).click();
      const editor = page.getByRole('region', { name: 'Lesson editor' });
      await editor.getByRole('button', { name: 'Write the first step' }).click();
      await editor.getByRole('tab', { name: 'Question' }).click();
      await editor.getByLabel('Ask a question').check();
      await editor.getByRole('list', { name: 'Checks of this step' }).getByText(/at 390 × 844/).waitFor();
    },
    leave: (page) => page.getByRole('button', { name: 'Close the lesson editor' }).click(),
  },
  { name: 'a file of one’s own', reach: (page) => upload(page, file('own.txt', letor({ seed: 7 }))) },
];
