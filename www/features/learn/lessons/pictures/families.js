// The families of methods side by side: what each demands of a list, and, with the answer, what is shown of its end.

import './families.css';
import { s } from '../../../../ui/dom.js';
import { hiddenBox, pictureFrame } from './drawn-frame.js';
import { changeOf, presenceOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Families of methods',
  shows: 'what each family of methods demands of a list, and what is shown of its end. It needs no data',
  parts: { demands: 'demand', proofs: 'shown, proof, bound (proofs)' },
};

/** `short`: the proof on a phone.
 * @typedef {{ name: string, such: string, demand: string[], proof: string[], short: string }} Family */

/** @type {readonly Family[]} */
const FAMILIES = [
  { name: 'Structural SVM', such: 'DORM, SVM-MAP', demand: ['every list below the best,', 'by its loss'],
    proof: ['slack ≥ loss of the list;', 'a gap to the lowest objective'],
    short: 'slack ≥ loss of the list; a gap' },
  { name: 'Pairs', such: 'RankSVM', demand: ['every pair in order,', 'by a margin'],
    proof: ['hinge ≥ share of wrong pairs;', 'a gap to the lowest objective'],
    short: 'hinge ≥ share of wrong pairs; a gap' },
  { name: 'Lists', such: 'ListNet', demand: ['shares of the scores', 'as those of the grades'],
    proof: ['the lowest loss of its shares;', 'no bound is shown'],
    short: 'lowest loss of its shares; no bound shown' },
  { name: 'Smooth measures', such: 'SmoothRank', demand: ['a high NDCG,', 'with ranks blurred'],
    proof: ['nothing: it may stop', 'in any valley'], short: 'nothing: it may stop in any valley' },
  { name: 'Boosting of pairs', such: 'RankBoost', demand: ['every pair in order,', 'by a sum of steps'],
    proof: ['loss ≥ share of wrong pairs,', 'and it falls each round'], short: 'loss ≥ wrong pairs, falls each round' },
  { name: 'Boosted trees', such: 'LambdaMART', demand: ['pairs in order, those first', 'that change NDCG most'],
    proof: ['nothing: it follows pulls,', 'not a stated loss'], short: 'nothing: pulls, not a stated loss' },
];

const WIDE = { top: 116, row: 76, name: 36, demand: 226, proof: 520, proofWidth: 300 };
const PHONE = { top: 20, row: 56, name: 14, width: 362 };

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new FamiliesPicture(context);

class FamiliesPicture {
  #frame = pictureFrame({ label: 'Families of methods', kind: 'families-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  #announce;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#announce = announce;
  }

  /** @param {Scene} next */
  update(next) {
    const { isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    this.#draw();
    if (isAnswered) this.#announce(wordsOf(true));
  }

  #draw() {
    if (!this.#scene) return;
    const proofs = presenceOf(this.#scene, 'proofs');
    this.#frame.show(wordsOf(proofs === 'shown'), this.#frame.isPhone() ? narrow(proofs) : wide(proofs));
  }
}

/** @param {boolean} isTold whether what is shown of each family is */
const wordsOf = (isTold) => FAMILIES.map(({ name, such, demand, proof }) =>
  `${name}, such as ${such}: ${demand.join(' ')}`
  + `${isTold ? `. Shown: ${proof.join(' ')}` : ''}`).join('. ');

/** @typedef {import('./shown-parts.js').Presence} Presence */

/** @param {Presence} proofs */
function wide(proofs) {
  const { top, row, name: left, demand: middle, proof: right, proofWidth } = WIDE;
  return [
    s('text', { class: 'head', x: left, y: 82 }, 'Family'),
    s('text', { class: 'head', x: middle, y: 82 }, 'It demands'),
    proofs !== 'absent' && s('text', { class: 'head', x: right, y: 82 }, 'What Rankscope shows'),
    ...FAMILIES.flatMap(({ name, such, demand, proof }, at) => {
      const y = top + at * row;
      return [s('line', { class: 'families-rule', x1: left, x2: right + proofWidth, y1: y - 26, y2: y - 26 }),
        s('text', { class: 'strong', x: left, y }, name), s('text', { class: 'axis', x: left, y: y + 23 }, such),
        ...lines(middle, y, demand),
        ...proofs === 'shown' ? lines(right, y, proof)
          : proofs === 'asked' ? [hiddenBox(right, y - 17, 270, 46)] : []];
    }),
  ].flat();
}

/** @param {Presence} proofs */
function narrow(proofs) {
  const { top, row, name: left, width } = PHONE;
  return FAMILIES.flatMap(({ name, such, demand, short }, at) => {
    const y = top + at * row;
    return [at > 0 && s('line', { class: 'families-rule', x1: left, x2: left + width, y1: y - 18, y2: y - 18 }),
      s('text', { class: 'strong', x: left, y }, `${name} (${such})`),
      s('text', { class: `axis${proofs === 'shown' ? ' families-placed' : ''}`, x: left, y: y + 20 },
        proofs === 'shown' ? short : demand.join(' '))];
  });
}

/** @param {number} x @param {number} y @param {readonly string[]} all */
const lines = (x, y, all) => all.map((one, at) => s('text', { x, y: y + 23 * at }, one));
