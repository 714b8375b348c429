// Edits of the sketch pad: each returns the change of the state. Pure.

import { plural } from '../../lib/format.js';
import { PRESETS, padOf } from './presets.js';

/** @typedef {import('./sketch-state.js').SketchView} SketchView */
/** @typedef {import('./sketch-state.js').Pad} Pad */
/** @typedef {import('./sketch-state.js').Point} Point */
/** @typedef {Partial<SketchView>} Change */

export const MOST_QUERIES = 8;
export const MOST_DOCUMENTS = 20;
/** Features are between −REACH and REACH. */
export const REACH = 2;
export const GRADES = [0, 1, 2, 3, 4];

const MOST_UNDO = 50;

/** Returns a feature with three decimals, in its range. @param {number} value */
export function feature(value) {
  return Math.round(Math.min(REACH, Math.max(-REACH, value)) * 1000) / 1000 + 0;
}

/** @param {SketchView} sketch @param {Pad} pad @param {Change} [more] @returns {Change} */
function edited({ pad: old, past }, pad, more = {}) {
  return { pad, past: old ? [...past, old].slice(-MOST_UNDO) : past, note: '', ...more };
}

/** The pad with other documents of the shown query. @param {SketchView} sketch @param {Point[]} documents */
function withDocuments({ pad, query }, documents) {
  return (pad ?? []).map((one, at) => (at === query ? { ...one, documents } : one));
}

/** The documents of the shown query. @param {Pick<SketchView, 'pad' | 'query'>} sketch */
export const shownDocuments = ({ pad, query }) => pad?.[query]?.documents ?? [];

/** Begins with a preset. @param {SketchView} sketch @param {string} name @returns {Change} */
export function start(sketch, name) {
  const query = PRESETS.find((preset) => preset.name === name)?.query ?? 0;
  return edited(sketch, padOf(name), { preset: name, query, chosen: null, arrow: null, elsewhere: '' });
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
  const point = { x: feature(x), y: feature(y), grade: sketch.brush };
  return edited(sketch, withDocuments(sketch, [...documents, point]), { chosen: documents.length });
}

/** Returns a place without a document, near the middle. @param {Point[]} documents */
export function freePlace(documents) {
  for (let step = 0; step < 400; step += 1) {
    const [x, y] = [feature(0.2 * Math.sqrt(step) * Math.cos(2.4 * step)),
      feature(0.2 * Math.sqrt(step) * Math.sin(2.4 * step))];
    if (documents.every((one) => Math.hypot(one.x - x, one.y - y) > 0.25)) return { x, y };
  }
  return { x: 0, y: 0 };
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
  const next = { ...old, x: feature(x ?? old.x), y: feature(y ?? old.y) };
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
  const pad = past.at(-1);
  if (!pad) return {};
  return { pad, past: past.slice(0, -1), chosen: null, note: '', query: Math.min(query, pad.length - 1) };
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
