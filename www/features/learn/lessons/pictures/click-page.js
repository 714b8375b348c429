// A result page whose rows glow where eyes go. The core plays sessions: an eye moves down the page and clicks. Beside
// it: how many sessions saw a rank, one product at two ranks, or the clicks of each product, counted and weighed.

import './click-page/click-page.css';
import { plural } from '../../../../lib/format.js';
import { PlayedPage, USERS } from '../../../../pictures/clicks/played-page.js';
import { drawResultPage, playSession } from '../../../../pictures/clicks/result-page.js';
import { say } from '../../../../ui/dom.js';
import { LOGGER, LOWEST, MovedPage, SESSIONS } from '../figures/moved-page.js';
import { drawBars } from './click-page/draw-bars.js';
import { DOTS, drawDots } from './click-page/draw-dots.js';
import { drawFields } from './click-page/draw-fields.js';
import { layoutOf } from './click-page/layouts.js';
import { playButtons } from './click-page/play-buttons.js';
import { rowHandle } from './click-page/row-handle.js';
import { drawWay } from './click-page/draw-way.js';
import { captionOf, fieldWords, pageWords, seenWords, sessionWords, worthWords } from './click-page/words.js';
import { pictureFrame } from './drawn-frame.js';
import { animation } from '../../../../pictures/motion.js';
import { changeOf, presenceOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('../../../../pictures/clicks/result-page.js').ShownSession} ShownSession */

/** `eyes`: with a question mark the light ends below rank 3. `ranks`: with one, the second field waits. */
export const description = {
  name: 'Result page with clicks',
  shows: 'a result page that glows where eyes go, sessions that click on it, and the clicks of each product, counted'
    + ' and weighed',
  parts: { eyes: 'eye, light, seen', ranks: 'rank (one product at two ranks)', bars: 'bar, count (clicks)',
    ticks: 'want (what users want)' },
};

const MANY = 100; // sessions of the second button
const GROWTH = 900; // ms
const SHOWN = 3; // ranks whose light shows before the answer
const COUNTED = 5; // ranks with dots
/** @type {ShownSession} */
const NOTHING = { examined: [], clicks: [], eye: null };

/** The end of the newest session. @param {PlayedPage} page @returns {ShownSession} */
function lastSession({ sessions }) {
  const last = sessions.at(-1);
  return last ? { ...last, eye: last.examined.at(-1) ?? null } : NOTHING;
}

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new ClickPicture(context);

