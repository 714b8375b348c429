// The browser half of the report. The worker times one task per message, because the page also trains in a worker.

import init, { Dataset, LetorReader, Training } from '../../www/wasm/rankscope.js';

const PIECE = 1 << 20;

/** The bytes of a file. @param {string} address */
const fetched = async (address) => (await fetch(address)).arrayBuffer();

/** The data of two files of numbers. @param {{ features: string, grades: string, documents: number }} arrays */
async function fromArrays({ features, grades, documents }) {
  const all = new Uint8Array(await fetched(grades));
  const queries = Uint32Array.from(all, (_, at) => Math.floor(at / documents));
  return Dataset.from(new Float64Array(await fetched(features)), all, queries, undefined);
}

self.onmessage = async ({ data: { kind, address, arrays, settings, repetitions, uncounted } }) => {
  try {
    const { memory } = await init();
    const before = memory.buffer.byteLength;
    const bytes = new Uint8Array(arrays ? 0 : await fetched(address));
    const values = [];
    let data = arrays ? await fromArrays(arrays) : null;
    const readings = kind === 'train' ? 1 : repetitions;
    for (let repetition = 0; !arrays && repetition < readings; repetition += 1) {
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
