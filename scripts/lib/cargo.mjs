// Runs `cargo build` and counts finished crates, because cargo shows progress only on a terminal.
// Must not know what is built.

import { counter } from './counter.mjs';
import { run } from './steps.mjs';

/**
 * @param {object} build
 * @param {string} build.label what the count is called
 * @param {string[]} build.choice arguments that choose package, features and target
 * @param {string[]} build.args further arguments
 * @param {Record<string, string | undefined>} build.env
 * @param {'build' | 'rustc'} [build.command] `rustc` takes `--crate-type`
 */
export async function cargoBuild({ label, choice, args, env, command = 'build' }) {
  const count = counter(label, (await packages(choice, 'normal,build', env)).length);
  const built = new Set();
  await run('cargo', [command, '--locked', '--quiet', '--message-format=json-render-diagnostics', ...choice, ...args], {
    env,
    onLine(line) {
      const ready = readyPackage(line);
      if (ready === undefined || built.has(ready.id)) return;
      built.add(ready.id);
      // Cargo also reports packages that were built earlier, all at once. Only current work gets a line.
      if (!ready.fresh) count(built.size);
    },
  });
}

/**
 * Returns the packages that these arguments build.
 *
 * @param {string[]} choice @param {string} edges as for `cargo tree` @param {Record<string, string | undefined>} env
 */
export async function packages(choice, edges, env) {
  const { output } = await run('cargo', ['tree', '--locked', '--prefix', 'none', '--edges', edges, ...choice],
    { env, output: 'keep' });
  return listedPackages(output);
}

/**
 * Returns the packages that a printed tree names, each once. Repeated packages are followed by "(*)".
 *
 * @param {string} tree of `cargo tree --prefix none`
 */
export function listedPackages(tree) {
  const all = new Map(
    [...tree.matchAll(/^(\S+) v(\S+)/gm)].map(([, name, version]) => [`${name} ${version}`, { name, version }]));
  return [...all.values()];
}

/**
 * Returns the package whose library or program a message of cargo reports as ready. Build scripts are ready earlier and
 * do not count.
 *
 * @param {string} line of `--message-format=json`
 * @returns {{ id: string, fresh: boolean } | undefined}
 */
export function readyPackage(line) {
  if (!line.startsWith('{')) return undefined;
  const message = JSON.parse(line);
  if (message.reason !== 'compiler-artifact' || message.target.kind.includes('custom-build')) return undefined;
  return { id: message.package_id, fresh: message.fresh };
}
