// What a test asks of a browser engine, whoever drives it: places by their accessible names, real clicks and keys.

/**
 * The least that a driver offers. `evaluate` runs a function of the page's own, with arguments and a value that JSON can
 * hold; functions return no promise, because not every driver waits for one.
 *
 * @typedef {object} Driver
 * @property {(address: string) => Promise<void>} goto
 * @property {<A extends unknown[], R>(work: (...values: A) => R, ...values: A) => Promise<R>} evaluate
 * @property {(x: number, y: number) => Promise<void>} click at CSS pixels of the window
 * @property {(key: 'Tab' | 'Enter' | 'ArrowLeft' | 'Home' | 'End') => Promise<void>} press
 * @property {(file: string) => Promise<void>} screenshot as PNG
 * @property {() => Promise<void>} close also of a browser that has died
 * @property {(problem: unknown) => boolean} hasDied whether the problem is that the browser's own process has ended
 *
 * @typedef {object} Engine
 * @property {string} name
 * @property {Driver} driver
 * @property {string} address of the page
 */

/** Milliseconds after which a wait fails. */
const STALL = 60_000;

/**
 * Waits until a value of the page is as wanted. Returns it.
 * @template T
 * @param {() => Promise<T>} read @param {(value: T) => boolean} isSo @param {string} what
 */
export async function until(read, isSo, what) {
  const end = Date.now() + STALL;
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    if (Date.now() > end) throw new Error(`${what}: not within ${STALL / 1000} s; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The text of the first place that a selector names; empty without one. @param {Driver} driver @param {string} selector */
export const textOf = (driver, selector) => driver.evaluate(
  (wanted) => (document.querySelector(wanted)?.textContent ?? '').replace(/\s+/g, ' ').trim(), selector);

/** @param {Driver} driver @param {RegExp} pattern */
export const statusOf = (driver, pattern) =>
  until(() => textOf(driver, '.run [role=status]'), (text) => pattern.test(text), `the status is ${pattern}`);

/**
 * Clicks on the visible control with this name. The name is its label, or its text.
 * @param {Driver} driver
 * @param {string} selector of its kind, such as "button"
 * @param {string} name
 */
export async function press(driver, selector, name) {
  const find = () => driver.evaluate((kind, wanted) => {
    const named = [...document.querySelectorAll(kind)].filter((one) => {
      const labels = 'labels' in one ? /** @type {HTMLInputElement} */ (one).labels : null;
      const text = one.getAttribute('aria-label') ?? (labels?.length ? labels[0].textContent : one.textContent);
      return (text ?? '').replace(/\s+/g, ' ').trim() === wanted && one.getClientRects().length > 0
        && !(one instanceof HTMLButtonElement && one.disabled);
    });
    if (named.length === 0) return null;
    named[0].scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = named[0].getBoundingClientRect();
    const place = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    const top = document.elementFromPoint(place.x, place.y);
    return top && (named[0].contains(top) || top.contains(named[0])) ? place : null;
  }, selector, name);
  // What is being laid out or scrolled may still move.
  let last = '';
  const rests = (/** @type {{ x: number, y: number } | null} */ found) => {
    const before = last;
    last = JSON.stringify(found);
    return found !== null && last === before;
  };
  const place = await until(find, rests, `${selector} “${name}” is there, at rest and not covered`);
  if (place) await driver.click(place.x, place.y);
}

/** The name of what has the focus. @param {Driver} driver */
export const focused = (driver) => driver.evaluate(() => {
  const one = document.activeElement;
  const labels = one && 'labels' in one ? /** @type {HTMLInputElement} */ (one).labels : null;
  return (one?.getAttribute('aria-label') ?? (labels?.length ? labels[0].textContent : one?.textContent) ?? '')
    .replace(/\s+/g, ' ').trim();
});

/**
 * Loads the page anew. Complaints of the page are collected from then on.
 * @param {Engine} engine @param {string} [fragment]
 */
export async function open({ driver, address }, fragment = '') {
  // A change of the fragment alone would load nothing.
  await driver.goto('about:blank');
  await driver.goto(address + fragment);
  // A first visit begins with first sight, which leads to the instrument.
  await until(() => driver.evaluate(() => {
    const way = document.documentElement.classList.contains('first-sight') && document.querySelector('[data-way=instrument]:not(:disabled)');
    if (way instanceof HTMLElement) way.click();
    return document.querySelector('.run [role=status]')?.textContent ?? '';
  }), (text) => text !== '', 'the page answers');
}
