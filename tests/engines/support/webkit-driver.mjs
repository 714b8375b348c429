// WebKitGTK's own small browser, driven by WebDriver through Selenium. It needs a display; xvfb-run brings one.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { Builder, Capabilities, error, Key, Origin } from 'selenium-webdriver';

const KEYS = { Tab: Key.TAB, Enter: Key.ENTER, ArrowLeft: Key.ARROW_LEFT, Home: Key.HOME, End: Key.END };

/** Milliseconds in which the driver must answer. */
const START = 30_000;

/**
 * @param {{ webkit: string, webkitDriver: string, display: string | undefined }} programs `display`: xvfb-run, or
 *   undefined where there is a display
 * @returns {Promise<import('./engine.mjs').Driver>}
 */
export async function webkitDriver({ webkit, webkitDriver: program, display }) {
  const port = await freePort();
  const command = [...(display ? [display, '--auto-servernum'] : []), program, `--port=${port}`];
  // In a group of its own, so that the display ends with it.
  const service = spawn(command[0], command.slice(1), { stdio: 'ignore', detached: true });
  const end = () => {
    try {
      if (service.pid !== undefined) process.kill(-service.pid);
    } catch { /* it has ended by itself */ }
  };
  try {
    await answers(`http://127.0.0.1:${port}/status`, service);
    const session = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(new Capabilities({
      'browserName': 'MiniBrowser', 'webkitgtk:browserOptions': { binary: webkit, args: ['--automation'] },
    })).build();
    await session.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 });
    return {
      goto: (address) => session.get(address),
      evaluate: (work, ...values) => session.executeScript(`return (${work})(...arguments)`, ...values),
      click: (x, y) => session.actions().move({ x, y, origin: Origin.VIEWPORT }).click().perform(),
      press: (key) => session.actions().sendKeys(KEYS[key]).perform(),
      screenshot: async (file) => writeFile(file, await session.takeScreenshot(), 'base64'),
      close: async () => {
        try {
          await session.quit();
        } catch (problem) {
          if (!hasDied(problem)) throw problem;
        } finally {
          end();
        }
      },
      hasDied,
    };
  } catch (problem) {
    end();
    throw problem;
  }
}

/** The driver ends the session when the page's process has crashed or hangs. @param {unknown} problem */
const hasDied = (problem) => problem instanceof error.NoSuchSessionError;

/** A port that nobody listens to. @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return port;
}

/** @param {string} address @param {import('node:child_process').ChildProcess} service */
async function answers(address, service) {
  const end = Date.now() + START;
  for (;;) {
    if (service.exitCode !== null) throw new Error(`WebKitWebDriver ended with exit code ${service.exitCode}`);
    const reply = await fetch(address).catch(() => null);
    if (reply?.ok) return;
    if (Date.now() > end) throw new Error(`WebKitWebDriver did not answer within ${START / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
