// `npm run package`: builds the library for npm into dist-npm/. `cargo package` makes the archive of the crate.

import { npmPackage } from './lib/npm-package.mjs';
import { main, say } from './lib/steps.mjs';

await main(async () => {
  const archive = await npmPackage();
  say(`\nnpm install ${archive}\ninstalls the library in another project, and npm publish publishes it.`);
});
