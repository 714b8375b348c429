// The page as a person finds it: its controls by role and name, and its figures as numbers.
// Knows the names that the page promises, and nothing of how it is made.

import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/** Milliseconds that anything may take before its test fails with a clear message. */
const PATIENCE = 20_000;

/** @param {Page} page */
export function controls(page) {
  /** @param {string} name */
  const button = (name) => page.getByRole('button', { name, exact: true });
  return {
    train: button('Train'), pause: button('Pause'), step: button('Step'), reset: button('Reset'),
    slider: page.getByRole('slider', { name: 'Iteration', exact: true }),
    status: page.getByRole('status'),
    alert: page.getByRole('alert'),
    facts: page.getByRole('banner').getByRole('paragraph'),
    sample: page.getByRole('combobox', { name: 'Sample data' }),
    letor: page.getByLabel('LETOR file', { exact: true }),
    valid: page.getByLabel('Validation file', { exact: true }),
    test: page.getByLabel('Test file', { exact: true }),
    paste: page.getByRole('textbox', { name: 'Paste LETOR lines' }),
    inspector: page.getByRole('region', { name: 'Violating permutation' }),
    queries: page.getByRole('table', { name: 'Queries by slack' }),
    weights: page.getByRole('region', { name: 'Weights w' }),
  };
}

/**
 * The number that the page shows: with a true minus sign, commas, and perhaps a unit behind it.
 * @param {string | null | undefined} shown
 */
export function number(shown) {
  const match = /[−-]?\d[\d,]*(?:\.\d+)?(?:e[−-]?\d+)?/.exec(shown ?? '');
  return match ? Number(match[0].replaceAll('−', '-').replaceAll(',', '')) : Number.NaN;
}

/**
 * Half a unit of the last digit shown: how far the number may be from what was rounded.
 * @param {string} shown
 */
export function rounding(shown) {
  const [, decimals = '', exponent = '0'] = /\d[\d,]*(?:\.(\d+))?(?:e([−-]?\d+))?/.exec(shown) ?? [];
  return 0.5 * 10 ** (Number(exponent.replace('−', '-')) - decimals.length) * (1 + 1e-9);
}

/**
 * @param {number} actual
 * @param {number} expected
 * @param {number} tolerance
 * @param {string} what
 */
