// A page of a bundler that uses the installed package, in itself and in a worker.
import init, { Dataset, Training } from 'rankscope';
import { features, grades, queries, trained } from './job.js';

await init();
const here = trained(Dataset, Training);
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => {
  document.body.dataset.result = JSON.stringify({ here, worker: data });
};
worker.onerror = ({ message }) => {
  document.body.dataset.result = JSON.stringify({ fault: message });
};
worker.postMessage({ features, grades, queries });
