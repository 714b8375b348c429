// The messages between the laboratories of theory and their worker. Types only, no code.

/** @typedef {import('../wasm/rankscope.js').LabResult} LabResult */

/**
 * A laboratory with its options, such as `tilt=0.05`. `data`: the training data, null for a laboratory without data.
 * The worker reads data with another `id` anew.
 * @typedef {{ type: 'compute', task: number, lab: string, options: string[],
 *   data: { id: number, sources: import('./protocol.js').Sources } | null }} ToTheory
 */

/**
 * Messages from the worker. `problem`: why there is no result.
 * @typedef {{ type: 'lock', lock: string | null }
 *   | { type: 'told', task: number, result: LabResult | null, problem: string }
 *   | { type: 'crashed', message: string }} FromTheory
 */

export {};
