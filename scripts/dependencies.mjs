// `npm run dependencies`: writes docs/dependencies.md and the licences that go with the built page. Says what the audits say, where
// their data can be had.

import { writeFile } from 'node:fs/promises';
import { LICENCES, LIST, crates, licenceTexts, npm, tableOf } from './lib/dependencies.mjs';
import { main, run, say, step } from './lib/steps.mjs';

const WORDS = `# Dependencies

Written by \`npm run dependencies\` from \`Cargo.lock\`, \`package-lock.json\` and \`cargo metadata\`; \`npm test\` says when it is out of date.
Why each direct one is there is told in [ARCHITECTURE.md](../ARCHITECTURE.md#dependencies-and-why).

- *shipped*: compiled into the WebAssembly module of the page. Their licences are \`LICENSES.md\` beside the page.
- *command line*: compiled into the command-line program only.
- *build and tests*: never leaves the developer's machine.

What \`npm test\` holds this list against: every locked package is in it, with the same version; every package comes from the public
registry of its language, with a checksum; every licence is one that asks for no more than to be named, or, for tools only, the Mozilla
licence; no npm package runs a script when it is installed unless it is listed so.

Known security advisories need data that change every day, so they are no test: the same command runs \`cargo deny\`, \`cargo audit\` and
\`npm audit\`, and says which of them could be had. When this list was last written none of the three could.`;

const SHIPPED = `# Licences of what is in this page

The page itself is Rankscope, MIT or Apache-2.0; the samples have \`samples/LICENSES.md\`. Compiled into its WebAssembly module are the
standard library of Rust (The Rust Project Contributors, MIT or Apache-2.0) and the crates below. Where a crate offers several licences,
it is used under the one that is given here.`;

await main(async () => {
  const rust = await crates();
  const node = npm();
  const shipped = rust.filter(({ use }) => use === 'shipped');
  await step('Writing docs/dependencies.md and www/public/LICENSES.md', async () => {
    await writeFile(LIST, `${[WORDS, '## Rust crates', tableOf(rust), '## npm packages', 'None of them is in the built page, which is this project\'s own JavaScript and the bindings that wasm-bindgen writes.', tableOf(node)].join('\n\n')}\n`);
    await writeFile(LICENCES, `${[SHIPPED, ...licenceTexts(shipped)].join('\n\n')}\n`);
  });
  for (const [command, ...args] of [['cargo', 'deny', 'check', 'advisories'], ['cargo', 'audit'], ['npm', 'audit']]) {
    const { code } = await run(command, args, { output: 'both', mayFail: true });
    say(code === 0 ? `${command} ${args[0]}: nothing was found.` : `${command} ${args[0]} found something, is not installed, or could not get its data.`);
  }
});
