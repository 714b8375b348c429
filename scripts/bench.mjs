// `npm run bench`: prints the report of BENCHMARKS.md, measured natively and in headless Chromium. --write updates the
// file. --only measures some parts, such as `--only methods,steps`. The exit code is 1 if a row misses its bar.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { browserRows } from './lib/bench/browser.mjs';
import { dlibRows } from './lib/bench/dlib.mjs';
import { lightgbmRows } from './lib/bench/lightgbm.mjs';
import { chosenParts, needsSite } from './lib/bench/parts.mjs';
import { markdownOf, passes } from './lib/bench/rows.mjs';
import { at } from './lib/project.mjs';
import { buildSite } from './lib/site.mjs';
import { firstLine, main, run, say, step } from './lib/steps.mjs';
import { browser } from './lib/tools.mjs';
import { treeRows } from './lib/bench/trees.mjs';
import { buildWasm } from './lib/wasm.mjs';

const FILE = at('BENCHMARKS.md');
/** The line before the last report. */
const MARK = '<!-- the last report -->';

await main(async () => {
  const parts = chosenParts(process.argv.slice(2));
  const { chrome } = await browser();
  if (needsSite(parts)) await buildSite();
  else await buildWasm();
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-bench-'));
  try {
    // The peers are measured beside ours, in rounds of their own.
    const alone = parts.filter((part) => part !== 'peers' && !part.startsWith('trees')).join(',') || 'none';
    await step('Measuring natively (cargo bench --bench report; minutes)',
      () => run('cargo', ['bench', '--bench', 'report', '--', '--into', folder, '--only', alone]));
    /** @type {{ rows: import('./lib/bench/rows.mjs').Row[], growth: import('./lib/bench/rows.mjs').Growth[] }} */
    const native = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    const inBrowser = await step('Measuring in Chromium', () => browserRows(chrome, folder, native.rows, parts));
    const inPython = parts.includes('methods')
      ? await step('Measuring LightGBM', () => lightgbmRows(folder)) : [];
    const besideDlib = parts.includes('peers') ? await step('Measuring dlib', () => dlibRows(folder)) : [];
    const besideTrees = await step('Measuring trees', () => treeRows(chrome, folder, parts));
    const machine = [
      `${cpus()[0].model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`,
      `${await firstLine('rustc', '--version')}, release build for ${process.arch}; Chromium ${inBrowser.version}, `
        + 'SIMD build',
      `${new Date().toISOString().slice(0, 10)}`,
    ];
    const rows = [...native.rows, ...inBrowser.rows, ...inPython, ...besideDlib, ...besideTrees];
    const report = markdownOf(rows, native.growth, machine);
    say(`\n${report}`);
    if (process.argv.includes('--write')) {
      const [words] = (await readFile(FILE, 'utf8')).split(MARK);
      await writeFile(FILE, `${words}${MARK}\n\n${report}`);
    }
    const failed = rows.filter((row) => passes(row) === false);
    say(failed.length ? `${failed.length} of ${rows.filter((row) => passes(row) !== null).length} rows miss their bars.`
        : 'All rows reach their bars.');
    return failed.length ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
