// The lesson being written: its draft, the chosen step, and what the schema and the stage say of it. No DOM.
//
// The editor is fetched when it is first opened, so its draft is not a slice of the state.

import { readLesson } from '../lessons/schema.js';
import { stateAt, viewOfState } from '../lessons/step-state.js';
import { draftOf, lessonOf } from './draft.js';
import { saveDraft, savedDraft } from './draft-storage.js';
import { figuresOfRun } from './figure-names.js';
import { stateOfPage } from './page-state.js';
import { shownLesson } from './shown-lesson.js';
import { checksOf, warningsOf } from './warnings.js';

/** @typedef {import('../lessons/lesson-state.js').LessonsStore} Store */
/** @typedef {import('../lessons/schema.js').Step} Step */
/** @typedef {import('../lessons/schema.js').Lesson} Lesson */
/** @typedef {import('./draft.js').Draft} Draft */
/** @typedef {import('./warnings.js').Warning} Warning */
/** @typedef {import('./warnings.js').Measured} Measured */
/** @typedef {import('./picture-descriptions.js').PictureDescriptions} PictureDescriptions */
/** @typedef {import('../lessons/schema-values.js').LessonWorld} World */
/**
 * What the form asks of the page around it. `attempt`: says why something failed. `setUp` and `pick`: lead to the page,
 * and back with its state or a part of it.
 * @typedef {{ attempt: (act: () => Promise<void>) => void, setUp: (isAfter: boolean) => void,
 *   pick: () => void, parts: () => import('../lessons/find-part.js').PartName[] }} Acts
 */

const TYPING_PAUSE = 400; // ms without typing before the draft is checked and kept

export class Editor {
  /** Called after a change of the form of the draft, of the name of a step, and after a check. */
  redraw = () => {};
  renamed = () => {};
  checked = () => {};
  /** @type {string[]} */
  problems = [];
  isKept = true;
  /** The draft before a step was removed or another lesson opened. @type {{ draft: Draft, selected: number } | null} */
  #undo = null;
  /** What the stage said of steps, by their content. @type {Map<string, Measured>} */
  #measured = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #world;

  /**
   * @param {Store} store @param {import('../../share/links/url.js').World} page
   * @param {PictureDescriptions} pictures that a step can show
   */
  constructor(store, page, pictures) {
    this.store = store;
    /** @type {World} */
    this.#world = { ...page, pictures: Object.keys(pictures) };
    this.pictures = pictures;
    this.draft = savedDraft();
    this.selected = this.draft.steps.length - 1;
    this.check();
  }

  /** The chosen step, if there is one. @returns {Step | undefined} */
  get step() {
    return this.draft.steps[this.selected];
  }

  /** The figures of the chosen step's run. @param {boolean} isAfter whether after the answer */
  figures(isAfter) {
    const { draft: { measures }, step } = this;
    const state = stateAt({ measures, steps: step ? [step] : [] }, 0, isAfter);
    return figuresOfRun(this.#world.catalog, viewOfState(state, this.#world).view.settings, state);
  }

  /** Changes fields of the lesson; undefined deletes. @param {Partial<Draft>} change @param {boolean} [redraws] */
  set(change, redraws = false) {
    this.draft = withoutGaps({ ...this.draft, ...change });
    this.#changed(redraws);
  }

  /** Changes fields of the chosen step; undefined deletes. @param {Partial<Step>} change @param {boolean} [redraws] */
  setStep(change, redraws = false) {
    const { selected } = this;
    this.set({ steps: this.draft.steps.map((step, at) => (at === selected ? { ...step, ...change } : step)) }, redraws);
  }

  /** Chooses a step. @param {number} at */
  select(at) {
    this.selected = at;
    this.redraw();
    this.checked();
  }

  /** Replaces the draft. What is lost by it comes back with `undo`. @param {Draft} draft @param {number} selected */
  replace(draft, selected) {
    this.#undo = { draft: this.draft, selected: this.selected };
    this.draft = draft;
    this.selected = selected;
    this.#changed(true);
  }

  undo() {
    if (this.#undo) this.replace(this.#undo.draft, this.#undo.selected);
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

  /** The lesson as the stage can show it; null while a fault other than a missing word keeps it from that. */
  shown() {
    const lesson = shownLesson(lessonOf(this.draft));
    return readLesson(JSON.stringify(lesson), this.#world).lesson && lesson;
  }

  /** What the page shows, as a state. Throws the reason why a lesson cannot hold it. */
  pageState() {
    return stateOfPage(this.store.get(), this.#world);
  }

  /** Keeps what the stage says of a step. @param {number} at @param {Measured} measured */
  keepMeasured(at, measured) {
    this.#measured.set(this.#keyOf(at), measured);
    this.checked();
  }

  /** Whether the stage has said what it says of a step. @param {number} at */
  isMeasured(at) {
    return this.#measured.has(this.#keyOf(at));
  }

  /** What holds of a step, and what does not. @param {number} at @returns {(Warning & { holds: boolean })[]} */
  checks(at) {
    const measured = this.#measured.get(this.#keyOf(at));
    return [...(measured ? checksOf(this.draft.steps[at], measured) : []),
      ...warningsOf(this.draft, at, this.pictures).map((one) => ({ ...one, holds: false }))];
  }

  /** The number of warnings. @param {number} at */
  warnings(at) {
    return this.checks(at).filter(({ holds }) => !holds).length;
  }

  check() {
    clearTimeout(this.#timer);
    this.isKept = saveDraft(this.draft);
    this.problems = readLesson(this.text(), this.#world).problems;
    this.checked();
  }

  /** A step looks as it does by the steps before it, too. @param {number} at */
  #keyOf(at) {
    const { measures, hide, steps } = this.draft;
    return JSON.stringify([measures, hide, steps.slice(0, at + 1)]);
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

/** Without the fields that are undefined. @param {Draft} draft @returns {Draft} */
const withoutGaps = (draft) => JSON.parse(JSON.stringify(draft));
