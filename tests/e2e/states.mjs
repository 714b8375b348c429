// States that the page can be in, for tests that must hold in all of them: a name, and how a person gets there.
// A new panel or state joins every such test by one entry here.

import { file, letor } from './letor.mjs';
import { chart, controls, fullSpeed, goTo, loadSample, ready, statusOf, train, upload } from './page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ name: string, reach: (page: Page) => Promise<void>, leave?: (page: Page) => Promise<void> }} PageState */

/** Panels that fold, by the id of their section: those that have not been built are passed over. */
export const FOLDED = ['certificate', 'explanation', 'runs', 'comparison'];

const CHARTS = ['Objective', 'Slack and loss', 'NDCG@10'];

/** Opens or closes a folded panel; tells whether there is one. @param {Page} page @param {string} id @param {boolean} open */
export async function fold(page, id, open) {
  const details = page.locator(`#${id} > details`);
  if (await details.count() === 0) return false;
  if (await details.evaluate((element) => /** @type {HTMLDetailsElement} */ (element).open) !== open) await details.locator('> summary').click();
  return true;
}

/** In this order each follows from the one before. @type {PageState[]} */
export const STATES = [
  { name: 'ready', reach: (page) => ready(page) },
  {
    name: 'settings open',
    reach: (page) => page.locator('#rail details').evaluateAll((all) => all.forEach((one) => { /** @type {HTMLDetailsElement} */ (one).open = true; })),
  },
  {
    name: 'training',
    async reach(page) {
      await page.getByLabel('Pace').selectOption({ label: '4 a second' });
      await controls(page).train.click();
      await statusOf(page, /^iteration/);
    },
    leave: (page) => controls(page).pause.click(),
  },
  {
    name: 'stopped',
    async reach(page) {
      await fullSpeed(page);
      await train(page);
    },
  },
  { name: 'an earlier iteration', reach: (page) => goTo(page, 2) },
  { name: 'a query chosen', reach: (page) => controls(page).queries.getByRole('row').nth(3).click() },
  {
    name: 'contributions open',
    reach: (page) => page.locator('.contributions > summary').click(),
  },
  ...CHARTS.map((name) => ({
    name: `${name} as a table`,
    reach: (/** @type {Page} */ page) => chart(page, name).toggle.click(),
    leave: (/** @type {Page} */ page) => chart(page, name).toggle.click(),
  })),
  ...FOLDED.map((id) => ({
    name: `panel ${id} open`,
    reach: async (/** @type {Page} */ page) => void (await fold(page, id, true)),
  })),
  {
    name: 'runs compared',
    async reach(page) {
      await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('1');
      await train(page);
      await fold(page, 'runs', true);
      const draw = page.getByRole('checkbox', { name: /^Draw / }).first();
      if (await draw.count()) await draw.check();
      const compare = page.getByRole('button', { name: 'Compare the two' });
      if (await compare.count()) await compare.click();
    },
  },
  {
    name: 'comparison running',
    async reach(page) {
      await fold(page, 'comparison', true);
      await page.locator('#comparison').getByRole('button', { name: 'Compare', exact: true }).click();
      await page.locator('#comparison').getByText(/of \d+ runs done|starting/).waitFor();
    },
    leave: (page) => page.locator('#comparison').getByRole('button', { name: 'Cancel' }).click(),
  },
  {
    name: 'pictures',
    reach: (page) => loadSample(page, 'Handwritten digits'),
  },
  {
    name: 'an error told',
    async reach(page) {
      await controls(page).letor.setInputFiles(file('broken.txt', '1 qid:1 1:x\n2 qid:1 2:\n'));
      await controls(page).alert.getByText('could not be read').waitFor();
    },
    leave: (page) => page.getByRole('button', { name: 'Dismiss' }).click(),
  },
  {
    name: 'a setting at fault',
    reach: async (page) => {
      await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('-1');
      await page.locator('[aria-invalid]').first().waitFor();
    },
    leave: (page) => page.getByRole('spinbutton', { name: 'C', exact: true }).fill('1'),
  },
  {
    name: 'offline',
    async reach(page) {
      await page.context().setOffline(true);
      await page.getByText('You are offline.').waitFor();
    },
    leave: (page) => page.context().setOffline(false),
  },
  { name: 'a file of one’s own', reach: (page) => upload(page, file('own.txt', letor({ seed: 7 }))) },
];
