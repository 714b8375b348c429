// The wrapper in Python around the command line, and the notebook. Without python3 these tests are skipped.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { firstLine, run } from '../../scripts/lib/steps.mjs';
import { once } from '../../scripts/lib/tools.mjs';
import { targetFolder } from '../../scripts/lib/wasm.mjs';
import { emptyFolder, opened } from './support.mjs';

const skip = (await firstLine('python3', '--version')) === undefined && 'python3 is not installed';

/** The program that this repository builds, not an installed one. */
const environment = once(async () => {
  await run('cargo', ['build', '--quiet'], { output: 'keep' });
  const program = process.platform === 'win32' ? 'rankscope.exe' : 'rankscope';
  return { RANKSCOPE: join(await targetFolder(), 'debug', program), PYTHONDONTWRITEBYTECODE: '1' };
});

/** Runs Python and returns what it prints. @param {string[]} args */
async function python(...args) {
  return run('python3', args, { output: 'keep', mayFail: true, env: await environment() });
}

test('the wrapper keeps its promises', { skip }, async () => {
  const { code, output } = await python(at('tests', 'packages', 'test_rankscope_cli.py'));
  assert.equal(code, 0, output);
  assert.match(output, /^Ran 6 tests/m);
});

test('the example trains, measures and reports a fault', { skip }, async () => {
  const { code, output } = await python(at('examples', 'python', 'train_and_predict.py'));
  assert.equal(code, 0, output);
  for (const method of ['dorm', 'ranksvm', 'lambdamart']) {
    assert.match(output, new RegExp(`^${method}: NDCG@10 0\\.[6-9]\\d*, MAP 0\\.[6-9]`, 'm'));
  }
  assert.match(output, /^a fault: rankscope: method: "dorn" is not one of dorm/m);
});

/** @typedef {{ id: string, cell_type: string, source: string[], outputs?: unknown[], execution_count?: null }} Cell */

/** @returns {Promise<{ nbformat: number, nbformat_minor: number, metadata: any, cells: Cell[] }>} */
const notebook = async () => JSON.parse(await readFile(at('examples', 'notebook.ipynb'), 'utf8'));

test('the notebook is of nbformat 4, without results of an earlier run', async () => {
  const { nbformat, nbformat_minor: minor, metadata, cells } = await notebook();
  assert.deepEqual([nbformat, minor, metadata.kernelspec.language], [4, 5, 'python']);
  assert.equal(new Set(cells.map(({ id }) => id)).size, cells.length);
  for (const cell of cells) {
    assert.match(cell.id, /^[\w-]{1,64}$/);
    assert.ok(['markdown', 'code'].includes(cell.cell_type) && cell.source.every((line) => typeof line === 'string'));
    if (cell.cell_type === 'code') assert.deepEqual([cell.outputs, cell.execution_count], [[], null]);
  }
});

/** What a cell displays is its last expression; the frame is replaced by its address. */
const STUB = `
import sys, types
display = types.ModuleType("IPython.display")
display.IFrame = lambda address, width, height: print("FRAME", address)
sys.modules["IPython"] = types.ModuleType("IPython")
sys.modules["IPython.display"] = display
`;

test('the cells run, and their link opens the data in a frame, trained', { skip }, async () => {
  const { cells } = await notebook();
  const code = cells.filter(({ cell_type: type }) => type === 'code').map(({ source }) => source.join(''));
  const { code: ended, output } = await python('-c', [STUB, ...code].join('\n'));
  assert.equal(ended, 0, output);
  assert.match(output, /^64 documents, \d+ bytes$/m);
  const address = /^FRAME (.*)$/m.exec(output)?.[1] ?? '';
  const fragment = address.slice(address.indexOf('#'));
  // A notebook is another page, without the policy of this one.
  const folder = await emptyFolder();
  await writeFile(join(folder, 'notebook.html'), `<!doctype html><html lang="en"><link rel="icon" href="data:,">
    <title>Notebook</title><iframe title="Rankscope" width="1000" height="900"
    src="index.html${fragment.replaceAll('&', '&amp;')}"></iframe></html>`);
  const { page, complaints } = await opened(folder, 'notebook.html', at('dist'));
  const frame = page.frameLocator('iframe');
  await frame.getByText(/converged/i).first().waitFor({ timeout: 120_000 });
  await frame.getByText('1–8 of 8').waitFor();
  assert.equal(await frame.getByText('Some parts of this link were ignored').count(), 0);
  assert.equal(await frame.getByRole('tab', { name: 'Lessons' }).isVisible(), false, 'the header is left out');
  assert.deepEqual(complaints, []);
});
