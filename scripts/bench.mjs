// `npm run bench`: the report of BENCHMARKS.md, natively and in headless Chromium. With --write the file is written anew.
// Ends with code 1 if a row misses its bar.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { browserRows } from './lib/bench/browser.mjs';
import { markdownOf, passes } from './lib/bench/rows.mjs';
import { at } from './lib/project.mjs';
import { buildSite } from './lib/site.mjs';
import { firstLine, main, run, say, step } from './lib/steps.mjs';
import { browser } from './lib/tools.mjs';

const FILE = at('BENCHMARKS.md');
/** What follows this line is the last report. */
const MARK = '<!-- the last report -->';

await main(async () => {
  const { chrome } = await browser();
  await buildSite();
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-bench-'));
  try {
    await step('Measuring natively (cargo bench --bench report; minutes)', () => run('cargo', ['bench', '--bench', 'report', '--', '--into', folder]));
    /** @type {{ rows: import('./lib/bench/rows.mjs').Row[], growth: import('./lib/bench/rows.mjs').Growth[] }} */
    const native = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    const inBrowser = await step('Measuring in Chromium', () => browserRows(chrome, folder, native.rows));
    const machine = [
      `${cpus()[0].model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`,
      `${await firstLine('rustc', '--version')}, release build for ${process.arch}; Chromium ${inBrowser.version}, SIMD build`,
      `${new Date().toISOString().slice(0, 10)}`,
    ];
    const rows = [...native.rows, ...inBrowser.rows];
    const report = markdownOf(rows, native.growth, machine);
    say(`\n${report}`);
    if (process.argv.includes('--write')) {
      const [words] = (await readFile(FILE, 'utf8')).split(MARK);
      await writeFile(FILE, `${words}${MARK}\n\n${report}`);
    }
    const failed = rows.filter((row) => passes(row) === false);
    say(failed.length ? `${failed.length} of ${rows.filter((row) => passes(row) !== null).length} rows miss their bars.` : 'All rows reach their bars.');
    return failed.length ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
