// What a laboratory shows. Types only, no code.

/** @typedef {import('../../wasm/rankscope.js').LabResult} LabResult */
/** The values of the options that the user has chosen, as texts. @typedef {Record<string, string>} Values */

/**
 * What a laboratory shows. `update`: `result` is null while there is none for these values; `problem` says why there
 * will be none.
 * @typedef {{ element: HTMLElement,
 *   update: (seen: { values: Values, result: LabResult | null, problem: string }) => void }} LabView
 */

/**
 * A part of the laboratory of calibration: its sentences, its picture and its handle.
 * @typedef {{ element: HTMLElement,
 *   update: (result: import('../../wasm/rankscope.js').Calibration, values: Values) => void }} CalibrationPart
 */

export {};
