// The rim of the circle, coloured by loss, and its unrolling into a chart of loss and slack.

import { s } from '../../../../ui/dom.js';
import { freshId } from '../../../../ui/fields.js';
import { onCircle } from './dial.js';
import { label, px } from './frame.js';
import { FULL, sectorAt } from '../figures/turn.js';

/** @typedef {import('../figures/turn.js').Turn} Turn */
/** @typedef {import('../figures/turn.js').Sector} Sector */
/** @typedef {import('./dial.js').DialPlace} DialPlace */
/** @typedef {{ gap: number, high: number }} RimSize */
/** @typedef {{ x: number, y: number, width: number, height: number }} ChartPlace */

const LEAST = 0.02; // the height of a sector without loss, so that it can be seen
const FINE = Math.PI / 180;

/** The radius at which a loss is drawn. @param {DialPlace} place @param {RimSize} size @param {number} loss */
const radiusOf = ({ radius }, { gap, high }, loss) => radius + gap + high * Math.max(LEAST, loss);

/** A sector of the rim. @param {DialPlace} place @param {RimSize} size @param {Sector} sector */
export function sectorPath(place, size, { from, to, loss }) {
  const [inner, outer] = [place.radius + size.gap, radiusOf(place, size, loss)];
  const points = [[from, inner], [from, outer], [to, outer], [to, inner]]
    .map(([angle, radius]) => onCircle(place, angle, radius).map(px).join(' '));
  const large = to - from > Math.PI ? 1 : 0;
  return `M${points[0]}L${points[1]}A${px(outer)} ${px(outer)} 0 ${large} 1 ${points[2]}L${points[3]}`
    + `A${px(inner)} ${px(inner)} 0 ${large} 0 ${points[0]}Z`;
}

export class Rim {
  #place;
  #size;
  #sectors;
  #paths;
  element;

  /** @param {DialPlace} place @param {RimSize} size @param {Turn} turn */
  constructor(place, size, { sectors }) {
    this.#place = place;
    this.#size = size;
    this.#sectors = sectors;
    this.#paths = sectors.map((sector) => s('path', { d: sectorPath(place, size, sector), class: 'rim-sector' }));
    this.element = s('g', { class: 'rim' }, s('circle', { class: 'rim-blank', cx: place.x, cy: place.y,
      r: this.#place.radius + this.#size.gap }), this.#paths);
  }

  /** @param {(sector: Sector) => boolean} isMet @param {Sector} now */
  update(isMet, now) {
    this.#sectors.forEach((sector, at) => {
      this.#paths[at].toggleAttribute('hidden', !isMet(sector));
      this.#paths[at].classList.toggle('now', sector === now);
    });
  }
}

/**
 * The losses from −180° to 180° as corners of a line.
 * @param {Turn} turn @returns {[number, number][]}
 */
export function stairsOf({ sectors }) {
  return sectors.flatMap(({ from, to, loss }) => [0, FULL].flatMap((back) => {
    const ends = [Math.max(-Math.PI, from - back), Math.min(Math.PI, to - back)];
    return ends[0] < ends[1] ? [/** @type {[number, number, number]} */ ([ends[0], ends[1], loss])] : [];
  })).sort((a, b) => a[0] - b[0]).flatMap(([from, to, loss]) =>
    /** @type {[number, number][]} */ ([[from, loss], [to, loss]]));
}

export class RimChart {
  #place;
  #turn;
  #most;
  #id = freshId('met');
  #clip = s('clipPath', { id: this.#id });
  #steps = s('path', { class: 'chart-steps' });
  #under = s('path', { class: 'chart-under' });
  #slack = s('path', { class: 'chart-slack' });
  #cover = s('path', { class: 'chart-cover' });
  #cursor = s('path', { class: 'chart-cursor' });
  #dots = [s('circle', { class: 'dot-slack', r: 6 }), s('circle', { class: 'dot-loss', r: 6 })];
  element;

