// Makes the sketch pad live: sends every change to its worker, and makes the pad the data of the page once it rests.

import { messageOf } from '../../core/errors.js';
import { startWorker } from '../../core/start-worker.js';
import { watchLifeline } from '../../lib/worker-lifeline.js';
import { ownRequest } from '../data/data-request.js';
import { StateDriver } from '../driver/state-driver.js';
import { isOpen } from '../../store/panels.js';
import { TO_THE_END, sameSettings } from '../run/training/run-state.js';
import { LONGEST_SKETCH, fromLetor, toLetor } from './letor-text.js';
import { faultOf } from './sketch-edits.js';
import { placeOf } from './sketch-text.js';

/** @typedef {import('./sketch-state.js').SketchStore} Store */
/** @typedef {import('./sketch-state.js').SketchState} State */
/** @typedef {import('./sketch-state.js').SketchView} SketchView */
/** @typedef {import('../../core/sketch-protocol.js').FromSketch} FromSketch */
/** @typedef {import('../data/data-state.js').DataRequest} DataRequest */

const CHANGE_PAUSE = 350; // ms without a change after which the page loads the pad
/** A sketch is drawn as it is, and its documents have no comments. */
const PLAIN = { scale: 'none', map: 'none', group: 'none', kind: 'none', drop_zero: false,
  drop_near_duplicates: false };

/** Starts the worker, which lives as long as the page. @param {Store} store */
export function startSketchRunner(store) {
  new SketchRunner(store).start();
}

