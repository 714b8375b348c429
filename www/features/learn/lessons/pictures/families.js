// The families of methods side by side: what each demands of a list, and what is shown of its end. After the answer the
// reader places what is shown, card by card: the press of a family whose card it is puts the card there.

import './families.css';
import { h, s, say } from '../../../../ui/dom.js';
import { hiddenBox, pictureFrame, sliding } from './drawn-frame.js';
import { changeOf, presenceOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Families of methods',
  shows: 'what each family of methods demands of a list, and what is shown of its end, as cards to place. It needs no '
    + 'data',
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
    proof: ['its lowest loss is found,', 'no bound on NDCG is shown'], short: 'its lowest loss; no bound on NDCG' },
  { name: 'Smooth measures', such: 'SmoothRank', demand: ['a high NDCG,', 'with ranks blurred'],
    proof: ['nothing: it may stop', 'in any valley'], short: 'nothing: it may stop in any valley' },
  { name: 'Boosting of pairs', such: 'RankBoost', demand: ['every pair in order,', 'by a sum of steps'],
    proof: ['loss ≥ share of wrong pairs,', 'and it falls each round'], short: 'loss ≥ wrong pairs, falls each round' },
  { name: 'Boosted trees', such: 'LambdaMART', demand: ['pairs in order, those first', 'that change NDCG most'],
    proof: ['nothing: it follows pulls,', 'not a stated loss'], short: 'nothing: pulls, not a stated loss' },
];

/** The cards in the order in which they are placed, as numbers of families. The answer places the first one. */
const CARDS = [0, 2, 4, 5, 1, 3];

const WIDE = { top: 116, row: 76, name: 36, demand: 226, proof: 520, proofWidth: 300, card: 588,
  rest: { x: 710, y: 619 } };
const PHONE = { top: 18, row: 50, name: 14, width: 362, card: 306, rest: { x: 329, y: 328 } };

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new FamiliesPicture(context);

class FamiliesPicture {
  #frame = pictureFrame({ label: 'Families of methods', kind: 'families-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  /** How many of the cards are placed. */
  #placed = 0;
  /** What the last press said, and the family that it refused. */
  #said = '';
  #refused = '';
  #announce;
  #buttons = FAMILIES.map(({ name, such }, at) => h('button', { type: 'button', class: 'drawn-handle families-choice',
    'aria-label': `${name}, such as ${such}`, 'data-handle': '', onclick: () => this.#press(at) }));

  #rest = h('button', { type: 'button', class: 'picture-button families-rest', hidden: true,
    onclick: () => this.#placeRest() }, 'Place the rest');

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#announce = announce;
    this.#frame.canvas.append(...this.#buttons, this.#rest);
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew } = changeOf(this.#scene, next);
    this.#scene = next;
    if (isNew) [this.#placed, this.#said, this.#refused] = [1, '', ''];
    this.#draw();
  }

  #proofs() {
    return this.#scene ? presenceOf(this.#scene, 'proofs') : 'absent';
  }

  /** The family of the card that is to be placed; undefined without one. */
  #card() {
    return this.#proofs() === 'shown' ? CARDS[this.#placed] : undefined;
  }

  /** Whether the card of a family is placed. @param {number} at */
  #isPlaced(at) {
    return this.#proofs() === 'shown' && CARDS.indexOf(at) < this.#placed;
  }

  /** @param {number} at of the family */
  #press(at) {
    const { name, demand, proof } = FAMILIES[at];
    this.#refused = '';
    if (at === this.#card()) {
      this.#placed += 1;
      this.#said = `Right: ${name}`;
    } else if (this.#isPlaced(at)) {
      this.#said = `${name} has its card: ${proof.join(' ')}`;
    } else {
      this.#said = `Not ${name}: it demands ${demand.join(' ')}`;
      this.#refused = name;
    }
    this.#draw();
    this.#announce(this.#said);
  }

  #placeRest() {
    this.#placed = CARDS.length;
    this.#refused = '';
    this.#said = 'All cards are placed';
    this.#draw();
    this.#announce(this.#said);
  }

  #words() {
    const card = this.#card();
    return FAMILIES.map(({ name, such, demand, proof }, at) => `${name}, such as ${such}: ${demand.join(' ')}`
      + `${this.#isPlaced(at) ? `. Shown: ${proof.join(' ')}` : ''}`).join('. ')
      + (card === undefined ? '' : `. Whose card is this: ${FAMILIES[card].proof.join(' ')}`);
  }

  #draw() {
    if (!this.#scene) return;
    const isPhone = this.#frame.isPhone();
    const card = this.#card();
    const view = { proofs: this.#proofs(), card, refused: this.#refused,
      isPlaced: (/** @type {number} */ at) => this.#isPlaced(at) };
    this.#frame.show(this.#words(), isPhone ? narrow(view) : wide(view));
    const box = isPhone ? { x: 6, y: PHONE.top - 17, width: PHONE.width + 16, height: PHONE.row - 4 }
      : { x: WIDE.name - 12, y: WIDE.top - 24, width: WIDE.proof + WIDE.proofWidth - 12, height: WIDE.row - 6 };
    this.#buttons.forEach((button, at) => {
      button.hidden = card === undefined;
      this.#frame.put(button, { ...box, y: box.y + at * (isPhone ? PHONE.row : WIDE.row) });
    });
    this.#rest.hidden = card === undefined;
    this.#frame.put(this.#rest, isPhone ? PHONE.rest : WIDE.rest);
    say(this.#frame.caption, this.#said || (card === undefined ? '' : 'Press the family whose card stands below.'));
  }
}

