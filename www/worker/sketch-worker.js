// The worker of the sketch pad: trains in full on every change, and measures any w.

import { LetorReader, Sketch } from '../wasm/rankscope.js';
import { breakdownOf, failureOf, faultOf } from '../core/errors.js';
import { holdLifeline } from './lifeline.js';
import { takePanic } from './panic-log.js';

/** @typedef {import('../core/sketch-protocol.js').ToSketch} ToSketch */
/** @typedef {import('../core/sketch-protocol.js').FromSketch} FromSketch */

/** The trained sketch with its text and settings. @type {{ sketch: Sketch, letor: string, settings: string } | null} */
let last = null;
const encoder = new TextEncoder();

/** Listens to the page. */
export function serveSketches() {
  self.onmessage = (/** @type {MessageEvent<ToSketch>} */ { data }) => {
    try {
      sketch(data);
    } catch (error) {
      post({ type: 'crashed', message: breakdownOf(error, takePanic()) });
    }
  };
  post({ type: 'awake' });
  void holdLifeline((lock) => post({ type: 'lock', lock }));
}

/** @param {ToSketch} message */
function sketch({ request, letor, settings, isFresh, w }) {
  const since = performance.now();
  try {
    const sketch = trained(letor, settings, isFresh);
    const training = sketch.training();
    const figures = sketch.trained_figures();
    const moved = training.w && w;
    const now = moved ? sketch.figures(Float64Array.from(moved)) : figures;
    post({ type: 'sketched', request, letor, training, trained: figures, shown: now, w: moved || null,
      milliseconds: performance.now() - since });
  } catch (error) {
    if (!faultOf(error)) throw error;
    last?.sketch.free();
    last = null;
    post({ type: 'unsketched', request, letor, message: failureOf(error).message });
  }
}

/** @param {string} letor @param {ToSketch['settings']} settings @param {boolean} isFresh */
function trained(letor, settings, isFresh) {
  const key = JSON.stringify(settings);
  const isSame = last?.settings === key;
  if (last && isSame && !isFresh && last.letor === letor) return last.sketch;
  const reader = new LetorReader();
  reader.push(encoder.encode(letor));
  const data = reader.finish();
  try {
    if (last && isSame && !isFresh) {
      last.sketch.follow(data);
      last.letor = letor;
      return last.sketch;
    }
    last?.sketch.free();
    last = null;
    last = { sketch: new Sketch(data, settings), letor, settings: key };
    return last.sketch;
  } finally {
    data.free();
  }
}

/** @param {FromSketch} message */
function post(message) {
  self.postMessage(message);
}
