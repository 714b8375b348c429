// Three long rankings side by side: runs of unmoved documents collapse, and only what is scrolled to is in the
// document.

import { documentName, documentNote } from '../../../lib/document-name.js';
import { count, plural, significant } from '../../../lib/format.js';
import { h, s, fill, say } from '../../../ui/dom.js';
import { handOn } from '../../../ui/focus.js';
import { ink } from '../../../ui/pixel-image.js';
import './long-rankings.css';
import { collapsedRanks, visibleLines } from './collapsed-ranks.js';
import { placesOf } from './places.js';
import { ROW, TERMS, TIED, documentShade, repeatMark, slideRow } from './ranking-columns.js';
import { slide } from './slide.js';
import { explain } from '../../../ui/term.js';

/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */
/** @typedef {import('./ranking-columns.js').Column} Column */
/** @typedef {import('./ranking-columns.js').Drawing} Drawing */
/** @typedef {import('./collapsed-ranks.js').CollapsedRanks} CollapsedRanks */
/**
 * @typedef {{ svg: SVGElement, paths: SVGPathElement[], traced: SVGPathElement }} Links the drawing between two columns
 */

/**
 * What is drawn. `places`: the rank of every document in each column. `lines`: ranks, and collapsed ranks in the place
 * of theirs; `lineOf`: the line of every rank.
 * @typedef {object} Lines
 * @property {Inspection} inspection
 * @property {number[][]} places
 * @property {(number | CollapsedRanks)[]} lines
 * @property {number[]} lineOf
 */
/** @typedef {Drawing & Lines} Drawn */

const SPARE = 8; // lines drawn above and below what is seen
const KINDS = ['same', 'up', 'down'];

