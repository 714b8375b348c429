// Makes www/samples/hopeless-{train,valid,test}.txt: searches of which every third has its labels upside down.
//
//   node scripts/make-hopeless-sample.mjs [folder]
//
// Each query has one good document and nine bad ones. In two of three queries the feature `match` is high for the
// good document. In every third query it is low for the good one and high for the bad ones: no w can rank that query
// well and the others too. The other features say nothing.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { randomFrom } from './lib/random.mjs';

const DOCUMENTS = 10;
const FEATURES = 4; // match, and three that say nothing
const PARTS = /** @type {const} */ ([['train', 24, 1], ['valid', 24, 2], ['test', 24, 3]]);

const [folder = fileURLToPath(new URL('../www/samples', import.meta.url))] = process.argv.slice(2);

for (const [part, queries, seed] of PARTS) {
  const random = randomFrom(seed);
  // The sum of three has a bell shape.
  const noise = () => (random() + random() + random()) / 1.5 - 1;
  const lines = ['# Every third query is hopeless: its one good document has the lowest match. Made by '
    + 'scripts/make-hopeless-sample.mjs.'];
  for (let query = 1; query <= queries; query += 1) {
    const isHopeless = query % 3 === 0;
    for (let document = 0; document < DOCUMENTS; document += 1) {
      const isGood = document === 0;
      const match = 0.5 + (isGood === isHopeless ? -0.25 : 0.25) + 0.25 * noise();
      const others = Array.from({ length: FEATURES - 1 }, () => 0.5 + 0.4 * noise());
      const features = [match, ...others].map((value, at) => `${at + 1}:${value.toFixed(2)}`).join(' ');
      lines.push(`${Number(isGood)} qid:${isHopeless ? 'flip' : 'search'}-${query} ${features}`);
    }
  }
  writeFileSync(join(folder, `hopeless-${part}.txt`), `${lines.join('\n')}\n`);
}