class ClickPicture {
  #frame = pictureFrame({ label: 'Result page', kind: 'click-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  #motion = animation();
  /** @type {Scene | null} */
  #scene = null;
  /** @type {PlayedPage | null} */
  #page = null;
  /** @type {MovedPage | null} */
  #moved = null;
  #rank = 0;
  /** How much of the second field has come, from 0 to 1. */
  #grown = 1;
  /** @type {ShownSession} */
  #shown = NOTHING;
  #query = '';
  #announce;
  #buttons = playButtons(this.#frame, { one: () => this.#playOne(), many: () => this.#playMany() });
  #handle = rowHandle(this.#frame, {
    last: LOWEST, rank: () => this.#rank,
    rankAt: (y) => {
      const { page } = layoutOf(this.#frame.isPhone());
      return (y - page.y - page.height / 2) / page.pitch;
    },
    move: (rank) => this.#moveTo(rank),
    rest: () => this.#announce(this.#fieldWords()),
  });

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#announce = announce;
  }

  /** What stands beside the page. */
  #view() {
    if (presenceOf(this.#scene, 'bars') !== 'absent') return 'bars';
    return presenceOf(this.#scene, 'ranks') !== 'absent' ? 'ranks' : 'eyes';
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    try {
      if (isNew || !this.#page) this.#begin(next);
      else if (isAnswered) this.#reveal();
      else this.#draw();
    } catch (error) {
      this.#frame.sayFault(error);
    }
  }

  /** A step begins; one that is answered already has all its sessions. @param {Scene} scene */
  #begin({ lines, revealed }) {
    this.end();
    if (!lines) return;
    this.#query = /qid:(\S+)/.exec(lines.join('\n'))?.[1].replaceAll('-', ' ') ?? '';
    const page = new PlayedPage(lines, LOGGER, USERS);
    page.playTo(this.#view() === 'eyes' && !revealed ? DOTS : SESSIONS);
    this.#page = page;
    if (this.#view() === 'ranks') {
      this.#moved = new MovedPage(lines, page);
      this.#rank = revealed ? LOWEST : 0;
      this.#shown = NOTHING;
    } else {
      this.#shown = lastSession(page);
    }
    this.#draw();
  }

  /** Shows what the answer is: more sessions, or the product at the lower rank. */
  #reveal() {
    if (this.#view() === 'ranks') return this.again();
    if (this.#view() === 'eyes') return this.#growTo(Math.max(SESSIONS, this.#page?.sessions.length ?? 0));
    this.#draw();
    this.#announce(this.#words());
  }

  /** Moves the product from the top to the lower rank, where its field fills. */
  again() {
    this.#rank = 0;
    this.#grown = 0;
    this.#draw();
    this.#rank = LOWEST;
    void this.#motion(GROWTH, (share) => {
      this.#grown = share;
      this.#draw();
    }).then(() => this.#announce(this.#fieldWords()));
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed) && this.#view() === 'ranks';
  }

  end() {
    this.#motion.stop();
    this.#grown = 1;
    this.#page?.end();
    this.#moved?.end();
    [this.#page, this.#moved] = [null, null];
  }

  /** The page that is played: in the step of two ranks that with the product at its rank. */
  #played() {
    return this.#moved?.at(this.#rank) ?? this.#page;
  }

  /** @param {number} rank */
  #moveTo(rank) {
    this.#motion.stop();
    this.#grown = 1;
    this.#rank = rank;
    this.#shown = NOTHING;
    this.#draw();
  }

  #playOne() {
    const page = this.#played();
    if (!page) return;
    this.#grown = 1;
    const session = page.play();
    void playSession(session, this.#motion, (shown) => {
      this.#shown = shown;
      this.#draw();
    }).then(() => this.#announce(sessionWords(page, session)));
  }

  #playMany() {
    this.#growTo((this.#played()?.sessions.length ?? 0) + MANY);
  }

  /** Plays sessions, more and more at a time. @param {number} sessions */
  #growTo(sessions) {
    const page = this.#played();
    if (!page) return;
    this.#grown = 1;
    this.#shown = NOTHING;
    const from = page.sessions.length;
    void this.#motion(GROWTH, (share) => {
      page.playTo(Math.round(from + share * (sessions - from)));
      if (share === 1) this.#shown = lastSession(page);
      this.#draw();
    }).then(() => this.#announce(this.#words()));
  }

  /** The share of sessions that saw each rank; null while hidden. */
  #shares() {
    const page = this.#page;
    const isAsked = presenceOf(this.#scene, 'eyes') === 'asked';
    return page?.order.map((document, rank) => (isAsked && rank >= SHOWN ? null : page.seenShare(document))) ?? [];
  }

  /** The two fields; the second one follows the product. */
  #fields() {
    const below = this.#rank || LOWEST;
    const isTold = presenceOf(this.#scene, 'ranks') === 'shown';
    const [first, second] = [this.#moved?.outcome(0), isTold
      ? this.#moved?.outcome(below, Math.round(this.#grown * SESSIONS)) : null];
    return [{ rank: 0, outcome: first ?? null }, { rank: below, outcome: second ?? null }];
  }

  #worths() {
    const page = this.#page;
    const isTold = presenceOf(this.#scene, 'ticks') === 'shown';
    return page?.order.map((document) => ({ clicks: page.clicks[document], weighed: page.weighed(document),
      wanted: isTold ? page.wanted(document) : null })) ?? [];
  }

  #title() {
    return this.#moved?.title ?? '';
  }

  #fieldWords() {
    return fieldWords(this.#title(), this.#rank, this.#fields());
  }

  #words() {
    const page = this.#played();
    if (!page) return '';
    const titles = page.order.map((document) => page.documents[document].title);
    const view = this.#view();
    const told = view === 'bars' ? worthWords(titles, this.#worths()) : view === 'ranks' ? this.#fieldWords()
      : seenWords(this.#shares());
    return `${plural(page.sessions.length, 'session')}. ${told}`;
  }

  #draw() {
    const page = this.#played();
    if (!page || !this.#scene) return;
    const layout = layoutOf(this.#frame.isPhone());
    const shares = this.#shares();
    const titles = page.order.map((document) => page.documents[document].title);
    const view = this.#view();
    const isMoved = view === 'ranks';
    const beside = view === 'bars' ? drawBars(layout, { worths: this.#worths(), sessions: page.sessions.length })
      : isMoved ? drawFields(layout, { title: this.#title(), fields: this.#fields() })
        : drawDots(layout, { shares: shares.slice(0, COUNTED), sessions: page.sessions.length });
    this.#frame.show(`${pageWords(this.#query, titles)} ${this.#words()}`,
      drawResultPage(layout.page, { query: this.#query,
        order: isMoved ? 'one row moved' : 'most popular first', session: this.#shown,
        rows: titles.map((title, rank) => ({ title, seen: shares[rank] })), framed: isMoved ? this.#rank : null }),
      beside.flat(4),
      isMoved ? drawWay(layout, this.#rank, LOWEST) : [], this.#buttons.show(layout, page.sessions.length));
    if (isMoved) this.#showHandle(layout);
    else this.#handle.hide();
    say(this.#frame.caption, captionOf(view, presenceOf(this.#scene, 'ticks') === 'shown'));
  }

  /** @param {import('./click-page/layouts.js').Layout} layout */
  #showHandle({ page: { x, y, width, height, pitch, isPhone } }) {
    const [left, high] = isPhone ? [x - 22, 44] : [x - 36, height];
    const top = y + this.#rank * pitch + (height - high) / 2;
    this.#handle.show(this.#title(), { x: left, y: top, width: x + width - left, height: high },
      `rank ${this.#rank + 1}`);
  }
}
