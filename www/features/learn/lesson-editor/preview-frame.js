// The real stage in a frame: this page once more, which gets the draft by the messages of embedding. A frame has a
// window of its own, so that the stage at 1280 × 720 and at 390 × 844 is the one that readers see.

import { h } from '../../../ui/dom.js';
import { PROTOCOL, VERSION } from '../../share/embedding/messages.js';

/** @typedef {import('../lessons/schema.js').Lesson} Lesson */
/** @typedef {{ width: number, height: number }} Size */

export const WIDE = { width: 1280, height: 720 };
export const PHONE = { width: 390, height: 844 };

const GREETING = 200; // ms between two greetings
const LOOK = 60; // ms between two looks at the stage
const PATIENCE = 30_000; // ms for a step to be set up
const REST = 700; // ms until a picture has come to rest

/** @param {number} time */
export const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

export class PreviewFrame {
  #wanted = 0; // how many lessons were asked for
  /** @type {Promise<void> | null} */
  #greeted = null;
  /** @type {Map<number, (reply: { type: string, problem?: string }) => void>} */
  #waiting = new Map();
  #life = new AbortController();

  /** @param {string} title */
  constructor(title) {
    this.element = h('iframe', { title });
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
    this.#wanted += 1;
    const id = this.#wanted;
    await this.#greet();
    if (id !== this.#wanted) return null;
    const reply = new Promise((/** @type {(reply: { type: string, problem?: string }) => void} */ resolve) => {
      this.#waiting.set(id, resolve);
    });
    this.#post({ type: 'set-theme', theme: document.documentElement.dataset.theme ?? 'system' });
    this.#post({ type: 'open-lesson', id, lesson, step: step + 1 });
    const { type, problem } = await reply;
    if (id !== this.#wanted) return null;
    if (type === 'error') throw new Error(problem);
    const isThere = await this.until(() => {
      const phase = this.document.querySelector('.lesson')?.getAttribute('data-phase');
      const place = this.document.querySelector('.stage-place');
      return phase === 'failed' || (phase === 'there' && (!lesson.steps[step].picture || place?.hasChildNodes()));
    });
    return isThere ? this.document : null;
  }

  /**
   * Waits until the stage is as wanted and has come to rest. Resolves to whether no other step is wanted by now.
   * @param {() => unknown} isThere
   */
  async until(isThere) {
    const id = this.#wanted;
    for (let waited = 0; !isThere(); waited += LOOK) {
      if (waited > PATIENCE) throw new Error('the step is not set up');
      await pause(LOOK);
      if (id !== this.#wanted) return false;
    }
    await pause(REST);
    return id === this.#wanted;
  }

  /** Throws where the browser keeps the frame apart, as in a sandbox without an origin. */
  get document() {
    const { contentDocument } = this.element;
    if (!contentDocument) throw new Error('this browser keeps the preview apart from the editor');
    return contentDocument;
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

  /** @param {Record<string, unknown>} message */
  #post(message) {
    const to = origin === 'null' ? '*' : origin;
    this.element.contentWindow?.postMessage({ protocol: PROTOCOL, version: VERSION, ...message }, to);
  }
}
