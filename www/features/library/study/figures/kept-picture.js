// What the gallery keeps of the results of a study: its plots as plain points, and the verdicts on claims. Pure.

import { claimsOf } from '../sheets.js';

/** @typedef {import('../../../../core/study-protocol.js').MarksPlot} MarksPlot */
/** @typedef {import('../../../../core/study-protocol.js').Measured} Measured */
/** `label`: what y is. `names`: number of names along x; 0 if x is a number. @typedef {{ label: string, kind: string,
 *   names: number, xLog: boolean, yLog: boolean, lines: [number, number][][] }} KeptPlot */
/** `figure`: where the paper prints it. @typedef {{ figure: string, claim: string, verdict: string }} KeptClaim */
/**
 * The results of the built-in study `name`. `json`: its text. `program`: with its version. `done`: cells whose results
 * are in the plots, of `cells`.
 * @typedef {{ name: string, json: string, program: string, done: number, cells: number, plots: KeptPlot[],
 *   claims: KeptClaim[] }} KeptPicture
 */

const MOST_LINES = 16;
const MOST_POINTS = 60;

/** @param {MarksPlot} plot @returns {KeptPlot} */
function thinned({ kind, y_label: label, x_names: names, x_log: xLog, y_log: yLog, series }) {
  return { label, kind, names: names.length, xLog, yLog,
    lines: series.slice(0, MOST_LINES).map(({ points }) => points.filter(({ x, y }) =>
      Number.isFinite(x) && Number.isFinite(y)).slice(0, MOST_POINTS)
      .map(({ x, y }) => /** @type {[number, number]} */ ([x, y]))) };
}

/**
 * Returns what is kept of a built-in study on its own data; null while there is nothing.
 * @param {{ chosen: { name: string, text: string, isBuiltIn: boolean } | null, measured: Measured | null,
 *   marks: string[] }} study
 * @param {string} program @returns {KeptPicture | null}
 */
export function pictureOf({ chosen, measured, marks }, program) {
  if (!chosen?.isBuiltIn || !measured) return null;
  return { name: chosen.name, json: chosen.text, program, cells: marks.length,
    done: Math.min(measured.done, marks.filter((mark) => mark === 'done' || mark === 'unconverged').length),
    plots: measured.plots.map(({ plot }) => thinned(plot)), claims: claimsOf(measured) };
}

const isText = (/** @type {unknown} */ value) => typeof value === 'string';
const isPoint = (/** @type {any} */ value) =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
const isLine = (/** @type {unknown} */ value) => Array.isArray(value) && value.every(isPoint);

/** @param {any} value @returns {value is KeptPlot} */
const isPlot = (value) => isText(value?.label) && isText(value.kind) && Number.isInteger(value.names)
  && typeof value.xLog === 'boolean' && typeof value.yLog === 'boolean' && Array.isArray(value.lines)
  && value.lines.every(isLine);

/** Whether a value that the device kept is a picture. @param {any} value @returns {value is KeptPicture} */
export function isPicture(value) {
  return [value?.name, value?.json, value?.program].every(isText) && [value.done, value.cells].every(Number.isInteger)
    && Array.isArray(value.plots) && value.plots.every(isPlot) && Array.isArray(value.claims)
    && value.claims.every((/** @type {any} */ one) => [one?.figure, one?.claim, one?.verdict].every(isText));
}

/** The plot that shows a figure; null without one. @param {KeptPicture | null} picture @param {string} [label] of y */
export function plotFor(picture, label) {
  return picture?.plots.find((plot) => plot.label === label && plot.lines.some(({ length }) => length)) ?? null;
}

/** The claims that a paper prints in a figure. @param {KeptPicture | null} picture @param {string} figure */
export const claimsFor = (picture, figure) => picture?.claims.filter((one) => one.figure === figure) ?? [];
