// Makes www/samples/results-{train,valid,test}.txt: result pages with news and shops, with the type of every result in
// its comment.
//
//   node scripts/make-results-sample.mjs [folder]
//
// A search has eight results: one to three are news (type=A), the others are shops (type=B). Feature 1 is how well the
// text of a result fits the query, feature 2 how new it is, feature 3 how many prices it shows. News are newer and show
// fewer prices than shops, but the ranges overlap. A result is good if text, a bonus for shops and noise reach a limit.
// So a ranking by relevance begins with a shop in most searches.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { randomFrom, shuffled } from './lib/random.mjs';

const RESULTS = 8; // of a search
const NEWS = [1, 2, 3]; // as many of them are news
const SHOP_BONUS = 0.25;
const NOISE = 0.5;
const LIMIT = 0.75; // of a good result
const PARTS = /** @type {const} */ ([['train', 40, 1], ['valid', 40, 2], ['test', 80, 3]]);

const [folder = fileURLToPath(new URL('../www/samples', import.meta.url))] = process.argv.slice(2);

for (const [part, queries, seed] of PARTS) {
  const random = randomFrom(seed);
  const lines = ['# type=A is news, type=B is a shop. Made by scripts/make-results-sample.mjs.',
    '# features: text, new, prices'];
  for (let query = 1; query <= queries; query += 1) {
    for (const { grade, features, type } of resultsFrom(random)) {
      const values = features.map((value, at) => `${at + 1}:${value.toFixed(2)}`).join(' ');
      lines.push(`${grade} qid:${query} ${values} # type=${type}`);
    }
  }
  writeFileSync(join(folder, `results-${part}.txt`), `${lines.join('\n')}\n`);
}

/** Returns results of a search with good and bad ones, in an order that says nothing. @param {() => number} random */
function resultsFrom(random) {
  for (;;) {
    const news = NEWS[Math.floor(random() * NEWS.length)];
    const results = Array.from({ length: RESULTS }, (_, at) => {
      const isNews = at < news;
      const text = random();
      // News are new and shops show prices, but not always.
      const fresh = isNews ? 0.4 + 0.6 * random() : 0.7 * random();
      const prices = isNews ? 0.5 * random() : 0.3 + 0.7 * random();
      const worth = text + (isNews ? 0 : SHOP_BONUS) + NOISE * bellFrom(random);
      return { features: [text, fresh, prices], type: isNews ? 'A' : 'B',
        grade: Number(worth >= LIMIT) };
    });
    if (new Set(results.map(({ grade }) => grade)).size > 1) return shuffled(results, random);
  }
}

/** Returns a number from −1 to 1; the sum of three has a bell shape. @param {() => number} random */
function bellFrom(random) {
  return (random() + random() + random()) / 1.5 - 1;
}
