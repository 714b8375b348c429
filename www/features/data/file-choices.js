// Files that are being opened, and the choices for them. Types only, no code.

/** @typedef {import('../../core/protocol.js').Part} Part */

/** The files for each part. @typedef {Partial<Record<Part, File | null>>} PartFiles */

/** @typedef {import('../../wasm/rankscope.js').Reading} Reading */

/**
 * How a file in another format was read. `text`: what it was taken for. `checksum`: of the file itself, not of the
 * LETOR text that was made of it. `reading`: by which rules. `pages`: the file, where it has pages.
 * @typedef {{ text: string, checksum: string, reading: Reading, pages?: File }} ReadAs
 */

/** A file as LETOR text. `readAs`: null if it is LETOR text itself. */
/** @typedef {{ file: File, readAs: ReadAs | null, names: string[] }} Readable */

/**
 * The choices for one file, which serve the other files that were chosen with it.
 * @typedef {{ settings: import('../../core/reading-protocol.js').ReadingSettings, groups: File | null }} Choices
 */

/**
 * What is opened as something else than data. `isDocument`: whether a file is; false where it cannot be read. `open`:
 * opens it. True: it was opened; false: it was refused; null: something else was opened in the meantime. `openAnswers`:
 * true: one of the files has answers of a lesson, and all are opened.
 * @typedef {{ isDocument: (file: File) => Promise<boolean>, open: (file: File) => Promise<boolean | null>,
 *   openAnswers: (files: File[]) => Promise<boolean> }} Documents
 */

export {};
