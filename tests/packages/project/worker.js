import init, { Dataset, Training } from 'rankscope';
import { trained } from './job.js';

self.onmessage = async ({ data }) => {
  await init();
  self.postMessage(trained(Dataset, Training, data));
};
