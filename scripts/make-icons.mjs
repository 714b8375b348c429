// Makes the PNG icons of www/public/icons/ from rankscope.svg, with the browser of the tests.
//
//   node scripts/make-icons.mjs

import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { at } from './lib/project.mjs';
import { main } from './lib/steps.mjs';
import { findBrowser } from './lib/tools.mjs';

/** A maskable icon fills its square, with its content within the middle four fifths. */
const ICONS = [
  { name: 'rankscope-192.png', size: 192, maskable: false },
  { name: 'rankscope-512.png', size: 512, maskable: false },
  { name: 'rankscope-maskable-512.png', size: 512, maskable: true },
];

await main(async () => {
  const { chrome } = await findBrowser();
  const svg = await readFile(at('www', 'public', 'icons', 'rankscope.svg'), 'utf8');
  const browser = await chromium.launch({ executablePath: chrome, chromiumSandbox: false });
  const page = await browser.newPage();
  for (const { name, size, maskable } of ICONS) {
    const drawing = maskable
      ? svg.replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
      .replace(/<rect[^>]*\/>/, '<rect x="-4" y="-4" width="40" height="40" fill="#0072b2"/>') : svg;
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${drawing}`);
    await writeFile(at('www', 'public', 'icons', name), await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
});
