// The whole job with the keyboard alone: nothing out of reach, no trap, the focus always seen and never under something.

import assert from 'node:assert/strict';
import { pageTest } from './support.mjs';
import { FOLDED } from './states.mjs';
import { chart, controls, lookAt, ready, statusOf, textOf, until } from './page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/** What has the focus: its name, where it is, and what is wrong with how it shows. @param {Page} page */
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
 * Presses Tab until the target has the focus; everything on the way must show its own.
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

/** Chooses in a select as people do: by typing the beginning. @param {Page} page @param {Locator} select @param {string} text */
async function type(page, select, text) {
  await tabTo(page, select, text);
  await page.keyboard.type(text);
  assert.match(await select.evaluate((element) => /** @type {HTMLSelectElement} */ (element).selectedOptions[0].text), new RegExp(`^${text}`), `typing chooses ${text}`);
}

for (const [look, options] of /** @type {[string, import('./support.mjs').PageOptions][]} */ ([['wide', {}], ['narrow', { width: 390, height: 844 }], ['forced colours', { forcedColors: 'active' }]])) {
  pageTest(`the whole job with the keyboard alone: ${look}`, { ...options, timeout: 120_000 }, async ({ page }) => {
    page.setDefaultTimeout(10_000);
    await ready(page);
    const { train, pause, step, slider, queries, inspector } = controls(page);
    const sample = page.getByLabel('Sample data');

    // The first stop leads past the settings.
    await page.keyboard.press('Tab');
    assert.match((await focused(page))?.name ?? '', /Skip to the curves/, 'the first stop skips the settings');

    // Panels of the rail open with Enter.
    for (const panel of await page.locator('#rail .panel').all()) {
      await tabTo(page, panel.locator('> summary'), 'a panel of the rail');
      if (!(await panel.evaluate((element) => /** @type {HTMLDetailsElement} */ (element).open))) await page.keyboard.press('Enter');
      if (await sample.isVisible() && await panel.evaluate((element, select) => element.contains(select), await sample.elementHandle())) {
        await type(page, sample, 'Kitchen');
        await ready(page, /^Kitchen/);
        // On a narrow screen the panel folds, and its heading keeps the focus.
        assert.ok(await panel.evaluate((element) => element.contains(document.activeElement)), 'the focus stays in the panel');
      }
    }
    await tabTo(page, page.getByRole('spinbutton', { name: 'C', exact: true }), 'C', 'Shift+Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('5');
    await type(page, page.getByLabel('Pace'), '1');

    await tabTo(page, train, 'Train');
    await page.keyboard.press('Enter');
    await until(() => slider.getAttribute('max'), (max) => Number(max) >= 2, 'it trains');
    await tabTo(page, pause, 'Pause');
    await page.keyboard.press('Space');
    const paused = await statusOf(page, /^paused at iteration/);
    const at = Number(/iteration (\d+)/.exec(paused)?.[1]);
    await tabTo(page, step, 'Step');
    await page.keyboard.press('Enter');
    await lookAt(page, at + 1);

    // A chart's table, and back.
    const { toggle, card } = chart(page, 'Objective');
    await tabTo(page, toggle, 'the table of the objective', look === 'narrow' ? 'Shift+Tab' : 'Tab');
    await page.keyboard.press('Enter');
    await card.getByRole('table').waitFor();
    await page.keyboard.press('Tab');
    assert.ok(await card.getByRole('region').evaluate((element) => element === document.activeElement), 'the table follows its button, and can be scrolled');
    await tabTo(page, toggle, 'the button again', 'Shift+Tab');
    await page.keyboard.press('Enter');
    assert.equal(await card.getByRole('table').count(), 0, 'the curve is back');

    await tabTo(page, slider, 'the slider');
    await page.keyboard.press('ArrowLeft');
    await lookAt(page, at);
    await page.keyboard.press('Home');
    await lookAt(page, 0);
    await page.keyboard.press('End');
    await lookAt(page, at + 1);

    const row = queries.locator('tbody button[tabindex="0"]');
    await tabTo(page, row, 'the queries');
    await page.keyboard.press('ArrowDown');
    await until(() => queries.locator('tr[aria-selected="true"] th').innerText(), Boolean, 'a query is chosen');
    const chosen = await textOf(queries.locator('tr[aria-selected="true"] th'));
    await until(() => textOf(inspector), (text) => text.includes(`query ${chosen}`), 'the inspector shows it');
    const now = await focused(page);
    assert.deepEqual(now?.faults, [], 'the row that has the focus shows it');

    for (const id of FOLDED) {
      const summary = page.locator(`#${id} > details > summary`);
      if (await summary.count() === 0) continue;
      await tabTo(page, summary, `the panel ${id}`);
      await page.keyboard.press('Enter');
      assert.ok(await page.locator(`#${id} > details`).evaluate((element) => /** @type {HTMLDetailsElement} */ (element).open), `${id} opens`);
      // What it holds is made when it is first opened.
      await page.locator(`#${id} > details .folded-body > *`).first().waitFor();
      await page.keyboard.press('Tab');
      assert.ok(await page.locator(`#${id}`).evaluate((element) => element.contains(document.activeElement)), `what ${id} holds comes next`);
      await tabTo(page, summary, `the panel ${id} again`, 'Shift+Tab');
      await page.keyboard.press('Enter');
      assert.ok(!(await page.locator(`#${id} > details`).evaluate((element) => /** @type {HTMLDetailsElement} */ (element).open)), `${id} closes`);
    }
  });

  pageTest(`no keyboard trap, and an order that follows the page: ${look}`, { ...options, timeout: 120_000 }, async ({ page }) => {
    await ready(page);
    for (const id of FOLDED) {
      const summary = page.locator(`#${id} > details > summary`);
      if (await summary.count()) await summary.click();
    }
    await page.locator('body').evaluate((body) => { body.tabIndex = -1; body.focus(); body.removeAttribute('tabindex'); scrollTo(0, 0); });
    /** @type {string[]} */
    const parts = [];
    let stops = 0;
    for (; stops < 250; stops += 1) {
      await page.keyboard.press('Tab');
      const now = await focused(page);
      if (!now) break; // past the last: the browser's own controls follow
      assert.deepEqual(now.faults, [], `the focus on ${now.name} can be seen`);
      parts.push(await page.evaluate(() => document.activeElement?.closest('header, #choices, #run, #charts, #timeline, #lower, #certificate, #explanation, #runs, #comparison, .skip')?.id || document.activeElement?.closest('header, .skip')?.tagName || ''));
    }
    assert.ok(stops > 30 && stops < 250, `Tab goes through the page and out of it: ${stops} stops`);
    const order = parts.filter((part, at) => part !== parts[at - 1]);
    assert.equal(new Set(order).size, order.length, `each part is gone through once: ${order.join(' ')}`);
  });
}
