// What every environment computes: the same data, the same run, the same numbers.

export const features = Float64Array.from({ length: 120 }, (_, at) => ((at * 7919) % 1000) / 1000);
export const grades = Uint8Array.from({ length: 60 }, (_, at) => Math.floor(features[2 * at] * 2.999));
export const queries = Uint32Array.from({ length: 60 }, (_, at) => Math.floor(at / 6));

/**
 * Trains and returns what a run is known by: its iterations, gap and weights.
 * @param {any} Dataset @param {any} Training
 */
export function trained(Dataset, Training, data = { features, grades, queries }) {
  const set = Dataset.from(data.features, data.grades, data.queries, ['grade', 'noise']);
  const training = new Training(set, { c: 10 });
  let progress;
  do progress = training.advance(7); while (progress.state !== 'stopped');
  const model = training.model();
  return { iterations: progress.stop.iterations, gap: progress.stop.gap, weights: [...model.weights()] };
}