export class LongRankingColumns {
  #heads = TERMS.map((id) => ({ title: explain(h('h3'), id), about: h('p', { class: 'about' }), list: h('ol') }));
  /** @type {Links[]} */
  #links = [0, 1].map(() => linksDrawing());
  #collapsed = h('div', { class: 'folds' });
  #space = h('div', { class: 'columns long' });
  #again;
  #gist = h('p', { class: 'muted' });
  #view = h('div', {
    class: 'long-view', tabIndex: 0, role: 'region', 'aria-label': 'Three linked rankings',
    onscroll: () => this.#schedule(),
  }, this.#space);
  /** @type {Drawn | null} */
  #now = null;
  #frame = 0;
  #seen = ''; // the lines drawn last
  #expand;

  /** @param {(rank: number) => void} expand @param {() => void} collapse */
  constructor(expand, collapse) {
    this.#expand = expand;
    this.#again = h('button', { type: 'button', class: 'quiet', onclick: collapse }, 'Fold again');
    this.#heads.forEach(({ title, about, list }, at) => {
      this.#space.append(h('div', { class: 'column' }, title, about, list));
      if (at < 2) this.#space.append(h('div', { class: 'links' }, this.#links[at].svg));
    });
    this.#space.append(this.#collapsed);
    this.element = h('div', {}, h('div', { class: 'far-line' }, this.#gist, this.#again), this.#view);
    // Pointing at a document traces it through all columns.
    this.#view.addEventListener('pointerover',
      ({ target }) => this.#trace(target instanceof Element ? target.closest('[data-document]') : null));
    this.#view.addEventListener('pointerleave', () => this.#trace(null));
    // Its height is known only once it is in the page, and changes with the window.
    new ResizeObserver(() => this.#schedule()).observe(this.#view);
  }

  /**
   * @param {Inspection} inspection @param {Drawing} drawing
   * @param {number[]} expanded
   * @param {boolean} slides whether documents and links slide from their places in the last drawing
   */
  update(inspection, drawing, expanded, slides) {
    const { columns, rows, pictures } = drawing;
    const rankings = columns.map(({ ranking }) => ranking);
    const collapsed = collapsedRanks(rankings, inspection.documents.map(({ grade }) => grade), rows);
    const lines = visibleLines(collapsed, expanded, rows);
    const before = slides ? this.#now : null;
    this.#now = { ...drawing, inspection, places: rankings.map(placesOf), lines, lineOf: linesOfRanks(lines) };
    this.#space.classList.toggle('pictured', pictures !== null);
    this.#layOut(columns, lines.length * ROW);
    const hidden = rows - lines.filter((line) => typeof line === 'number').length;
    say(this.#gist, gistOf(hidden, rows, collapsed.length > 0));
    handOn(this.element, () => {
      this.#again.hidden = !expanded.length || !collapsed.length;
      this.#draw(true, before);
    }, this.#view);
  }

  #schedule() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw(false);
    });
  }

  /** Heads, and the height of everything. @param {Column[]} columns @param {number} height in pixels */
  #layOut(columns, height) {
    columns.forEach(({ title, about }, at) => {
      const head = this.#heads[at];
      say(head.title, title);
      say(head.about, about);
      head.about.title = about;
      head.list.style.height = `${height}px`;
    });
    for (const { svg } of this.#links) {
      svg.setAttribute('viewBox', `0 0 100 ${height}`);
      svg.style.height = `${height}px`;
    }
    this.#collapsed.style.height = `${height}px`;
  }

  /**
   * Draws the lines that are in view.
   * @param {boolean} anew whether they may have changed @param {Drawn | null} [before] where they slide from
   */
  #draw(anew, before = null) {
    const now = this.#now;
    if (!now) return;
    const { scrollTop, clientHeight } = this.#view;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - SPARE);
    const last = Math.min(now.lines.length, Math.ceil((scrollTop + clientHeight) / ROW) + SPARE);
    const key = `${first}/${last}`;
    if (!anew && key === this.#seen) return;
    this.#seen = key;
    const window = now.lines.slice(first, last);
    now.columns.forEach((_column, at) => {
      fill(this.#heads[at].list,
        window.map((line, offset) => (typeof line === 'number' ? documentItem(now, at, line, first + offset) : null)));
    });
    fill(this.#collapsed,
      window.map((line, offset) => (typeof line === 'number' ? null : this.#expander(line, first + offset))));
    this.#links.forEach((drawing, at) => drawLinks(drawing, now, at, first, last, before));
    if (before) this.#slide(now, before, last);
  }

  /** @param {Drawn} now @param {Drawn} before @param {number} below the line below those drawn */
  #slide(now, before, below) {
    this.#heads.forEach(({ list }, column) => {
      for (const one of list.children) {
        const document = Number(one.getAttribute('data-document'));
        slideRow(one, lineOf(before, column, document), lineOf(now, column, document) ?? below, below);
      }
    });
  }

  /** @param {CollapsedRanks} ranks @param {number} line */
  #expander({ from, to, grade, stays }, line) {
    const grades = grade === null ? '' : ` of grade ${grade}`;
    const text = `… ${plural(to - from + 1, 'document')}${grades} that ${stays ? 'stay' : 'only shift together'}`;
    const button = h('button', { type: 'button', class: 'fold', onclick: () => this.#expand(from) }, text);
    button.style.top = `${line * ROW}px`;
    return button;
  }

  /** @param {Element | null} part */
  #trace(part) {
    const document = Number(part?.getAttribute('data-document') ?? NaN);
    for (const one of this.#view.querySelectorAll('.traced[data-document]')) one.classList.remove('traced');
    const now = this.#now;
    this.#links.forEach(({ traced }, at) => {
      const [y, z] = now && !Number.isNaN(document)
        ? [at, at + 1].map((column) => now.lineOf[now.places[column][document]]) : [];
      traced.setAttribute('d', y === undefined || z === undefined ? '' : link(y, z));
    });
    if (Number.isNaN(document)) return;
    for (const one of this.#view.querySelectorAll(`[data-document="${document}"]`)) one.classList.add('traced');
  }
}

/** @returns {Links} */
function linksDrawing() {
  const paths = KINDS.map((kind) => s('path', { class: `link ${kind}` }));
  const traced = s('path', { class: 'link traced' });
  return { svg: s('svg', { 'aria-hidden': 'true', preserveAspectRatio: 'none' }, paths, traced), paths, traced };
}

/** @param {(number | CollapsedRanks)[]} lines */
function linesOfRanks(lines) {
  /** @type {number[]} */
  const lineOf = [];
  lines.forEach((line, at) => {
    if (typeof line === 'number') lineOf[line] = at;
    else for (let rank = line.from; rank <= line.to; rank += 1) lineOf[rank] = at;
  });
  return lineOf;
}

