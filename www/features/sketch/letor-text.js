// The pad as LETOR text, and back. Pure.

import { FRAMES } from './pad-geometry.js';
import { GRADES, MOST_DOCUMENTS, MOST_QUERIES, REACH, feature } from './sketch-edits.js';
import { USUAL_SHEET } from './sketch-state.js';

/** @typedef {import('./sketch-state.js').Pad} Pad */
/** @typedef {import('./sketch-state.js').Sheet} Sheet */

/** The longest text that can be a sketch; comments included. */
export const LONGEST_SKETCH = 32_000;

const LONGEST_NAME = 80;
/** Most characters of the name of a feature. */
const LONGEST_AXIS = 20;

/**
 * Returns the pad as LETOR lines with three decimals; titles stand behind them. Queries without documents have no
 * lines. `sheet`: names the features in a line of its own.
 * @param {Pad} pad @param {Sheet} [sheet]
 */
export function toLetor(pad, { axes } = USUAL_SHEET) {
  return (axes === USUAL_SHEET.axes ? '' : `# features: ${axes.join(', ')}\n`)
    + pad.flatMap(({ id, documents }) => documents.map(({ x, y, grade, name }) =>
      `${grade} qid:${id} 1:${x.toFixed(3)} 2:${y.toFixed(3)}${name ? ` # ${name}` : ''}\n`)).join('');
}

const LINE = /^(\d+)\s+qid:(\S+)((?:\s+\d+:\S+)*)$/;
const AXES = /^#\s*features:\s*([^,]+?)\s*,\s*([^,]+?)\s*$/;

/**
 * Returns the pad of LETOR text with its sheet, or why the text is no sketch. Other faults are found by the core's
 * reader.
 * @param {string} text
 * @returns {{ pad: Pad, sheet: Sheet, why: '' } | { pad: null, sheet: Sheet, why: string }}
 */
export function fromLetor(text) {
  /** @type {Map<string, import('./sketch-state.js').Point[]>} */
  const queries = new Map();
  /** @type {Sheet['axes']} */
  let axes = USUAL_SHEET.axes;
  if (text.length > LONGEST_SKETCH) return no('they are too long');
  for (const line of text.split('\n')) {
    const [, first, second] = AXES.exec(line) ?? [];
    if (second) axes = [first.slice(0, LONGEST_AXIS), second.slice(0, LONGEST_AXIS)];
    const [content, ...comment] = line.split('#').map((part) => part.trim());
    if (!content) continue;
    const [, grade, id, list] = LINE.exec(content) ?? [];
    if (id === undefined) return no(`“${content.slice(0, 40)}” is not a LETOR line`);
    const values = [0, 0];
    for (const pair of list.trim().split(/\s+/).filter(Boolean)) {
      const [index, value] = pair.split(':').map(Number);
      if (index !== 1 && index !== 2) return no('they have more than two features');
      if (!(Math.abs(value) <= REACH)) return no(`${value} is not between −${REACH} and ${REACH}`);
      values[index - 1] = feature(value);
    }
    if (!GRADES.includes(Number(grade))) return no(`grade ${grade} is above ${GRADES.length - 1}`);
    const documents = queries.get(id) ?? [];
    const name = comment.join('#').slice(0, LONGEST_NAME);
    documents.push({ x: values[0], y: values[1], grade: Number(grade), ...(name ? { name } : {}) });
    if (documents.length > MOST_DOCUMENTS) return no(`query ${id} has more than ${MOST_DOCUMENTS} documents`);
    queries.set(id, documents);
  }
  if (!queries.size) return no('they are empty');
  if (queries.size > MOST_QUERIES) return no(`they have more than ${MOST_QUERIES} queries`);
  const pad = [...queries].map(([id, documents]) => ({ id, documents }));
  return { pad, sheet: { frame: frameNameOf(pad), axes }, why: '' };
}

/** The narrowest frame that shows all documents. @param {Pad} pad @returns {Sheet['frame']} */
function frameNameOf(pad) {
  const { low, high } = FRAMES.unit;
  const fits = pad.every(({ documents }) =>
    documents.every(({ x, y }) => Math.min(x, y) >= low && Math.max(x, y) <= high));
  return fits ? 'unit' : 'wide';
}

/** @param {string} why @returns {{ pad: null, sheet: Sheet, why: string }} */
const no = (why) => ({ pad: null, sheet: USUAL_SHEET, why });
