// Starts the page's worker, a worker of the comparison's pool, the worker of ratings or of
// the sketch pad, one that reads files, or one of studies. All use this file, so a visitor fetches the bindings once.

// Here too, so that the built worker asks for it at once, beside the file that uses it.
import '../wasm/page.js';
import { startCore } from './core.js';
import { messageOf } from '../core/errors.js';
import { serveThePage } from './training-worker.js';
import { fetchWholeViews } from './whole-views.js';

const POOL = 'compare'; // name of a worker of the comparison's pool
const STUDY = 'study'; // begins the names of the workers of studies
const SMALL = ''; // name of the page's worker while it trains DORM

/** What other workers do, by the start of their names. @type {[string, () => Promise<() => unknown>][]} */
const OTHERS = [
  ['ratings', async () => (await import('./ratings-worker.js')).serveRatings],
  ['sketch', async () => (await import('./sketch-worker.js')).serveSketches],
  ['reading', async () => (await import('./reading-worker.js')).serveReading],
  [STUDY, async () => {
    const { serveStudies } = await import('./study-worker.js');
    return () => serveStudies(self.name === STUDY);
  }],
];

const isWhole = self.name !== SMALL;
const ready = Promise.all([startCore(isWhole), isWhole && fetchWholeViews()]);
const other = OTHERS.find(([name]) => self.name.startsWith(name));

if (self.name === POOL) {
  // The first message that is handled reports the error.
  ready.catch(() => {});
  /** What the page posted until then. @type {MessageEvent[]} */
  const early = [];
  self.onmessage = (/** @type {MessageEvent} */ event) => early.push(event);
  import('./comparison-job.js').then(({ serveThePool }) => {
    serveThePool(ready);
    for (const event of early) self.onmessage?.(event);
  }, (error) => setTimeout(() => { throw error; }));
} else if (other) {
  Promise.all([other[1](), ready]).then(([serve]) => serve(),
    (error) => self.postMessage({ type: 'crashed', message: messageOf(error) }));
} else serveThePage(ready);
