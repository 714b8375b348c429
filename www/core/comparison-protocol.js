// The messages between a comparison and the workers of its pool. Types only, no code.

/** @typedef {import('./protocol.js').Sources} Sources */
/** @typedef {import('../wasm/rankscope.js').Job} Job */
/** @typedef {import('../wasm/rankscope.js').JobResult} JobResult */

/**
 * Data sets as bytes of the core, of the same version. Blobs cross workers by reference.
 * @typedef {{ train: Blob, valid: Blob | null, test: Blob | null }} PackedSets
 */

/** The data of a comparison. @typedef {{ sources: Sources, folds: { count: number, seed: number } | null }} PoolData */

/**
 * Messages to a worker of the pool. `open` comes first and once. `packed`: what another worker has read. `share`: the
 * worker packs what it has read.
 * @typedef {{ type: 'open', packed: PackedSets | null, share: boolean } & PoolData
 *   | { type: 'train', job: Job }} ToPool
 */

/**
 * Messages from a worker of the pool. `awake` names the lock that it holds while it lives. `ready`: it has its data;
 * `packed` is null if they were not to be packed or there is no room for them. `unusable`: it could not read the data.
 * `crashed`: its job failed unexpectedly.
 * @typedef {{ type: 'awake', lock: string | null }
 *   | { type: 'ready', packed: PackedSets | null }
 *   | { type: 'unusable', message: string }
 *   | { type: 'step', job: number, iteration: number, gap: number | undefined }
 *   | { type: 'done', job: number, result: JobResult }
 *   | { type: 'crashed', message: string }} FromPool
 */

export {};
