// Trains on typed arrays, measures the model on other data, and saves it.
// In this repository: npm run package, then node examples/js/train.mjs. Elsewhere: npm install the archive.

import { writeFileSync } from 'node:fs';
import init, { Dataset, Model, Training } from 'rankscope';

await init();

/** Queries of 10 documents with two features: the grade with an error, and noise. */
function sample(queries, shift) {
  const documents = queries * 10;
  const chance = (at) => ((at + shift) * 7919 % 1000) / 1000;
  const grades = Uint8Array.from({ length: documents }, (_, at) => Math.floor(chance(at) * 2.999));
  const features = Float64Array.from({ length: documents * 2 }, (_, at) => (
    at % 2 === 0 ? grades[at / 2] + 2 * chance(at * 31 + 7) : chance(at * 17 + 3)));
  const ids = Uint32Array.from({ length: documents }, (_, at) => Math.floor(at / 10));
  return Dataset.from(features, grades, ids, ['the grade with an error', 'noise']);
}

const [train, test] = [sample(30, 0), sample(20, 501)];
console.log(train.summary().documents, 'documents');

const training = new Training(train, { method: 'dorm', measure: 'ndcg@10', c: 10 });
let progress;
do {
  // A slice of work. A server can answer other requests in between.
  progress = training.advance(1000);
  if (progress.state === 'stepped') console.log('iteration', progress.report.iteration, 'gap', progress.report.gap);
} while (progress.state !== 'stopped');

const model = training.model();
const [ndcg] = model.evaluate(test, ['ndcg@10'], 'skip');
console.log('weights', [...model.weights()], 'test NDCG@10', ndcg.value);

// `node train.mjs model.json` keeps the model. The command line and the page read the same file.
const [, , path] = process.argv;
if (path) writeFileSync(path, model.json());
console.log('read again', Model.parse(model.json()).score(test).length, 'scores');