/** The line of a document, if its rank has one. @param {Drawn} drawn @param {number} column @param {number} document */
function lineOf(drawn, column, document) {
  return /** @type {number | undefined} */ (drawn.lineOf[drawn.places[column][document]]);
}

/** @param {number} hidden @param {number} rows @param {boolean} found whether anything can be collapsed */
function gistOf(hidden, rows, found) {
  if (hidden) {
    return `${count(hidden)} of ${plural(rows, 'rank')} are folded: there ŷ keeps the order of the model, and y* has `
      + 'the same grades.';
  }
  return found ? 'All ranks are unfolded.' : 'Documents change places all over: nothing can be folded.';
}

/**
 * The links between a column and the next, as far as they cross the lines in view.
 * @param {Links} drawing
 * @param {Drawn} now
 * @param {number} at
 * @param {number} first
 * @param {number} last
 * @param {Drawn | null} before where they slide from
 */
function drawLinks({ paths, traced }, now, at, first, last, before) {
  const { columns, places, lines, rows } = now;
  /** @type {Record<string, { now: string, before: string }>} */
  const parts = Object.fromEntries(KINDS.map((kind) => [kind, { now: '', before: '' }]));
  for (const document of columns[at].ranking) {
    const [a, b] = [places[at][document], places[at + 1][document]];
    if (a >= rows && b >= rows) continue;
    const [y, z] = [at, at + 1].map((column) => lineOf(now, column, document) ?? lines.length);
    const areCollapsed = typeof lines[y] === 'object' && typeof lines[z] === 'object';
    if (areCollapsed || Math.max(y, z) < first || Math.min(y, z) > last) continue;
    const part = parts[a === b ? 'same' : b > a ? 'down' : 'up'];
    part.now += link(y, z);
    if (before) {
      part.before += link(lineOf(before, at, document) ?? before.lines.length,
        lineOf(before, at + 1, document) ?? before.lines.length);
    }
  }
  paths.forEach((path, kind) => {
    const part = parts[KINDS[kind]];
    path.setAttribute('d', part.now);
    if (before && part.now !== part.before) slide(path, { d: `path("${part.before}")` }, { d: `path("${part.now}")` });
  });
  traced.setAttribute('d', '');
}

/** A path from one line to another. @param {number} from @param {number} to */
function link(from, to) {
  const [y, z] = [from, to].map((line) => line * ROW + (ROW - 4) / 2);
  return `M0 ${y}C45 ${y} 55 ${z} 100 ${z}`;
}

/** @param {Drawn} now @param {number} column @param {number} rank @param {number} line */
function documentItem({ inspection, columns, places, rows, pictures, maxGrade }, column, rank, line) {
  const index = columns[column].ranking[rank];
  const { comment, grade, score } = inspection.documents[index];
  const name = documentName({ comment }, index);
  const tie = columns[column].ties[rank];
  const tied = tie && (columns[column].tied ?? TIED);
  const repeats = columns[column].repeats?.[rank];
  const before = column > 0 ? places[column - 1][index] : rank;
  const where = columns.map(({ title }, at) => `${title} rank ${count(places[at][index] + 1)}`).join(', ');
  const element = h('li', {
    class: 'document', 'aria-posinset': rank + 1, 'aria-setsize': rows,
    dataset: {
      document: String(index), shade: String(documentShade(grade, maxGrade)),
      moved: before === rank ? 'no' : before < rank ? 'down' : 'up', ...(tie && { tie }),
    },
    title: `${documentNote({ comment }) || name}\ngrade ${grade}, score ${significant(score)}\n${where}`
      + (tied ? `\n${tied}` : ''),
  },
  h('span', { class: 'rank' }, count(rank + 1)),
  pictures
    && (pictures.pixels[index] ? ink(pictures.pixels[index], pictures.size) : h('span', { class: 'no-picture' })),
  h('span', { class: 'name' }, name),
  repeats && repeatMark(),
  h('span', { class: 'grade' }, h('span', { class: 'word' }, 'grade '), grade));
  element.style.top = `${line * ROW}px`;
  return element;
}
