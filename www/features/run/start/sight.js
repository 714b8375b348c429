// First sight: an arrow to turn, the list that it sorts, and a guess that the truth answers. Fetched when it is shown.

import './sight.css';
import { fill, h, say } from '../../../ui/dom.js';
import { isCalm } from '../../../ui/media.js';
import { term } from '../../../ui/term.js';
import { countWord } from '../../../lib/count-word.js';
import { fixed } from '../../../lib/format.js';
import { messageOf } from '../../../core/errors.js';
import { Kitchen, fetchRecipes } from './kitchen.js';
import { sightList } from './sight-list.js';
import { SightMeter } from './sight-meter.js';
import { SightPicture } from './sight-picture.js';
import { FIRST_SIGHT, angleOf, between, headline, meterText, orderOf, weightsAt } from './sight-state.js';

/** @typedef {import('./sight-state.js').Sight} Sight */
/** @typedef {import('./kitchen.js').Worth} Worth */

const REST = 400; // ms after which the result is said
const TURN = 900; // ms in which the arrow turns to the learned w

/** Fetched while the core is. A failure is reported when first sight is mounted. */
const recipes = fetchRecipes();
recipes.catch(() => {});

/** @param {HTMLElement} root @param {import('./start-state.js').StartStore} store */
export async function mount(root, store) {
  try {
    new FirstSight(root, new Kitchen(await recipes, store.get().catalog));
  } catch (error) {
    // In the place of the picture: the alert above the page goes when the first data have been read.
    const words = `The recipes of the first page could not be shown: ${messageOf(error)}. Reload the page when there `
      + 'is a connection.';
    root.querySelector('.start-stage')?.append(h('p', { class: 'problem', role: 'alert' }, words));
  }
}

class FirstSight {
  #kitchen;
  #picture;
  #list;
  #meter;
  /** @type {Sight} */
  #sight = FIRST_SIGHT;
  /** Of the arrow that is shown. @type {Worth} */
  #worth;
  /** Of the trained w. @type {Worth | null} */
  #learned = null;
  /** Of the visitor's arrow. @type {Worth} */
  #own;
  #title;
  #about;
  #by = h('p', { class: 'sight-by' });
  #value = h('b', { class: 'sight-value' });
  #bold = h('b', {});
  #text = h('span', {});
  #show;
  #learn;
  #live = h('p', { class: 'hidden', 'aria-live': 'polite' });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;

