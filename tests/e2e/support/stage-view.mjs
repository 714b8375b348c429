// What a reader sees of a step on the stage: where its parts stand, how large its letters are, and its numbers.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/** The least size of letters on a stage, in CSS pixels. */
const LEAST = 14;

/**
 * Returns what is wrong with the view of the step that is open: parts that are cut off or scroll, small letters. Each is a
 * sentence.
 * @param {Page} page @returns {Promise<string[]>}
 */
export function faultsOfView(page) {
  return page.evaluate((least) => {
    const faults = /** @type {string[]} */ ([]);
    const wide = document.documentElement.clientWidth;
    const high = window.innerHeight;
    const isSeen = (/** @type {Element} */ one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      && !one.closest('.hidden, .word, details:not([open]) > :not(summary)');
    /** @param {Element} one @param {string} name @param {Box} [within] */
    const mustBeWhole = (one, name, within = { left: 0, top: 0, right: wide, bottom: high }) => {
      const box = one.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) return;
      const over = Math.max(within.left - box.left, within.top - box.top, box.right - within.right, box.bottom - within.bottom);
      if (over > 1.5) faults.push(`${name} is cut off by ${Math.round(over)} px`);
    };
    /** @param {string} selector @param {string} name */
    const mustNotScroll = (selector, name) => {
      for (const one of document.querySelectorAll(selector)) {
        const over = one.scrollHeight - one.clientHeight;
        if (isSeen(one) && over > 1) faults.push(`${name} is ${over} px higher than its place`);
      }
    };
    const scrolled = document.documentElement.scrollHeight - high;
    if (scrolled > 1) faults.push(`the page scrolls by ${scrolled} px`);
    mustNotScroll('.lesson-body', 'the text');
    mustNotScroll('.lesson-asked', 'the question');
    for (const one of document.querySelectorAll('.lesson-body > *, .lesson-choice, .lesson-guess, .lesson-turn button')) {
      if (isSeen(one)) mustBeWhole(one, `“${(one.textContent ?? '').slice(0, 40)}”`);
    }
    const picture = document.querySelector('.stage-picture:not([hidden])');
    if (picture) {
      const place = picture.getBoundingClientRect();
      mustBeWhole(picture, 'the picture');
      for (const one of picture.querySelectorAll('svg, canvas, button, input, li, text, p, output')) {
        if (isSeen(one)) mustBeWhole(one, `${one.tagName.toLowerCase()} “${(one.textContent ?? '').trim().slice(0, 30)}” of the picture`, place);
      }
    }

    // Views of the instrument have letters and scroll bars of their own.
    const small = new Map();
    for (const root of document.querySelectorAll('.lesson, .stage-picture:not([hidden])')) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const words = texts.currentNode.nodeValue?.trim();
        const holder = texts.currentNode.parentElement;
        if (!words || !holder || !isSeen(holder) || holder.closest('sub, sup, msub > :not(:first-child), msup > :not(:first-child), msubsup > :not(:first-child)')) continue;
        const scale = holder instanceof SVGGraphicsElement ? holder.getScreenCTM()?.a ?? 1 : holder.currentCSSZoom ?? 1;
        const size = Number.parseFloat(getComputedStyle(holder).fontSize) * scale;
        if (size > 0 && size < least - 0.05) small.set(size.toFixed(1), [...small.get(size.toFixed(1)) ?? [], words.slice(0, 20)]);
      }
    }
    for (const [size, words] of small) faults.push(`letters of ${size} px: ${words.slice(0, 5).map((/** @type {string} */ one) => `“${one}”`).join(', ')}`);
    return faults;
  }, LEAST);
}

/** Where the buttons of the stage stand. @param {Page} page @returns {Promise<string>} */
export const placesOfButtons = (page) => page.locator('.lesson-turn').evaluate((turn) => [...turn.querySelectorAll('button')]
  .map((one) => one.getBoundingClientRect()).map(({ left, top, width, height }) => [left, top, width, height].map(Math.round).join(' ')).join(', '));

/** The numbers that the reader can see outside the text and the question of the step. @param {Page} page @returns {Promise<string[]>} */
export function numbersInView(page) {
  return page.evaluate(() => {
    const numbers = /** @type {string[]} */ ([]);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const holder = texts.currentNode.parentElement;
      if (!holder?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || holder.closest('.lesson, #rail')) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const { left, top, width, height } = range.getBoundingClientRect();
      if (!width || !height) continue;
      const front = document.elementFromPoint(left + width / 2, top + height / 2);
      if (front && (front.closest('.lesson') || !(front.contains(holder) || holder.contains(front)))) continue;
      numbers.push(...(texts.currentNode.nodeValue ?? '').match(/\d[\d,]*(?:\.\d+)?/g) ?? []);
    }
    return numbers;
  });
}
