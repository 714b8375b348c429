import init, { Dataset, Training } from './node_modules/rankscope/rankscope.js';
import { trained } from './job.js';

self.onmessage = async ({ data }) => {
  await init();
  self.postMessage(trained(Dataset, Training, data));
};
