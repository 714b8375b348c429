// Stars that users give: users as rows of a matrix, of which the chosen one unrolls to a list; or what three models
// make of the stars, which waits for the answer.

import './stars.css';
import { messageOf } from '../../../../core/errors.js';
import { h, say } from '../../../../ui/dom.js';
import { fixed, plural } from '../../../../lib/format.js';
import { pictureFrame } from './drawn-frame.js';
import { listenToSlide, sayValue } from '../../../../pictures/handles.js';
import { animation } from '../../../../pictures/motion.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { drawDraws, drawKey, drawMatrix, drawModels, drawRow, letterOf, modelName } from './stars/draw-stars.js';
import { drawLine, lineWords } from './stars/draw-line.js';
import { layoutOf } from './stars/layouts.js';
import { partOf, sorted } from './stars/stars-run.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./stars/stars-run.js').Part} Part */

/** `before`: the run remembered as “noise”. */
export const description = {
  name: 'Stars of users',
  shows: 'users as rows of stars, one of them as a list; or three models as bars, also in ten draws of users, '
    + 'or with the users of one number on a line. One run is remembered as “noise”',
  parts: { matrix: 'users, items, stars', models: 'models, item mean', before: 'random', draws: 'draws',
    line: 'one number, same order' },
};

const GROW = 500; // ms

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new StarsPicture(context);

class StarsPicture {
  #store;
  #handle = h('div', { class: 'star-handle', role: 'slider', tabIndex: 0, 'data-handle': '', 'aria-label': 'User',
    'aria-orientation': 'vertical', hidden: true });
  #frame = pictureFrame({ label: 'Stars of users', kind: 'stars-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  /** @type {{ key: string, part: Part } | null} */
  #read = null;
  #user = 0;
  #grown = 1;
  #motion = animation();

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ store, announce }) {
    this.#store = store;
    this.#frame.canvas.append(this.#handle);
    listenToSlide(this.#frame, this.#handle, {
      at: (place) => this.#choose(this.#userAt(place)),
      by: (steps, isUpwards) => this.#choose(this.#user + (isUpwards ? -steps : steps)),
      rest: () => announce(this.#words()),
    });
  }

  /** @param {Scene} next */
  update(next) {
    const { isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    try {
      if (next.ready && presenceOf(this.#scene, 'matrix') !== 'absent') this.#readPart(next);
    } catch (error) {
      return say(this.#frame.caption, `The picture could not be drawn: ${messageOf(error)}.`);
    }
    if (!isAnswered) return this.#draw();
    void this.#motion(GROW, (share) => {
      this.#grown = share;
      this.#draw();
    });
  }

  /** @param {Scene} scene */
  #readPart({ state: { ratings: { generated, settings } } }) {
    const key = JSON.stringify([generated, settings.grades, settings.keep, settings.seed]);
    if (this.#read?.key !== key) this.#read = { key, part: partOf({ generated, settings }) };
  }

  #layout() {
    return layoutOf(this.#frame.isPhone(), presenceOf(this.#scene, 'draws') !== 'absent');
  }

  /** @param {[number, number]} place */
  #userAt([x, y]) {
    const { matrix } = this.#layout();
    const isBeside = x > matrix.x + (this.#read?.part.items.length ?? 0) * matrix.pitch[0];
    return isBeside ? this.#user : Math.floor((y - matrix.y) / matrix.pitch[1]);
  }

  /** @param {number} user */
  #choose(user) {
    const last = (this.#read?.part.rows.length ?? 1) - 1;
    this.#user = Math.min(last, Math.max(0, user));
    this.#draw();
  }

  /** The results of the models, and those of the run before. */
  #results() {
    const { open, revealed, step } = /** @type {Scene} */ (this.#scene);
    const { now, after } = open.snapshots[open.step] ?? {};
    const isAsked = presenceOf(this.#scene, 'models') === 'asked';
    const result = isAsked ? null : (step.question && revealed ? after : now)?.ratings ?? null;
    const before = presenceOf(this.#scene, 'before') === 'shown' ? open.remembered.noise?.ratings : null;
    const isNoisy = this.#store.get().ratings.generated.noise;
    return { result, before: before ? { result: before,
      words: isNoisy ? 'with three numbers' : 'with random stars' } : null };
  }

  #draw() {
    if (!this.#scene) return;
    if (presenceOf(this.#scene, 'models') === 'absent') return this.#drawUsers();
    const layout = this.#layout();
    const draws = presenceOf(this.#scene, 'draws');
    const { result, before } = this.#results();
    const { factors } = this.#store.get().ratings.trained ?? {};
    const line = factors?.rank === 1 && presenceOf(this.#scene, 'line') === 'shown' && result ? factors : null;
    this.#handle.hidden = true;
    this.#frame.show(`${saidOf(result)}${line ? ` ${lineWords(line)}.` : ''}`,
      drawModels(layout, result, before, this.#grown, draws !== 'absent'),
      draws === 'absent' ? null : drawDraws(layout, draws === 'shown' && Boolean(result)),
      ...(line ? drawLine(layout.isPhone, line) : []));
    say(this.#frame.caption, 'Means over 300 users.');
  }

  #drawUsers() {
    const part = this.#read?.part;
    if (!part) return;
    const layout = this.#layout();
    const { isPhone, matrix } = layout;
    const words = this.#words();
    this.#frame.show(`Users as rows of stars. ${words}`, drawMatrix(layout, part, this.#user),
      drawRow(layout, part, `User ${this.#user + 1}${isPhone ? '' : ' as a query'}`, sorted(part.rows[this.#user])),
      drawKey(layout, matrix.y + part.rows.length * matrix.pitch[1] + (isPhone ? 18 : 34)));
    say(this.#frame.caption, 'Press a row, or use ↑ and ↓: the user’s row becomes a list.');
    this.#handle.hidden = false;
    this.#frame.put(this.#handle, { x: matrix.x - 4, y: matrix.y + this.#user * matrix.pitch[1] - 3,
      width: part.items.length * matrix.pitch[0] + 5, height: matrix.pitch[1] + 3 });
    sayValue(this.#handle, { least: 1, most: part.rows.length, now: this.#user + 1, text: words });
  }

  #words() {
    const part = this.#read?.part;
    const first = part ? sorted(part.rows[this.#user]).slice(0, 3) : [];
    return `User ${this.#user + 1}: ${first.map(({ item, grade }) =>
      `item ${letterOf(part?.items ?? [], item)}, ${plural(grade, 'star')}`).join('; ')}`;
  }
}

/** @param {import('../../../../core/ratings-protocol.js').RatingsResult | null} result */
const saidOf = (result) => (result ? `NDCG@10: ${result.methods.map(({ name, means: [mean] }) =>
  `${modelName(name)} ${fixed(mean, 3)}`).join('; ')}.` : 'NDCG@10 of three models waits for the answer.');
