// `npm run metadata`: version, repository and homepage in all manifests. Without options it compares, with options it
// writes.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { FILES, SOURCE, differences, factsOf, filled } from './lib/metadata.mjs';
import { at } from './lib/project.mjs';
import { Advice, main, say } from './lib/steps.mjs';

const usage = `npm run metadata -- [options]
  --repository URL  writes the address of the repository into ${FILES.length} manifests
  --homepage URL    writes the address of the page
  --version N.N.N   writes the version
  --help
Without options it compares all manifests with ${SOURCE}.`;

await main(async () => {
  const { help, ...given } = read();
  if (help) return void say(usage);
  const texts = Object.fromEntries(FILES.map((file) => [file, readFileSync(at(...file.split('/')), 'utf8')]));
  if (Object.keys(given).length === 0) {
    const problems = differences(texts);
    for (const problem of problems) say(problem);
    if (problems.length === 0) say(`All ${FILES.length} manifests agree with ${SOURCE}.`);
    return problems.length === 0 ? 0 : 1;
  }
  const changed = filled(texts, { ...factsOf(texts[SOURCE]), ...given });
  for (const file of FILES) {
    if (changed[file] === texts[file]) continue;
    await writeFile(at(...file.split('/')), changed[file]);
    say(`written: ${file}`);
  }
});

function read() {
  try {
    const { values } = parseArgs({ options: { repository: { type: 'string' }, homepage: { type: 'string' },
      version: { type: 'string' }, help: { type: 'boolean' } } });
    for (const key of /** @type {const} */ (['repository', 'homepage'])) {
      const address = values[key];
      if (address !== undefined && !/^https:\/\/[^\s"/]+\/[^\s"]*$/.test(address)) {
        throw new Error(`--${key} takes an address such as https://HOST/OWNER/NAME, not "${address}".`);
      }
    }
    if (values.version !== undefined && !/^\d+\.\d+\.\d+$/.test(values.version)) {
      throw new Error(`--version takes three numbers such as 0.1.0, not "${values.version}".`);
    }
    return values;
  } catch (problem) {
    throw new Advice(`${/** @type {Error} */ (problem).message}\n\n${usage}`);
  }
}
