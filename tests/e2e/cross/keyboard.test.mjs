// The whole job with the keyboard alone: everything reachable, no trap, and the focus always visible.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { chart, controls, panelsAt, openSettings, paused, ready, textOf, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/** Returns the focused element: its name, its place, and the faults of its focus ring. @param {Page} page */
function focused(page) {
  return page.evaluate(() => {
    const element = /** @type {HTMLElement} */ (document.activeElement);
    if (!element || element === document.body) return null;
    // A file or radio button shows its focus on its label.
    const seen = element instanceof HTMLInputElement && ['file', 'radio'].includes(element.type) ? element.labels?.[0] ?? element : element;
    const style = getComputedStyle(seen);
    const box = seen.getBoundingClientRect();
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? /** @type {HTMLInputElement} */ (element).labels?.[0]?.textContent ?? element.textContent?.trim().slice(0, 40)}`;
    const faults = [];
    if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2) faults.push('no outline');
    const [x, y] = [Math.min(innerWidth - 1, box.left + box.width / 2), box.top + Math.min(box.height / 2, 20)];
    const hit = document.elementFromPoint(x, y);
    if (!hit) faults.push(`out of the window at ${Math.round(x)}, ${Math.round(y)}`);
    else if (!(seen.contains(hit) || hit.contains(seen) || hit.closest('label')?.control === element)) faults.push(`covered by ${hit.tagName} ${hit.className}`);
    return { name, faults, left: box.left, top: box.top + scrollY, tag: element.tagName, id: element.id };
  });
}

/**
 * Presses Tab until the target has the focus. Every element on the way must show its focus.
 * @param {Page} page @param {Locator} target @param {string} what @param {'Tab' | 'Shift+Tab'} [key]
 */
async function tabTo(page, target, what, key = 'Tab') {
  for (let pressed = 0; pressed < 120; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    const now = await focused(page);
    if (now) assert.deepEqual(now.faults, [], `the focus on ${now.name} can be seen, on the way to ${what}`);
  }
  assert.fail(`${key} never reaches ${what}`);
}

/** Chooses in a select by typing the beginning of the option. @param {Page} page @param {Locator} select @param {string} text */
async function type(page, select, text) {
  await tabTo(page, select, text);
  await page.keyboard.type(text);
  assert.match(await select.evaluate((element) => /** @type {HTMLSelectElement} */ (element).selectedOptions[0].text), new RegExp(`^${text}`), `typing chooses ${text}`);
}

for (const [look, options] of /** @type {[string, import('../support/browser.mjs').PageOptions][]} */ ([['wide', {}], ['narrow', { width: 390, height: 844 }], ['forced colours', { forcedColors: 'active' }]])) {
  pageTest(`the whole job with the keyboard alone: ${look}`, { ...options, shortRail: true, everyday: look === 'wide' }, async ({ page }) => {
    // Opened anew, the instrument has the focus at its top.
    await page.reload();
    await ready(page);
    const { train, pause, step, slider, queries, inspector } = controls(page);
    const sample = page.getByLabel('Sample data');

    // The first stop leads past the settings.
    await page.keyboard.press('Tab');
    assert.match((await focused(page))?.name ?? '', /Skip to Train/, 'the first stop skips the settings');

    // On a narrow screen the settings are a sheet behind one line.
    const sheet = page.getByRole('button', { name: 'Change settings' });
    if (await sheet.isVisible()) {
      await tabTo(page, sheet, 'the sheet of settings');
      await page.keyboard.press('Enter');
    }
    await type(page, sample, 'Kitchen');
    await ready(page, /^Kitchen/);
    if (look === 'narrow') {
      assert.ok(await sheet.evaluate((button) => button === document.activeElement), 'the sheet closes, and its button keeps the focus');
      await page.keyboard.press('Enter');
    }
    // What stands behind a link opens with Enter.
    for (const title of [...look === 'narrow' ? [] : ['All settings'], 'Own file', 'Formula, source', 'Formula, exponent', 'More']) {
      await tabTo(page, page.locator('#choices summary', { hasText: title }), 'settings behind a link');
      await page.keyboard.press('Enter');
    }
    await tabTo(page, page.getByRole('spinbutton', { name: 'C', exact: true }), 'C', 'Shift+Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('5');
    await type(page, page.getByLabel('Pace', { exact: true }), '1');

    await tabTo(page, train, 'Train');
    await page.keyboard.press('Enter');
    await until(() => slider.getAttribute('max'), (max) => Number(max) >= 2, 'it trains');
    await tabTo(page, pause, 'Pause');
    await page.keyboard.press('Space');
    const at = await paused(page);
    await tabTo(page, step, 'Step');
    await page.keyboard.press('Enter');
    await panelsAt(page, at + 1);

    // A chart's table, and back.
    const { toggle, card } = chart(page, 'Objective');
    if (look === 'narrow') {
      await tabTo(page, page.getByRole('group', { name: 'Chart shown' }).getByRole('button', { name: 'Objective' }), 'the switch of charts', 'Shift+Tab');
      await page.keyboard.press('Enter');
    }
    await tabTo(page, toggle, 'the table of the objective');
    await page.keyboard.press('Enter');
    await card.getByRole('table').waitFor();
    await page.keyboard.press('Tab');
    assert.ok(await card.getByRole('region').evaluate((element) => element === document.activeElement), 'the table follows its button, and can be scrolled');
    await tabTo(page, toggle, 'the button again', 'Shift+Tab');
    await page.keyboard.press('Enter');
    assert.equal(await card.getByRole('table').count(), 0, 'the curve is back');

    await tabTo(page, slider, 'the slider');
    await page.keyboard.press('ArrowLeft');
    await panelsAt(page, at);
    await page.keyboard.press('Home');
    await panelsAt(page, 0);
    await page.keyboard.press('End');
    await panelsAt(page, at + 1);

    if (look === 'narrow') {
      await tabTo(page, page.getByRole('group', { name: 'Query', exact: true }).getByRole('button', { expanded: false }), 'the stepper of queries');
      await page.keyboard.press('Enter');
    }
    const row = queries.locator('tbody button[tabindex="0"]');
    await tabTo(page, row, 'the queries');
    await page.keyboard.press('ArrowDown');
    await until(() => queries.locator('tr[aria-selected="true"] th').innerText(), Boolean, 'a query is chosen');
    const chosen = await textOf(queries.locator('tr[aria-selected="true"] th'));
    await until(() => textOf(inspector), (text) => text.includes(`query ${chosen}`), 'the inspector shows it');
    const now = await focused(page);
    assert.deepEqual(now?.faults, [], 'the row that has the focus shows it');

    // The tabs of the workspace: arrows move between them, Tab goes on to what the open one holds.
    const tab = page.getByRole('tablist', { name: 'Workspace' }).locator('[aria-selected="true"]');
    await tabTo(page, tab, 'the tabs', 'Shift+Tab');
    for (const [name, id] of [['Weights', 'weights'], ['Plane of w', 'weightplane'], ['Certificate', 'certificate'], ['Runs', 'runs'], ['Compare', 'comparison']]) {
      await page.keyboard.press('ArrowRight');
      assert.equal(await tab.getAttribute('id'), `tab-${id}`, `the arrow opens ${name}`);
      await page.locator(`#${id}`).waitFor();
    }
    await page.locator('#comparison button').first().waitFor();
    await page.keyboard.press('Tab');
    assert.ok(await page.locator('#comparison-panel').evaluate((element) => element.contains(document.activeElement)), 'what the tab holds comes next');
  });

  pageTest(`no keyboard trap, and an order that follows the page: ${look}`, { ...options }, async ({ page }) => {
    await ready(page);
    await openSettings(page);
    await page.locator('body').evaluate((body) => { body.tabIndex = -1; body.focus(); body.removeAttribute('tabindex'); scrollTo(0, 0); });
    /** @type {string[]} */
    const parts = [];
    let stops = 0;
    for (; stops < 250; stops += 1) {
      await page.keyboard.press('Tab');
      const now = await focused(page);
      if (!now) break; // past the last: the browser's own controls follow
      assert.deepEqual(now.faults, [], `the focus on ${now.name} can be seen`);
      parts.push(await page.evaluate(() => document.activeElement?.closest('header, #choices, #run, #start, #chart-switch, #stepper, #charts, #timeline, #tabs, #views, #queries, .skip')?.id || document.activeElement?.closest('header, .skip')?.tagName || ''));
    }
    assert.ok(stops > 30 && stops < 250, `Tab goes through the page and out of it: ${stops} stops`);
    const order = parts.filter((part, at) => part !== parts[at - 1]);
    assert.equal(new Set(order).size, order.length, `each part is gone through once: ${order.join(' ')}`);
  });
}

