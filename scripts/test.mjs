// `npm test` and `npm run check`: install what is missing, run checks and tests, and end with one line of counts.

import { closingLine } from './lib/counts.mjs';
import { inLanes } from './lib/lanes.mjs';
import { committedFiles, notePassed } from './lib/passed-stages.mjs';
import { chosenStages, readSelection } from './lib/selection.mjs';
import { stages } from './lib/stages.mjs';
import { Advice, explain, main, say, since, styled } from './lib/steps.mjs';
import { Missing } from './lib/tools.mjs';

const usage = `npm test -- [options]
  --all         every test of every stage, as in continuous integration
  --check       only the quick checks: the same as "npm run check"
  --only NAMES  only these stages, completely; separated by commas
  --skip NAMES  without these stages
  --help

Stages:
${stages.map(lineOf).join('\n')}`;

await main(async () => {
  const selection = read();
  if (selection.help) return void say(usage);
  const chosen = chosenStages(stages, selection);
  const files = selection.level === 'all' ? await committedFiles() : null;

  /** @type {Map<import('./lib/stages.mjs').Stage, { time: string } & import('./lib/stages.mjs').Result>} */
  const results = new Map();
  const perform = async (/** @type {import('./lib/stages.mjs').Stage} */ stage) => {
    say(`\n${styled('bold', `── ${stage.title} ${'─'.repeat(Math.max(0, 70 - stage.title.length))}`)}`);
    const start = performance.now();
    // A stage that throws counts as one failure; the other stages still report their results.
    const result = await stage.work(selection.level).catch((problem) => {
      explain(problem);
      if (problem instanceof Missing) {
        return { passed: 0, failed: 0, skipped: 0, missing: problem.message, note: 'left out' };
      }
      return { passed: 0, failed: 1, skipped: 0, problem: 'it did not run' };
    });
    results.set(stage, { time: since(start), ...result });
  };
  const of = (/** @type {string | undefined} */ lane) => chosen.filter((stage) => stage.lane === lane);
  await inLanes([of('cargo'), of('node')], perform);
  for (const stage of of(undefined)) await perform(stage);
  await inLanes([of('packages'), of('engines')], perform);

  say(`\n${styled('bold', '── Results '.padEnd(74, '─'))}`);
  const inOrder = chosen.flatMap((stage) => {
    const result = results.get(stage);
    return result ? [{ title: stage.title, ...result }] : [];
  });
  for (const { title, time, passed, failed, skipped, problem, note, failures = [] } of inOrder) {
    const mark = failed === 0 ? styled('green', '✓') : styled('red', '✗');
    const rest = [skipped > 0 ? `${skipped} skipped` : '', problem ?? '', note ?? ''].filter(Boolean)
      .map((text) => `, ${text}`).join('');
    say(`${mark} ${title.padEnd(32)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  `
        + `${time}${rest}`);
    for (const failure of failures) say(`    ✗ ${failure}`);
  }
  say('');
  say(closingLine(inOrder));
  // Files that were changed meanwhile have not passed.
  if (files !== null && files === await committedFiles()) {
    const passed = [...results].filter(([, { failed, missing }]) => failed === 0 && !missing);
    for (const [{ name }] of passed) await notePassed(name, files);
  }
  const leftOut = inOrder.filter(({ missing }) => missing);
  if (leftOut.length > 0) {
    say(`Left out: ${leftOut.map(({ title }) => title).join('; ')}.`);
    for (const why of new Set(leftOut.map(({ missing }) => missing))) say(String(why));
  }
  // What was asked for by --all or by name must run.
  const isIncomplete = leftOut.length > 0 && selection.level === 'all';
  return isIncomplete || inOrder.some(({ failed }) => failed > 0) ? 1 : 0;
});

function read() {
  try {
    return readSelection(process.argv.slice(2), stages);
  } catch (problem) {
    throw new Advice(`${/** @type {Error} */ (problem).message}\n\n${usage}`);
  }
}

/** Returns the line of a stage in the usage. @param {import('./lib/stages.mjs').Stage} stage */
function lineOf({ name, title, from }) {
  return `  ${name.padEnd(8)} ${title}${from === 'check' ? ' (check)' : ''}`;
}
