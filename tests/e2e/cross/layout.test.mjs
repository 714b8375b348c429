// Layout: nothing is clipped, covered or wider than the window. Also takes pictures for review.

import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { pageTest } from '../support/browser.mjs';
import { threeFrames, fullSpeed, loadSample, openSettings, openView, ready, showChart, showQueries, overflowing, train, until } from '../support/page.mjs';
import { openTab } from '../support/states.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Returns the faults of the controls: too small, covered, or with text that does not fit.
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
    // Controls side by side do not touch each other's place. What scrolls by itself, or stays while the page scrolls, moves over the rest.
    scrollTo(0, 0);
    /** @param {Element | null} element @returns {Element | null} */
    const layer = (element) => {
      if (!element || element === document.body) return null;
      const { overflowY, position } = getComputedStyle(element);
      return /auto|scroll/.test(overflowY) || /sticky|fixed/.test(position) ? element : layer(element.parentElement);
    };
    const boxes = controls.map((control) => ({ control, box: control.getBoundingClientRect() })).filter(({ control, box }) => box.width > 2 && !(control instanceof HTMLInputElement && ['file', 'radio'].includes(control.type)));
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        if (layer(one.control) !== layer(other.control) || one.control.contains(other.control) || other.control.contains(one.control)) continue;
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
    assert.deepEqual(await overflowing(page), [], 'before training, nothing is wider than the window');
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
    await fullSpeed(page);
    await loadSample(page, 'LightGBM example');
    await train(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await overflowing(page), [], `at ${width} pixels, after training, nothing is wider than the window`);
      assert.deepEqual(await faults(page), [], `at ${width} pixels every control can be seen and pressed`);
    }
    for (const toggle of await page.getByRole('button', { name: 'Show as table' }).all()) await toggle.click();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await overflowing(page), [], `at ${width} pixels, with all tables open, nothing is wider than the window`);
    }
  });
}

pageTest('between a phone and a desk every curve is drawn, and its name is in full', { width: 905, height: 800 }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await train(page);
  for (const width of [905, 1024, 1100, 1101, 1180, 1181]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['Objective', 'Slack and loss', 'NDCG@10']) {
      await showChart(page, name);
      const card = page.getByRole('region', { name, exact: true });
      await until(() => card.locator('.leader').count(), (count) => count > 1, `${name} is drawn at ${width} pixels`);
      const cut = await card.locator('.curve-name').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
      assert.deepEqual(cut, [], `names at ${width} pixels`);
    }
  }
});

pageTest('on a phone a trained run takes at most two screens, with the largest weights', { width: 390, height: 844, touch: true }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await train(page);
  assert.equal(await page.getByRole('region', { name: 'Weights w' }).getByRole('listitem').count(), 5);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height <= 2 * 844, `${height} pixels`);

  await showQueries(page);
  const list = page.getByRole('table', { name: 'Queries by slack' });
  await list.getByRole('row').nth(4).click();
  await list.waitFor({ state: 'hidden' });
  const stepper = page.getByRole('group', { name: 'Query', exact: true });
  await until(() => stepper.innerText(), (text) => /4 of 119 by slack/.test(text), 'the list closes once a query is chosen');
});

