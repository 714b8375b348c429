// Three short rankings, or the tops of long ones, side by side with links between the places of each document. Part of
// the inspector.

import './ranking-columns.css';
import { h, s } from '../../../ui/dom.js';
import { commonStart, documentName, documentNote } from '../../../lib/document-name.js';
import { count, significant } from '../../../lib/format.js';
import { documentShade } from './document-shade.js';
import { REPEAT } from './groups.js';
import { placesOf } from './places.js';
import { ink } from '../../../ui/pixel-image.js';
import { explain } from '../../../ui/term.js';
import { slide } from './slide.js';

/** The terms of the three columns. */
export const TERMS = ['reference', 'score', 'violator'];

export { documentShade };

/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */
/**
 * `ties`: the place of every rank in a band of equal documents. `repeats`: whether the group of the document at a rank
 * stands above it.
 * `explained`: the term of the title.
 * `tied`: what a band says, if not that its documents are equal.
 * `isOther`: the ranking is that of another ranker.
 * `unsorted`: the order means nothing, so the column is one open box, without ranks and links.
 * @typedef {{ title: string, about: string, ranking: number[], ties: import('./ties.js').Tie[], tied?: string,
 *   repeats?: boolean[], explained?: string, unsorted?: boolean, isOther?: boolean }} Column
 */
/**
 * The features of documents that are pictures, by document.
 * @typedef {{ pixels: Record<number, Float64Array>, size: { width: number, height: number } }} Pictures
 */
/**
 * `rows`: documents per column. `scores`: whether each document shows its score.
 * @typedef {{ columns: Column[], rows: number, maxGrade: number, pictures: Pictures | null, scores?: boolean }} Drawing
 */

/** Units of a link drawing per document; the CSS row has as many pixels. */
export const ROW = 28;
const HOOK = 14;
/** What a band of documents says. */
export const TIED = 'equal to its neighbours in the band: any order is as good';
/** What a band of the reference says. */
export const FREE = 'can exchange its place with its neighbours in the band: Δ stays 0';

/** @param {Inspection} inspection @param {Drawing} drawing */
export function drawRankingColumns(inspection, { columns, rows: shown, maxGrade, pictures, scores }) {
  const longest = Math.max(0,
    ...columns.flatMap(({ ranking }) => ranking.slice(0, shown))
      .map((index) => documentName(inspection.documents[index], index).length));
  const element = h('div', { class: longest > (pictures ? 6 : 12) ? 'columns long-names' : 'columns' });
  element.classList.toggle('pictured', pictures !== null);
  element.style.setProperty('--more', String(columns.length - 1));
  const common = commonStart(inspection.documents.map(documentName));
  const places = columns.map(({ ranking }) => placesOf(ranking));
  columns.forEach(({ title, about, ranking, ties, tied, repeats, explained, unsorted }, at) => {
    const list = h('ol', { class: unsorted ? 'unsorted' : '' }, ranking.slice(0, shown).map((document, rank) =>
        item(document, rank, ties[rank] && (tied ?? TIED), ties[rank], repeats?.[rank])));
    element.append(
      h('div', { class: 'column' }, explain(h('h3', {}, title), explained ?? TERMS[at]),
        h('p', { class: 'about', title: about }, about), list));
    if (at + 1 < columns.length) {
      element.append(unsorted || columns[at + 1].unsorted ? h('div', { class: 'links' })
        : h('div', { class: 'links' }, links(ranking, columns[at + 1].ranking, places[at], places[at + 1], shown)));
    }
  });

  /**
   * @param {number} index @param {number} rank @param {string | undefined} tied
   * @param {import('./ties.js').Tie | undefined} tie @param {boolean | undefined} repeats
   */
  function item(index, rank, tied, tie, repeats) {
    const document = inspection.documents[index];
    const name = documentName(document, index);
    const pixels = pictures?.pixels[index];
    const where = columns.map(({ title, unsorted }, at) =>
      (unsorted ? `${title}: any rank` : `${title} rank ${count(places[at][index] + 1)}`)).join(', ');
    const line = document.line === undefined ? '' : `line ${count(document.line)}. `;
    const shade = String(documentShade(document.grade, maxGrade));
    const facts = `${line}grade ${document.grade}, score ${significant(document.score)}`;
    const notes = `${tied ? `\n${tied}` : ''}${repeats ? `\n${REPEAT}` : ''}`;
    const title = `${documentNote(document) || name}\n${facts}\n${where}${notes}`;
    return h('li', { class: 'document', dataset: { document: String(index), shade, ...(tie && { tie }) }, title },
      h('span', { class: 'rank', 'aria-hidden': 'true' }, rank + 1),
      pictures && (pixels ? ariaHidden(ink(pixels, pictures.size)) : h('span', { class: 'no-picture' })),
      h('span', { class: 'name' }, common > 0 && h('span', { class: 'common' }, name.slice(0, common)),
        name.slice(common)),
      repeats && repeatMark(),
      scores && h('span', { class: 'score' }, 'score ', significant(document.score)),
      h('span', { class: 'grade' }, h('span', { class: 'word' }, 'grade '), document.grade));
  }

  // Pointing at a document traces it through all columns.
  element.addEventListener('pointerover',
    ({ target }) => trace(target instanceof Element ? target.closest('[data-document]') : null));
  element.addEventListener('pointerleave', () => trace(null));
  /** @param {Element | null} part */
  function trace(part) {
    const document = part?.getAttribute('data-document');
    element.classList.toggle('tracing', Boolean(document));
    for (const one of element.querySelectorAll('.traced')) one.classList.remove('traced');
    if (document) {
      for (const one of element.querySelectorAll(`[data-document="${document}"]`)) one.classList.add('traced');
    }
  }
  return { element, slideFrom: (/** @type {Element} */ old) => slideColumns(old, element, shown) };
}

