// Draws the lists that paths stand for, what they are worth, and H by iteration. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { hiddenBox, knob, sliding, symbol } from '../drawn-frame.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./search-run.js').Soup} Soup */
/** @typedef {import('./search-run.js').Worth} Worth */

const DECIMALS = 4;

/**
 * @param {Layout} layout @param {number} place 0 for the upper or left list @param {string} name
 * @param {'ours' | 'theirs'} kind @param {readonly Soup[]} soups @param {readonly number[]} list
 */
export function drawList({ lists, isPhone }, place, name, kind, soups, list) {
  const { name: [x, y], strip } = lists[place];
  return [s('text', { class: `${isPhone ? 'strong' : 'head'} ${kind}`, x, y }, name),
    ...list.map((document, rank) => sliding(`${kind}-${document}`, strip.x + rank * strip.step, strip.y, 'graded chip',
      s('rect', { width: strip.width, height: strip.height, rx: 6 }),
      s('title', {}, `${rank + 1} ${soups[document].name}`),
      s('text', { class: 'strong', x: strip.width / 2, y: strip.height / 2 + 6, 'text-anchor': 'middle' },
        soups[document].initial))).map((chip, rank) => {
      chip.dataset.shade = soups[list[rank]].isGood ? '5' : '0';
      return chip;
    })];
}

/**
 * A list with the names of its documents, in a row. @param {Layout} layout @param {readonly Soup[]} soups
 * @param {readonly number[]} list
 */
export function drawNamedList({ isPhone }, soups, list) {
  const [width, step, y, left] = isPhone ? [354, 0, 216, 18] : [148, 156, 488, 36];
  return list.map((document, rank) => {
    const { name, isGood } = soups[document];
    const place = isPhone ? [left, y + rank * 26] : [left + rank * step, y];
    const height = isPhone ? 23 : 56;
    const chip = sliding(`named-${document}`, place[0], place[1], 'graded chip',
      s('rect', { width, height, rx: isPhone ? 5 : 7 }),
      s('text', { x: isPhone ? 10 : 12, y: isPhone ? 17 : 23 }, String(rank + 1)),
      s('text', isPhone ? { x: 32, y: 17 } : { x: 12, y: 44 }, name));
    chip.dataset.shade = isGood ? '5' : '0';
    return chip;
  });
}

/**
 * H of a list as a bar, or what hides it.
 * @param {Layout} layout @param {number} place @param {'ours' | 'theirs'} kind
 * @param {Worth | null} worth @param {number} most the largest H, as long as the bar may be
 * @param {number} grown from 0 to 1
 */
export function drawSum({ lists, isPhone }, place, kind, worth, most, grown) {
  const { x, y, width, height } = lists[place].worth;
  const room = isPhone ? 24 : 30;
  const value = (worth?.hinge ?? 0) * grown;
  const long = ((width - room - (isPhone ? 66 : 78)) * Math.max(0, value)) / most;
  return [s('text', { class: `big ${kind}`, x, y: y + height / 2 + 7 }, symbol('H')),
    !worth ? hiddenBox(x + room, y, width - room, height) : s('g', {},
      s('rect', { class: `sum ${kind}`, x: x + room, y: y + 3, width: Math.max(2, long), height: height - 6, rx: 3 }),
      s('text', { class: `value ${kind}`, x: x + room + Math.max(2, long) + 8, y: y + height / 2 + 6 },
        fixed(worth.hinge, DECIMALS)))];
}

/**
 * Loss − margin = H as three bars: the margin is cut off the end of the loss, and H is left.
 * @param {Layout} layout @param {number} place @param {Worth} worth @param {number} most the largest loss
 * @param {boolean} isTold @param {number} grown
 */
export function drawSplit({ lists, isPhone }, place, worth, most, isTold, grown) {
  const { x, y, width, height } = lists[place].worth;
  const [left, line, thick] = isPhone ? [x + 70, 22, 12] : [x + 90, 28, 18];
  const right = isPhone ? 56 : 74;
  const scale = (width - (left - x) - right) / most;
  const end = left + worth.loss * scale;
  const cut = worth.margin * scale * grown;
  /**
   * @param {number} at @param {import('../../../../../ui/dom.js').Child} name @param {number} value
   * @param {string} kind @param {number} from @param {number} long
   */
  const bar = (at, name, value, kind, from, long) => [
    s('text', { class: 'axis', x, y: y + at * line + thick - 1 }, name),
    s('rect', { class: `split ${kind}`, x: Math.min(from, from + long), y: y + at * line + 1, height: thick - 2,
      rx: 2, width: Math.max(1.5, Math.abs(long)) }),
    s('text', { class: 'strong', x: x + width, y: y + at * line + thick - 1, 'text-anchor': 'end' },
      fixed(value, DECIMALS))];
  return [bar(0, 'loss', worth.loss, 'loss', left, worth.loss * scale),
    isTold ? [bar(1, '− margin', worth.margin, 'margin', end, -cut),
      bar(2, s('tspan', {}, '= ', symbol('H')), worth.hinge, 'hinge', left, worth.hinge * scale)].flat()
      : [s('text', { class: 'axis', x, y: y + line + thick - 1 }, '− margin'),
        s('text', { class: 'axis', x, y: y + 2 * line + thick - 1 }, '= ', symbol('H')),
        hiddenBox(left, y + line, width - (left - x), height - line)]].flat();
}

/**
 * H by iteration: what greedy finds, and within the same outline what it misses.
 * @param {Layout} layout @param {readonly { greedy: number, exact: number }[]} rounds
 * @param {{ present: number, isTold: boolean, grown: number }} how
 */
export function drawRounds({ rounds: place, isPhone }, rounds, { present, isTold, grown }) {
  const most = Math.max(...rounds.map(({ exact }) => exact));
  const bar = isPhone ? 34 : 58;
  const high = place.height - (isPhone ? 44 : 56);
  const zero = place.y + place.height - (isPhone ? 20 : 28);
  return rounds.map(({ greedy, exact }, at) => {
    const x = place.x + at * place.step;
    const middle = x + place.width / 2;
    const isMissed = isTold && exact - greedy > 1e-9;
    const [found, all] = [(high * greedy) / most, (high * (greedy + (exact - greedy) * grown)) / most];
    return s('g', { class: at === present ? 'round present' : 'round' },
      s('rect', { class: 'round-ground', x, y: place.y, width: place.width, height: place.height, rx: 9 }),
      isMissed && s('rect', { class: 'round-missed', x: middle - bar / 2, y: zero - all,
        width: bar, height: all }),
      s('rect', { class: 'round-found', x: middle - bar / 2, y: zero - found, width: bar, height: found }),
      s('text', { class: isMissed ? 'axis round-greedy' : 'axis ink', x: middle, 'text-anchor': 'middle',
        y: zero - (isTold ? all : found) - (isMissed && !isPhone ? 26 : 6) }, fixed(greedy, isPhone ? 3 : DECIMALS)),
      isMissed && !isPhone && s('text', { class: 'axis ink', x: middle, y: zero - all - 6, 'text-anchor': 'middle' },
        `exact ${fixed(exact, DECIMALS)}`),
      s('text', { class: at === present ? 'strong' : 'axis', x: middle, y: zero + (isPhone ? 15 : 20),
        'text-anchor': 'middle' }, String(at)),
      at === present && knob(x + place.width - (isPhone ? 10 : 16), place.y + (isPhone ? 10 : 16), isPhone ? 8 : 11));
  });
}
