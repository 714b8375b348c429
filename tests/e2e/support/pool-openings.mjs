// How the workers of a pool get their data, on a device with processors for three workers.

/** @typedef {import('playwright-core').Page} Page */

/**
 * Reloads the page with a list of what the workers of pools open with.
 * @param {Page} page
 */
export async function watchOpenings(page) {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 4 });
    /** @type {string[]} */
    const openings = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function record(/** @type {any} */ message, /** @type {any} */ ...rest) {
      if (message?.type === 'open' && 'share' in message) {
        const isPacked = message.packed || message.files?.some((/** @type {any} */ one) => one.packed);
        openings.push(isPacked ? 'packed' : message.share ? 'reads for all' : 'reads');
      }
      return post.call(this, message, ...rest);
    };
    Object.assign(globalThis, { openings });
  });
  await page.reload();
}

/** @param {Page} page @returns {Promise<string[]>} */
export const openings = (page) => page.evaluate(() => Object(globalThis).openings);
