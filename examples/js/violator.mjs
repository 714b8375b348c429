// Reads a LETOR file in chunks, trains, and prints the most violated ranking of the query with the largest slack.
// node examples/js/violator.mjs data.txt; without a file, a sample is generated.

import { createReadStream } from 'node:fs';
import init, { LetorReader, Training, generate_sample } from 'rankscope';

await init();
const [, , path] = process.argv;
const reader = new LetorReader();
if (path) for await (const chunk of createReadStream(path)) reader.push(chunk);
else reader.push(generate_sample(20, 8, 1));
const data = reader.finish(); // throws every fault of the file with its line and column

const training = new Training(data, { method: 'svm-map', c: 1 });
let progress;
do progress = training.advance(1000); while (progress.state !== 'stopped');
const { best_iteration: best } = progress.stop;

const [worst] = training.queries(best).sort((one, other) => other.slack - one.slack);
console.log(`query ${worst.id}: slack ${worst.slack.toFixed(3)}, loss ${worst.loss.toFixed(3)}`);
const { violator, hinge } = training.inspect(best, worst.query);
console.log(`its violator has H = ${hinge.toFixed(3)}`);
const grades = data.documents(worst.query).map(({ grade }) => grade);
console.log('grades by rank in the violator:', [...violator].map((document) => grades[document]).join(' '));
