// Draws the people with their two wishes, the pages with their grades, and what a loss sums up for each page. No state.

import { count } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { hiddenBox } from '../drawn-frame.js';
import { drawMark } from './draw-lists.js';
import { LOSSES } from './wishes-run.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./wishes-run.js').Crowd} Crowd */
/** @typedef {import('./wishes-run.js').Mixture} Mixture */

/** Those with the first wish are filled. @param {Layout} layout @param {Crowd} crowd @param {number} firsts */
export function drawPeople({ people: { left, step, y, size, track, names }, isPhone }, crowd, firsts) {
  const right = left + crowd.people * step;
  return [
    ...crowd.wishes.map(({ name }, at) => s('text', { class: isPhone ? 'strong' : 'head', x: names[at], y: y + 6 },
      name)),
    ...Array.from({ length: crowd.people }, (_, person) => s('g', { class: person < firsts ? 'person first' : 'person',
      transform: `translate(${left + (person + 0.5) * step} ${y}) scale(${size})` },
      s('circle', { cy: -13, r: 8 }), s('path', { d: 'M-14 17a14 15 0 0 1 28 0z' }))),
    s('line', { class: 'chart-track', x1: left, x2: right, y1: track, y2: track }),
    ...Array.from({ length: crowd.people + 1 }, (_, stop) =>
      s('circle', { class: 'chart-stop', cx: left + stop * step, cy: track, r: isPhone ? 2 : 3 }))];
}

/**
 * The pages with their grades, and the sums of a loss beside them.
 * @param {Layout} layout @param {Crowd} crowd @param {Mixture} mixture
 * @param {{ loss: import('./wishes-run.js').Loss, isHidden: boolean, grown: number }} sums
 */
export function drawPages(layout, crowd, mixture, { loss, isHidden, grown }) {
  const { pages: { head, y, step, name, grades: columns, tile: [width, height], sums }, isPhone } = layout;
  const { sums: what } = LOSSES.find(({ part }) => part === loss) ?? LOSSES[0];
  const values = mixture.sums[loss];
  const most = Math.max(...values);
  return [
    ...crowd.wishes.map((wish, at) => s('text', { class: 'axis', x: columns[at], y: head },
      isPhone ? wish.name : `wants the ${wish.name}`)),
    drawMark(loss, sums.x + (isPhone ? 5 : 7), head - 5, isPhone ? 0.8 : 1),
    s('text', { class: 'axis', x: sums.x + (isPhone ? 16 : 22), y: head },
      isPhone ? `${what}, all` : `${what}, summed over all ${count(crowd.people)}`),
    ...crowd.pages.flatMap((page, row) => {
      const middle = y + row * step;
      return [s('text', { class: 'strong', x: name, y: middle + 5 }, page),
        ...crowd.wishes.flatMap(({ grades, gains }, at) => [
          gradeTile(columns[at], middle - height / 2, width, height, grades[row]),
          s('text', { class: 'axis', x: columns[at] + width + (isPhone ? 4 : 10), y: middle + 5 },
            `gain ${gains[row]}`)]),
        !isHidden && s('rect', { class: `sum-bar ${loss}`, x: sums.x, y: middle - sums.bar / 2, height: sums.bar, rx: 3,
          width: Math.max(2, (sums.width * grown * values[row]) / most) }),
        !isHidden && s('text', { class: 'strong', x: sums.x + (sums.width * values[row]) / most + 8, y: middle + 5 },
          count(values[row]))];
    }),
    isHidden && hiddenBox(sums.x, y - step / 2 + 2, sums.width, crowd.pages.length * step - 4),
  ];
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} grade */
function gradeTile(x, y, width, height, grade) {
  return s('g', { class: 'graded', 'data-shade': grade },
    s('rect', { x, y, width, height, rx: 5 }),
    s('text', { class: 'strong', x: x + width / 2, y: y + height / 2 + 5, 'text-anchor': 'middle' }, String(grade)));
}
