// The page in a cell of marimo: it trains, and another cell reads the traits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explorerIn, marimo, openPage } from './support/servers.mjs';

const CELLS = [
  { reads: '', source: `import marimo as mo
import rankscope
return mo, rankscope` },
  { reads: 'mo, rankscope', source: `data = rankscope.generate(40, 15, 1)
widget = rankscope.explore(data.X, data.y, data.qid, C=3)
explorer = mo.ui.anywidget(widget)
explorer
return (explorer,)` },
  { reads: 'explorer, mo', source: `_stop = (explorer.value.get("result") or {}).get("stop") or {}
mo.md(f"The run: {_stop.get('reason')} {explorer.value.get('query')} {type(explorer.widget.model).__name__}.")
return` },
];

test('marimo shows the page, and traits follow it', { timeout: 5 * 60_000 }, async () => {
  const server = await marimo(CELLS);
  const { page, foreign, screenshot, close } = await openPage(server.address);
  try {
    const frame = await explorerIn(page);
    await page.getByText(/^The run: None \d+ NoneType\.$/).waitFor();
    await frame.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByText(/^The run: converged \d+ Ranker\.$/).waitFor();
    await screenshot('notebook-marimo');
    assert.deepEqual(foreign, []);
  } catch (problem) {
    await screenshot('failed notebook-marimo');
    throw problem;
  } finally {
    await close();
    await server.end();
  }
});
