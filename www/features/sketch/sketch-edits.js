// Edits of the sketch pad: each returns the change of the state. Pure.

import { plural } from '../../lib/format.js';
import { FRAMES } from './pad-geometry.js';
import { PRESETS, padOf } from './presets.js';
import { USUAL_SHEET } from './sketch-state.js';

/** @typedef {import('./sketch-state.js').SketchView} SketchView */
/** @typedef {import('./sketch-state.js').Pad} Pad */
/** @typedef {import('./sketch-state.js').Point} Point */
/** @typedef {Partial<SketchView>} Change */

export const MOST_QUERIES = 8;
export const MOST_DOCUMENTS = 20;
/** Features are between −REACH and REACH, on a sheet of shares between 0 and 1. */
export const REACH = 2;
export const GRADES = [0, 1, 2, 3, 4];

const MOST_UNDO = 50;

/**
 * Returns a feature with three decimals, in its range.
 * @param {number} value @param {import('./pad-geometry.js').Frame} [frame]
 */
export function feature(value, { low, high } = FRAMES.wide) {
  return Math.round(Math.min(high, Math.max(low, value)) * 1000) / 1000 + 0;
}

/** The frame of the pad. @param {Pick<SketchView, 'sheet'>} sketch */
export const frameOf = ({ sheet }) => FRAMES[sheet.frame];

/** @param {SketchView} sketch @param {Pad} pad @param {Change} [more] @returns {Change} */
function edited({ pad: old, sheet, preset, past }, pad, more = {}) {
  return { pad, past: old ? [...past, { pad: old, sheet, preset }].slice(-MOST_UNDO) : past, note: '', ...more };
}

/** The pad with other documents of the shown query. @param {SketchView} sketch @param {Point[]} documents */
function withDocuments({ pad, query }, documents) {
  return (pad ?? []).map((one, at) => (at === query ? { ...one, documents } : one));
}

/** The documents of the shown query. @param {Pick<SketchView, 'pad' | 'query'>} sketch */
export const shownDocuments = ({ pad, query }) => pad?.[query]?.documents ?? [];

/**
 * The shade of a grade from 0 to 4: the highest grade of the pad has the strongest.
 * @param {Pad | null} pad @returns {(grade: number) => string}
 */
export function shades(pad) {
  const highest = Math.max(1, ...(pad ?? []).flatMap(({ documents }) => documents.map(({ grade }) => grade)));
  return (grade) => String(Math.round((4 * grade) / highest));
}

/** Begins with a preset. @param {SketchView} sketch @param {string} name @returns {Change} */
export function start(sketch, name) {
  const preset = PRESETS.find((one) => one.name === name);
  return edited(sketch, padOf(name), { sheet: preset?.sheet ?? USUAL_SHEET, preset: name, query: preset?.query ?? 0,
    chosen: null, arrow: null });
}

/**
 * Takes over a pad from elsewhere.
 * @param {SketchView} sketch @param {Pad} pad @param {import('./sketch-state.js').Sheet} sheet @returns {Change}
 */
export function replaced(sketch, pad, sheet) {
  return edited(sketch, pad, { sheet, preset: '', query: 0, chosen: null, arrow: null });
}

/** Removes all documents; one empty query stays. @param {SketchView} sketch @returns {Change} */
export function clear(sketch) {
  return edited(sketch, [{ id: '1', documents: [] }],
    { sheet: { ...sketch.sheet, axes: USUAL_SHEET.axes }, preset: '', query: 0, chosen: null, arrow: null });
}

/**
 * Adds a document to the shown query.
 * @param {SketchView} sketch @param {number} x @param {number} y @returns {Change}
 */
export function add(sketch, x, y) {
  const documents = shownDocuments(sketch);
  if (documents.length >= MOST_DOCUMENTS) {
    return { note: `A query of the pad has at most ${MOST_DOCUMENTS} documents. Remove one first.` };
  }
  const frame = frameOf(sketch);
  const point = { x: feature(x, frame), y: feature(y, frame), grade: sketch.brush };
  return edited(sketch, withDocuments(sketch, [...documents, point]), { chosen: documents.length });
}

