// Three long rankings side by side: runs of unmoved documents fold, and only what is scrolled to is in the document.

import { documentName, documentShade } from './columns.js';
import { h, s, fill, say } from './dom.js';
import { handOn } from './focus.js';
import { foldsOf, linesOf, placesOf } from './folding.js';
import { count, plural, significant } from './format.js';
import { ink } from './pictures.js';

/** @typedef {import('./protocol.js').Inspection} Inspection */
/** @typedef {import('./columns.js').Column} Column */
/** @typedef {import('./folding.js').Fold} Fold */

const ROW = 30; // pixels, as in the styles
const SPARE = 8; // lines drawn above and below what is seen
const KINDS = ['same', 'up', 'down', 'up far', 'down far'];

/**
 * @param {{ unfold: (rank: number) => void, fold: () => void }} does
 */
export function longColumns({ unfold, fold }) {
  const heads = [0, 1, 2].map(() => ({ title: h('h3'), about: h('p', { class: 'about' }), list: h('ol') }));
  const drawings = [0, 1].map(() => {
    const paths = KINDS.map((kind) => s('path', { class: `link ${kind}` }));
    const traced = s('path', { class: 'link traced' });
    return { svg: s('svg', { 'aria-hidden': 'true', preserveAspectRatio: 'none' }, paths, traced), paths, traced };
  });
  const folds = h('div', { class: 'folds' });
  const space = h('div', { class: 'columns long' });
  heads.forEach(({ title, about, list }, at) => {
    space.append(h('div', { class: 'column' }, title, about, list));
    if (at < 2) space.append(h('div', { class: 'links' }, drawings[at].svg));
  });
  space.append(folds);
  const again = h('button', { type: 'button', class: 'quiet', onclick: fold }, 'Fold again');
  const gist = h('p', { class: 'muted' });
  const view = h('div', { class: 'long-view', tabIndex: 0, role: 'region', 'aria-label': 'Three linked rankings', onscroll: () => later() }, space);
  const element = h('div', {}, h('div', { class: 'far-line' }, gist, again), view);

  /** @type {{ inspection: Inspection, columns: Column[], places: number[][], lines: (number | Fold)[], where: number[], rows: number, maxGrade: number, pictures: Parameters<typeof ink>[1] | null, pixels: Record<number, Float64Array> } | null} */
  let now = null;
  let pending = 0;
  let seen = '';
  const later = () => {
    pending ||= requestAnimationFrame(() => {
      pending = 0;
      draw(false);
    });
  };

  /** @param {boolean} anew */
  function draw(anew) {
    if (!now) return;
    const { lines, columns, places, where, rows } = now;
    const first = Math.max(0, Math.floor(view.scrollTop / ROW) - SPARE);
    const last = Math.min(lines.length, Math.ceil((view.scrollTop + view.clientHeight) / ROW) + SPARE);
    const key = `${first}/${last}`;
    if (!anew && key === seen) return;
    seen = key;
    const window = lines.slice(first, last);
    columns.forEach(({ ranking }, at) => fill(heads[at].list, window.map((line, offset) => (typeof line === 'number' ? item(ranking[line], line, at, first + offset) : null))));
    fill(folds, window.map((line, offset) => {
      if (typeof line === 'number') return null;
      const size = line.to - line.from + 1;
      const button = h('button', { type: 'button', class: 'fold', onclick: () => unfold(line.from) }, `… ${plural(size, 'document')}${line.grade === null ? '' : ` of grade ${line.grade}`} that ${line.stays ? 'stay' : 'only shift together'}`);
      button.style.top = `${(first + offset) * ROW}px`;
      return button;
    }));
    drawings.forEach(({ paths, traced }, at) => {
      /** @type {Record<string, string[]>} */
      const parts = Object.fromEntries(KINDS.map((kind) => [kind, []]));
      const [from, left, right] = [columns[at].ranking, places[at], places[at + 1]];
      for (const document of from) {
        const [a, b] = [left[document], right[document]];
        if (a >= rows && b >= rows) continue;
        const [y, z] = [where[a] ?? lines.length, where[b] ?? lines.length];
        const bothFolded = typeof lines[y] === 'object' && typeof lines[z] === 'object';
        if (bothFolded || Math.max(y, z) < first || Math.min(y, z) > last) continue;
        const kind = a === b ? 'same' : `${b > a ? 'down' : 'up'}${Math.abs(b - a) > 2 ? ' far' : ''}`;
        parts[kind].push(link(y, z));
      }
      paths.forEach((path, kind) => path.setAttribute('d', parts[KINDS[kind]].join('')));
      traced.setAttribute('d', '');
    });
  }

  /** @param {number} from @param {number} to lines */
  const link = (from, to) => {
    const [y, z] = [from, to].map((line) => line * ROW + (ROW - 4) / 2);
    return `M0 ${y}C45 ${y} 55 ${z} 100 ${z}`;
  };

  /** @param {number} index @param {number} rank @param {number} column @param {number} line */
  function item(index, rank, column, line) {
    if (!now) return null;
    const { inspection, places, columns, rows, pictures, pixels, maxGrade } = now;
    const document = inspection.documents[index];
    const name = documentName(document, index);
    const before = column > 0 ? places[column - 1][index] : rank;
    const element = h('li', { class: 'document', 'aria-posinset': rank + 1, 'aria-setsize': rows,
      dataset: { document: String(index), shade: String(documentShade(document.grade, maxGrade)), moved: before === rank ? 'no' : before < rank ? 'down' : 'up' },
      title: `${document.comment || name}\ngrade ${document.grade}, score ${significant(document.score)}\n${columns.map(({ title }, at) => `${title} rank ${count(places[at][index] + 1)}`).join(', ')}` },
    h('span', { class: 'rank' }, count(rank + 1)),
    pictures && (pixels[index] ? ink(pixels[index], pictures) : h('span', { class: 'no-picture' })),
    h('span', { class: 'name' }, name),
    h('span', { class: 'grade' }, h('span', { class: 'word' }, 'grade '), document.grade));
    element.style.top = `${line * ROW}px`;
    return element;
  }

  // Pointing at a document traces it through all columns.
  view.addEventListener('pointerover', ({ target }) => trace(target instanceof Element ? target.closest('[data-document]') : null));
  view.addEventListener('pointerleave', () => trace(null));
  /** @param {Element | null} part */
  function trace(part) {
    const document = Number(part?.getAttribute('data-document') ?? NaN);
    for (const one of view.querySelectorAll('.traced[data-document]')) one.classList.remove('traced');
    const known = now;
    drawings.forEach(({ traced }, at) => {
      const [y, z] = known && !Number.isNaN(document) ? [known.where[known.places[at][document]], known.where[known.places[at + 1][document]]] : [];
      traced.setAttribute('d', y === undefined || z === undefined ? '' : link(y, z));
    });
    if (!Number.isNaN(document)) for (const one of view.querySelectorAll(`[data-document="${document}"]`)) one.classList.add('traced');
  }

  // Its height is known only once it is in the page, and changes with the window.
  new ResizeObserver(later).observe(view);

  return {
    element,
    /**
     * @param {Inspection} inspection @param {Column[]} columns @param {number} rows @param {number} maxGrade
     * @param {{ pixels: Record<number, Float64Array>, size: { width: number, height: number } } | null} pictures
     * @param {number[]} unfolded
     */
    update(inspection, columns, rows, maxGrade, pictures, unfolded) {
      const rankings = columns.map(({ ranking }) => ranking);
      const found = foldsOf(rankings, inspection.documents.map(({ grade }) => grade), rows);
      const lines = linesOf(found, unfolded, rows);
      /** @type {number[]} */
      const where = [];
      lines.forEach((line, at) => {
        if (typeof line === 'number') where[line] = at;
        else for (let rank = line.from; rank <= line.to; rank += 1) where[rank] = at;
      });
      now = { inspection, columns, places: rankings.map(placesOf), lines, where, rows, maxGrade, pictures: pictures?.size ?? null, pixels: pictures?.pixels ?? {} };
      space.classList.toggle('pictured', pictures !== null);
      columns.forEach(({ title, about }, at) => {
        say(heads[at].title, title);
        say(heads[at].about, about);
        heads[at].about.title = about;
        heads[at].list.style.height = `${lines.length * ROW}px`;
      });
      for (const { svg } of drawings) {
        svg.setAttribute('viewBox', `0 0 100 ${lines.length * ROW}`);
        svg.style.height = `${lines.length * ROW}px`;
      }
      folds.style.height = `${lines.length * ROW}px`;
      const hidden = rows - lines.filter((line) => typeof line === 'number').length;
      say(gist, hidden ? `${count(hidden)} of ${plural(rows, 'rank')} are folded: there ŷ keeps the order of the model, and y* has the same grades.` : found.length ? 'All ranks are unfolded.' : 'Documents change places all over: nothing can be folded.');
      handOn(element, () => {
        again.hidden = !unfolded.length || !found.length;
        draw(true);
      }, view);
    },
  };
}
