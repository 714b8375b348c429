// The messages between the page and the worker that reads files in other formats. Types only, no code.

/** @typedef {import('../wasm/rankscope.js').ReadingSettings} ReadingSettings */
/** @typedef {import('../wasm/rankscope.js').Preview} Preview */

/**
 * Reads a file by rules. `groups`: bytes of a file of group sizes, or none. `like`: names of the features in their
 * order.
 * @typedef {{ blob: Blob, settings: ReadingSettings, groups: Uint8Array, like: string[] }} ToReading
 */

/**
 * `letor`: the same data as LETOR text, with the same line numbers. `rules`: for further files. `checksum`: of the file
 * itself. `names`: of the features, empty if they have none.
 * @typedef {{ letor: Blob, readAs: string, rules: ReadingSettings, checksum: string, names: string[],
 *   documents: number }} Converted
 */

/**
 * @typedef {{ type: 'awake' } | { type: 'reading', done: number, of: number, documents: number }
 *   | ({ type: 'read' } & Converted)
 *   | { type: 'unread', failure: import('./protocol.js').Failure }
 *   | { type: 'crashed', message: string }} FromReading
 */

export {};
