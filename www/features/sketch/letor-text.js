// The pad as LETOR text, and back. Pure.

import { GRADES, MOST_DOCUMENTS, MOST_QUERIES, REACH, feature } from './sketch-edits.js';

/** @typedef {import('./sketch-state.js').Pad} Pad */

/** The longest text that can be a sketch; comments included. */
export const LONGEST_SKETCH = 32_000;

/** Returns the pad as LETOR lines with three decimals. Queries without documents have no lines. @param {Pad} pad */
export function toLetor(pad) {
  return pad.flatMap(({ id, documents }) => documents.map(({ x, y, grade }) =>
    `${grade} qid:${id} 1:${x.toFixed(3)} 2:${y.toFixed(3)}\n`)).join('');
}

const LINE = /^(\d+)\s+qid:(\S+)((?:\s+\d+:\S+)*)$/;

/**
 * Returns the pad of LETOR text, or why the text is no sketch. Other faults are found by the core's reader.
 * @param {string} text
 * @returns {{ pad: Pad, why: '' } | { pad: null, why: string }}
 */
export function fromLetor(text) {
  /** @type {Map<string, import('./sketch-state.js').Point[]>} */
  const queries = new Map();
  if (text.length > LONGEST_SKETCH) return no('they are too long');
  for (const line of text.split('\n')) {
    const content = line.split('#', 1)[0].trim();
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
    documents.push({ x: values[0], y: values[1], grade: Number(grade) });
    if (documents.length > MOST_DOCUMENTS) return no(`query ${id} has more than ${MOST_DOCUMENTS} documents`);
    queries.set(id, documents);
  }
  if (!queries.size) return no('they are empty');
  if (queries.size > MOST_QUERIES) return no(`they have more than ${MOST_QUERIES} queries`);
  return { pad: [...queries].map(([id, documents]) => ({ id, documents })), why: '' };
}

/** @param {string} why @returns {{ pad: null, why: string }} */
const no = (why) => ({ pad: null, why });
