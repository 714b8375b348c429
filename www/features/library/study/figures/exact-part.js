// A figure of formulas: the curves, their values, and the lesson that draws one of them.

import { fixed } from '../../../../lib/format.js';
import { fill, h } from '../../../../ui/dom.js';
import { isNarrow, scrollTo } from '../../../../ui/media.js';
import { sizedPicture } from '../../../../ui/sized-picture.js';
import { figureOf } from './gallery.js';
import { PAIR_LOSSES } from './pair-losses.js';
import { lineChart } from './printed-picture.js';

/** @typedef {import('../study-state.js').StudyStore} Store */

const SHOWN = [-10, -5, -2, 0, 2, 5, 10]; // leads of the table

/** @param {Store} store */
export function exactPart(store) {
  const section = h('section', { class: 'study-exact', 'aria-label': 'A figure of formulas', tabIndex: -1 });
  store.watch(({ study }) => [study.papers, study.shownFigure], ([papers, shownFigure]) => {
    const one = figureOf(papers, shownFigure);
    section.hidden = !one;
    if (!one) return;
    const { key, figure: { title, said, opens } } = one;
    fill(section, h('h3', {}, title), h('p', { class: 'muted' }, `${key}, exact: drawn by the formulas of the paper.`),
      h('p', {}, 'Cross entropy: C = −P* o + log(1 + e', h('sup', {}, 'o'), '). Fidelity: F = 1 − √(P* P) − '
        + '√((1 − P*)(1 − P)) with P = 1/(1 + e', h('sup', {}, '−o'), '). o is the lead of the first document, and P* '
        + 'is the probability that it belongs first.'),
      h('p', { class: 'printed-said' }, h('b', {}, 'The paper: '), said),
      h('div', { class: 'exact-pictures' }, PAIR_LOSSES.map((picture) => pictureView(picture))), values(),
      opens?.lesson && h('p', {}, 'The curve of C for P* = 1 is the logistic loss of the lesson ',
        h('button', { type: 'button', class: 'quiet',
          onclick: () => store.dispatch({ type: 'lessons/begin', id: opens.lesson ?? '' }) }, opens.name)));
    if (isNarrow()) requestAnimationFrame(() => scrollTo(section));
  });
  return section;
}

/** @param {typeof PAIR_LOSSES[number]} picture */
function pictureView({ name, lines }) {
  const place = h('div', { class: 'printed-picture' });
  sizedPicture(place, (width) =>
    lineChart({ lines, x: 'o', y: `${name} loss`, kind: 'result' }, width, `The ${name} loss against o`));
  return place;
}

function values() {
  const columns = PAIR_LOSSES.flatMap(({ name, loss, lines }) => lines.map((line) => ({
    head: `${name}, ${line.name}`, at: (/** @type {number} */ lead) => loss(line.target, lead) })));
  return h('details', {}, h('summary', {}, 'Values of these curves'),
    h('div', { class: 'scroll', tabIndex: 0, role: 'group', 'aria-label': 'Values of both losses' },
      h('table', { class: 'numbers' }, h('caption', {}, 'Both losses of a pair'),
        h('thead', {}, h('tr', {}, ['o', ...columns.map(({ head }) => head)].map((head) =>
          h('th', { scope: 'col' }, head)))),
        h('tbody', {}, SHOWN.map((lead) => h('tr', {}, h('th', { scope: 'row' }, fixed(lead, 0)),
          columns.map(({ at }) => h('td', {}, fixed(at(lead), 4)))))))));
}
