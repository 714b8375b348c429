// Makes www/samples/overfit-{train,valid,test}.txt: few searches with many features, of which two matter.
//
//   node scripts/make-overfit-sample.mjs [folder]
//
// Ten searches train, so that 18 features without any meaning can fit them by chance. The seeds were chosen so that the
// measure of new searches has a clear peak between low and high C; most other seeds have one too, but lower.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { randomFrom } from './lib/random.mjs';

const FEATURES = 20;
const DOCUMENTS = 5;
const GRADES = [2, 1, 1, 0, 0]; // from the best document on
const WEIGHTS = [1, 0.6]; // of the two features that matter
const NOISE = 0.5; // of what decides the grade
const PARTS = /** @type {const} */ ([['train', 10, 115], ['valid', 100, 1115], ['test', 200, 2115]]);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = fileURLToPath(new URL('../www/samples', import.meta.url))] = process.argv.slice(2);
  for (const [part, queries, seed] of PARTS) {
    const head = '# Only the features 1 and 2 decide the grade, with noise. Made by scripts/make-overfit-sample.mjs.';
    writeFileSync(join(folder, `overfit-${part}.txt`), `${[head, ...linesOf(part, queries, seed)].join('\n')}\n`);
  }
}

/** The searches of a part. @param {string} part @param {number} queries @param {number} seed */
export function linesOf(part, queries, seed) {
  const random = randomFrom(seed);
  return Array.from({ length: queries }, (_, query) => {
    const documents = Array.from({ length: DOCUMENTS }, () => documentFrom(random));
    const byUse = documents.toSorted((a, b) => b.use - a.use);
    return documents.map((document) => {
      const features = document.values.map((value, at) => `${at + 1}:${value}`).join(' ');
      return `${GRADES[byUse.indexOf(document)]} qid:${part}-${query + 1} ${features}`;
    });
  }).flat();
}

/** @param {() => number} random */
function documentFrom(random) {
  const values = Array.from({ length: FEATURES }, () => Math.round(10 * random()) / 10);
  // The sum of three has a bell shape.
  const noise = NOISE * ((random() + random() + random()) / 1.5 - 1);
  return { values, use: WEIGHTS.reduce((sum, weight, at) => sum + weight * values[at], noise) };
}
