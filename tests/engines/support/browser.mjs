// A browser that is started again when its process has died, so that its crash is not taken for a fault of the page.

/**
 * @typedef {import('./engine.mjs').Driver} Driver
 *
 * @typedef {object} Browser
 * @property {<T>(job: (driver: Driver) => Promise<T>, note: (text: string) => void) => Promise<T>} use
 *   does a job; `note` takes the report of a crash
 * @property {() => Promise<void>} close
 */

/**
 * Starts a browser. A job whose browser has died starts over in a new one. A second death fails, and so does every other
 * problem at once.
 *
 * WebKitGTK 2.50 needs this: about once in a thousand loads of the page, its interpreter of WebAssembly reads a local
 * variable at a wrong address and crashes (a segmentation fault in libjavascriptcoregtk, in the code of `local.get`).
 * A WebAssembly module cannot choose that address.
 *
 * @param {() => Promise<Driver>} start
 * @returns {Promise<Browser>}
 */
export async function startBrowser(start) {
  let driver = await start();
  let hasRestarted = false;
  return {
    use: async (job, note) => {
      try {
        return await job(driver);
      } catch (problem) {
        if (hasRestarted || !driver.hasDied(problem)) throw problem;
        hasRestarted = true;
        note(`the browser died, and the job starts over in a new one: ${problem}`);
        await driver.close();
        driver = await start();
        return job(driver);
      }
    },
    close: () => driver.close(),
  };
}
