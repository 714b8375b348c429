// Beside the pad: what training found, and the measures, the loss and the slack of every query under the shown w.

import { fixed } from '../../lib/format.js';
import { handOn } from '../../ui/focus.js';
import { fill, h, say } from '../../ui/dom.js';
import { term } from '../../ui/term.js';
import { markOf } from './marks.js';
import { PRESETS } from './presets.js';
import { VALUES, faultText, movedText, ndcgName, placeOf, planesText, trainingText } from './sketch-text.js';

/** @typedef {import('./sketch-state.js').SketchStore} Store */
/** @typedef {import('../../core/sketch-protocol.js').SketchValues} SketchValues */

/** The heading and the sentences. @param {Store} store */
export function headPart(store) {
  const back = h('button', { type: 'button', class: 'quiet',
    onclick: () => store.dispatch({ type: 'sketch/set', change: { arrow: null } }) }, 'Back to the trained w');
  const heading = h('div', { class: 'sketch-heading' }, h('h3', {}, 'Drag a point. Training follows.'), back);
  const [training, sees, fault] = [h('p', { class: 'sketch-training' }), h('p', { class: 'muted sketch-sees' }),
    h('p', { class: 'problem', 'aria-live': 'polite' })];
  store.watch(({ sketch }) => [sketch], ([sketch]) => {
    const { pad, query, reply, isMoving, preset, arrow } = sketch;
    handOn(heading, () => { back.hidden = !(arrow && reply?.w); }, document.querySelector('.pad-handle'));
    const problem = faultText(sketch);
    say(fault, problem);
    say(training, arrow && reply?.w ? movedText(reply) : trainingText(reply, pad?.[query]?.id ?? ''));
    say(sees, problem ? '' : isMoving && planesText(reply)
      || (PRESETS.find(({ name }) => name === preset)?.sees ?? ''));
  });
  return h('div', { class: 'sketch-head' }, heading, training, sees, fault);
}

/** @param {Store} store */
export function figuresPart(store) {
  const ndcgHead = term('ndcg', 'NDCG');
  const heads = VALUES.map(({ name, term: entry, key }) => (key === 'ndcg' ? ndcgHead : term(entry, name)));
  const body = h('tbody', {});
  const [meanRow, trainedRow] = ['mean', 'trained w'].map((name) => {
    const cells = VALUES.map(({ key }) => h('td', { class: key }));
    return { cells, row: h('tr', {}, h('th', { scope: 'row' }, name), cells) };
  });
  trainedRow.row.className = 'trained';
  const table = h('table', { class: 'sketch-table' }, h('caption', { class: 'hidden' }, 'Figures of w'),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'search'),
      heads.map((head) => h('th', { scope: 'col' }, head)))),
    body, h('tfoot', {}, meanRow.row, trainedRow.row));
  /** @param {HTMLElement[]} cells @param {SketchValues | undefined} values */
  const write = (cells, values) => VALUES.forEach(({ key }, at) => {
    const value = values?.[key];
    say(cells[at], value === null || value === undefined ? '–' : fixed(value, 3));
  });
  /** @type {{ row: HTMLElement, cells: HTMLElement[], name: HTMLElement }[]} */
  const rows = [];
  store.watch(({ sketch }) => [sketch], ([sketch]) => {
    const { pad, query, reply, arrow } = sketch;
    const count = pad?.length ?? 0;
    while (rows.length < count) {
      const at = rows.length;
      const cells = VALUES.map(({ key }) => h('td', { class: key }));
      const name = h('button', { type: 'button', onclick: () =>
        store.dispatch({ type: 'sketch/set', change: { query: at, chosen: null } }) });
      rows.push({ cells, name, row: h('tr', {}, h('th', { scope: 'row' }, markOf(at), name), cells) });
    }
    if (body.childElementCount !== count) fill(body, rows.slice(0, count).map(({ row }) => row));
    table.classList.toggle('many', count > 4);
    say(ndcgHead, ndcgName(reply));
    (pad ?? []).forEach(({ id }, at) => {
      const { row, name, cells } = rows[at];
      row.classList.toggle('now', at === query);
      say(name, id);
      name.setAttribute('aria-label', `query ${id}`);
      const place = placeOf(pad, at);
      write(cells, place < 0 ? undefined : reply?.shown.queries[place]);
    });
    write(meanRow.cells, reply?.shown.mean);
    const isMoved = Boolean(arrow && reply?.w);
    trainedRow.row.classList.toggle('off', !isMoved);
    write(trainedRow.cells, isMoved ? reply?.trained.mean : undefined);
  });
  return table;
}
