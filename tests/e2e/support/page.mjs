// The page as a person finds it: its controls by role and name, and its figures as numbers.
// Knows the names that the page promises, and nothing of how it is made.

import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

/**
 * Milliseconds in which nothing may change before a wait fails with a clear message. On a busy machine everything takes longer, and goes
 * on all the same: a wait ends when there is no progress, not when it is late.
 */
export const STALL = 90_000;

/** Milliseconds that are longer than any slice of work, so that a running run would change in this time. */
const STILL = 500;

/** @param {Page} page */
export function controls(page) {
  /** @param {string} name */
  const button = (name) => page.getByRole('button', { name, exact: true });
  return {
    train: button('Train'), pause: button('Pause'), step: button('Step'), reset: button('Reset'),
    slider: page.getByRole('slider', { name: 'Iteration', exact: true }),
    // Only the mode Explore shows the next two; they are read in every mode.
    status: page.locator('#run [role=status]'),
    // Other panels have alerts of their own, which are hidden while their panel is.
    alert: page.getByRole('alert').and(page.locator('.alert')),
    facts: page.locator('#header .facts'),
    sample: page.getByRole('combobox', { name: 'Sample data' }),
    letor: page.getByLabel('LETOR file', { exact: true }),
    valid: page.getByLabel('Validation file', { exact: true }),
    test: page.getByLabel('Test file', { exact: true }),
    paste: page.getByRole('textbox', { name: 'Paste LETOR lines' }),
    inspector: page.getByRole('region', { name: 'Violating permutation' }),
    queries: page.getByRole('table', { name: 'Queries by slack' }),
    // Figures are read wherever they stand; a tab that is closed is opened to be used.
    // Its name depends on the method.
    weights: page.locator('#weights'),
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
 * Waits until `read` gives something for which `isSo` holds, and returns it. The wait goes on for as long as the value changes, or
 * what `progress` gives: the newest iteration, or how far a file is read.
 *
 * @template T
 * @param {() => Promise<T>} read
 * @param {(value: T) => unknown} isSo
 * @param {string} what
 * @param {() => Promise<unknown>} [progress]
 * @returns {Promise<T>}
 */
export async function until(read, isSo, what, progress = async () => null) {
  let seen = '';
  let since = performance.now();
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    const now = text([value, await progress()]);
    if (now !== seen) [seen, since] = [now, performance.now()];
    assert.ok(performance.now() - since < STALL, `${what}: nothing has changed for ${STALL} ms; the last seen was ${seen}`);
    await new Promise((resolve) => { setTimeout(resolve, 15); });
  }
}

/** Waits for three frames of the page, in which it draws what it was told. @param {Page} page */
export function threeFrames(page) {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
  });
}

/** A value as text; handles of the browser have none. @param {unknown} value */
function text(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return String(value);
  }
}

/**
 * The status line once it reads like `pattern`.
 * @param {Page} page
 * @param {RegExp} pattern
 */
export function statusOf(page, pattern) {
  return until(() => textOf(controls(page).status), (text) => pattern.test(text), `the status reads like ${pattern}`, () => progressOf(page));
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
  await openInstrument(page);
  await until(() => textOf(controls(page).facts), (text) => facts.test(text), `the facts of the data read like ${facts}`);
  await statusOf(page, /^ready/);
  await panelsAt(page, 0);
}

/**
 * A sample of the page's own.
 * @param {Page} page
 * @param {string} name
 */
export async function loadSample(page, name) {
  const { sample } = controls(page);
  // While the page starts, no control is there. On a narrow screen it is hidden, so that its role does not find it.
  await page.locator('#rail select').first().waitFor({ state: 'attached' });
  // On a narrow screen the settings are a sheet, which closes once data are there.
  if (!(await sample.isVisible())) await page.getByRole('button', { name: 'Change settings' }).click();
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
  await openSettings(page);
  await page.getByLabel('Pace', { exact: true }).selectOption({ label: 'full speed' });
}

/**
 * Opens all settings that stand behind a link, and the sheet that holds them on a narrow screen.
 * @param {Page} page
 */
export async function openSettings(page) {
  const sheet = page.getByRole('button', { name: 'Change settings' });
  if (await sheet.isVisible()) await sheet.click();
  await page.locator('#rail details').evaluateAll((all) => all.forEach((one) => { /** @type {HTMLDetailsElement} */ (one).open = true; }));
}

/**
 * Leaves first sight for the instrument, if a visit begins with it.
 * @param {Page} page
 */
export async function openInstrument(page) {
  // Until its style sheet is there, a page shows what it is going to hide.
  await page.waitForLoadState();
  const open = page.getByRole('button', { name: 'Open the instrument', exact: true });
  if (await open.isVisible()) await open.click();
}

/** Modes with a window of their own, in the header. */
const MODES = ['Sketch', 'Studies', 'Ratings', 'Clicks', 'Lessons'];

/**
 * Opens a tab of the workspace, or a mode.
 * @param {Page} page
 * @param {string} name
 */
