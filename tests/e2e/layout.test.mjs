// Nothing is clipped, covered or wider than the window; and pictures for people to look at.

import assert from 'node:assert/strict';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { at } from '../../scripts/lib/project.mjs';
import { pageTest } from './support.mjs';
import { fullSpeed, goTo, loadSample, ready, train } from './page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * By how many pixels the page is wider than its window, and what sticks out.
 * @param {Page} page
 */
function sticksOut(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth <= clientWidth ? [] : [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5).slice(0, 5).map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`);
  });
}

/**
 * What is wrong with the controls: too small, covered by something else, or with text that does not fit.
 * @param {Page} page
 */
function faults(page) {
  return page.evaluate(async () => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    /** @type {string[]} */
    const found = [];
    const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
    const controls = [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('button, select, input, textarea, summary'))].filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0);
    for (const control of controls) {
      const name = control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? control.textContent?.trim() ?? '';
      // A file or radio button is pressed by its label.
      const pressed = control instanceof HTMLInputElement && ['file', 'radio'].includes(control.type) ? control.labels?.[0] ?? control : control;
      pressed.scrollIntoView({ block: 'center', behavior: 'instant' });
      const box = pressed.getBoundingClientRect();
      // Target size of WCAG 2.2 AA, with the label of a checkbox as its target.
      const target = control instanceof HTMLInputElement && control.type === 'checkbox' ? control.labels?.[0]?.getBoundingClientRect() ?? box : box;
      if (target.width < 24 || target.height < 16) found.push(`${name} is only ${target.width} × ${target.height}`);
      const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5]].map(([x, y]) => [box.left + x * box.width, box.top + y * box.height]);
      for (const [x, y] of points) {
        const hit = document.elementFromPoint(x, y);
        if (!hit || !(pressed.contains(hit) || hit.closest('label')?.control === control)) {
          found.push(`${name} is covered at ${Math.round(x)}, ${Math.round(y)} by ${hit?.tagName} ${hit?.className}`);
          break;
        }
      }
      const style = getComputedStyle(control);
      const room = control.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      pen.font = style.font;
      const text = control instanceof HTMLSelectElement ? control.selectedOptions[0]?.text ?? '' : control instanceof HTMLInputElement && control.type === 'number' ? control.value : '';
      if (pen.measureText(text).width > room + 1) found.push(`${name}: "${text}" needs ${Math.ceil(pen.measureText(text).width)} pixels and has ${Math.floor(room)}`);
      if (control instanceof HTMLButtonElement && control.scrollWidth > control.clientWidth + 1) found.push(`the text of ${name} is clipped`);
    }
    // Controls side by side do not touch each other's place.
    scrollTo(0, 0);
    const boxes = controls.map((control) => ({ control, box: control.getBoundingClientRect() })).filter(({ control, box }) => box.width > 2 && !(control instanceof HTMLInputElement && ['file', 'radio'].includes(control.type)));
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        const scrolled = one.control.closest('#choices') !== other.control.closest('#choices');
        if (scrolled || one.control.contains(other.control) || other.control.contains(one.control)) continue;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (width > 1 && height > 1) found.push(`${one.control.id || one.control.textContent} overlaps ${other.control.id || other.control.textContent}`);
      }
    }
    return found;
  });
}

/** @type {[string, number[], boolean][]} */
const kinds = [['phones', [360, 390], true], ['tablets', [768, 1024], true], ['desks', [1440, 2560], false]];
for (const [what, widths, touch] of kinds) {
  pageTest(`on ${what} the page does not scroll sideways, and no control is clipped or covered`, { width: widths[0], height: 900, touch }, async ({ page }) => {
    await ready(page);
    assert.deepEqual(await sticksOut(page), [], 'before training, nothing is wider than the window');
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
    await fullSpeed(page);
    await loadSample(page, 'LightGBM example');
    await train(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await sticksOut(page), [], `at ${width} pixels, after training, nothing is wider than the window`);
      assert.deepEqual(await faults(page), [], `at ${width} pixels every control can be seen and pressed`);
    }
    for (const toggle of await page.getByRole('button', { name: 'Show as table' }).all()) await toggle.click();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await sticksOut(page), [], `at ${width} pixels, with all tables open, nothing is wider than the window`);
    }
  });
}

pageTest('with text twice as large nothing is lost sideways', { width: 1280, height: 900 }, async ({ page }) => {
  await ready(page);
  await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
  await fullSpeed(page);
  await train(page);
  assert.deepEqual(await sticksOut(page), [], 'nothing is wider than the window');
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  pageTest(`pictures of the page in ${colorScheme}`, { width: 1440, height: 960, colorScheme }, async ({ page, screenshot }) => {
    await ready(page);
    await fullSpeed(page);
    for (const [name, sample] of [['kitchen', 'Kitchen (hand-made)'], ['web', 'Web search (generated)'], ['digits', 'Handwritten digits']]) {
      await loadSample(page, sample);
      await train(page);
      for (const [size, width, height] of /** @type {const} */ ([['wide', 1440, 960], ['phone', 390, 844]])) {
        await page.setViewportSize({ width, height });
        const path = await screenshot(`${name} ${size} ${colorScheme}`);
        assert.ok((await stat(path)).size > 20_000, `the picture of ${name} is not blank`);
      }
    }
    const light = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)?.map(Number).reduce((a, b) => a + b, 0) ?? 0);
    assert.ok(colorScheme === 'dark' ? light < 3 * 64 : light > 3 * 200, `the page follows the system's ${colorScheme} scheme: ${light}`);
  });
}

pageTest('the picture of the README', { width: 1440, height: 960, deviceScaleFactor: 1 }, async ({ page, screenshot }) => {
  await ready(page);
  await fullSpeed(page);
  const end = await train(page);
  await page.mouse.move(0, 0);
  await goTo(page, Math.round(0.48 * end.iterations));
  await screenshot('readme');
  const path = process.env.UPDATE_SCREENSHOT === '1' ? at('docs', 'screenshot.png') : at('test-results', 'screenshot.png');
  await mkdir(dirname(path), { recursive: true });
  const picture = await page.screenshot({ path, animations: 'disabled' });
  assert.equal(picture.readUInt32BE(16), 1440, 'as wide as the window');
  assert.equal(picture.readUInt32BE(20), 960, 'as high as the window');
});
