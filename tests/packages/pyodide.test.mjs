// The example for Python in the browser: Pyodide calls the installed npm package.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { loadPyodide } from 'pyodide';
import { at } from '../../scripts/lib/project.mjs';
import { installed } from './support.mjs';

/** Makes data, trains with the functions of the example, and makes a mistake. */
const CELL = `
rankscope = await load(address)
X, y, qid = [list(values) for values in made]
train = dataset(rankscope, [X[at : at + 2] for at in range(0, len(X), 2)], y, qid)
gaps = []
model = fit(rankscope, train, lambda iteration, gap: gaps.append(gap), method="dorm", measure="ndcg@10", c=10)
try:
    dataset(rankscope, [[1.0]], [0, 1], [0, 0])
    fault = ""
except Exception as problem:
    fault = str(problem)
to_js([gaps, list(model.weights()), fault])
`;

test('Python in the browser trains to the bits of JavaScript, and gets its sentences', async () => {
  const folder = await installed();
  const address = pathToFileURL(join(folder, 'node_modules', 'rankscope', 'node.js')).href;
  const { default: init, Dataset, Training } = await import(address);
  await init();
  const chance = (/** @type {number} */ at) => ((at * 7919) % 1000) / 1000;
  const y = Uint8Array.from({ length: 300 }, (_, at) => Math.floor(chance(at) * 2.999));
  const X = Float64Array.from({ length: 600 }, (_, at) => (
    at % 2 === 0 ? y[at / 2] + 2 * chance(at * 31 + 7) : chance(at * 17 + 3)));
  const qid = Uint32Array.from({ length: 300 }, (_, at) => Math.floor(at / 10));
  const training = new Training(Dataset.from(X, y, qid, []), { method: 'dorm', measure: 'ndcg@10', c: 10 });
  while (training.advance(1000).state !== 'stopped');

  const python = await loadPyodide();
  python.globals.set('address', address);
  python.globals.set('made', [X, y, qid]);
  await python.runPythonAsync(await readFile(at('examples', 'pyodide', 'ranking.py'), 'utf8'));
  const [gaps, weights, fault] = await python.runPythonAsync(CELL);
  assert.ok(gaps.length > 2 && gaps.at(-1) <= 1e-3 && gaps[0] > gaps.at(-1), String(gaps));
  assert.deepEqual(weights, [...training.model().weights()]);
  assert.match(fault, /^RankscopeError: features: 1 values cannot be shared by 2 documents/);
});