export async function openView(page, name) {
  const modes = page.getByRole('tablist', { name: 'Mode' });
  if (MODES.includes(name)) return void await modes.getByRole('tab', { name, exact: true }).click();
  if (name === 'Theory') {
    await modes.getByRole('tab', { name: 'Studies', exact: true }).click();
    return void await page.getByRole('group', { name: 'Views of Studies' }).getByRole('button', { name, exact: true }).click();
  }
  const explore = modes.getByRole('tab', { name: 'Explore', exact: true });
  if (await explore.getAttribute('aria-selected') !== 'true') await explore.click();
  const tab = page.getByRole('tablist', { name: 'Workspace' }).getByRole('tab', { name, exact: true });
  // On a narrow screen many runs open from the bar at the bottom, and lead back from there.
  if (!await tab.isVisible()) await page.getByRole('button', { name: /^(Runs|This run)/ }).click();
  await tab.click();
  if (name === 'Weights') await page.locator('#weights-title').waitFor();
}

/**
 * Opens the weights and closes them again: once they were opened, they are up to date in every tab.
 * @param {Page} page
 */
export async function fetchWeights(page) {
  await openView(page, 'Weights');
  await openView(page, 'Violator');
}

/**
 * Shows a chart: on a narrow screen there is one at a time.
 * @param {Page} page
 * @param {string} name
 */
export async function showChart(page, name) {
  const button = page.getByRole('group', { name: 'Chart shown' }).getByRole('button', { name, exact: true });
  if (!await button.isVisible()) return;
  await button.click();
  await drawn(page);
}

/**
 * Shows the table of queries: on a narrow screen it stands behind the name of the chosen one.
 * @param {Page} page
 */
export async function showQueries(page) {
  const all = page.getByRole('group', { name: 'Query', exact: true }).getByRole('button', { expanded: false });
  if (await all.isVisible()) await all.click();
}

/**
 * Opens the menu of the page, which on a narrow screen holds all but the lessons.
 * @param {Page} page
 */
export async function openMenu(page) {
  const menu = page.getByRole('banner').getByRole('button', { name: 'More', expanded: false });
  if (await menu.isVisible()) await menu.click();
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

/**
 * How far a run is: the status as people see it, which changes with each iteration and while an oracle searches.
 * @param {Page} page
 */
export function progressOf(page) {
  // While another document loads there is none to ask.
  return page.evaluate(() => document.querySelector('.status')?.textContent ?? null).catch(() => null);
}

/**
 * Waits until a run has paused, and returns the newest iteration. The page says so at once, and the worker still sends what it has
 * finished; nothing on the page tells when the last report is there.
 * @param {Page} page
 */
export async function paused(page) {
  await statusOf(page, /^paused/);
  const newest = async () => Number(await controls(page).slider.getAttribute('max'));
  for (;;) {
    const before = await newest();
    await new Promise((resolve) => { setTimeout(resolve, STILL); });
    for (let wait = 0; wait < 5; wait += 1) await threeFrames(page);
    if (await newest() === before) return before;
  }
}

/** @param {Page} page */
export async function ended(page) {
  const { pause } = controls(page);
  await until(() => pause.isDisabled(), Boolean, 'the run ends', () => progressOf(page));
  const end = ending(await statusOf(page, /^(converged|iteration limit|stalled|numeric|stopped)/));
  await panelsAt(page, end.iterations);
  return end;
}

/** The iteration that tables and rankings show; '' while they have none. @param {Page} page */
export const shownIteration = (page) => page.locator('table.queries').getAttribute('data-iteration');

/**
 * Waits until tables and rankings show an iteration; they are worked out after the curves.
 * @param {Page} page
 * @param {number} iteration
 */
export async function panelsAt(page, iteration) {
  await until(() => shownIteration(page), (shown) => shown === String(iteration), `the panels show iteration ${iteration}`, () => progressOf(page));
  await drawn(page);
}

/**
 * Waits until the visible curves are those of the newest state; they are drawn in a later frame, and on a busy machine much later.
 * @param {Page} page
 */
async function drawn(page) {
  const pictures = () => page.evaluate(() => ({
    now: document.querySelector('.timeline input')?.getAttribute('aria-valuetext'),
    shown: [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.chart canvas'))]
      // Curves are not drawn where they have no room.
      .filter((canvas) => canvas.checkVisibility() && canvas.clientWidth >= 120 && canvas.clientHeight >= 60)
      .map((canvas) => canvas.dataset.drawn),
  }));
  await until(pictures, ({ now, shown }) => shown.every((one) => one === now), 'the curves show the newest state', () => progressOf(page));
}

/**
 * Moves the slider as dragging it does.
 * @param {Page} page
 * @param {number} iteration
 */
export async function goTo(page, iteration) {
  await controls(page).slider.fill(String(iteration));
  await panelsAt(page, iteration);
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
  // Read wherever they stand: the table of a chart takes the place of the drawing.
  const items = await page.getByRole('region', { name, exact: true, includeHidden: true }).locator('.legend li').allTextContents();
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
  await showChart(page, name);
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
  const table = card.getByRole('table', { name, exact: true });
  await table.waitFor();
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
 * Returns elements that are wider than the window.
 * @param {Page} page
 */
export function overflowing(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth <= clientWidth ? [] : [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5).slice(0, 5).map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`);
  });
}

/** Copies the link to what is shown, by the menu of the header. @param {Page} page */
export async function copyLink(page) {
  const copy = page.getByRole('button', { name: 'Copy link', exact: true });
  if (!await copy.isVisible()) await page.getByRole('button', { name: 'Share', exact: true }).click();
  await copy.click();
}