/**
 * `refused`: the family that the last press refused, empty without one.
 * @typedef {{ proofs: import('./shown-parts.js').Presence, card?: number, refused: string,
 *   isPlaced: (at: number) => boolean }} View
 */

/** @param {View} view */
function wide({ proofs, card, isPlaced }) {
  const { top, row, name: left, demand: middle, proof: right, proofWidth, card: below } = WIDE;
  return [
    s('text', { class: 'head', x: left, y: 82 }, 'Family'),
    s('text', { class: 'head', x: middle, y: 82 }, 'It demands'),
    proofs !== 'absent' && s('text', { class: 'head', x: right, y: 82 }, 'What Rankscope shows'),
    ...FAMILIES.flatMap(({ name, such, demand, proof }, at) => {
      const y = top + at * row;
      return [s('line', { class: 'families-rule', x1: left, x2: right + proofWidth, y1: y - 26, y2: y - 26 }),
        s('text', { class: 'strong', x: left, y }, name), s('text', { class: 'axis', x: left, y: y + 23 }, such),
        ...lines(middle, y, demand),
        isPlaced(at) ? sliding(`card-${at}`, right, y, '', ...lines(0, 0, proof))
          : proofs !== 'absent' && hiddenBox(right, y - 17, 270, 46)];
    }),
    card !== undefined && [s('rect', { class: 'families-card', x: middle, y: below, width: proofWidth + 16, height: 62,
      rx: 10 }), s('text', { class: 'strong', x: left, y: below + 27 }, 'Whose card?'),
    s('text', { class: 'axis', x: left, y: below + 50 }, `card ${CARDS.indexOf(card) + 1} of ${CARDS.length}`),
    sliding(`card-${card}`, middle + 16, below + 26, '', ...lines(0, 0, FAMILIES[card].proof))],
  ].flat();
}

/** @param {View} view */
function narrow({ card, refused, isPlaced }) {
  const { top, row, name: left, width, card: below } = PHONE;
  return [...FAMILIES.flatMap(({ name, such, demand, short }, at) => {
    const y = top + at * row;
    return [at > 0 && s('line', { class: 'families-rule', x1: left, x2: left + width, y1: y - 17, y2: y - 17 }),
      s('text', { class: 'strong', x: left, y }, `${name} (${such})`),
      s('text', { class: `axis${isPlaced(at) ? ' families-placed' : ''}`, x: left, y: y + 18 },
        isPlaced(at) ? short : demand.join(' '))];
  }), card !== undefined && [
    s('rect', { class: 'families-card', x: 6, y: below, width: 258, height: 44, rx: 8 }),
    s('text', { class: 'axis', x: left, y: below + 17 },
      refused ? `Not ${refused}. Whose card is this?` : 'Whose card is this?'),
    s('text', { class: 'axis ink', x: left, y: below + 36 }, FAMILIES[card].short)]].flat();
}

/** @param {number} x @param {number} y @param {readonly string[]} all */
const lines = (x, y, all) => all.map((one, at) => s('text', { x, y: y + 23 * at }, one));
