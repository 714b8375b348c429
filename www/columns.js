// Three short rankings, or the tops of long ones, side by side with links between the places of each document. Part of the inspector.

import { h, s } from './dom.js';
import { placesOf } from './folding.js';
import { count, significant } from './format.js';
import { ink } from './pictures.js';

/** @typedef {import('./protocol.js').Inspection} Inspection */
/** @typedef {{ title: string, about: string, ranking: number[] }} Column */

const ROW = 30; // units of a link drawing per document; the CSS row has as many pixels
const HOOK = 14;
const SHADES = 5;

/**
 * A short name: the docid where a comment tells it, the whole comment otherwise.
 * @param {Inspection['documents'][number]} document
 * @param {number} index
 */
export function documentName({ comment }, index) {
  return /\bdocid\s*=\s*(\S+)/i.exec(comment)?.[1] ?? (comment || `doc ${index + 1}`);
}

/**
 * @param {Inspection} inspection
 * @param {Column[]} columns
 * @param {number} shown documents per column
 * @param {number} maxGrade
 * @param {{ pixels: Record<number, Float64Array>, size: { width: number, height: number } } | null} pictures
 */
export function drawColumns(inspection, columns, shown, maxGrade, pictures) {
  const longest = Math.max(0, ...columns.flatMap(({ ranking }) => ranking.slice(0, shown)).map((index) => documentName(inspection.documents[index], index).length));
  const element = h('div', { class: longest > (pictures ? 6 : 12) ? 'columns long-names' : 'columns' });
  element.classList.toggle('pictured', pictures !== null);
  const common = commonStart(inspection.documents.map(documentName));
  const places = columns.map(({ ranking }) => placesOf(ranking));
  columns.forEach(({ title, about, ranking }, at) => {
    const list = h('ol', {}, ranking.slice(0, shown).map((document, rank) => item(document, rank)));
    element.append(h('div', { class: 'column' }, h('h3', {}, title), h('p', { class: 'about', title: about }, about), list));
    if (at + 1 < columns.length) element.append(h('div', { class: 'links' }, links(ranking, columns[at + 1].ranking, places[at], places[at + 1], shown)));
  });

  /** @param {number} index @param {number} rank */
  function item(index, rank) {
    const document = inspection.documents[index];
    const name = documentName(document, index);
    const pixels = pictures?.pixels[index];
    const where = columns.map(({ title }, at) => `${title} rank ${count(places[at][index] + 1)}`).join(', ');
    const line = document.line === undefined ? '' : `line ${count(document.line)}. `;
    return h('li', { class: 'document', dataset: { document: String(index), shade: String(documentShade(document.grade, maxGrade)) }, title: `${document.comment || name}\n${line}grade ${document.grade}, score ${significant(document.score)}\n${where}` },
      h('span', { class: 'rank', 'aria-hidden': 'true' }, rank + 1),
      pictures && (pixels ? hushed(ink(pixels, pictures.size)) : h('span', { class: 'no-picture' })),
      h('span', { class: 'name' }, common > 0 && h('span', { class: 'common' }, name.slice(0, common)), name.slice(common)),
      h('span', { class: 'grade' }, h('span', { class: 'word' }, 'grade '), document.grade));
  }

  // Pointing at a document traces it through all columns.
  element.addEventListener('pointerover', ({ target }) => trace(target instanceof Element ? target.closest('[data-document]') : null));
  element.addEventListener('pointerleave', () => trace(null));
  /** @param {Element | null} part */
  function trace(part) {
    const document = part?.getAttribute('data-document');
    element.classList.toggle('tracing', Boolean(document));
    for (const one of element.querySelectorAll('.traced')) one.classList.remove('traced');
    if (document) for (const one of element.querySelectorAll(`[data-document="${document}"]`)) one.classList.add('traced');
  }
  return element;
}

/**
 * Down is orange, up is blue, unmoved is grey; the farther, the thicker. A link to a place
 * below the last one shown is only a hook.
 * @param {number[]} from
 * @param {number[]} to
 * @param {number[]} fromPlace
 * @param {number[]} toPlace
 * @param {number} shown
 */
function links(from, to, fromPlace, toPlace, shown) {
  const rows = Math.min(shown, from.length);
  const height = rows * ROW;
  const drawing = s('svg', { viewBox: `0 0 100 ${height}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  drawing.style.height = `${height}px`;
  /** @param {number} rank */
  const y = (rank) => rank * ROW + (ROW - 4) / 2;
  const seen = [...new Set([...from.slice(0, rows), ...to.slice(0, rows)])];
  const moves = seen.map((document) => ({ document, left: fromPlace[document], right: toPlace[document] }));
  moves.sort((a, b) => Math.abs(a.left - a.right) - Math.abs(b.left - b.right));
  for (const { document, left, right } of moves) {
    const moved = right - left;
    const kind = moved === 0 ? 'same' : moved > 0 ? 'down' : 'up';
    const far = Math.abs(moved) > 2 ? ' far' : '';
    const d = left >= rows ? `M84 ${y(right) + HOOK}C86 ${y(right) + 4} 92 ${y(right)} 100 ${y(right)}`
      : right >= rows ? `M0 ${y(left)}C8 ${y(left)} 14 ${y(left) + 4} 16 ${y(left) + HOOK}`
        : `M0 ${y(left)}C45 ${y(left)} 55 ${y(right)} 100 ${y(right)}`;
    drawing.append(s('path', { d, class: `link ${kind}${far}${left >= rows || right >= rows ? ' beyond' : ''}`, 'data-document': document }));
  }
  return drawing;
}

/**
 * How many letters all names begin with, if that leaves something of each; narrow columns leave them out.
 * @param {string[]} names
 */
export function commonStart(names) {
  const [first = '', ...others] = names;
  let length = first.length - 1;
  for (const name of others) {
    length = Math.min(length, name.length - 1);
    while (length > 0 && !name.startsWith(first.slice(0, length))) length -= 1;
  }
  return others.length ? Math.max(0, length) : 0;
}

/**
 * Names for narrow tables: what all begin with says nothing there.
 * @param {Inspection['documents']} documents
 * @returns {typeof documentName}
 */
export function shortNames(documents) {
  const common = commonStart(documents.map(documentName));
  return common > 2 ? (document, index) => `…${documentName(document, index).slice(common)}` : documentName;
}

/** 0 for grade 0, otherwise a step on the blue scale. @param {number} grade @param {number} maxGrade */
export function documentShade(grade, maxGrade) {
  return grade === 0 ? 0 : Math.max(1, Math.ceil((SHADES * grade) / Math.max(1, maxGrade)));
}

/** A picture beside the name that says what it shows. @param {HTMLCanvasElement} canvas */
function hushed(canvas) {
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}
