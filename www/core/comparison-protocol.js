// The messages between a comparison and the workers of its pool. Types only, no code.

/** @typedef {import('./protocol.js').Sources} Sources */
/** @typedef {import('../wasm/rankscope.js').Job} Job */
/** @typedef {import('../wasm/rankscope.js').JobResult} JobResult */

/**
 * Messages to a worker of the pool. `open` comes first and once.
 * @typedef {{ type: 'open', sources: Sources, folds: { count: number, seed: number } | null }
 *   | { type: 'train', job: Job }} ToPool
 */

/**
 * Messages from a worker of the pool. `awake` names the lock that it holds while it lives. `unusable`: it could not
 * read the data. `crashed`: its job failed unexpectedly.
 * @typedef {{ type: 'awake', lock: string | null }
 *   | { type: 'ready' }
 *   | { type: 'unusable', message: string }
 *   | { type: 'step', job: number, iteration: number, gap: number | undefined }
 *   | { type: 'done', job: number, result: JobResult }
 *   | { type: 'crashed', message: string }} FromPool
 */

export {};