/** Presses Tab until the target has the focus, and returns how often. @param {Page} page @param {Locator} target @param {number} most */
async function tabs(page, target, most) {
  for (let pressed = 1; pressed <= most; pressed += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return pressed;
  }
  return assert.fail(`${most} Tabs do not reach it`);
}

for (const [look, options] of /** @type {[string, import('../support/browser.mjs').PageOptions][]} */ ([['wide', {}], ['narrow', { width: 390, height: 844 }]])) {
  pageTest(`Train is at most 12 Tabs from the top, and the queries 3 more: ${look}`, { ...options, shortRail: true, everyday: look === 'wide' }, async ({ page }) => {
    // Opened anew, the instrument has the focus at its top.
    await page.reload();
    await ready(page);
    const { train, queries } = controls(page);
    const top = () => page.locator('body').evaluate((body) => { body.tabIndex = -1; body.focus(); body.removeAttribute('tabindex'); });
    await top();
    if (look === 'wide') {
      // Without the links that skip.
      await tabs(page, train, 12);
      await tabs(page, queries.locator('tbody button[tabindex="0"]'), 3);
      await top();
    }
    const first = await tabs(page, page.getByRole('link', { name: 'Skip to Train' }), 1);
    await page.keyboard.press('Enter');
    assert.ok(first + await tabs(page, train, 11) <= 12);
    if (look === 'wide') return;
    const onward = page.getByRole('link', { name: 'Skip to the queries' });
    const second = await tabs(page, onward, 2);
    assert.deepEqual((await focused(page))?.faults, [], 'the link is seen while it has the focus');
    await page.keyboard.press('Enter');
    const entry = page.getByRole('button', { name: 'Query with more slack' });
    assert.ok(second + await tabs(page, entry, 3 - second) <= 3);
    assert.deepEqual((await focused(page))?.faults, [], 'and so is what it leads to');
  });
}

pageTest('the key ? lists the keys, but not where it is text', {}, async ({ page }) => {
  await ready(page);
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  const { train } = controls(page);
  await train.focus();
  await page.keyboard.press('?');
  await dialog.waitFor();
  for (const key of ['Tab', 'Home', '?']) await dialog.getByText(key, { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.ok(await train.evaluate((element) => element === document.activeElement), 'the focus goes back');
  await openSettings(page);
  const paste = controls(page).paste;
  await paste.focus();
  await page.keyboard.press('?');
  assert.equal(await paste.inputValue(), '?');
  assert.ok(await dialog.isHidden(), 'it is text there');
});
