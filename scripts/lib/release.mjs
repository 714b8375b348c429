// What must hold before a version is published, as a list of points. Pure.

import { SOURCE, differences, factsOf } from './metadata.mjs';

/** `problem`: null if the point holds, else what to do. @typedef {{ point: string, problem: string | null }} Point */
/**
 * `texts`: the manifests by path. `changelog`: CHANGELOG.md. `locks`: lock files that are not current. `isClean`:
 * whether all files are committed. `tag`: the commit of the version's tag, null without one. `head`: this commit.
 * `notPassed`: stages that have not passed for it. `isTagged`: whether the tag is there already, as in the workflow.
 * @typedef {{ texts: Record<string, string>, changelog: string, locks: string[], isClean: boolean, tag: string | null,
 *   head: string, notPassed: string[], allStages: number, isTagged: boolean }} Found
 */

/** @param {Found} found @returns {Point[]} */
export function releasePoints({ texts, changelog, locks, isClean, tag, head, notPassed, allStages, isTagged }) {
  const { version, repository } = factsOf(texts[SOURCE]);
  const wrongVersions = differences(texts, ['version']);
  const wrongAddresses = differences(texts, ['repository', 'homepage']);
  const point = (/** @type {string} */ words, /** @type {string | false | null | undefined} */ problem) =>
    ({ point: words, problem: problem || null });
  const tests = notPassed.length === allStages ? 'npm test -- --all' : `npm test -- --only ${notPassed.join(',')}`;
  return [
    point(`all manifests have the version ${version}`, wrongVersions.length > 0
      && `${wrongVersions.join('\n')}\nnpm run metadata -- --version ${version}`),
    point('all manifests name the same repository', repository === null
      ? `${SOURCE} names none, and npm refuses provenance without it\nnpm run metadata -- --repository URL`
      : wrongAddresses.length > 0 && `${wrongAddresses.join('\n')}\nnpm run metadata -- --repository ${repository}`),
    point(`CHANGELOG.md has the version ${version}`, changelogProblem(changelog, version, isTagged)),
    point('the lock files are current', locks.length > 0 && locks.join('\n')),
    point('all files are committed', !isClean && 'git status names the others'),
    isTagged
      ? point(`the tag v${version} is this commit`, tag !== head && `git tag v${version} is ${tag ?? 'missing'}`)
      : point(`the tag v${version} is free`, tag !== null && `it is ${tag}; the next version needs another number`),
    point('every test has passed for this commit', notPassed.length > 0
      && `not for ${notPassed.join(', ')}\n${tests}`),
  ];
}

/**
 * A heading is `## Unreleased: 0.1.0` or `## 0.1.0 - 2026-12-01`. A tagged version has a date.
 * @param {string} changelog @param {string} version @param {boolean} isTagged
 */
function changelogProblem(changelog, version, isTagged) {
  const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, words]) => words.trim());
  const dated = headings.some((words) => words.startsWith(`${version} - `)
    && /^\d{4}-\d\d-\d\d$/.test(words.slice(version.length + 3)));
  if (dated) return null;
  if (!headings.includes(`Unreleased: ${version}`)) {
    return `it has no heading "## Unreleased: ${version}" or "## ${version} - YEAR-MONTH-DAY"`;
  }
  return isTagged ? `write its date: "## ${version} - YEAR-MONTH-DAY"` : null;
}

/**
 * Returns the direct packages that package.json and package-lock.json do not name alike.
 * @param {string} manifest @param {string} lock texts
 */
export function npmLockProblems(manifest, lock) {
  const { devDependencies = {} } = JSON.parse(manifest);
  const root = JSON.parse(lock).packages[''].devDependencies ?? {};
  return [...new Set([...Object.keys(devDependencies), ...Object.keys(root)])]
    .filter((name) => devDependencies[name] !== root[name])
    .map((name) => `package-lock.json: ${name} is ${root[name] ?? 'missing'}, `
      + `and ${devDependencies[name] ?? 'missing'} in package.json; npm install`);
}

/** @param {Point[]} points @param {(format: 'green' | 'red', text: string) => string} styled */
export function checklist(points, styled) {
  return points.map(({ point, problem }) => (problem === null ? `${styled('green', '✓')} ${point}`
    : `${styled('red', '✗')} ${point}\n${problem.split('\n').map((line) => `    ${line}`).join('\n')}`)).join('\n');
}
