// The figures of w beside the pad: measures, loss and bound of the shown query and of all, and what training found.

import { figure, fixed, significant } from '../../lib/format.js';
import { handOn } from '../../ui/focus.js';
import { fill, h, say } from '../../ui/dom.js';
import { term } from '../../ui/term.js';
import {
  VALUES, faultText, ndcgName, placeOf, planesText, shownWeights, trainingText, weightsText,
} from './sketch-text.js';

/** @typedef {import('./sketch-state.js').SketchStore} Store */

/** @param {Store} store */
export function figuresPart(store) {
  const [queryHead, meanHead] = [h('th', { scope: 'col' }), h('th', { scope: 'col' }, 'all queries')];
  const trainedHead = h('th', { scope: 'col' }, 'all, trained w');
  const rows = VALUES.map(({ name, term: entry, key }) => {
    const cells = [h('td', {}), h('td', {}), h('td', { class: 'muted' })];
    const head = term(entry, name);
    return { key, head, cells, row: h('tr', {}, h('th', { scope: 'row' }, head), cells) };
  });
  const table = h('table', { class: 'numbers' }, h('caption', { class: 'hidden' }, 'Figures of w'),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, h('span', { class: 'hidden' }, 'figure')),
      queryHead, meanHead, trainedHead)),
    h('tbody', {}, rows.map(({ row }) => row)));
  const arrowText = h('span', {});
  const back = h('button', { type: 'button', class: 'quiet',
    onclick: () => store.dispatch({ type: 'sketch/set', change: { arrow: null } }) }, 'Back to the trained w');
  const arrow = h('p', { class: 'sketch-arrow' }, arrowText, ' ', back);
  const [training, planes, fault] = [h('p', { class: 'muted' }), h('p', { class: 'muted sketch-planes' }),
    h('p', { class: 'problem', 'aria-live': 'polite' })];
  store.watch(({ sketch }) => [sketch], ([sketch]) => {
    const { pad, query, reply, isMoving } = sketch;
    const place = placeOf(pad, query);
    const hasQuery = reply !== null && place >= 0 && place < reply.shown.queries.length;
    const isMoved = Boolean(sketch.arrow && reply?.w);
    trainedHead.classList.toggle('off', !isMoved);
    say(queryHead, `query ${pad?.[query]?.id ?? ''}`);
    for (const { key, head, cells } of rows) {
      if (key === 'ndcg') say(head, ndcgName(reply));
      const values = [hasQuery ? reply.shown.queries[place][key] : null, reply?.shown.mean[key],
        isMoved ? reply?.trained.mean[key] : undefined];
      values.forEach((value, at) => say(cells[at],
        value === undefined && at === 2 ? '' : value === null || value === undefined ? '–' : fixed(value, 3)));
    }
    const w = shownWeights(sketch);
    const objective = reply?.shown.objective;
    say(arrowText, w ? `w = ${weightsText(w)}, ‖w‖ = ${significant(Math.hypot(...w))}`
      + `${objective === null || objective === undefined ? '' : `, objective ${figure(objective)}`}`
      : reply?.training.without_w ?? '');
    handOn(arrow, () => { back.hidden = !sketch.arrow; }, document.querySelector('.pad-handle'));
    say(training, trainingText(reply));
    say(planes, planesText(reply, isMoving));
    say(fault, faultText(sketch));
  });
  const element = h('section', { class: 'sketch-figures', 'aria-label': 'Figures of w' });
  fill(element, table, arrow, training, planes, fault);
  return element;
}
