// `npm run release-check`: prints what must hold before a version is tagged, and what to do where it does not hold.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FILES, SOURCE, factsOf } from './lib/metadata.mjs';
import { committedFiles, notYetPassed } from './lib/passed-stages.mjs';
import { at } from './lib/project.mjs';
import { checklist, npmLockProblems, releasePoints } from './lib/release.mjs';
import { stages } from './lib/stages.mjs';
import { Advice, firstLine, main, run, say, styled } from './lib/steps.mjs';

const usage = `npm run release-check -- [options]
  --tagged  the tag is there already, and the changelog has the date: for the workflow that publishes
  --help`;

const read = (/** @type {string} */ file) => readFileSync(at(...file.split('/')), 'utf8');

await main(async () => {
  const { help, tagged: isTagged = false } = options();
  if (help) return void say(usage);
  const texts = Object.fromEntries(FILES.map((file) => [file, read(file)]));
  const { version } = factsOf(texts[SOURCE]);
  const head = await firstLine('git', 'rev-parse', 'HEAD');
  if (head === undefined) throw new Advice('This folder is no repository of git, and a release is a commit.');
  const files = await committedFiles();
  const names = stages.map(({ name }) => name);
  const points = releasePoints({
    texts, isTagged, head, changelog: read('CHANGELOG.md'),
    locks: [...await staleLocks(), ...npmLockProblems(texts['package.json'], texts['package-lock.json'])],
    isClean: files !== null,
    tag: await firstLine('git', 'rev-parse', '--verify', '--quiet', `v${version}^{commit}`) ?? null,
    notPassed: await notYetPassed(names, files), allStages: names.length,
  });
  say(checklist(points, styled));
  const open = points.filter(({ problem }) => problem !== null).length;
  say(open > 0 ? `\n${open} of ${points.length} points are open.`
    : `\nReady: git tag v${version} && git push origin v${version}`);
  return open > 0 ? 1 : 0;
});

/** Returns the lock files that cargo would change, each with what to do. */
async function staleLocks() {
  const found = [];
  for (const folder of ['.', 'python', 'fuzz']) {
    const manifest = folder === '.' ? SOURCE : `${folder}/${SOURCE}`;
    const { code, output } = await run('cargo', ['update', '--workspace', '--locked', '--quiet', '--manifest-path',
      at(...manifest.split('/'))], { output: 'keep', mayFail: true });
    if (code !== 0) found.push(`${manifest.replace(/toml$/, 'lock')}: ${output.trim().split('\n')[0]}`);
  }
  return found;
}

function options() {
  try {
    return parseArgs({ options: { tagged: { type: 'boolean' }, help: { type: 'boolean' } } }).values;
  } catch (problem) {
    throw new Advice(`${/** @type {Error} */ (problem).message}\n\n${usage}`);
  }
}
