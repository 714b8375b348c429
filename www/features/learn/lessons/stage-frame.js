// The real stage in a frame: this page once more, which gets a lesson by the messages of embedding. A frame has a
// window of its own, so that the stage has the size that is wanted. Data, answers and progress around it stay.

import { PROTOCOL, VERSION } from '../../../lib/host-protocol.js';
import { pageAddress } from '../../../lib/page-address.js';

/** @typedef {import('./schema.js').Lesson} Lesson */
/** @typedef {{ width: number, height: number }} Size */
/** A reply of the page in the frame. @typedef {{ type: string, problem?: string, statements?: unknown[] }} Reply */

export const WIDE = { width: 1280, height: 720 };
export const PHONE = { width: 390, height: 844 };

const GREETING = 200; // ms between two greetings
const LOOK = 60; // ms between two looks at the stage
const PATIENCE = 30_000; // ms for a step to be set up; for paper the reader may cancel
const REST = 700; // ms until a picture has come to rest

/** @param {number} time */
export const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

export class StageFrame {
  #wanted = 0; // how many lessons were asked for
  /** @type {Promise<void> | null} */
  #greeted = null;
  /** @type {Map<number, (reply: Reply) => void>} */
  #waiting = new Map();
  #life = new AbortController();
  #isForPaper;

  /**
   * @param {HTMLIFrameElement} element that is still empty
   * @param {boolean} [isForPaper] whether the stage is bright, and nothing on it moves
   */
  constructor(element, isForPaper = false) {
    this.element = element;
    this.#isForPaper = isForPaper;
  }

  /** @param {Size} size in which the stage is laid out */
  resize({ width, height }) {
    Object.assign(this.element.style, { width: `${width}px`, height: `${height}px` });
  }

  /** Frees the page in the frame. */
  end() {
    this.#wanted += 1;
    this.#life.abort();
    this.element.remove();
  }

  /**
   * Opens a step. Resolves to its document once it is set up; null if another step is wanted by now. Throws the reason
   * why it cannot be shown.
   * @param {Lesson} lesson @param {number} step
   */
  async open(lesson, step) {
    if (!pageAddress()) {
      throw new Error('a page in a notebook cannot show a second stage; open the page of Rankscope in a window');
    }
    this.#wanted += 1;
    const id = this.#wanted;
    await this.#greet();
    if (id !== this.#wanted) return null;
    const reply = this.#replyTo(id);
    // The theme that is told is kept on this device; the one for paper is not.
    if (this.#isForPaper) Object.assign(this.document.documentElement.dataset, { theme: 'light', paper: '' });
    else this.#post({ type: 'set-theme', theme: document.documentElement.dataset.theme ?? 'system' });
    this.#post({ type: 'open-lesson', id, lesson, step: step + 1 });
    const { type, problem } = await reply;
    if (id !== this.#wanted) return null;
    if (type === 'error') throw new Error(problem);
    return await this.until(() => this.isThere(lesson, step)) ? this.document : null;
  }

  /** Whether a step is set up, or could not be. @param {Lesson} lesson @param {number} step */
  isThere({ steps }, step) {
    const stage = this.document;
    const phase = stage.querySelector('.lesson')?.getAttribute('data-phase');
    const place = stage.querySelector('.stage-place');
    return phase === 'failed' || (phase === 'there' && (!steps[step].picture || place?.hasChildNodes()));
  }

  /**
   * Waits until the stage is as wanted and has come to rest. Resolves to whether no other step is wanted by now.
   * @param {() => unknown} isThere
   */
  async until(isThere) {
    const id = this.#wanted;
    for (let waited = 0; !isThere(); waited += LOOK) {
      if (waited > PATIENCE && !this.#isForPaper) throw new Error('the step is not set up');
      await pause(LOOK);
      if (id !== this.#wanted) return false;
    }
    await (this.#isForPaper ? this.#calm() : pause(REST));
    return id === this.#wanted;
  }

  /** Presses a button of the stage. @param {string} selector */
  press(selector) {
    /** @type {HTMLElement | null} */
    const button = this.document.querySelector(selector);
    button?.click();
  }

  /** Goes on to the next step. */
  next() {
    const step = () => this.document.querySelector('.lesson-progress')?.textContent;
    const before = step();
    // On a phone the question comes first.
    for (let presses = 0; presses < 2 && step() === before; presses += 1) this.press('.lesson-turn button:last-child');
  }

  /**
   * Chooses the answer that is said most to, and reveals. The stage then needs its time.
   * @param {import('./schema.js').Question} question
   */
  answer({ choices = [] }) {
    /** @type {NodeListOf<HTMLInputElement>} */
    const fields = this.document.querySelectorAll('.lesson-question input');
    const lengths = choices.map(({ feedback }) => feedback.length);
    const [field] = fields;
    if (choices.length) fields[lengths.indexOf(Math.max(...lengths))]?.click();
    else if (field) field.value = field.min || field.max || '0';
    this.press('.lesson-submit');
  }

  /** What was done in the frame so far, as statements; none once the frame was ended. @returns {Promise<unknown[]>} */
  async statements() {
    this.#wanted += 1;
    const reply = this.#replyTo(this.#wanted);
    this.#post({ type: 'get-answers', id: this.#wanted });
    return (await reply).statements ?? [];
  }

  /** Whether the step that was answered shows it, or cannot. */
  isRevealed() {
    return this.document.querySelector('.lesson-card.revealed, .lesson[data-phase=failed]') !== null;
  }

  /** Throws where the browser keeps the frame apart, as in a sandbox without an origin. */
  get document() {
    const { contentDocument } = this.element;
    if (!contentDocument) throw new Error('this browser keeps the stage in a frame apart from the page');
    return contentDocument;
  }

  /** Waits until two looks at the picture are alike and nothing moves. */
  async #calm() {
    const id = this.#wanted;
    /** @type {Node | undefined} */
    let last;
    for (let waited = 0; waited < PATIENCE && id === this.#wanted; waited += LOOK) {
      await pause(LOOK);
      const now = this.document.querySelector('.stage-place');
      const moves = this.document.getAnimations().some(({ playState, effect }) => playState === 'running'
        && Number.isFinite(effect?.getComputedTiming().endTime));
      if (!moves && last?.isEqualNode(now)) return;
      last = now?.cloneNode(true);
    }
  }

  /** Starts the page in the frame, and greets it until it answers. */
  #greet() {
    this.#greeted ??= new Promise((resolve) => {
      const timer = setInterval(() => this.#post({ type: 'hello', opaque: origin === 'null' }), GREETING);
      addEventListener('message', ({ source, data }) => {
        if (source !== this.element.contentWindow || data?.protocol !== PROTOCOL) return;
        if (data.type === 'welcome') {
          clearInterval(timer);
          resolve();
        }
        this.#waiting.get(data.id)?.(data);
        this.#waiting.delete(data.id);
      }, { signal: this.#life.signal });
      this.#life.signal.addEventListener('abort', () => clearInterval(timer));
      this.element.src = `${location.href.replace(/#.*$/s, '')}#v=1&sample=kitchen`;
    });
    return this.#greeted;
  }

  /** @param {number} id of a message @returns {Promise<Reply>} */
  #replyTo(id) {
    return new Promise((resolve) => { this.#waiting.set(id, resolve); });
  }

  /** @param {Record<string, unknown>} message */
  #post(message) {
    const to = origin === 'null' ? '*' : origin;
    this.element.contentWindow?.postMessage({ protocol: PROTOCOL, version: VERSION, ...message }, to);
  }
}
