// Makes www/samples/ring-{train,valid,test}.txt: documents of two features that are good at distance 1 from the origin.
//
//   node scripts/make-ring-sample.mjs [folder]
//
// The points lie evenly in a disc of radius 2. A document is good if its distance from the origin is near 1. No
// straight line separates good and bad documents, so no w over the two features ranks them well. A kernel does.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { randomFrom } from './lib/random.mjs';

const DOCUMENTS = 12;
const RADIUS = 2;
const WIDTH = 0.15; // of the ring, to both sides
const NOISE = 0.25; // of the distance that decides the grade
const PARTS = /** @type {const} */ ([['train', 32, 1], ['valid', 32, 2], ['test', 100, 3]]);

const [folder = fileURLToPath(new URL('../www/samples', import.meta.url))] = process.argv.slice(2);

for (const [part, queries, seed] of PARTS) {
  const random = randomFrom(seed);
  const lines = ['# A document is good if it is about 1 away from the origin. Made by scripts/make-ring-sample.mjs.'];
  for (let query = 1; query <= queries; query += 1) {
    for (const { x, y, isGood } of documentsFrom(random)) {
      lines.push(`${Number(isGood)} qid:${part}-${query} 1:${x.toFixed(2)} 2:${y.toFixed(2)}`);
    }
  }
  writeFileSync(join(folder, `ring-${part}.txt`), `${lines.join('\n')}\n`);
}

/** Returns the documents of a query with good and bad ones. @param {() => number} random */
function documentsFrom(random) {
  for (;;) {
    const documents = Array.from({ length: DOCUMENTS }, () => {
      const [x, y] = pointFrom(random);
      // The sum of three has a bell shape.
      const noise = (random() + random() + random()) / 1.5 - 1;
      return { x, y, isGood: Math.abs(Math.hypot(x, y) - 1 + NOISE * noise) < WIDTH };
    });
    const good = documents.filter(({ isGood }) => isGood).length;
    if (good > 0 && good < DOCUMENTS) return documents;
  }
}

/** Returns a point of the disc, by rejection, because sines differ in their last bits between machines.
 * @param {() => number} random @returns {[number, number]} */
function pointFrom(random) {
  for (;;) {
    const [x, y] = [random(), random()].map((value) => RADIUS * (2 * value - 1));
    if (Math.hypot(x, y) <= RADIUS) return [x, y];
  }
}
