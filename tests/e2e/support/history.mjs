// The text of all panels at one iteration.

import { allQueries, chart, controls, fetchWeights, legend, openView, records, textOf, until } from './page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
export function history(page) {
  const certificate = page.getByRole('region', { name: 'Certificate' });
  const strip = page.getByRole('region', { name: 'Slow motion' });
  return {
    certificate, strip,
    ledger: certificate.getByRole('table', { name: 'Cutting planes' }),
    slow: page.getByRole('button', { name: 'Slow motion', exact: true }),
    play: page.getByRole('button', { name: 'Play', exact: true }),
    next: page.getByRole('button', { name: 'Next phase' }),
    previous: page.getByRole('button', { name: 'Previous phase' }),
  };
}

/** Opens the certificate. @param {Page} page */
export async function openCertificate(page) {
  await openView(page, 'Certificate');
  await certificateAt(page, Number(await controls(page).slider.inputValue()));
}

/** Waits for the certificate of an iteration. @param {Page} page @param {number} iteration */
export async function certificateAt(page, iteration) {
  await until(() => textOf(history(page).certificate), (text) => new RegExp(`At iteration ${iteration.toLocaleString('en-US')}[.,]`).test(text), `the certificate is that of iteration ${iteration}`);
}

/** Waits until slow motion shows an iteration. @param {Page} page @param {number} iteration */
export async function slowMotionAt(page, iteration) {
  await until(() => textOf(history(page).strip), (text) => new RegExp(`^Slow motion iteration ${iteration.toLocaleString('en-US')}[:,]`).test(text), `slow motion shows iteration ${iteration}`);
}

/** Opens a phase by its title. @param {Page} page @param {string} title */
export async function phase(page, title) {
  const { strip } = history(page);
  await strip.getByRole('button', { name: title }).click();
  return figures(page);
}

/** The figures of the open phase, by name, with its sentence. @param {Page} page @returns {Promise<Record<string, string>>} */
export async function figures(page) {
  const { strip } = history(page);
  const pairs = await strip.locator('dl > div').evaluateAll((rows) => rows.map((row) => [row.querySelector('dt')?.textContent ?? '', row.querySelector('dd')?.textContent ?? '']));
  return { ...Object.fromEntries(pairs), sentence: await textOf(strip.locator('.phase-sentence')) };
}

/** The bounds of the certificate, by name: the last number of each line. @param {Page} page @returns {Promise<Record<string, string>>} */
export async function bounds(page) {
  const rows = await history(page).certificate.locator('dl > div').evaluateAll((all) => all.map((row) => [row.querySelector('dt')?.firstChild?.textContent ?? '', row.querySelector('b')?.textContent ?? '']));
  return Object.fromEntries(rows);
}

/**
 * Returns all figures of the iteration at the cursor.
 * @param {Page} page
 * @param {number} iteration
 */
export async function allFigures(page, iteration) {
  const { inspector, weights } = controls(page);
  const { certificate, ledger } = history(page);
  await openView(page, 'Certificate');
  await certificateAt(page, iteration);
  const proof = { bounds: await bounds(page), ledger: await records(ledger), planes: /of ([\d,]+) planes?/.exec(await textOf(certificate))?.[1] };
  await fetchWeights(page);
  await slowMotionAt(page, iteration);
  const legends = [];
  for (const name of ['Objective', 'Slack and loss', 'NDCG@10']) legends.push(await legend(page, name));
  const readout = await textOf(page.locator('.readout'));
  return {
    legends,
    cuts: /([\d,]+) planes?/.exec(readout)?.[1],
    queries: await allQueries(page),
    inspector: await textOf(inspector),
    weights: await textOf(weights),
    ...proof,
    oracle: await phase(page, '1 Oracle'),
    cut: await phase(page, '2 Cut'),
    curves: await chart(page, 'Objective').canvas.count(),
  };
}
