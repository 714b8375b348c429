// The first visit: data are loaded and explained, and one button trains.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { chart, controls, ended, threeFrames, fullSpeed, openSettings, ready, textOf } from '../support/page.mjs';

pageTest('first visit: a sample is loaded and explained, one press on Train shows three moving curves', { firstSight: true, everyday: true }, async ({ page }) => {
  const { sample, train } = controls(page);
  assert.match(await textOf(page.getByRole('main')), /Nothing leaves this device/, 'the page says that data stay here');
  await ready(page);
  const chosen = await sample.evaluate((select) => /** @type {HTMLSelectElement} */ (select).selectedOptions[0].text);
  assert.match(await textOf(controls(page).facts), new RegExp(`^${chosen.replace(/[()]/g, '\\$&')} · \\d+ training queries`), 'the facts name the sample that is chosen');
  const note = await sample.evaluate((select) => document.getElementById(select.getAttribute('aria-describedby') ?? '')?.innerText ?? '');
  assert.match(note, /^[A-Z0-9].{30,}\.$/, 'a sentence explains the sample');
  await openSettings(page);
  assert.match(await textOf(page.getByRole('complementary', { name: 'Settings' })), /never leaves? this device/i, 'and says it where files are chosen');

  // Pictures of the canvases at two moments: the curves move. The page notes the first moment itself, because a run of a
  // second may be over before a test on a busy machine asks again.
  const names = ['Objective', 'Slack and loss', 'NDCG@10'];
  /** @param {string} name */
  const picture = (name) => chart(page, name).canvas.evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  const early = page.evaluate(() => new Promise((/** @type {(seen: { status: string, pausable: boolean, pictures: string[] }) => void} */ resolve) => {
    const line = /** @type {Element} */ (document.querySelector('.status'));
    const observer = new MutationObserver(() => {
      const status = line.textContent ?? '';
      if (!/^iteration [1-9]/.test(status)) return;
      observer.disconnect();
      const pausable = [...document.querySelectorAll('#run button')].some((button) => button.textContent === 'Pause' && button.getAttribute('aria-disabled') === 'false');
      // Charts are drawn with the next frame.
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const pictures = [.../** @type {NodeListOf<HTMLCanvasElement>} */ (document.querySelectorAll('.plot canvas'))].map((canvas) => canvas.toDataURL());
        resolve({ status, pausable, pictures });
      }));
    });
    observer.observe(line, { subtree: true, childList: true, characterData: true });
  }));
  // The page listens before it is pressed.
  await threeFrames(page);
  await train.click();
  const seen = await early;
  assert.ok(seen.pausable, 'while it trains it can be paused');
  assert.match(seen.status, /^iteration [\d,]+ · gap \S+ % · [\d,]+ planes?$/, 'the status while it trains');

  const end = await ended(page);
  assert.ok(end.iterations > 1, 'it took more than one iteration');
  const asked = Number(await page.getByRole('spinbutton', { name: 'Stop at gap' }).inputValue());
  assert.ok(100 * end.gap <= asked, `the gap of ${end.gapShown} % is at most the ${asked} % asked for`);
  const late = await Promise.all(names.map(picture));
  names.forEach((name, at) => {
    assert.notEqual(late[at], seen.pictures[at], `the curve of ${name} moved`);
  });
  for (const name of names) {
    assert.match(await chart(page, name).canvas.getAttribute('aria-label') ?? '', new RegExp(`^${name}`), `the name of the canvas begins with ${name}`);
  }
});

pageTest('the charts are drawn in the colours of their legends', {}, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await controls(page).train.click();
  await ended(page);
  for (const name of ['Objective', 'Slack and loss', 'NDCG@10']) {
    const { card, canvas } = chart(page, name);
    const colours = await card.locator('.leaders path').evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke));
    assert.ok(colours.length > 0, `the legend of ${name} shows colours`);
    // One frame, in which the chart is drawn with the last report.
    await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
    const counts = await canvas.evaluate((element, wanted) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (element);
      const { data } = /** @type {CanvasRenderingContext2D} */ (/** @type {HTMLCanvasElement} */ (element).getContext('2d')).getImageData(0, 0, width, height);
      return wanted.map((colour) => {
        const [r, g, b] = (colour.match(/\d+/g) ?? []).map(Number);
        let pixels = 0;
        for (let at = 0; at < data.length; at += 4) {
          if (data[at + 3] > 200 && Math.abs(data[at] - r) + Math.abs(data[at + 1] - g) + Math.abs(data[at + 2] - b) < 24) pixels += 1;
        }
        return pixels;
      });
    }, colours);
    counts.forEach((pixels, at) => assert.ok(pixels > 20, `${name} has a curve in ${colours[at]}: only ${pixels} pixels`));
  }
});

pageTest('an error during the start of the page is shown in a visible place', { allow: [/no room for curves/] }, async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.ResizeObserver = class { constructor() { throw new Error('there is no room for curves'); } observe() {} unobserve() {} disconnect() {} };
  });
  await page.reload();
  await page.getByText(/^Rankscope could not start: there is no room for curves\. It needs/).waitFor();
});

pageTest('a core that cannot be fetched is reported', { allow: [/rankscope_bg|Failed to load|not send the compiled core/] }, async ({ page }) => {
  await page.route(/rankscope_bg[^/]*\.wasm$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await page.getByText(/^Rankscope could not start: the host does not send the compiled core \(404\)\. It needs/).waitFor();
});
