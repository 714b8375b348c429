// Chromium by its own protocol, and Firefox by WebDriver BiDi, both driven by Puppeteer.

import puppeteer from 'puppeteer-core';

/**
 * @param {'chrome' | 'firefox'} kind
 * @param {string} executablePath
 * @returns {Promise<import('./engine.mjs').Driver>}
 */
export async function puppeteerDriver(kind, executablePath) {
  // The sandbox does not start for root, nor in most containers; the only page shown is our own.
  const args = kind === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--no-first-run'] : [];
  const browser = await puppeteer.launch({ browser: kind, executablePath, args, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  return {
    goto: async (address) => { await page.goto(address); },
    // @ts-expect-error Puppeteer's type is that of a function with handles; ours returns plain data.
    evaluate: (work, ...values) => page.evaluate(work, ...values),
    click: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    screenshot: async (file) => { await page.screenshot({ path: /** @type {`${string}.png`} */ (file) }); },
    close: () => browser.close(),
    // These two have not been seen to crash: what ends them is a finding.
    hasDied: () => false,
  };
}
