// The families of methods side by side: what each demands of a list, and what can be shown of its end.

import './families.css';
import { s } from '../../../../ui/dom.js';
import { hiddenBox, pictureFrame } from './drawn-frame.js';
import { presenceOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Families of methods',
  shows: 'what each family of methods demands of a list, and what can be shown of its end. It needs no data',
  parts: { demands: 'demand', proofs: 'shown, proof, bound (proofs)' },
};

/** `short`: the proof on a phone.
 * @typedef {{ name: string, such: string, demand: string[], proof: string[], short: string }} Family */

/** @type {readonly Family[]} */
const FAMILIES = [
  { name: 'Structural SVM', such: 'DORM, SVM-MAP', demand: ['every list below the best,', 'by its loss'],
    proof: ['slack ≥ loss of the list;', 'a gap to the lowest price'], short: 'slack ≥ loss of the list; a gap' },
  { name: 'Pairs', such: 'RankSVM', demand: ['every pair in order,', 'by a margin'],
    proof: ['hinge ≥ share of wrong pairs;', 'a gap to the lowest price'],
    short: 'hinge ≥ share of wrong pairs; a gap' },
  { name: 'Lists', such: 'ListNet', demand: ['shares of the scores', 'as those of the grades'],
    proof: ['convex: its lowest loss', 'is found'], short: 'convex: the lowest loss is found' },
  { name: 'Smooth measures', such: 'SmoothRank', demand: ['a high NDCG,', 'with ranks blurred'],
    proof: ['nothing: it may stop', 'in any valley'], short: 'nothing: it may stop in any valley' },
  { name: 'Boosting of pairs', such: 'RankBoost', demand: ['every pair in order,', 'by a sum of steps'],
    proof: ['loss ≥ share of wrong pairs,', 'and it falls each round'], short: 'loss ≥ wrong pairs, falls each round' },
  { name: 'Boosted trees', such: 'LambdaMART', demand: ['pairs in order, those first', 'that change NDCG most'],
    proof: ['nothing: it follows pulls,', 'not a stated loss'], short: 'nothing: pulls, not a stated loss' },
];

const WIDE = { top: 118, row: 88, name: 36, demand: 226, proof: 520, proofWidth: 300 };
const PHONE = { top: 18, row: 57, name: 14, width: 362 };

/** @returns {import('../stage/picture.js').Picture} */
export const create = () => new FamiliesPicture();

class FamiliesPicture {
  #frame = pictureFrame({ label: 'Families of methods', kind: 'families-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;

  /** @param {Scene} next */
  update(next) {
    this.#scene = next;
    this.#draw();
  }

  #draw() {
    const scene = this.#scene;
    if (!scene) return;
    const proofs = presenceOf(scene, 'proofs');
    const words = FAMILIES.map(({ name, such, demand, proof }) => `${name}, such as ${such}: ${demand.join(' ')}`
      + `${proofs === 'shown' ? `. Shown: ${proof.join(' ')}` : ''}`).join('. ');
    this.#frame.show(words, this.#frame.isPhone() ? narrow(proofs) : wide(proofs));
  }
}

/** @param {import('./shown-parts.js').Presence} proofs */
function wide(proofs) {
  const { top, row, name: left, demand: middle, proof: right, proofWidth } = WIDE;
  return [
    s('text', { class: 'head', x: left, y: 78 }, 'Family'),
    s('text', { class: 'head', x: middle, y: 78 }, 'It demands'),
    proofs !== 'absent' && s('text', { class: 'head', x: right, y: 78 }, 'What can be shown'),
    ...FAMILIES.flatMap(({ name, such, demand, proof }, at) => {
      const y = top + at * row;
      return [s('line', { class: 'families-rule', x1: left, x2: right + proofWidth, y1: y - 26, y2: y - 26 }),
        s('text', { class: 'strong', x: left, y }, name), s('text', { class: 'axis', x: left, y: y + 24 }, such),
        ...lines(middle, y, demand),
        ...(proofs === 'shown' ? lines(right, y, proof) : []), proofs === 'asked' && hiddenBox(right, y - 16, 270, 46)];
    }),
  ];
}

/** @param {import('./shown-parts.js').Presence} proofs */
function narrow(proofs) {
  const { top, row, name: left, width } = PHONE;
  return FAMILIES.flatMap(({ name, such, demand, short }, at) => {
    const y = top + at * row;
    return [at > 0 && s('line', { class: 'families-rule', x1: left, x2: left + width, y1: y - 17, y2: y - 17 }),
      s('text', { class: 'strong', x: left, y }, `${name} (${such})`),
      s('text', { class: 'axis', x: left, y: y + 17 }, proofs === 'shown' ? short : demand.join(' '))];
  });
}

/** @param {number} x @param {number} y @param {readonly string[]} all */
const lines = (x, y, all) => all.map((one, at) => s('text', { x, y: y + 24 * at }, one));
