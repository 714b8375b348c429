// Starts the page's worker, a worker of the comparison's pool, the worker of ratings or of
// the sketch pad, one that reads files, or one of studies. All use this file, so a visitor fetches the bindings once.

import { startCore } from './core.js';
import { serveThePool } from './comparison-job.js';
import { messageOf } from '../core/errors.js';
import { serveThePage } from './training-worker.js';

const POOL = 'compare'; // name of a worker of the comparison's pool
const RATINGS = 'ratings'; // name of the worker of ratings
const SKETCH = 'sketch'; // name of the worker of the sketch pad
const READING = 'reading'; // name of the worker that reads files in other formats
const STUDY = 'study'; // begins the names of the workers of studies
const SMALL = ''; // name of the page's worker while it trains with cutting planes

const ready = startCore(self.name !== SMALL);

if (self.name === POOL) {
  // The first message that is handled reports the error.
  ready.catch(() => {});
  serveThePool(ready);
} else if (self.name === RATINGS) {
  Promise.all([import('./ratings-worker.js'), ready]).then(([{ serveRatings }]) => serveRatings(),
    (error) => self.postMessage({ type: 'crashed', message: messageOf(error) }));
} else if (self.name === SKETCH) {
  Promise.all([import('./sketch-worker.js'), ready]).then(([{ serveSketches }]) => serveSketches(),
    (error) => self.postMessage({ type: 'crashed', message: messageOf(error) }));
} else if (self.name === READING) {
  Promise.all([import('./reading-worker.js'), ready]).then(([{ serveReading }]) => serveReading(),
    (error) => self.postMessage({ type: 'crashed', message: messageOf(error) }));
} else if (self.name.startsWith(STUDY)) {
  Promise.all([import('./study-worker.js'), ready]).then(([{ serveStudies }]) => serveStudies(self.name === STUDY),
    (error) => self.postMessage({ type: 'crashed', message: messageOf(error) }));
} else serveThePage(ready);