/**
 * Returns a place without a document, near the middle.
 * @param {Point[]} documents @param {import('./pad-geometry.js').Frame} [frame]
 */
export function freePlace(documents, frame = FRAMES.wide) {
  const { middle, edge } = frame;
  for (let step = 0; step < 400; step += 1) {
    const reach = 0.09 * edge * Math.sqrt(step);
    const [x, y] = [feature(middle + reach * Math.cos(2.4 * step), frame),
      feature(middle + reach * Math.sin(2.4 * step), frame)];
    if (documents.every((one) => Math.hypot(one.x - x, one.y - y) > 0.115 * edge)) return { x, y };
  }
  return { x: middle, y: middle };
}

/**
 * Moves a document. A drag is one step of Undo: `isFirst` says whether it begins.
 * @param {SketchView} sketch @param {number} at @param {{ x?: number, y?: number }} place @param {boolean} isFirst
 * @returns {Change}
 */
export function move(sketch, at, { x, y }, isFirst) {
  const documents = shownDocuments(sketch);
  const old = documents[at];
  if (!old) return {};
  const frame = frameOf(sketch);
  const next = { ...old, x: feature(x ?? old.x, frame), y: feature(y ?? old.y, frame) };
  if (next.x === old.x && next.y === old.y) return {};
  const pad = withDocuments(sketch, documents.with(at, next));
  return isFirst ? edited(sketch, pad) : { pad, note: '' };
}

/** @param {SketchView} sketch @param {number} at @param {number} grade @returns {Change} */
export function regrade(sketch, at, grade) {
  const documents = shownDocuments(sketch);
  if (!documents[at] || documents[at].grade === grade || !GRADES.includes(grade)) return {};
  return edited(sketch, withDocuments(sketch, documents.with(at, { ...documents[at], grade })), { brush: grade });
}

/** Removes a document of the shown query. @param {SketchView} sketch @param {number} at @returns {Change} */
export function remove(sketch, at) {
  const documents = shownDocuments(sketch);
  if (!documents[at]) return {};
  return edited(sketch, withDocuments(sketch, documents.toSpliced(at, 1)), { chosen: null });
}

/** Adds an empty query and shows it. @param {SketchView} sketch @returns {Change} */
export function addQuery(sketch) {
  const pad = sketch.pad ?? [];
  if (pad.length >= MOST_QUERIES) {
    return { note: `The pad has at most ${MOST_QUERIES} queries. Remove one first.` };
  }
  let number = pad.length + 1;
  while (pad.some(({ id }) => id === String(number))) number += 1;
  return edited(sketch, [...pad, { id: String(number), documents: [] }], { query: pad.length, chosen: null });
}

/** Removes the shown query. @param {SketchView} sketch @returns {Change} */
export function removeQuery(sketch) {
  const pad = sketch.pad ?? [];
  if (pad.length < 2) return { note: 'The pad keeps at least one query.' };
  return edited(sketch, pad.toSpliced(sketch.query, 1),
    { query: Math.max(0, sketch.query - 1), chosen: null });
}

/** @param {SketchView} sketch @returns {Change} */
export function undo({ past, query }) {
  const last = past.at(-1);
  if (!last) return {};
  return { ...last, past: past.slice(0, -1), chosen: null, note: '', query: Math.min(query, last.pad.length - 1) };
}

/** Why a query takes no part in training; empty if it does. @param {import('./sketch-state.js').PadQuery} query */
export function faultOf({ id, documents }) {
  if (documents.length < 2) {
    return `Query ${id} has ${plural(documents.length, 'document')}, so there is nothing to rank. `
      + 'Click into the pad to add documents.';
  }
  const [{ grade }] = documents;
  if (documents.some((one) => one.grade !== grade)) return '';
  return `All documents of query ${id} have grade ${grade}, so every ranking is equally good. Give one of them another `
    + 'grade.';
}