  /** @param {HTMLElement} root @param {Kitchen} kitchen */
  constructor(root, kitchen) {
    this.#kitchen = kitchen;
    this.#title = /** @type {HTMLElement} */ (root.querySelector('h2'));
    this.#about = /** @type {HTMLElement} */ (root.querySelector('.start-about'));
    const rest = () => this.#settle();
    this.#picture = new SightPicture(kitchen.recipes, { turn: (angle) => this.#turn(angle), rest });
    this.#list = sightList(kitchen.recipes);
    this.#meter = new SightMeter({ guess: (guess) => this.#set({ guess, isGuessed: true }), rest });
    this.#show = h('button', { type: 'button', class: 'soft', onclick: () => this.#tell() }, 'Show me');
    this.#learn = h('button', { type: 'button', class: 'soft', onclick: () => this.#train() }, 'Let it learn');
    this.#worth = this.#own = kitchen.worth(weightsAt(FIRST_SIGHT.angle));
    const { size, search } = kitchen;
    fill(/** @type {HTMLElement} */ (root.querySelector('.start-stage')),
      h('figure', { class: 'sight-picture' }, h('p', { class: 'sight-y', 'aria-hidden': 'true' },
        'how often it was saved →'), this.#picture.element,
      h('figcaption', { class: 'sight-x' }, 'how much the text is about the search →')),
      h('section', { class: 'sight-side', 'aria-label': 'List' }, h('div', { class: 'sight-head' },
        h('div', {}, h('h3', {}, `Search: ${search}`), this.#by),
        h('p', { class: 'sight-worth' }, this.#value, h('span', {}, term('ndcg', 'NDCG'), ', 1 is perfect'))),
      this.#list.element, h('p', { class: 'sight-note' }, 'The number is the grade: 3 is best, 0 is no use.')),
      h('section', { class: 'sight-answer', 'aria-label': 'Guess' }, h('p', { class: 'sight-text' }, this.#bold,
        this.#text), h('p', { class: 'sight-act' }, this.#show, this.#learn), this.#meter.element), this.#live);
    say(/** @type {HTMLElement} */ (root.querySelector('.start-facts')),
      `${countWord(size.searches)} searches, ${size.recipes} graded recipes by two of their `
      + 'five features. Nothing leaves this device.');
    this.#head();
    this.#render();
  }

  /** @param {Partial<Sight>} change */
  #set(change) {
    this.#sight = { ...this.#sight, ...change };
    this.#render();
  }

  /** The visitor turns the arrow. @param {number} angle */
  #turn(angle) {
    this.#worth = this.#own = this.#kitchen.worth(weightsAt(angle));
    this.#set({ angle, own: angle, isTurned: true });
  }

  /** Tells the truth about the guess. */
  #tell() {
    this.#set({ phase: 'truth', own: this.#sight.angle });
    this.#head();
    this.#learn.focus({ preventScroll: true });
    this.#settle();
  }

  /** Trains on all searches, and turns the arrow to the learned w. */
  #train() {
    const learned = angleOf(this.#kitchen.learn());
    const from = this.#sight.angle;
    const since = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const share = isCalm() ? 1 : Math.min(1, Math.max(0, now - since) / TURN);
      const angle = share === 1 ? learned : between(from, learned, 1 - (1 - share) ** 3);
      this.#worth = this.#kitchen.worth(weightsAt(angle));
      if (share < 1) {
        this.#set({ angle });
        return void requestAnimationFrame(step);
      }
      this.#learned = this.#worth;
      this.#set({ phase: 'learned', angle, learned });
      this.#head();
      this.#picture.handle.focus({ preventScroll: true });
      this.#settle();
    };
    this.#learn.disabled = true;
    step(since);
  }

  /** The headline changes with the phase. */
  #head() {
    const { lines, about } = headline(this.#sight, this.#worth);
    fill(this.#title, h('span', {}, lines[0]), ' ', h('span', {}, lines[1]));
    say(this.#about, about);
  }

  #render() {
    const [sight, worth] = [this.#sight, this.#worth];
    const { bold, text } = meterText(sight, this.#own, this.#learned);
    this.#picture.show(sight, this.#result());
    this.#list.show(worth.ranks);
    say(this.#value, fixed(worth.here, 3));
    say(this.#by, sight.angle === sight.learned ? 'sorted by the learned arrow' : 'sorted by your arrow');
    say(this.#bold, bold);
    say(this.#text, text);
    this.#show.hidden = sight.phase !== 'guess';
    this.#show.classList.toggle('early', !sight.isGuessed);
    this.#learn.hidden = sight.phase !== 'truth';
    this.#meter.show(sight, this.#own.elsewhere, this.#learned?.elsewhere ?? null);
  }

  #result() {
    const { ranks, here } = this.#worth;
    return `${this.#kitchen.recipes[orderOf(ranks)[0]].title} first, NDCG ${fixed(here, 3)}`;
  }

  /** Says the result once nothing has changed for a while. */
  #settle() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#picture.placeNames();
      const { phase, isGuessed, guess } = this.#sight;
      const { bold, text } = meterText(this.#sight, this.#own, this.#learned);
      const more = phase !== 'guess' ? ` ${bold} ${text}` : isGuessed ? ` Your guess: ${fixed(guess, 2)}.` : '';
      say(this.#live, `${this.#result()}.${more}`);
    }, REST);
  }
}
