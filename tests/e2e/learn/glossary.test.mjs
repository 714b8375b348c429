// The glossary as people use it: a term explains itself on hover, focus and tap, and the list of all can be searched.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { controls, ready, textOf, until } from '../support/page.mjs';

const LESSON = '#v=1&lesson=plane-pictures&step=2';

/** @param {import('playwright-core').Page} page */
const lessonTerm = async (page) => {
  await page.locator('.lesson[data-phase=there]').waitFor();
  return page.getByRole('region', { name: 'Lesson', exact: true }).getByRole('button', { name: 'slack', exact: true });
};

pageTest('a term explains itself on hover and focus, and Escape hides the explanation', { address: LESSON }, async ({ page }) => {
  const term = await lessonTerm(page);
  const tip = page.getByRole('tooltip');
  await term.hover();
  await tip.waitFor();
  assert.match(await textOf(tip), /^ξ, slack .*misses the margin/);
  // The pointer can move onto the explanation (WCAG 1.4.13).
  await tip.hover();
  await page.waitForTimeout(400);
  assert.equal(await tip.isVisible(), true);
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'hidden' });
  await page.mouse.move(5, 300);
  await term.focus();
  await tip.waitFor();
  assert.equal(await term.evaluate((element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent?.includes('misses the margin')), true);
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'hidden' });
  assert.equal(await term.evaluate((element) => element === document.activeElement), true, 'the focus stays');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Glossary' });
  await dialog.waitFor();
  assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /^ξslack/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await term.evaluate((element) => element === document.activeElement), true, 'the focus comes back');
});

pageTest('a tap explains a term, a second tap opens the glossary', { address: LESSON, width: 390, height: 844, touch: true }, async ({ page }) => {
  const term = await lessonTerm(page);
  await term.scrollIntoViewIfNeeded();
  await term.tap();
  const tip = page.getByRole('tooltip');
  await tip.waitFor();
  const box = await tip.boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 390, `the explanation is inside the window: ${JSON.stringify(box)}`);
  assert.equal(await page.getByRole('dialog', { name: 'Glossary' }).count(), 0);
  await term.tap();
  await page.getByRole('dialog', { name: 'Glossary' }).waitFor();
});

pageTest('the glossary can be searched by symbol and by word', {}, async ({ page }) => {
  await ready(page);
  await page.getByRole('button', { name: 'Glossary' }).click();
  const dialog = page.getByRole('dialog', { name: 'Glossary' });
  const search = dialog.getByRole('searchbox', { name: 'Search the glossary' });
  await search.waitFor();
  const entries = dialog.locator('.glossary-entry:visible');
  const all = await entries.count();
  assert.ok(all >= 60, `${all} terms`);
  await search.fill('ξ');
  await until(() => entries.count(), (count) => count >= 1 && count < all, 'fewer entries');
  assert.match(await textOf(dialog.getByRole('status')), /^\d+ terms? found$/);
  await search.fill('no such word anywhere');
  await until(() => textOf(dialog.getByRole('status')), (text) => text === '0 terms found', 'none');
  await dialog.getByRole('button', { name: 'Close glossary' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

pageTest('if the glossary cannot be fetched, the page says so, and another press fetches it with its style', { allow: [/glossary-dialog|Failed to|ERR_/] }, async ({ page }) => {
  await ready(page);
  const sheet = /\/glossary-dialog-[^/]*\.css$/;
  await page.route(sheet, (route) => route.abort());
  const button = page.getByRole('button', { name: 'Glossary' });
  await button.click();
  await controls(page).alert.getByText('The glossary could not be shown.').waitFor();
  await page.unroute(sheet);
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Glossary' });
  await dialog.waitFor();
  const fetched = () => page.evaluate(() => [...document.querySelectorAll('link')].some(({ href, sheet: read }) => /glossary-dialog/.test(href) && read !== null));
  await until(fetched, Boolean, 'its style sheet is there');
});

pageTest('if the explanations cannot be fetched, the page says so, and the next term fetches them', { allow: [/term-tip|Failed to|ERR_/] }, async ({ page }) => {
  await ready(page);
  const [term, other] = [page.locator('label[data-term=C]'), page.locator('label[data-term=measure]')];
  await page.route(/\/term-tip-[^/]*\.js$/, (route) => route.abort());
  await term.hover();
  await controls(page).alert.getByText('The term could not be explained.').waitFor();
  await page.unroute(/\/term-tip-[^/]*\.js$/);
  await other.hover();
  await term.hover();
  await until(() => textOf(page.getByRole('tooltip')), (text) => /^C/.test(text), 'the explanation');
});
