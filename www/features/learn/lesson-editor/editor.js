// The lesson being written: its draft, the chosen step, and what the schema says of it. No DOM.
//
// The editor is fetched when it is first opened, so its draft is not a slice of the state.

import { readLesson } from '../lessons/schema.js';
import { draftOf, lessonOf } from './draft.js';
import { saveDraft, savedDraft } from './draft-storage.js';
import { stateOfPage } from './page-state.js';

/** @typedef {import('../lessons/lesson-state.js').LessonsStore} Store */
/** @typedef {import('../lessons/schema.js').Step} Step */
/** @typedef {import('../lessons/schema.js').Lesson} Lesson */
/** @typedef {import('./draft.js').Draft} Draft */
/** @typedef {import('../../share/links/url.js').World} World */

const TYPING_PAUSE = 400; // ms without typing before the draft is checked and kept

export class Editor {
  /** Called after a change of the form of the draft, of the name of a step, and after a check. */
  redraw = () => {};
  renamed = () => {};
  checked = () => {};
  /** @type {string[]} */
  problems = [];
  isKept = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #world;

  /** @param {Store} store @param {World} world */
  constructor(store, world) {
    this.store = store;
    this.#world = world;
    this.draft = savedDraft();
    this.selected = this.draft.steps.length - 1;
    this.check();
  }

  /** The chosen step, if there is one. @returns {Step | undefined} */
  get step() {
    return this.draft.steps[this.selected];
  }

  /** Changes fields of the lesson. @param {Partial<Draft>} change @param {boolean} [redraws] */
  set(change, redraws = false) {
    this.draft = { ...this.draft, ...change };
    this.#changed(redraws);
  }

  /** Changes fields of the chosen step; undefined deletes. @param {Partial<Step>} change @param {boolean} [redraws] */
  setStep(change, redraws = false) {
    const { selected } = this;
    const steps = this.draft.steps.map((step, at) => (at === selected
      ? /** @type {Step} */ (JSON.parse(JSON.stringify({ ...step, ...change }))) : step));
    this.set({ steps }, redraws);
  }

  /** Replaces the draft. @param {Draft} draft @param {number} selected */
  replace(draft, selected) {
    this.draft = draft;
    this.selected = selected;
    this.#changed(true);
  }

  /** Opens the text of a lesson file. Returns its faults. @param {string} text */
  read(text) {
    const { lesson, problems } = readLesson(text, this.#world);
    if (lesson) this.replace(draftOf(lesson), 0);
    return problems;
  }

  /** The lesson as a file has it. */
  text() {
    return `${JSON.stringify(lessonOf(this.draft), null, 2)}\n`;
  }

  /** What the page shows, as a state. Throws the reason why a lesson cannot hold it. */
  pageState() {
    return stateOfPage(this.store.get(), this.#world);
  }

  check() {
    clearTimeout(this.#timer);
    this.isKept = saveDraft(this.draft);
    this.problems = readLesson(this.text(), this.#world).problems;
    this.checked();
  }

  /** @param {boolean} redraws */
  #changed(redraws) {
    clearTimeout(this.#timer);
    if (redraws) {
      this.redraw();
      this.check();
    } else this.#timer = setTimeout(() => this.check(), TYPING_PAUSE);
  }
}