export function near(actual, expected, tolerance, what) {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not within ${tolerance} of ${expected}`);
}

/**
 * Waits until `read` gives something for which `isSo` holds, and returns it.
 * @template T
 * @param {() => Promise<T>} read
 * @param {(value: T) => unknown} isSo
 * @param {string} what
 * @param {number} [patience]
 * @returns {Promise<T>}
 */
export async function until(read, isSo, what, patience = PATIENCE) {
  const end = performance.now() + patience;
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    assert.ok(performance.now() < end, `${what}: not within ${patience} ms; the last seen was ${JSON.stringify(value)}`);
    await new Promise((resolve) => { setTimeout(resolve, 15); });
  }
}

/**
 * The status line once it reads like `pattern`.
 * @param {Page} page
 * @param {RegExp} pattern
 */
export function statusOf(page, pattern) {
  return until(() => textOf(controls(page).status), (text) => pattern.test(text), `the status reads like ${pattern}`);
}

/** @param {Locator} locator */
export async function textOf(locator) {
  return (await locator.innerText()).replace(/\s+/g, ' ').trim();
}

/**
 * Data are there, and so are the figures of w = 0.
 * @param {Page} page
 * @param {RegExp} [facts] what the line of facts at the top reads like
 */
export async function ready(page, facts = /quer/) {
  await until(() => textOf(controls(page).facts), (text) => facts.test(text), `the facts of the data read like ${facts}`);
  await statusOf(page, /^ready/);
  await lookAt(page, 0);
}

/**
 * A sample of the page's own.
 * @param {Page} page
 * @param {string} name
 */
export async function loadSample(page, name) {
  const { sample } = controls(page);
  // On a narrow screen the panel is folded once data are there.
  if (!(await page.locator('summary', { hasText: 'Data' }).locator('xpath=..').evaluate((panel) => /** @type {HTMLDetailsElement} */ (panel).open))) await page.getByRole('heading', { name: 'Data', exact: true }).click();
  await sample.selectOption({ label: name });
  await ready(page, new RegExp(`^${name.replace(/[()]/g, '\\$&')}`));
}

/**
 * A file of the user's own for training.
 * @param {Page} page
 * @param {{ name: string, mimeType: string, buffer: Buffer }} file
 */
export async function upload(page, file) {
  await controls(page).letor.setInputFiles(file);
  await ready(page, new RegExp(`^${file.name.replaceAll('.', '\\.')} · `));
}

/**
 * As fast as the device can: the pace that lets people watch short runs is not what most tests are about.
 * @param {Page} page
 */
export async function fullSpeed(page) {
  await page.getByLabel('Pace').selectOption({ label: 'full speed' });
}

/**
 * The numbers of the status line of a run that has ended.
 * @param {string} text
 */
export function ending(text) {
  const match = /^converged: gap (\S+) % after ([\d,]+) iterations?$/.exec(text);
  assert.ok(match, `the status is not that of a converged run: ${text}`);
  return { gapShown: match[1], gap: number(match[1]) / 100, iterations: number(match[2]) };
}

/**
 * Presses Train and waits for convergence.
 * @param {Page} page
 */
export async function train(page) {
  await controls(page).train.click();
  return ended(page);
}

/** @param {Page} page */
export async function ended(page) {
  const { pause } = controls(page);
  await until(() => pause.isDisabled(), Boolean, 'the run ends');
  const end = ending(await statusOf(page, /^(converged|iteration limit|stalled|numeric|stopped)/));
  await lookAt(page, end.iterations);
  return end;
}

/**
 * Waits until tables and rankings show an iteration; they are worked out after the curves.
 * @param {Page} page
 * @param {number} iteration
 */
export async function lookAt(page, iteration) {
  const about = `iteration ${iteration.toLocaleString('en-US')} ·`;
  await until(() => textOf(controls(page).weights), (text) => text.includes(about), `the panels show iteration ${iteration}`);
}

/**
 * Moves the slider as dragging it does.
 * @param {Page} page
 * @param {number} iteration
 */
export async function goTo(page, iteration) {
  await controls(page).slider.fill(String(iteration));
  await lookAt(page, iteration);
}

/**
 * The card of a chart: `Objective`, `Slack and loss`, `NDCG@10`.
 * @param {Page} page
 * @param {string} name
 */
export function chart(page, name) {
  const card = page.getByRole('region', { name, exact: true });
  return { card, canvas: card.getByRole('img'), toggle: card.getByRole('button', { name: 'Show as table' }) };
}

/**
 * What the legend tells, by label.
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<Record<string, string>>}
 */
export async function legend(page, name) {
  const items = await chart(page, name).card.getByRole('listitem').allInnerTexts();
  // What explains the drawing has no value.
  return Object.fromEntries(items.flatMap((item) => {
    const [, label, value] = /^\s*(.*?)\s+(>?[−–\d][\d,.e−]*(?: %)?)\s*$/s.exec(item) ?? [];
    return value ? [[label, value]] : [];
  }));
}

/**
 * The numbers of a chart as its table shows them: one record per row, by column head.
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<Record<string, string>[]>}
 */
export async function tableOf(page, name) {
  const { card, toggle } = chart(page, name);
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
  const table = card.getByRole('table', { name, exact: true });
  await table.waitFor({ timeout: 2_000 });
  return records(table);
}

/**
 * @param {Locator} table
 * @returns {Promise<Record<string, string>[]>}
 */
export async function records(table) {
  return table.evaluate((element) => {
    const { tHead, tBodies } = /** @type {HTMLTableElement} */ (element);
    const heads = [...(tHead?.rows[0].cells ?? [])].map((cell) => cell.innerText.trim());
    const rows = [...tBodies[0].rows].filter((row) => row.ariaHidden !== 'true');
    return rows.map((row) => Object.fromEntries([...row.cells].map((cell, at) => [heads[at], cell.innerText.trim()])));
  });
}

/**
 * The queries table on all its pages.
 * @param {Page} page
 */
export async function allQueries(page) {
  const forth = page.getByRole('button', { name: 'Next queries' });
  const back = page.getByRole('button', { name: 'Previous queries' });
  while (await back.isEnabled()) await back.click();
  const all = await records(controls(page).queries);
  while (await forth.isEnabled()) {
    await forth.click();
    all.push(...await records(controls(page).queries));
  }
  while (await back.isEnabled()) await back.click();
  return all;
}

/**
 * What the inspector shows: the equation's numbers as printed, and the names of the documents in the three columns.
 * @param {Page} page
 */
export async function inspect(page) {
  const { inspector } = controls(page);
  const text = await textOf(inspector);
  const equation = /H = Δ\(ŷ\) − ⟨w, δψ\(ŷ\)⟩ = (\S+) ([−+]) (\S+) = (\S+)/.exec(text);
  assert.ok(equation, `the inspector spells out H: ${text.slice(0, 300)}`);
  const [, loss, sign, size, hinge] = equation;
  /** @param {string | RegExp} title */
  const column = async (title) => {
    const list = inspector.getByRole('heading', { name: title, level: 3 }).locator('xpath=following-sibling::ol');
    return (await list.getByRole('listitem').allInnerTexts()).map((item) => item.replace(/\s+/g, ' ').trim().replace(/^\d+ /, ''));
  };
  return {
    text,
    query: /query (.+?) · ([\d,]+) documents?/.exec(text)?.[1],
    documents: number(/· ([\d,]+) documents?/.exec(text)?.[1]),
    loss, hinge, margin: sign === '−' ? size : `−${size}`,
    workingSlack: /slack in working set (\S+)/.exec(text)?.[1],
    reference: await column(/^Reference/), predicted: await column('Model'), violator: await column(/^Violator/),
  };
}

/**
 * By how many pixels the page is wider than its window, and what sticks out.
 * @param {Page} page
 */
export function sticksOut(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth <= clientWidth ? [] : [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5).slice(0, 5).map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`);
  });
}
