// Compares the figures in the text of a lesson with the numbers that the page shows beside it.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../../www/features/learn/lessons/schema.js').Figure} Figure */
/** @typedef {import('../../../www/features/learn/lessons/expressions.js').Lookup} Lookup */

/** Figures that no view shows as a number, with the reason. */
const NOWHERE = /** @type {Record<string, string>} */ ({
  'report.threshold': 'the picture of a step function has it as a place',
  'report.smoothing': 'the line below the charts has it, which the stage leaves out',
  'report.given_up': 'a chart draws it without a label',
  'overview.queries_used': 'the words below the queries have it, unless a view covers them',
  'pulls.score': 'it belongs to a table that another view covers',
});

/** The tabs that show a figure which the open one lacks. @type {Record<string, RegExp>} */
const TABS = { 'report.norm': /^(Certificate|Progress)$/, weight: /^(Weights|Model)$/, pulls: /^(Violator|Pulls)$/ };

/**
 * The numbers of the page outside the lesson: texts, labels of charts, tips. The stage covers most of the instrument, whose
 * numbers are read behind it.
 * @param {Page} page @returns {Promise<string[]>}
 */
function numbersOf(page) {
  return page.evaluate(() => {
    const textOf = (/** @type {HTMLElement} */ part) => {
      const texts = [];
      const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) texts.push(walk.currentNode.nodeValue);
      return `${part.innerText} ${texts.join(' ')}`;
    };
    const parts = [document.getElementById('main'), document.getElementById('header')].flatMap((part) => (part ? [textOf(part), ...[...part.querySelectorAll('[title], canvas[aria-label]')].map((one) => `${one.getAttribute('title') ?? ''} ${one.getAttribute('aria-label') ?? ''}`)] : []));
    return [...parts.join(' ').matchAll(/\d[\d,]*(?:\.\d+)?(?:e[−-]?\d+)?/g)].map(([number]) => number);
  });
}

/**
 * Whether a number of the page is the figure. A share in per cent is the same as the number that rounds to it, and so is a
 * figure that the page only has in a table with more digits.
 * @param {string} figure @param {string[]} numbers @param {boolean} [rounds]
 */
export function isShown(figure, numbers, rounds = false) {
  const text = figure.replace(/^[−>-]+/, '').trim();
  const [, share] = /^([\d.]+) %$/.exec(text) ?? [];
  if (!share) return numbers.some((number) => number === text || (rounds && Number(number).toFixed(text.split('.')[1]?.length ?? 0) === text));
  const decimals = share.split('.')[1]?.length ?? 0;
  return numbers.includes(share) || numbers.some((number) => (100 * Number(number)).toFixed(decimals) === Number(share).toFixed(decimals));
}

/** The lookup of a figure of the run that is shown; null for earlier runs and for what is computed of several figures. @param {Figure} figure @returns {Lookup | null} */
function lookupOf({ is }) {
  const sum = typeof is === 'object' && 'size' in is ? is.size : is;
  return typeof sum === 'object' && 'value' in sum && (sum.run ?? 'now') === 'now' ? sum : null;
}

/**
 * Returns the figures in `part` of the lesson that the page does not show. It looks for them at the iteration that they
 * belong to, and in the tab that has them.
 * @param {Page} page @param {'.lesson-text' | '.lesson-reveal'} part @param {Record<string, Figure> | undefined} figures
 */
export async function unshown(page, part, figures) {
  const told = await page.locator(`${part} .figure`).evaluateAll((all) => all.map((one) => ({ name: one.getAttribute('data-figure') ?? '', text: one.textContent ?? '' })));
  const missing = [];
  for (const { name, text } of told) {
    const lookup = figures?.[name] && lookupOf(figures[name]);
    if (!lookup || Object.hasOwn(NOWHERE, lookup.value) || isShown(text, await numbersOf(page)) || await isElsewhere(page, lookup, text)) continue;
    missing.push(`${name} ${text} (${JSON.stringify(lookup)})`);
  }
  return missing;
}

/** @param {Page} page @param {Lookup} lookup @param {string} text */
async function isElsewhere(page, { value, at }, text) {
  const slider = page.locator('#timeline input[type=range]');
  if (at !== undefined) {
    await slider.evaluate((input, to) => {
      if (!(input instanceof HTMLInputElement)) return;
      input.value = to === 'first' ? '0' : typeof to === 'number' ? String(to) : input.max;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, at);
  }
  const tab = TABS[value] ?? TABS[value.split('.')[0]];
  // The stage hides the tabs, but not what they lead to.
  if (tab) await page.locator('[role=tab]', { hasText: tab }).first().evaluate((one) => /** @type {HTMLElement} */ (one).click());
  if (tab) await page.locator('details.more').evaluateAll((all) => all.forEach((one) => { if (one instanceof HTMLDetailsElement) one.open = true; }));
  // Only a figure that is missing takes as long as this.
  for (let tries = 0; tries < 100; tries += 1) {
    if (isShown(text, await numbersOf(page), value === 'weight')) return true;
    await page.waitForTimeout(100);
  }
  return false;
}
