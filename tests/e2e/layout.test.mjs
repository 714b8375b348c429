// Nothing is clipped, covered or wider than the window; and pictures for people to look at.

import assert from 'node:assert/strict';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { at } from '../../scripts/lib/project.mjs';
import { pageTest } from './support.mjs';
import { fullSpeed, goTo, loadSample, ready, sticksOut, train } from './page.mjs';
import { openTab } from './states.mjs';

/** @typedef {import('playwright-core').Page} Page */

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

pageTest('at no width does the page scroll sideways, with every panel open', { timeout: 120_000 }, async ({ page }) => {
  await ready(page);
  await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
  await fullSpeed(page);
  await loadSample(page, 'Kitchen (hand-made)');
  await train(page);
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('1');
  await train(page);
  await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
  await openTab(page, 'Contributions', '.contributions tbody tr');
  // 320 pixels are 1280 at four times the size: WCAG 1.4.10.
  for (const width of [320, 360, 390, 768, 1024, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(50);
    assert.deepEqual(await sticksOut(page), [], `at ${width} pixels nothing is wider than the window`);
    const boxes = await page.locator('.runs, .contributions').evaluateAll((all) => all.filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1).map((box) => box.className));
    if (width <= 390 && width >= 360) assert.deepEqual(boxes, [], `at ${width} pixels the tables of runs and of documents fit`);
  }
  // The widest window has one more column rather than longer lines.
  const [queries, weights] = [await page.getByRole('region', { name: 'Queries', exact: true }).boundingBox(), await page.getByRole('region', { name: 'Weights w' }).boundingBox()];
  assert.ok(queries && weights && weights.x > queries.x + queries.width, 'queries and weights stand side by side');
  const longest = await page.locator('p.muted').evaluateAll((all) => Math.max(...all.map((one) => one.clientWidth)));
  assert.ok(longest <= 1_000, `no sentence is ${longest} pixels long`);
});

pageTest('with the spacing of text that people may choose nothing is cut or covered', {}, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await train(page);
  // WCAG 1.4.12, set from outside as a browser's own style sheet is.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await sticksOut(page), [], `at ${width} pixels nothing is wider than the window`);
    const cut = await page.locator('button, summary, h1, h2, h3, .muted, .status, .equation').evaluateAll((all) => all.filter((one) => one.checkVisibility() && !one.classList.contains('hidden') && one.clientHeight > 0 && (one.scrollHeight > one.clientHeight + 4 || one.scrollWidth > one.clientWidth + 4)).map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`));
    assert.deepEqual(cut, [], `at ${width} pixels no text is cut`);
  }
});

for (const [what, width, height] of /** @type {const} */ ([['low', 1440, 600], ['usual', 1440, 960]])) {
  pageTest(`in a ${what} window the run buttons are always in view, and settings fade where they go on`, { width, height }, async ({ page }) => {
    await ready(page);
    const visible = async () => {
      const box = await page.getByRole('button', { name: 'Train' }).boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= height;
    };
    assert.ok(await visible(), 'Train is in view');
    await page.evaluate(() => scrollTo(0, 200));
    assert.ok(await visible(), 'and stays there');
    if (what === 'low') return;
    const choices = page.locator('#choices');
    assert.match(await choices.getAttribute('class') ?? '', /goes-on-below/, 'more goes on below');
    await choices.evaluate((box) => box.scrollTo({ top: box.scrollHeight, behavior: 'instant' }));
    await page.waitForFunction(() => document.getElementById('choices')?.className === 'goes-on-above', null, { timeout: 2_000 });
  });
}

pageTest('long names of queries are read in full', {}, async ({ page }) => {
  await ready(page);
  const name = 'what-to-cook-when-nothing-but-an-old-pumpkin-is-left';
  await page.getByLabel('LETOR file', { exact: true }).setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(['2', '0', '1'].map((grade, at) => `${grade} qid:${name} 1:${at} 2:0.5\n`).join('')) });
  await ready(page, /^long/);
  const head = page.getByRole('rowheader', { name });
  await head.waitFor();
  assert.equal(await head.getAttribute('title'), name, 'its title has all of it');
  const about = page.getByRole('region', { name: 'Violating permutation' }).getByText(`query ${name}`);
  assert.ok(await about.evaluate((element) => element.scrollWidth <= element.clientWidth + 1), 'the inspector shows all of it');
});

for (const width of [1440, 390]) {
  pageTest(`in forced colours charts, bars, chosen rows and the focus are seen at ${width} pixels`, { width, height: 900, forcedColors: 'active' }, async ({ page, screenshot }) => {
    await ready(page);
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
    await fullSpeed(page);
    await loadSample(page, 'Kitchen (hand-made)');
    await train(page);
    const row = page.locator('.queries tr[aria-selected="true"]');
    await row.focus();
    await page.keyboard.press('ArrowDown');
    assert.notEqual(await row.evaluate((element) => getComputedStyle(element).outlineStyle), 'none', 'the chosen row has an outline');
    /** How many colours a picture of an element has. @param {import('playwright-core').Locator} target */
    const colours = async (target) => {
      await target.scrollIntoViewIfNeeded();
      const picture = (await target.screenshot()).toString('base64');
      return page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        context.drawImage(image, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
        return new Set(pixels).size;
      }, picture);
    };
    for (const [what, target] of /** @type {[string, import('playwright-core').Locator][]} */ ([
      ['the curve', page.locator('.plot canvas').first()], ['the bar of a slack', page.locator('.queries .bar').first()],
      ['the bar of a weight', page.locator('.wbar').first()], ['a document', page.locator('.document').first()], ['the profile', page.locator('.profile svg')],
    ])) assert.ok(await colours(target) > 1, `${what} is not one plain area`);
    await screenshot(`forced ${width}`);
  });
}