/**
 * Lets documents and links slide from their places in an old drawing. What was not there comes from below.
 * @param {Element} old
 * @param {Element} element
 * @param {number} ranks how many a column has
 */
function slideColumns(old, element, ranks) {
  const [before, after] = [old, element].map((one) => [...one.querySelectorAll('ol')]);
  after.forEach((list, column) => {
    const places = new Map([...before[column]?.children ?? []]
      .map((one, rank) => [one.getAttribute('data-document'), rank]));
    [...list.children].forEach((one, rank) => {
      const from = places.get(one.getAttribute('data-document'));
      slideRow(one, from, rank, ranks);
    });
  });
  const [oldLinks, links] = [old, element].map((one) => [...one.querySelectorAll('.links svg')]);
  links.forEach((drawing, at) => {
    const paths = new Map([...oldLinks[at]?.children ?? []].map((path) => [path.getAttribute('data-document'), path]));
    for (const path of drawing.children) {
      const [from, to] = [paths.get(path.getAttribute('data-document'))?.getAttribute('d'), path.getAttribute('d')];
      if (from === to) continue;
      if (from && to) slide(path, { d: `path("${from}")` }, { d: `path("${to}")` });
      else slide(path, { opacity: 0 }, {});
    }
  });
}

/**
 * Lets a document slide from one row to another. What was not there comes from below.
 * @param {Element} one @param {number | undefined} from @param {number} to @param {number} below the row below the last
 */
export function slideRow(one, from, to, below) {
  if (from === to) return;
  slide(one, { transform: `translateY(${((from ?? below) - to) * ROW}px)`, opacity: from === undefined ? 0 : 1 },
    { transform: 'none', opacity: 1 });
}

/**
 * Down is orange, up is blue, unmoved is grey. A link to a place below the last one shown is only a hook.
 * @param {number[]} from
 * @param {number[]} to
 * @param {number[]} fromPlace
 * @param {number[]} toPlace
 * @param {number} ranks
 */
function links(from, to, fromPlace, toPlace, ranks) {
  const rows = Math.min(ranks, from.length);
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
    const d = left >= rows ? `M84 ${y(right) + HOOK}C86 ${y(right) + 4} 92 ${y(right)} 100 ${y(right)}`
      : right >= rows ? `M0 ${y(left)}C8 ${y(left)} 14 ${y(left) + 4} 16 ${y(left) + HOOK}`
        : `M0 ${y(left)}C45 ${y(left)} 55 ${y(right)} 100 ${y(right)}`;
    drawing.append(
      s('path',
        { d, class: `link ${kind}${left >= rows || right >= rows ? ' beyond' : ''}`,
          'data-document': document }));
  }
  return drawing;
}

/** The mark of a document whose group stands above it. */
export function repeatMark() {
  return h('span', { class: 'repeat', title: REPEAT }, 'repeat');
}

/** A picture beside the name that says what it shows. @param {HTMLCanvasElement} canvas */
function ariaHidden(canvas) {
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}
