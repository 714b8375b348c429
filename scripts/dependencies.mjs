// `npm run dependencies`: writes docs/dependencies.md and the licences of the built page, and reports the results of
// the audits.

import { writeFile } from 'node:fs/promises';
import { LICENCES, LIST, crates, licenceTexts, npm, tableOf } from './lib/dependencies.mjs';
import { main, run, say, step } from './lib/steps.mjs';

const PACKAGES = 'Of these packages the built page contains fflate, which makes zip files, and uqr, which makes QR '
  + 'codes. The rest of\nits JavaScript is that of this project and the bindings that wasm-bindgen generates.';

const WORDS = `# Dependencies

\`npm run dependencies\` writes this file from \`Cargo.lock\`, \`package-lock.json\` and \`cargo metadata\`.
\`npm test\` fails if it is out of date. [A decision](decisions/dependencies.md) gives the reason for each direct
dependency.

- *shipped*: part of the page, in its WebAssembly module or its JavaScript. The licences are in \`LICENSES.md\` beside the page.
- *command line*: compiled into the command-line program only.
- *build and tests*: used only on the developer's machine.

The package \`scripts/bindgen\` builds the wasm-bindgen programs and has its own lock file. Its crates are not listed
here, because no build output contains them.

\`npm test\` checks that:

- the list contains every locked package with the same version;
- every package comes from the public registry of its language, with a checksum;
- every licence requires no more than attribution, or, for tools only, is the Mozilla licence;
- no npm package runs a script at installation unless the list says so.

Security advisories change every day, so no test depends on them. \`npm run dependencies\` also runs \`cargo deny\`,
\`cargo audit\` and \`npm audit\`, and reports their results. When this list was last written, none of the three was
available.`;

const SHIPPED = `# Licences of the code in this page

The page itself is Rankscope, MIT or Apache-2.0. The samples have \`samples/LICENSES.md\`. Its WebAssembly module
contains the standard library of Rust (The Rust Project Contributors, MIT or Apache-2.0) and the crates below. If a
crate offers several licences, it is used under the licence that is given here. The last texts are those of the packages
of its JavaScript.`;

await main(async () => {
  const rust = await crates();
  const node = npm();
  const shipped = [...rust, ...node].filter(({ use }) => use === 'shipped');
  await step('Writing docs/dependencies.md and www/public/LICENSES.md', async () => {
    const parts = [WORDS, '## Rust crates', tableOf(rust), '## npm packages', PACKAGES, tableOf(node)];
    await writeFile(LIST, `${parts.join('\n\n')}\n`);
    await writeFile(LICENCES, `${[SHIPPED, ...licenceTexts(shipped)].join('\n\n')}\n`);
  });
  for (const [command, ...args] of [['cargo', 'deny', 'check', 'advisories'], ['cargo', 'audit'], ['npm', 'audit']]) {
    const { code } = await run(command, args, { output: 'both', mayFail: true });
    const found = code === 0 ? ' found nothing.'
      : ' found a problem, is not installed, or could not get its data.';
    say(`${command} ${args[0]}${found}`);
  }
});
