// `npm run pictures`: makes the pictures of README.md, of links to the site and of the pages of lessons from the built
// page, in the browser of the tests.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { chromium } from 'playwright-core';
import UPNG from 'upng-js';
import { PREVIEW } from './lib/pages/frame.mjs';
import { lessonPicture } from './lib/pages/learn.mjs';
import { at } from './lib/project.mjs';
import { serve } from './lib/serve.mjs';
import { buildSite, siteFolder } from './lib/site.mjs';
import { main, say, step } from './lib/steps.mjs';
import { browser } from './lib/tools.mjs';
import { LESSONS } from '../www/features/learn/lessons/lesson-list.js';

/** @typedef {import('playwright-core').Page} Page */

/** The colours of a picture of a lesson. */
const FEW = 64;

/** The moving picture: its colours, its time for an iteration and for the last one, and how often it plays. */
const MOVING = { colours: 192, milliseconds: 200, last: 2500, plays: 2 };

await main(async () => {
  await buildSite();
  const { shell } = await browser();
  const server = await serve({ folders: [siteFolder] });
  const chrome = await chromium.launch({ executablePath: shell, chromiumSandbox: false });
  /**
   * Opens the page, hands it over, and writes what comes back.
   * @param {string} file @param {{ width: number, height: number, scale?: number, hash?: string }} window
   * @param {(page: Page) => Promise<Uint8Array>} draw
   */
  const make = (file, { width, height, scale = 1, hash = '' }, draw) => step(`Drawing ${file}`, async () => {
    const context = await chrome.newContext({ viewport: { width, height }, deviceScaleFactor: scale,
      reducedMotion: 'reduce', serviceWorkers: 'block', locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(server.address + hash);
    const picture = await draw(page);
    await mkdir(dirname(at(file)), { recursive: true });
    await writeFile(at(file), picture);
    say(`  ${Math.round(picture.length / 1024)} KB`);
    await context.close();
  });
  await make('docs/preview.png', { width: 1440, height: 756, scale: PREVIEW.width / 1440 }, async (page) => {
    await page.getByRole('slider').first().waitFor();
    return fewColours([await settled(page)], 256);
  });
  await make('docs/training.png', { width: 1440, height: 900, scale: 0.75 }, async (page) => {
    await instrument(page);
    const status = page.locator('#run [role=status]');
    const next = page.getByRole('button', { name: 'Step', exact: true });
    const frames = [await settled(page)];
    for (let text = ''; !/^(?:converged|stopped)/.test(text);) {
      // Without a pointer on it.
      await next.press('Enter');
      await status.filter({ hasNotText: text || 'ready' }).waitFor();
      text = await status.innerText();
      frames.push(await settled(page));
    }
    return fewColours(frames, MOVING.colours);
  });
  for (const id of LESSONS) {
    await make(lessonPicture(id).path, { width: 1280, height: 720, hash: `#v=1&lesson=${id}` }, async (page) => {
      const picture = page.locator('.stage-picture:not([hidden])');
      await picture.waitFor();
      return fewColours([await settled(picture)], FEW);
    });
  }
  await chrome.close();
  await server.close();
});

/** Leaves the first page of a visitor. @param {Page} page */
async function instrument(page) {
  await page.getByRole('button', { name: 'Open the instrument', exact: true }).click();
  await page.locator('#run [role=status]', { hasText: 'ready' }).waitFor();
}

/**
 * A picture of the page or of a part when nothing on it changes.
 * @param {Page | import('playwright-core').Locator} part
 */
async function settled(part) {
  let picture = await part.screenshot();
  for (;;) {
    await setTimeout(250);
    const next = await part.screenshot();
    if (next.equals(picture)) return picture;
    picture = next;
  }
}

/** Pictures as one file, which moves if there are several. @param {Uint8Array[]} pictures @param {number} colours */
function fewColours(pictures, colours) {
  const images = pictures.map((one) => UPNG.decode(copied(one)));
  const [{ width, height }] = images;
  const times = images.map((_one, place) => (place + 1 < images.length ? MOVING.milliseconds : MOVING.last));
  const file = Buffer.from(UPNG.encode(images.map((one) => UPNG.toRGBA8(one)[0]), width, height, colours, times));
  // The package has a picture move for ever. The chunk has its name, the number of frames, that of plays, a checksum.
  const chunk = file.indexOf('acTL');
  if (chunk > 0) {
    file.writeUInt32BE(MOVING.plays, chunk + 8);
    file.writeUInt32BE(crc32(file.subarray(chunk, chunk + 12)), chunk + 12);
  }
  return file;
}

/** Bytes in a buffer of their own. @param {Uint8Array} bytes @returns {ArrayBuffer} */
function copied(bytes) {
  return new Uint8Array(bytes).buffer;
}
