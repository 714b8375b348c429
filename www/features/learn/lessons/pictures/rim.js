// The rim of the circle, coloured by loss, and its unrolling into a chart of loss and slack.

import { s } from '../../../../ui/dom.js';
import { LossChart } from '../../../../pictures/loss-chart.js';
import { onCircle } from './dial.js';
import { px } from './frame.js';
import { sectorAt, stairsOf } from '../figures/turn.js';

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
 * The rim unrolled into a chart. @param {ChartPlace} place @param {Turn} turn @param {boolean} isNarrow
 * @param {[string, string]} features their names
 */
export function rimChart({ x, y, width, height }, turn, isNarrow, [first, second]) {
  const slack = turn.slacks.map((one) => /** @type {[number, number]} */ ([one.angle, one.slack]));
  const most = Math.ceil(4 * Math.max(1, ...slack.map(([, value]) => value))) / 4;
  const quarter = Math.PI / 2;
  return new LossChart({ left: x, top: y, width, height, x: [-Math.PI, Math.PI], y: [0, most] },
    { slack, loss: stairsOf(turn) }, {
      values: isNarrow ? [0, 1] : [0, 0.5, 1],
      places: [[-Math.PI, '−180°', 'start'], [-quarter, isNarrow ? '' : '−90°'], [0, isNarrow ? '0°' : `0° ${first}`],
        [quarter, isNarrow ? '' : `90° ${second}`], [Math.PI, '180°', 'end']],
    });
}

/**
 * The rim on its way to the chart: 0 is the rim, 1 the chart.
 * @param {number} share @param {Turn} turn @param {LossChart} chart @param {DialPlace} dial @param {RimSize} size
 */
export function unrolled(share, turn, chart, dial, size) {
  const points = [];
  for (let angle = -Math.PI; angle <= Math.PI + FINE / 2; angle += FINE) {
    const { loss } = sectorAt(turn, Math.min(angle, Math.PI - 1e-6));
    const [fromX, fromY] = onCircle(dial, angle, radiusOf(dial, size, loss));
    points.push(`${px(fromX + (chart.x(angle) - fromX) * share)} ${px(fromY + (chart.y(loss) - fromY) * share)}`);
  }
  return `M${points.join('L')}`;
}
