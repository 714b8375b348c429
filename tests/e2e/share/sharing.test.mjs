// The ways to share what is shown: one link, its QR code, and what another page embeds.

import assert from 'node:assert/strict';
import jsqr from 'jsqr';
import { pageTest } from '../support/browser.mjs';
import { copyLink, ended, progressOf, until } from '../support/page.mjs';
import { violations } from '../support/states-walk.mjs';

/** @typedef {import('playwright-core').Page} Page */

const { default: jsQR } = jsqr;

const RUN = '#v=1&sample=kitchen&trained=9&ended=true';
const share = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Share', exact: true });

/** @param {Page} page @param {string} name */
async function opened(page, name) {
  const entry = page.getByRole('button', { name, exact: true });
  if (!await entry.isVisible()) await share(page).click();
  await entry.click();
  return page.getByRole('dialog', { name: new RegExp(`^${name}`) });
}

/** What a camera would read from a picture of the screen. @param {Page} page @param {Buffer} png */
async function read(page, png) {
  const { pixels, width, height } = await page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!pen) throw new Error('there is no canvas');
    pen.drawImage(bitmap, 0, 0);
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    return { pixels: [...data], width: bitmap.width, height: bitmap.height };
  }, [...png]);
  return jsQR(Uint8ClampedArray.from(pixels), width, height)?.data;
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  pageTest(`the QR code on the screen is the copied link, in the ${colorScheme} theme`, { colorScheme, everyday: colorScheme === 'dark', address: RUN }, async ({ page, context, requests }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await ended(page);
    assert.deepEqual(requests.filter((address) => /share|qr-|embed/.test(address)), [], 'nothing is fetched before');
    await copyLink(page);
    await page.getByText('Link copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#v=1&sample=kitchen&sample-checksum=[0-9a-f]{16}&trained=9&numbers=2&ended=true$/);
    await page.keyboard.press('Escape');
    const dialog = await opened(page, 'QR code');
    assert.equal(await read(page, await dialog.getByRole('img').screenshot()), link);
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
}

pageTest('a link to a lesson holds its step, and a frame’s link leads to the whole page', { address: '#v=1&lesson=ties&step=2&embed=true', firstSight: true }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step', () => progressOf(page));
  await copyLink(page);
  await page.getByText('Link copied.').waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#v=1&lesson=ties&step=2$/);
  const [png, link] = [await (await opened(page, 'QR code')).getByRole('img').screenshot(), await page.evaluate(() => navigator.clipboard.readText())];
  assert.equal(await read(page, png), link);
});

pageTest('a link that is too long for a QR code gets a sentence in its place', { firstSight: true, address: `#v=1&sample=kitchen&trained=3&own=0.1.2.3.4.5.6&query=0&without=1&hide=${['data', 'loss', 'optimiser', 'timeline', 'runs', 'plane', 'explanation', 'certificate', 'comparison', 'modelfile', 'theory', 'study', 'ratings', 'sketch'].join(',')}` }, async ({ page }) => {
  await page.evaluate(() => { history.replaceState(null, '', `?${'x'.repeat(1000)}${location.hash}`); });
  const dialog = await opened(page, 'QR code');
  await dialog.getByText(/^This link has 1,\d\d\d characters\. .* holds at most 1,000\. Copy the link instead/).waitFor();
  assert.equal(await dialog.getByRole('img').count(), 0);
});

pageTest('the dialog of embedding has the code of a picture, and shows exactly that', { everyday: true, address: RUN }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await ended(page);
  const dialog = await opened(page, 'Embed');
  const preview = dialog.getByRole('region', { name: 'Preview' }).frameLocator('iframe');
  await preview.getByRole('button', { name: 'Train' }).waitFor();
  assert.equal(await dialog.getByRole('radio', { name: 'A lesson (open one first)' }).isDisabled(), true);
  await dialog.getByRole('radio', { name: 'One picture, with a caption' }).check();
  await dialog.getByLabel('Picture', { exact: true }).selectOption('Chart: NDCG@10');
  await preview.getByText('NDCG@10 · DORM · Kitchen (hand-made) · iteration 9 of 9').waitFor();
  assert.equal(await preview.getByRole('button', { name: 'Train' }).isVisible(), false);
  await dialog.getByRole('button', { name: 'Copy code' }).click();
  await dialog.getByText('Code copied.').waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  const src = /^<iframe src="([^"]+)" title="Rankscope: Chart: NDCG@10" width="100%" height="600"/.exec(code)?.[1].replaceAll('&amp;', '&') ?? '';
  assert.equal(await dialog.locator('iframe').evaluate((frame) => /** @type {HTMLIFrameElement} */ (frame).src), src);
  assert.match(src, /&picture=chart-3$/);
  await dialog.getByLabel('Code', { exact: true }).selectOption('Quarto shortcode');
  assert.match(await dialog.getByLabel('Code to copy').inputValue(), /^\{\{< rankscope page="[^"]+" link="v=1&sample=kitchen&[^"]+" picture="chart-3" height="600" >\}\}$/);
  await dialog.getByLabel('Height').fill('5');
  await dialog.getByLabel('Height').press('Tab');
  assert.equal(await dialog.getByLabel('Height').inputValue(), '200');
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('iframe').count(), 0, 'the page in the frame has ended');
});

