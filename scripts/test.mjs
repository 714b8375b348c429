// `npm test`: installs what is missing, runs every check and test, and ends with one line of counts.

import { parseArgs } from 'node:util';
import { closingLine } from './lib/counts.mjs';
import { stages } from './lib/stages.mjs';
import { Advice, explain, main, say, since, styled } from './lib/steps.mjs';

const usage = `npm test -- [options]
  --only NAMES  run these stages alone, separated by commas
  --skip NAMES  run all but these
  --help

Stages:
${stages.map(({ name, title }) => `  ${name.padEnd(8)} ${title}`).join('\n')}`;

await main(async () => {
  const options = read();
  if (options.help) return void say(usage);
  const only = named(options.only);
  const skip = named(options.skip);
  const chosen = stages.filter(({ name }) => (only.length === 0 || only.includes(name)) && !skip.includes(name));

  /** @type {({ title: string, time: string } & import('./lib/stages.mjs').Result)[]} */
  const results = [];
  for (const { title, work } of chosen) {
    say(`\n${styled('bold', `── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`)}`);
    const start = performance.now();
    // A stage that breaks is one failure; the others still tell what they know.
    const result = await work().catch((problem) => {
      explain(problem);
      return { passed: 0, failed: 1, skipped: 0, problem: 'it could not be run' };
    });
    results.push({ title, time: since(start), ...result });
  }

  say(`\n${styled('bold', '── Results '.padEnd(74, '─'))}`);
  for (const { title, time, passed, failed, skipped, problem } of results) {
    const mark = failed === 0 ? styled('green', '✓') : styled('red', '✗');
    const rest = [skipped > 0 ? `${skipped} skipped` : '', problem ?? ''].filter(Boolean).map((text) => `, ${text}`).join('');
    say(`${mark} ${title.padEnd(32)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${time}${rest}`);
  }
  say('');
  say(closingLine(results));
  return results.some(({ failed }) => failed > 0) ? 1 : 0;
});

/** @param {string[]} values @returns the stages' names among comma-separated values */
function named(values) {
  const names = values.flatMap((value) => value.split(',')).filter(Boolean);
  const wrong = names.find((name) => !stages.some((stage) => stage.name === name));
  if (wrong !== undefined) throw new Advice(`There is no stage "${wrong}".\n\n${usage}`);
  return names;
}

function read() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        skip: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (problem) {
    throw new Advice(`${/** @type {Error} */ (problem).message}\n\n${usage}`);
  }
}
