// Makes the sketch pad live: sends every change to its worker, opens the sketch of a link, and takes over that of a
// lesson.

import { messageOf } from '../../core/errors.js';
import { startWorker } from '../../core/start-worker.js';
import { watchLifeline } from '../../lib/worker-lifeline.js';
import { isOpen } from '../../store/panels.js';
import { LONGEST_SKETCH, fromLetor, toLetor } from './letor-text.js';
import { PRESETS, padOf } from './presets.js';
import { faultOf, replaced, start } from './sketch-edits.js';
import { sketchSettings, unusual } from './sketch-state.js';

/** @typedef {import('./sketch-state.js').SketchStore} Store */
/** @typedef {import('./sketch-state.js').SketchState} State */
/** @typedef {import('./sketch-state.js').SketchView} SketchView */
/** @typedef {import('../../core/sketch-protocol.js').FromSketch} FromSketch */

const CHANGE_PAUSE = 350; // ms without a change after which the link holds the sketch
const LONGEST_PACKED = 8_192; // characters of a sketch in a link

/** Starts the worker, which lives as long as the page. @param {Store} store */
export function startSketchRunner(store) {
  new SketchRunner(store).start();
}

class SketchRunner {
  #store;
  /** @type {Worker | null} */
  #worker = null;
  #isAwake = false;
  #request = 0;
  /** Whether a request is on its way, and whether another one waits. */
  #isAsking = false;
  #asksAgain = false;
  /** Whether the next request begins anew, because more than features changed since the last one. */
  #isFresh = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  /** The data and the settings of the lesson that the pad has taken over. */
  #taken = '';

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
  }

  start() {
    this.#spawn();
    this.#store.subscribe((state, _, previous) => this.#follow(state, previous));
    const { sketch } = this.#store.get();
    if (sketch.linked) void this.#openLink(sketch.linked);
    else void this.#adopt(this.#store.get());
    if (!sketch.pad && !sketch.linked) this.#set(start(sketch, PRESETS[0].name));
    this.#scheduleLink();
  }

  /** @param {Partial<SketchView>} change */
  #set(change) {
    this.#store.dispatch({ type: 'sketch/set', change });
  }

  #spawn() {
    const worker = startWorker('sketch');
    this.#worker = worker;
    this.#isAwake = this.#isAsking = false;
    worker.onmessage = ({ data }) => { if (this.#worker === worker) this.#receive(worker, data); };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#lose(event.message || 'The worker of the sketch pad could not be started.');
    };
  }

  /** The next change starts another worker. @param {string} message */
  #lose(message) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isFresh = true;
    this.#set({ reply: null,
      problem: `The worker of the sketch pad ended: ${message} The next change starts it again.` });
  }

  /** @param {Worker} worker @param {FromSketch} message */
  #receive(worker, message) {
    switch (message.type) {
      case 'crashed': return this.#lose(message.message);
      case 'lock': return void watchLifeline(message.lock, () => {
        if (this.#worker === worker) this.#lose('The browser ended it.');
      });
      case 'awake':
        this.#isAwake = true;
        return this.#ask();
      default:
    }
    this.#isAsking = false;
    if (message.type === 'sketched') {
      const { type, ...reply } = message;
      this.#set({ reply, problem: '' });
    } else this.#set({ reply: null, problem: message.message });
    if (this.#asksAgain) this.#ask();
  }

  /** @param {State} state @param {State} previous */
  #follow(state, previous) {
    const [now, before] = [state.sketch, previous.sketch];
    if (!state.lessons.open) this.#taken = '';
    if (now.linked && now.linked !== before.linked) void this.#openLink(now.linked);
    if (state.data !== previous.data || state.settings !== previous.settings || state.panels !== previous.panels) {
      void this.#adopt(state);
    }
    const isNew = now.pad !== before.pad || now.isMoving !== before.isMoving || now.settings !== before.settings;
    if (!isNew && now.arrow === before.arrow) return;
    if (isNew && !now.isMoving) this.#isFresh = true;
    this.#ask();
    if (now.pad !== before.pad) this.#scheduleLink();
  }

  /** Has the newest state of the pad trained and measured. Of several changes the newest counts. */
  #ask() {
    const state = this.#store.get();
    const { pad, arrow } = state.sketch;
    this.#asksAgain = this.#isAsking;
    if (this.#isAsking || !pad) return;
    if (!this.#worker) this.#spawn();
    if (!this.#isAwake) return;
    if (pad.every(faultOf)) return this.#set({ reply: null, problem: '' });
    this.#isAsking = true;
    this.#request += 1;
    this.#worker?.postMessage({ type: 'sketch', request: this.#request, letor: toLetor(pad),
      settings: sketchSettings(state), isFresh: this.#isFresh, w: arrow });
    this.#isFresh = false;
  }

  #scheduleLink() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.#pack(), CHANGE_PAUSE);
  }

  /** Says how a link holds the pad: a start by its name, other pads as packed lines. */
  async #pack() {
    const { pad, sheet, preset } = this.#store.get().sketch;
    if (!pad) return;
    const lines = toLetor(pad, sheet);
    let link = preset && lines === toLetor(padOf(preset), sheet) ? preset : null;
    if (!link && lines) {
      // A page whose files are gone goes on without such links.
      const module = await import('../../lib/compress-text.js').catch(() => null);
      const packed = await module?.pack(new Blob([lines]), LONGEST_PACKED);
      link = packed ? `~${packed}` : null;
    }
    const now = this.#store.get().sketch;
    if (now.pad === pad && now.link !== link) this.#set({ link });
  }

  /** Opens the sketch of a link. @param {import('./sketch-state.js').LinkedSketch} linked */
  async #openLink(linked) {
    const { text, settings } = linked;
    if (PRESETS.some(({ name }) => name === text)) {
      return this.#set({ ...start(this.#store.get().sketch, text), settings, linked: null });
    }
    const [lines, fault] = await linesOf(text);
    const { sketch } = this.#store.get();
    if (sketch.linked !== linked) return;
    const first = sketch.pad ? {} : start(sketch, PRESETS[0].name);
    if (fault) return this.#set({ ...first, linked: null, note: fault });
    const { pad, sheet, why } = fromLetor(lines);
    if (!pad) this.#set({ ...first, linked: null, note: `The sketch of the link cannot be drawn: ${why}.` });
    else this.#set({ ...replaced(sketch, pad, sheet), settings, linked: null });
  }

  /** Takes over the data of a lesson that shows the pad, with its settings. @param {State} state */
  async #adopt(state) {
    const { data, settings, catalog, lessons } = state;
    if (!lessons.open || !data || !isOpen(state, 'sketch')) return;
    const { request: { train }, request } = data;
    if (train.kind !== 'blob' || train.blob.size > LONGEST_SKETCH) return;
    const text = await train.blob.text().catch(() => '');
    const { pad, sheet } = fromLetor(text);
    const { sketch, data: now } = this.#store.get();
    const key = JSON.stringify([text, settings]);
    if (!pad || now?.request !== request || key === this.#taken) return;
    this.#taken = key;
    const isSame = sketch.pad && toLetor(sketch.pad) === toLetor(pad);
    this.#set({ ...(isSame ? {} : replaced(sketch, pad, sheet)), settings: unusual(settings, catalog.defaults) });
  }
}

/**
 * The lines of the sketch of a link, and why there are none.
 * @param {string} text @returns {Promise<[string, string]>}
 */
async function linesOf(text) {
  if (!text.startsWith('~')) return ['', `The link names a sketch “${text}”, which this page does not have.`];
  try {
    const { unpack } = await import('../../lib/compress-text.js');
    return [await (await unpack(text.slice(1))).text(), ''];
  } catch (error) {
    return ['', `The sketch of the link cannot be unpacked: ${messageOf(error)}`];
  }
}
