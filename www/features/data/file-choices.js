// Files that are being opened, and the choices for them. Types only, no code.

/** @typedef {import('../../core/protocol.js').Part} Part */

/** The files for each part. @typedef {Partial<Record<Part, File | null>>} PartFiles */

/** A file as LETOR text. @typedef {{ file: File, readAs: string, names: string[] }} Readable */

/**
 * The choices for one file, which serve the other files that were chosen with it.
 * @typedef {{ settings: import('../../core/reading-protocol.js').ReadingSettings, groups: File | null }} Choices
 */

/**
 * Opens a .json file. True: it was opened; false: it was refused; null: something else was opened in the meantime.
 * @typedef {(file: File) => Promise<boolean | null>} OpenJson
 */

export {};