pageTest('an open lesson is embedded at its step, or its picture alone', { address: '#v=1&lesson=ties&step=2', firstSight: true }, async ({ page }) => {
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step', () => progressOf(page));
  const dialog = await opened(page, 'Embed');
  assert.equal(await dialog.getByRole('radio', { name: 'This lesson: Equal grades, step 2' }).isChecked(), true);
  const preview = dialog.getByRole('region', { name: 'Preview' }).frameLocator('iframe');
  await preview.getByRole('heading', { name: 'A fixed reference' }).waitFor();
  await dialog.getByRole('radio', { name: 'One picture, with a caption' }).check();
  await preview.getByText('Equal grades: A fixed reference').waitFor();
  await preview.getByRole('region', { name: 'Stage' }).waitFor();
  assert.equal(await preview.getByRole('button', { name: 'Reveal' }).isVisible(), false);
});

for (const [picture, name] of /** @type {const} */ ([['chart-3', 'NDCG@10'], ['weightplane', 'Plane of w'], ['inspector', 'Violating permutation']])) {
  pageTest(`a frame of 800 × 600 that asks for ${picture} shows the picture, its caption, and nothing else`, { width: 800, height: 600, address: `${RUN}&picture=${picture}`, firstSight: true, everyday: picture === 'chart-3' }, async ({ page, address }) => {
    await page.getByText(`${name} · DORM · Kitchen (hand-made) · iteration 9 of 9`).waitFor();
    const region = page.getByRole('region', { name, exact: true });
    await region.waitFor();
    const { width, height } = await region.evaluate((element) => element.getBoundingClientRect());
    assert.ok(width >= 780 && height >= 500, `${width} × ${height}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth), 'the page does not scroll');
    const shown = await page.evaluate(() => [...document.querySelectorAll('#header, #rail, #run, #queries, #tabs, .page-links, #timeline, .hiding, #strip .chart, #workspace section')]
      .filter((one) => !one.closest('.picture-alone') && one.checkVisibility()).map(({ id, className }) => id || className));
    assert.deepEqual(shown, []);
    const whole = page.getByRole('link', { name: 'Open the whole page' });
    await whole.hover();
    const href = await whole.getAttribute('href') ?? '';
    assert.ok(href.startsWith(`${address}#v=1&sample=kitchen`) && !/picture|embed/.test(href), href);
    assert.deepEqual(await violations(page), []);
  });
}

pageTest('a picture that this page does not have is refused, and the whole page is shown', { address: '#v=1&sample=kitchen&picture=cat', firstSight: true }, async ({ page }) => {
  await page.getByText('picture: “cat” is not a picture of this page.').waitFor();
  await page.getByRole('button', { name: 'Train' }).waitFor();
});
