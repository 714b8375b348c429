// The installed package in Node. Prints one line of JSON.
import init, { Dataset, LetorReader, Training, built_in_studies } from 'rankscope';
import { trained } from './job.js';

await init();
await init(); // loads nothing again
const reader = new LetorReader();
reader.push(new TextEncoder().encode('1 qid:1 1:1\n0 qid:1 1:0\n'));
const { documents } = reader.finish().summary();
let fault;
try {
  Dataset.from(new Float64Array(4), [1, 0], [1]);
} catch (error) {
  fault = String(error);
}
console.log(JSON.stringify({ here: trained(Dataset, Training), documents, fault, studies: built_in_studies() }));