class SketchRunner {
  #store;
  #driver;
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
  /** Whether the pad has changed since the page got its data. */
  #isDue = false;
  /** The text of the pad that the page has or is getting. */
  #loaded = '';
  /** The runs that this class began, and the kept one among them. */
  #begun = new Set();
  #kept = '';
  /** @type {WeakSet<DataRequest>} */
  #mine = new WeakSet();

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    this.#driver = new StateDriver(store);
  }

  start() {
    this.#spawn();
    this.#store.subscribe((state, action, previous) => {
      if (action.type === 'runs/keep' && this.#begun.has(action.run.id)) this.#keepNewest(action.id);
      // What the user loads stays until the pad changes again.
      if (action.type === 'load' && !this.#mine.has(action.request)) this.#isDue = false;
      this.#follow(state, previous);
    });
    void this.#adopt(this.#store.get());
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
      this.#schedule();
    } else this.#set({ reply: null, problem: message.message });
    if (this.#asksAgain) this.#ask();
  }

  /** @param {State} state @param {State} previous */
  #follow(state, previous) {
    const [now, before] = [state.sketch, previous.sketch];
    if (state.data !== previous.data) void this.#adopt(state);
    if (now.query !== before.query && now.pad === before.pad) this.#showQuery(state);
    const isEdited = now.pad !== before.pad || now.isMoving !== before.isMoving;
    const isNew = isEdited || state.settings !== previous.settings || state.problem !== previous.problem;
    const isOpened = isOpen(state, 'sketch') && !isOpen(previous, 'sketch');
    if (isOpened) this.#schedule();
    if (!isNew && now.arrow === before.arrow) return;
    if (isNew && !now.isMoving) this.#isFresh = true;
    this.#ask();
    if (isEdited && now.pad) this.#isDue ||= toLetor(now.pad) !== this.#loaded || now.elsewhere !== '';
    if (isNew) this.#schedule();
  }

  /** Sends the pad to the worker. Of several changes the newest counts. */
  #ask() {
    const { sketch: { pad, arrow }, settings, problem } = this.#store.get();
    this.#asksAgain = this.#isAsking;
    if (this.#isAsking || !pad) return;
    if (!this.#worker) this.#spawn();
    if (!this.#isAwake) return;
    if (problem) return this.#set({ reply: null, problem: problem.message });
    if (pad.every(faultOf)) return this.#set({ reply: null, problem: '' });
    this.#isAsking = true;
    this.#request += 1;
    const letor = toLetor(pad);
    this.#worker?.postMessage({ type: 'sketch', request: this.#request, letor, settings, isFresh: this.#isFresh,
      w: arrow });
    this.#isFresh = false;
  }

  #schedule() {
    clearTimeout(this.#rest);
    if (this.#isDue) this.#rest = setTimeout(() => this.#load(), CHANGE_PAUSE);
    else if (this.#isBehind()) this.#rest = setTimeout(() => this.#retrain(), CHANGE_PAUSE);
  }

  /** Whether the run of the page is on the pad, but has other settings than the page. */
  #isBehind() {
    const state = this.#store.get();
    const { data, run, settings, problem } = state;
    return isOpen(state, 'sketch') && data !== null && this.#mine.has(data.request) && run !== null && !problem
      && !this.#driver.isBusy && run.reports.length > 0 && !sameSettings(run.settings, settings);
  }

  /** Trains the run of the page with the settings of the page, as the pad was trained. */
  #retrain() {
    if (!this.#isBehind()) return;
    this.#store.dispatch({ type: 'step', steps: TO_THE_END, whole: true });
    const { run } = this.#store.get();
    if (run) this.#begun.add(run.id);
  }

  /** Makes the pad the data of the page, as if its lines had been pasted. */
  #load() {
    const state = this.#store.get();
    const { sketch: { pad, isMoving, reply } } = state;
    if (!this.#isDue || !pad) return undefined;
    if (isMoving || this.#isAsking) return this.#schedule();
    const letor = toLetor(pad);
    // A sketch that cannot be trained waits until it can be.
    if (reply?.letor !== letor) return undefined;
    this.#isDue = false;
    this.#loaded = letor;
    const file = new File([letor], 'sketch');
    const own = ownRequest(file, null, null, state);
    const request = { ...own, pasted: true, holdOut: false, settings: { ...own.settings, ...this.#first(state) } };
    this.#mine.add(request);
    this.#set({ elsewhere: '' });
    this.#driver.begin({ request, train: 'whole', yieldsTo: 'data',
      arrived: ({ run }) => { if (run) this.#begun.add(run.id); } });
    return undefined;
  }

  /** Settings for the first load: other data may have needed scaling or a map. @param {State} state */
  #first({ data }) {
    return data && this.#mine.has(data.request) ? {} : PLAIN;
  }

  /** The tabs of the run show the query of the pad, if the run uses it. @param {State} state */
  #showQuery({ sketch: { pad, query }, data, snapshot }) {
    if (!data || !this.#mine.has(data.request)) return;
    const place = placeOf(pad, query);
    if (snapshot?.rows?.some((row) => row.query === place)) this.#store.dispatch({ type: 'query', query: place });
  }

  /**
   * Every rest of the pad makes a run. Of the kept ones only the newest stays, and those that the user draws, names or
   * compares with.
   * @param {string} id
   */
  #keepNewest(id) {
    const { list, overlaid, baseline } = this.#store.get().runs;
    const old = list.find((run) => run.id === this.#kept);
    const isUsed = old && (overlaid.includes(old.id) || baseline === old.id || old.name !== `Run ${old.number}`);
    if (old && !isUsed) this.#store.dispatch({ type: 'runs/delete', id: old.id, isReplaced: true });
    this.#kept = id;
  }

  /** Takes over data that fit into the pad, such as those of a link or a lesson. @param {State} state */
  async #adopt({ data }) {
    if (!data || this.#mine.has(data.request)) return;
    const { request } = data;
    const { train, valid, test, holdOut } = request;
    const isCandidate = train.kind === 'blob' && !valid && !test && !holdOut && train.blob.size <= LONGEST_SKETCH;
    const text = isCandidate ? await train.blob.text().catch((error) => `unreadable: ${messageOf(error)}`) : '';
    const { sketch, data: now } = this.#store.get();
    if (now?.request !== request) return;
    const { pad } = fromLetor(text);
    if (!pad) return this.#set({ elsewhere: sketch.pad ? request.name : '' });
    this.#mine.add(request);
    this.#loaded = toLetor(pad);
    this.#isDue = false;
    this.#set({ pad, past: [], preset: '', query: 0, chosen: null, arrow: null, elsewhere: '', note: '' });
  }
}
