// Makes www/samples/sites-{train,valid,test}.txt: pages of web sites, with the site of every page in its comment.
//
//   node scripts/make-sites-sample.mjs [folder]
//
// A query has a few sites, some with many pages. The pages of a good site are all rather good, so a ranking by
// relevance shows the same site again and again. Feature 1 is how well the text of a page fits the query, feature 2 how
// good its site is, feature 3 how new the page is, which hardly matters. The grade is their sum with noise.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { randomFrom, shuffled } from './lib/random.mjs';

const PAGES = [6, 4, 3, 2, 1]; // of each site
const NAMES = 'abcdefghijklmnop';
const WEIGHTS = { text: 1, site: 1.3, fresh: 0.2, noise: 0.5 };
const GRADES = [1.55, 1.85, 2.15]; // where the next grade begins
const PARTS = /** @type {const} */ ([['train', 30, 1], ['valid', 30, 2], ['test', 80, 3]]);

const [folder = fileURLToPath(new URL('../www/samples', import.meta.url))] = process.argv.slice(2);

for (const [part, queries, seed] of PARTS) {
  const random = randomFrom(seed);
  const lines = ['# The comment of a page names its site. Made by scripts/make-sites-sample.mjs.',
    '# features: text, site, fresh'];
  for (let query = 1; query <= queries; query += 1) {
    for (const { grade, features, site } of pagesFrom(random)) {
      const values = features.map((value, at) => `${at + 1}:${value.toFixed(2)}`).join(' ');
      lines.push(`${grade} qid:${part}-${query} ${values} # site=${site}`);
    }
  }
  writeFileSync(join(folder, `sites-${part}.txt`), `${lines.join('\n')}\n`);
}

/** Returns pages of a query with two grades or more, in an order that says nothing. @param {() => number} random */
function pagesFrom(random) {
  for (;;) {
    const names = shuffled([...NAMES], random);
    const pages = PAGES.flatMap((count, at) => {
      const quality = random();
      return Array.from({ length: count }, () => {
        const features = [random(), quality, random()];
        // The sum of three has a bell shape.
        const noise = (random() + random() + random()) / 1.5 - 1;
        const { text, site, fresh } = WEIGHTS;
        const worth = text * features[0] + site * features[1] + fresh * features[2] + WEIGHTS.noise * noise;
        return { features, site: names[at], grade: GRADES.filter((from) => worth >= from).length };
      });
    });
    if (new Set(pages.map(({ grade }) => grade)).size > 1) return shuffled(pages, random);
  }
}
