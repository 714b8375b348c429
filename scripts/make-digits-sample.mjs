// Makes www/samples/optdigits.txt.gz: handwritten digits as a ranking problem.
//
//   node scripts/make-digits-sample.mjs digits.csv.gz [out.txt.gz]
//
// The input is scikit-learn's copy of the test set, sklearn/datasets/data/digits.csv.gz (or unpacked):
// 1,797 rows of 64 pixels from 0 to 16 and the digit. Every image goes into one of 45 queries, relevant
// if it shows a 3. One w serves all queries, so w becomes a picture of a 3 against the other digits.
//
// Data: E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits, UCI Machine Learning
// Repository, CC BY 4.0, https://doi.org/10.24432/C50P49. Idea: Le and Smola 2007, section 6.2.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const RELEVANT_DIGIT = 3;
const QUERIES = 45;
const SEED = 20070;

const [input, output = fileURLToPath(new URL('../www/samples/optdigits.txt.gz', import.meta.url))] =
  process.argv.slice(2);
if (!input) {
  console.error('usage: node scripts/make-digits-sample.mjs digits.csv.gz [out.txt.gz]');
  process.exit(2);
}

const raw = readFileSync(input);
const csv = (raw[0] === 0x1f && raw[1] === 0x8b ? gunzipSync(raw) : raw).toString('utf8');
const images = csv.trim().split(/\r?\n/).map((line, index) => {
  const numbers = line.split(',').map(Number);
  const digit = numbers.pop() ?? Number.NaN;
  const valid = numbers.length === 64 && numbers.every((pixel) => pixel >= 0 && pixel <= 16);
  if (!valid || !Number.isInteger(digit) || digit < 0 || digit > 9) {
    console.error(`row ${index + 1}: expected 64 pixels from 0 to 16 and a digit`);
    process.exit(1);
  }
  return { number: index + 1, digit, pixels: numbers };
});
shuffle(images, SEED);

const lines = [
  `# Handwritten digits as a ranking problem: relevant (grade 1) are the images of a ${RELEVANT_DIGIT}.`,
  '# Features 1 to 64: the pixels of 8 rows of 8, from 0 (white) to 1 (black).',
  '# E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits, UCI Machine Learning Repository,',
  '# CC BY 4.0, https://doi.org/10.24432/C50P49. Changed: shuffled, dealt into queries, pixels divided by 16.',
];
for (let query = 0; query < QUERIES; query += 1) {
  const from = Math.floor((query * images.length) / QUERIES);
  const to = Math.floor(((query + 1) * images.length) / QUERIES);
  for (const { number, digit, pixels } of images.slice(from, to)) {
    // A sixteenth has four decimals, so nothing is rounded.
    const features = pixels.flatMap((pixel, index) => (pixel === 0 ? [] : [`${index + 1}:${pixel / 16}`]));
    const grade = digit === RELEVANT_DIGIT ? 1 : 0;
    lines.push(`${grade} qid:${query + 1} ${features.join(' ')} # digit ${digit}, image ${number}`);
  }
}

// Node writes no time stamp; the byte that names the system is set to unknown.
const packed = gzipSync(`${lines.join('\n')}\n`, { level: 9 });
packed[9] = 255;
writeFileSync(output, packed);
console.log(`${images.length} images in ${QUERIES} queries: ${output}, ${packed.length} bytes`);

/**
 * Fisher and Yates' shuffle with a linear congruential generator (Numerical Recipes' constants).
 * @param {unknown[]} items
 * @param {number} seed
 */
function shuffle(items, seed) {
  let state = seed >>> 0;
  for (let last = items.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    [items[last], items[other]] = [items[other], items[last]];
  }
}
