// The page in cells of JupyterLab: data, training and answers go both ways, without a request to anybody but the server.
// Afterwards nbconvert keeps picture and numbers.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { PATIENCE, explorerIn, jupyterLab, openPage } from './support/servers.mjs';

const CELLS = [
  `import numpy as np, rankscope
data = rankscope.generate(40, 15, 1)
explorer = rankscope.explore(data.X, data.y, data.qid, names=["first", "second, too", *"abcdefghij"], method="svm-ndcg", C=3)
explorer.train()
explorer`,
  `ranker = rankscope.Ranker("svm-ndcg", C=3).fit(data.X, data.y, data.qid)
print(explorer.result["stop"]["reason"], explorer.result["data"], explorer.settings["c"], repr(explorer.problem),
      np.array_equal(explorer.model.predict(data.X), ranker.predict(data.X)), explorer.model.model_.names[1])
explorer.query = "7"`,
  `print("query", explorer.query)
with explorer.hold_sync():
    explorer.settings = {"c": -1}
    explorer.query = "8"`,
  'print("problem", explorer.problem, explorer.query)',
  `rng = np.random.default_rng(1)
X = rng.random((16_000, 136)).round(6)
large = rankscope.explore(X, rng.integers(0, 3, 16_000), np.arange(16_000) // 100, name="large")
large`,
  'print("large", large.result["data"], large.result["status"], large.problem)',
  `lesson = rankscope.lesson("ties")
lesson`,
  'print("verbs", [one["verb"]["display"]["en"] for one in lesson.statements])',
];

/** What JupyterLab shows a browser that may know it. @typedef {Window & { jupyterapp: any }} Lab */

/** Runs a cell as a person does, and returns what it prints. @param {import('playwright-core').Page} page @param {number} place */
const runCell = (page, place) => page.evaluate(async (at) => {
  const { jupyterapp } = /** @type {Lab} */ (/** @type {unknown} */ (window));
  const { content } = jupyterapp.shell.currentWidget;
  content.activeCellIndex = at;
  await jupyterapp.commands.execute('notebook:run-cell');
  await content.scrollToItem(at, 'start');
  const outputs = /** @type {{ text?: string | string[], evalue?: string }[]} */ (content.widgets[at].model.outputs.toJSON());
  return outputs.map(({ text, evalue }) => evalue ?? [text ?? ''].flat().join('')).join('');
}, place);

/** Waits for the notebook and its kernel. @param {import('playwright-core').Page} page */
async function notebookIn(page) {
  await page.locator('.jp-NotebookPanel .jp-Notebook-cell').first().waitFor();
  await page.evaluate(() => /** @type {Lab} */ (/** @type {unknown} */ (window)).jupyterapp.shell.currentWidget.sessionContext.ready);
}

/** Runs a cell again until it prints what is expected. @param {import('playwright-core').Page} page @param {number} place @param {RegExp} pattern */
async function prints(page, place, pattern) {
  let printed = '';
  for (const begun = Date.now(); Date.now() - begun < PATIENCE;) {
    printed = await runCell(page, place);
    if (pattern.test(printed)) return printed;
    await page.waitForTimeout(300);
  }
  assert.match(printed, pattern);
  return printed;
}

test('JupyterLab shows the page, and traits follow it', { timeout: 10 * 60_000 }, async () => {
  const server = await jupyterLab(CELLS);
  const { page, foreign, screenshot, close } = await openPage(new URL('lab/tree/notebook.ipynb', server.address).href);
  try {
    await notebookIn(page);
    await runCell(page, 0);
    const frame = await explorerIn(page);
    await prints(page, 1, /^converged data of the notebook 3 '' True second; too/);
    await screenshot('notebook-jupyterlab');
    // What the notebook asks for reaches the page, and what the page refuses reaches the notebook.
    await frame.getByText('query 7 ·').first().waitFor();
    await prints(page, 2, /^query 7/);
    await frame.getByText('query 8 ·').first().waitFor();
    await prints(page, 3, /^problem c: “-1” cannot be used.* 8$/m);

    await runCell(page, 4);
    await prints(page, 5, /^large large ready/);

    await runCell(page, 6);
    const lesson = (await explorerIn(page, 2)).getByRole('region', { name: 'Lesson', exact: true });
    await lesson.waitFor();
    await prints(page, 7, /^verbs \['initialized', 'progressed'/);
    await screenshot('notebook-jupyterlab-lesson');

    await page.evaluate(() => /** @type {Lab} */ (/** @type {unknown} */ (window)).jupyterapp.commands.execute('docmanager:save'));
    await promisify(execFile)(join(process.env.RANKSCOPE_PROGRAMS ?? '', 'jupyter-nbconvert'), ['--to', 'html', join(server.folder, 'notebook.ipynb')]);
    const html = await readFile(join(server.folder, 'notebook.html'), 'utf8');
    const picture = /<div class="rankscope-record">.*?src="data:image\/svg\+xml;base64,([^"]*)"/s.exec(html);
    assert.match(Buffer.from(picture?.[1] ?? '', 'base64').toString(), /^<svg[\s\S]*NDCG@10/);
    assert.match(html, /data of the notebook, training: 40 queries, [\d,]+ documents, 12 features/);
    assert.match(html, /svm-ndcg · C 3 · [\d,]+ iterations · converged · objective [\d.]+ · gap/);
    assert.match(html, /<tr><th>ndcg@10<\/th><td>0\.\d{6}<\/td><\/tr>/);
    assert.deepEqual(foreign, []);
  } catch (problem) {
    await screenshot('failed notebook-jupyterlab');
    throw problem;
  } finally {
    await close();
    await server.end();
  }
});
