// What `npm run release-check` asks for.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FILES, SOURCE, factsOf, filled } from '../../scripts/lib/metadata.mjs';
import { notYetPassed, notePassed } from '../../scripts/lib/passed-stages.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { checklist, npmLockProblems, releasePoints } from '../../scripts/lib/release.mjs';

const here = Object.fromEntries(FILES.map((file) => [file, readFileSync(at(...file.split('/')), 'utf8')]));
const texts = filled(here, { version: '1.2.3', repository: 'https://example.org/group/name', homepage: null });

/** A version that can be published. @type {import('../../scripts/lib/release.mjs').Found} */
const READY = { texts, changelog: '# Changelog\n\n## Unreleased: 1.2.3\n', locks: [], isClean: true, tag: null, head: 'a1', notPassed: [],
  allStages: 3, isTagged: false };

/** Returns the problems. @param {Partial<import('../../scripts/lib/release.mjs').Found>} change */
const problems = (change) => releasePoints({ ...READY, ...change }).flatMap(({ problem }) => problem ?? []);

test('a version is ready if every point holds', () => {
  assert.deepEqual(problems({}), []);
  assert.deepEqual(problems({ isTagged: true, tag: 'a1', changelog: '## 1.2.3 - 2026-12-01' }), []);
});

test('every point fails alone, and says what to do', () => {
  const { 'package.json': npm } = filled(texts, { ...factsOf(texts[SOURCE]), version: '1.2.2' });
  const cases = /** @type {[Partial<import('../../scripts/lib/release.mjs').Found>, RegExp][]} */ ([
    [{ texts: { ...texts, 'package.json': npm } }, /^package\.json: version is 1\.2\.2, and 1\.2\.3 in Cargo\.toml\nnpm run metadata -- --version 1\.2\.3$/],
    [{ texts: filled(texts, { ...factsOf(texts[SOURCE]), repository: null }) }, /names none.*\nnpm run metadata -- --repository URL$/],
    [{ texts: { ...texts, 'CITATION.cff': texts['CITATION.cff'].replace('group', 'other') } }, /^CITATION\.cff: repository is/],
    [{ changelog: '## Unreleased: 1.2.4' }, /no heading "## Unreleased: 1\.2\.3"/],
    [{ changelog: '## 1.2.3 - soon' }, /no heading/],
    [{ locks: ['Cargo.lock: stale'] }, /^Cargo\.lock: stale$/],
    [{ isClean: false }, /git status/],
    [{ tag: 'b2' }, /^it is b2; the next version needs another number$/],
    [{ isTagged: true, changelog: '## 1.2.3 - 2026-12-01', tag: 'b2' }, /^git tag v1\.2\.3 is b2$/],
    [{ isTagged: true, changelog: '## 1.2.3 - 2026-12-01' }, /is missing$/],
    [{ isTagged: true, tag: 'a1' }, /^write its date/],
    [{ notPassed: ['e2e', 'site'] }, /^not for e2e, site\nnpm test -- --only e2e,site$/],
    [{ notPassed: ['a', 'e2e', 'site'] }, /\nnpm test -- --all$/],
  ]);
  for (const [change, expected] of cases) {
    const found = problems(change);
    assert.equal(found.length, 1, `${expected}: ${found.join(' | ')}`);
    assert.match(found[0], expected);
  }
});

test('the checklist marks each point, and indents what to do', () => {
  const points = [{ point: 'one', problem: null }, { point: 'two', problem: 'why\nhow' }];
  assert.equal(checklist(points, (_, text) => text), '✓ one\n✗ two\n    why\n    how');
});

test('package-lock.json has the direct packages of package.json', () => {
  assert.deepEqual(npmLockProblems(here['package.json'], here['package-lock.json']), []);
  const lock = (/** @type {object} */ devDependencies) => JSON.stringify({ packages: { '': { devDependencies } } });
  const manifest = JSON.stringify({ devDependencies: { a: '1.0.0', b: '2.0.0' } });
  assert.deepEqual(npmLockProblems(manifest, lock({ a: '1.0.1', c: '3.0.0' })).map((line) => line.split(';')[0]), [
    'package-lock.json: a is 1.0.1, and 1.0.0 in package.json', 'package-lock.json: b is missing, and 2.0.0 in package.json',
    'package-lock.json: c is 3.0.0, and missing in package.json']);
});

test('a stage counts for the files with which it has passed', async (context) => {
  const stamps = await mkdtemp(join(tmpdir(), 'rankscope-stages-'));
  context.after(() => rm(stamps, { recursive: true }));
  await notePassed('page', 'files 1', stamps);
  assert.deepEqual(await notYetPassed(['page', 'site'], 'files 1', stamps), ['site']);
  assert.deepEqual(await notYetPassed(['page', 'site'], 'files 2', stamps), ['page', 'site']);
  assert.deepEqual(await notYetPassed(['page'], null, stamps), ['page'], 'files that differ from the commit');
});
