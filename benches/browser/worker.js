// The browser half of the report. The worker times one task per message, because the page also trains in a worker.

import init, { LetorReader, Training } from '../../www/wasm/rankscope.js';

const PIECE = 1 << 20;

self.onmessage = async ({ data: { kind, address, settings, repetitions, uncounted } }) => {
  try {
    const { memory } = await init();
    const before = memory.buffer.byteLength;
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
    const values = [];
    let data = null;
    for (let repetition = 0; repetition < (kind === 'train' ? 1 : repetitions); repetition += 1) {
      data?.free();
      const began = performance.now();
      const reader = new LetorReader();
      for (let at = 0; at < bytes.length; at += PIECE) reader.push(bytes.subarray(at, at + PIECE));
      data = reader.finish();
      if (kind === 'parse') values.push(bytes.length / 1e3 / (performance.now() - began));
    }
    const summary = data.summary();
    if (kind === 'memory') values.push(memory.buffer.byteLength - before);
    for (let repetition = -uncounted; kind === 'train' && repetition < repetitions; repetition += 1) {
      const began = performance.now();
      const training = new Training(data, settings);
      while (training.advance(1 << 20).state !== 'stopped');
      if (repetition >= 0) values.push(performance.now() - began);
      training.free();
    }
    self.postMessage({ values, documents: summary.documents, features: summary.features });
  } catch (problem) {
    self.postMessage({ problem: String(problem) });
  }
};