pageTest('what scrolls by itself holds what is hidden in it, with the style of its view or without', { width: 390, height: 844, touch: true }, async ({ page }) => {
  await ready(page);
  await loadSample(page, 'Kitchen (hand-made)');
  await train(page);
  await openTab(page, 'Search table', '.search-place td');
  assert.ok(await page.locator('.search-place .hidden').count() > 0, 'something is hidden in it');
  assert.deepEqual(await overflowing(page), [], 'nothing is wider than the window');
  await page.evaluate(() => { for (const sheet of document.styleSheets) sheet.disabled = /\/later\//.test(sheet.href ?? ''); });
  assert.deepEqual(await overflowing(page), [], 'nor while a late style sheet is on its way');
});

pageTest('with text twice as large nothing is cut off sideways', { width: 1280, height: 900 }, async ({ page }) => {
  await ready(page);
  await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
  await fullSpeed(page);
  await train(page);
  assert.deepEqual(await overflowing(page), [], 'nothing is wider than the window');
});

for (const [textSize, width] of [[32, 1280], [24, 1440], [24, 1351], [24, 390]]) {
  pageTest(`a browser with text of ${textSize} pixels has the layout with room for it, at ${width} pixels`, { textSize, width, height: 900 }, async ({ page }) => {
    await ready(page);
    await train(page);
    assert.deepEqual(await overflowing(page), [], 'nothing is wider than the window');
    // 1351 pixels are one more than 56.25 em: no width may lie between two layouts.
    const display = await page.locator('.skip-link').evaluate((link) => getComputedStyle(link).display);
    assert.equal(display !== 'none', width <= 56.25 * textSize, 'the link to the queries is in the narrow layout only');
    // A window that is low for its text has the strip as one row, with a thin chart behind the slider.
    const curves = page.locator(900 < 50 * textSize && width > 56.25 * textSize ? '#strip.in-row #timeline input[type=range]' : '.chart canvas:visible');
    const [box] = await curves.evaluateAll((all) => all.map((one) => one.clientWidth));
    assert.ok(box >= 120, `the curves have room: ${box} pixels`);
    const names = await page.locator('.legend li:not(.hidden):visible').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    names.sort((a, b) => a - b).slice(1).forEach((top, at) => assert.ok(top - names[at] >= 0.9 * textSize, `names do not lie on each other: ${names}`));
  });
}

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

pageTest('at no width does the page scroll sideways, with every panel open', {}, async ({ page }) => {
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
    await threeFrames(page);
    assert.deepEqual(await overflowing(page), [], `at ${width} pixels nothing is wider than the window`);
    const boxes = await page.locator('.runs, .contributions').evaluateAll((all) => all.filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1).map((box) => box.className));
    if (width <= 390 && width >= 360) assert.deepEqual(boxes, [], `at ${width} pixels the tables of runs and of documents fit`);
  }
  // The widest window has one more column rather than longer lines.
  await openView(page, 'Weights');
  const [queries, weights] = [await page.getByRole('region', { name: 'Queries', exact: true }).boundingBox(), await page.getByRole('region', { name: 'Weights w' }).boundingBox()];
  assert.ok(queries && weights && weights.x + weights.width <= queries.x, 'queries and weights stand side by side');
  const longest = await page.locator('p.muted').evaluateAll((all) => Math.max(...all.map((one) => one.clientWidth)));
  assert.ok(longest <= 1_000, `no sentence is ${longest} pixels long`);
});