  /**
   * @param {ChartPlace} place @param {Turn} turn @param {boolean} isNarrow
   * @param {[string, string]} features their names
   */
  constructor(place, turn, isNarrow, [first, second]) {
    this.#place = place;
    this.#turn = turn;
    this.#most = Math.ceil(4 * Math.max(1, ...turn.slacks.map(({ slack }) => slack))) / 4;
    const { x, y, width, height } = place;
    const names = isNarrow ? ['−180°', '', '0°', '', '180°']
      : ['−180°', '−90°', `0° ${first}`, `90° ${second}`, '180°'];
    this.element = s('g', {}, this.#clip,
      (isNarrow ? [0, 1] : [0, 0.5, 1]).flatMap((value) => [
        s('path', { class: value ? 'chart-grid' : 'chart-axis', d: `M${x} ${px(this.y(value))}H${x + width}` }),
        label(x - 10, this.y(value) + 5, String(value), 'axis', 'end')]),
      s('g', { 'clip-path': `url(#${this.#id})` }, this.#cover, this.#under, this.#slack, this.#steps),
      this.#cursor, this.#dots,
      names.map((name, at) => name && label(x + (width * at) / 4, y + height + 22, name, 'axis',
        at === 0 ? 'start' : at === 4 ? 'end' : 'middle')));
    const last = `L${px(this.x(Math.PI))} ${px(this.y(0))}L${px(this.x(-Math.PI))} ${px(this.y(0))}Z`;
    const slack = turn.slacks.map(({ angle, slack }, at) => `${at ? 'L' : 'M'}${this.point(angle, slack)}`).join('');
    const steps = stairsOf(turn).map(([angle, loss], at) => `${at ? 'L' : 'M'}${this.point(angle, loss)}`).join('');
    this.#slack.setAttribute('d', slack);
    this.#cover.setAttribute('d', slack + last);
    this.#steps.setAttribute('d', steps);
    this.#under.setAttribute('d', steps + last);
  }

  /** @param {number} angle */
  x(angle) {
    return this.#place.x + ((angle + Math.PI) / FULL) * this.#place.width;
  }

  /** @param {number} value */
  y(value) {
    return this.#place.y + this.#place.height * (1 - value / this.#most);
  }

  /** @param {number} angle @param {number} value */
  point(angle, value) {
    return `${px(this.x(angle))} ${px(this.y(value))}`;
  }

  /**
   * @param {[number, number][]} parts that are drawn
   * @param {import('../figures/turn.js').Direction} now its angle within ±π
   * @param {boolean} hasSlack
   */
  update(parts, now, hasSlack) {
    const { y, height } = this.#place;
    this.#clip.replaceChildren(...parts.map(([from, to]) => s('rect', { x: px(this.x(from)), y: y - 12,
      width: px(this.x(to) - this.x(from)), height: height + 24 })));
    for (const one of [this.#slack, this.#cover, this.#dots[0]]) one.toggleAttribute('hidden', !hasSlack);
    this.#cursor.setAttribute('d', `M${px(this.x(now.angle))} ${y - 4}V${y + height}`);
    [now.slack, now.loss].forEach((value, at) => {
      this.#dots[at].setAttribute('cx', px(this.x(now.angle)));
      this.#dots[at].setAttribute('cy', px(this.y(value)));
    });
  }

  /**
   * The rim on its way to the chart: 0 is the rim, 1 the chart.
   * @param {number} share @param {DialPlace} dial @param {RimSize} size
   */
  unrolled(share, dial, size) {
    const points = [];
    for (let angle = -Math.PI; angle <= Math.PI + FINE / 2; angle += FINE) {
      const { loss } = sectorAt(this.#turn, Math.min(angle, Math.PI - 1e-6));
      const [fromX, fromY] = onCircle(dial, angle, radiusOf(dial, size, loss));
      const to = [this.x(angle), this.y(loss)];
      points.push(`${px(fromX + (to[0] - fromX) * share)} ${px(fromY + (to[1] - fromY) * share)}`);
    }
    return `M${points.join('L')}`;
  }
}