pageTest('with user-defined text spacing nothing is cut or covered', { everyday: true }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await train(page);
  // WCAG 1.4.12, applied from outside like a user style sheet.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await overflowing(page), [], `at ${width} pixels nothing is wider than the window`);
    const cut = await page.locator('button, summary, h1, h2, h3, .muted, .status, .equation').evaluateAll((all) => all.filter((one) => one.checkVisibility() && !one.classList.contains('hidden') && one.clientHeight > 0 && (one.scrollHeight > one.clientHeight + 4 || one.scrollWidth > one.clientWidth + 4)).map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`));
    assert.deepEqual(cut, [], `at ${width} pixels no text is cut`);
  }
});

for (const [what, width, height] of /** @type {const} */ ([['low', 1440, 600], ['usual', 1440, 960]])) {
  pageTest(`in a ${what} window the run buttons are always in view, and settings fade at the edge`, { width, height }, async ({ page }) => {
    await ready(page);
    const visible = async () => {
      const box = await page.getByRole('button', { name: 'Train', exact: true }).boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= height;
    };
    assert.ok(await visible(), 'Train is in view');
    await page.evaluate(() => scrollTo(0, 200));
    assert.ok(await visible(), 'and stays there');
    if (what === 'low') return;
    const choices = page.locator('#choices');
    await openSettings(page);
    await page.waitForFunction(() => document.getElementById('choices')?.className === 'goes-on-below');
    await choices.evaluate((box) => box.scrollTo({ top: box.scrollHeight, behavior: 'instant' }));
    await page.waitForFunction(() => document.getElementById('choices')?.className === 'goes-on-above');
  });
}

pageTest('long names of queries are shown in full', {}, async ({ page }) => {
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
  pageTest(`in forced colours charts, bars, chosen rows and the focus are visible at ${width} pixels`, { width, height: 900, forcedColors: 'active' }, async ({ page, screenshot }) => {
    await ready(page);
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
    await fullSpeed(page);
    await loadSample(page, 'Kitchen (hand-made)');
    await train(page);
    // A panel that opens inside a tab brings the tab along.
    await openView(page, 'Violator');
    await showQueries(page);
    const row = page.locator('.queries tr[aria-selected="true"]');
    await row.focus();
    await page.keyboard.press('ArrowDown');
    assert.notEqual(await row.evaluate((element) => getComputedStyle(element).outlineStyle), 'none', 'the chosen row has an outline');
    /** Returns the number of colours in a picture of an element. @param {import('playwright-core').Locator} target */
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
      ['a document', page.locator('.document').first()], ['the bar of a weight', page.locator('.wbar').first()], ['the profile', page.locator('.profile svg')],
    ])) {
      if (what === 'the curve') await showChart(page, 'Objective');
      if (what === 'a document') await openView(page, 'Violator');
      if (what === 'the bar of a weight') await openView(page, 'Weights');
      if (what === 'the profile') await openSettings(page);
      assert.ok(await colours(target) > 1, `${what} is not one plain area`);
    }
    await screenshot(`forced ${width}`);
  });
}

for (const [width, height] of [[1440, 900], [1366, 768], [1280, 720]]) {
  pageTest(`at ${width} × ${height} method, c, C and Train are in sight without scrolling`, { width, height }, async ({ page }) => {
    await ready(page);
    const { bottom } = await page.locator('#choices').evaluate((box) => box.getBoundingClientRect());
    const c = page.getByRole('spinbutton', { name: 'C', exact: true });
    for (const [what, control] of /** @type {[string, import('playwright-core').Locator][]} */ ([
      ['method', page.getByRole('combobox', { name: 'Method', exact: true })], ['c', page.getByRole('combobox', { name: 'Decay profile c' })], ['C', c],
    ])) {
      const box = await control.boundingBox();
      assert.ok(box && box.y > 52 && box.y + box.height <= bottom, `${what} is in sight`);
    }
    const note = await c.evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.getBoundingClientRect().bottom ?? Infinity);
    assert.ok(note <= bottom, `so is what C means: ${note} of ${bottom}`);
    const train = await page.getByRole('button', { name: 'Train', exact: true }).boundingBox();
    assert.ok(train && train.y >= bottom && train.y + train.height <= height, 'and Train below them');
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'the page itself does not scroll');
  });
}

pageTest('a phone has two screens, thumbs have 44 px, and names keep what tells them apart', { width: 390, height: 844, touch: true, everyday: true }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await train(page);
  const high = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(high <= 2 * 844, `the page is ${high} pixels high`);
  const low = await page.evaluate(() => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('button, select, summary, input'))]
    // Terms stand within lines of text, where WCAG 2.5.8 allows smaller targets.
    .filter((one) => one.checkVisibility() && !one.matches('.term') && one.getBoundingClientRect().height < 44).map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent?.slice(0, 30)}`));
  assert.deepEqual(low, [], 'targets are as high as a thumb is wide');
  const cut = await page.locator('.document .name').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
  assert.deepEqual(cut, [], 'no name is cut');
  assert.match(await page.locator('.document').first().innerText(), /\d+-\d+/, 'a name says which query and which document');

  // Queries are a stepper, and the chosen one stays in view.
  const stepper = page.getByRole('group', { name: 'Query', exact: true });
  assert.match(await stepper.innerText(), /Query \d+\s+1 of 119 by slack/);
  await stepper.getByRole('button', { name: 'Query with less slack' }).click();
  await until(() => stepper.innerText(), (text) => /2 of 119 by slack/.test(text), 'the next query');
  const name = /Query (\d+)/.exec(await stepper.innerText())?.[1];
  await until(() => page.getByRole('region', { name: 'Violating permutation' }).innerText(), (text) => text.includes(`query ${name} ·`), 'the inspector shows it');

  // Many runs open from the bar, which leads back too.
  await page.getByRole('button', { name: /^Runs/ }).click();
  await page.getByRole('region', { name: 'Runs', exact: true }).waitFor();
  await page.getByRole('button', { name: 'This run' }).click();
  await page.getByRole('region', { name: 'Violating permutation' }).waitFor();

  // One chart at a time.
  for (const shown of ['Objective', 'Slack and loss', 'NDCG@10']) {
    await showChart(page, shown);
    assert.deepEqual(await page.locator('.chart canvas:visible').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(':')[0])), [shown]);
  }
});
