// The handle on the worker of the mode Clicks: starts it, sends it what the state asks for, and replaces it if it is
// lost.

import { startWorker } from '../../core/start-worker.js';
import { watchLifeline } from '../../lib/worker-lifeline.js';

/** @typedef {import('./clicks-state.js').ClicksStore} Store */
/** @typedef {import('./clicks-state.js').ClicksView} ClicksView */
/** @typedef {import('../../core/clicks-protocol.js').ToClicks} ToClicks */

/** Starts the worker, which lives as long as the page. @param {Store} store */
export function startClicksRunner(store) {
  new ClicksRunner(store).start();
}

class ClicksRunner {
  #store;
  /** @type {Worker | null} */
  #worker = null;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
  }

  start() {
    this.#spawn();
    this.#store.subscribe((state, _action, previous) => this.#follow(state.clicks, previous.clicks));
  }

  #spawn() {
    const worker = startWorker('clicks');
    this.#worker = worker;
    worker.onmessage = ({ data }) => { if (this.#worker === worker) this.#receive(worker, data); };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#lose(event.message || 'The worker of clicks could not be started.');
    };
  }

  /** @param {string} message */
  #lose(message) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#store.dispatch({ type: 'clicks/lost', message });
  }

  /** @param {Worker} worker @param {import('../../core/clicks-protocol.js').FromClicks} message */
  #receive(worker, message) {
    if (message.type === 'crashed') return this.#lose(message.message);
    if (message.type === 'lock') {
      return void watchLifeline(message.lock, () => {
        if (this.#worker === worker) this.#lose('The browser ended its worker.');
      });
    }
    this.#store.dispatch({ type: 'clicks/message', message });
    if (message.type !== 'awake') return;
    const { clicks } = this.#store.get();
    this.#read(clicks);
    this.#simulate(clicks);
  }

  /** @param {ClicksView} now @param {ClicksView} before */
  #follow(now, before) {
    if (now === before) return;
    const [simulates, reads] = [now.task !== before.task, now.load !== before.load];
    if ((simulates || reads) && !this.#worker) return this.#spawn();
    if (!now.isAwake || !before.isAwake) return;
    if (reads) this.#read(now);
    if (simulates) this.#simulate(now);
  }

  /** @param {ClicksView} clicks */
  #simulate({ task, settings }) {
    this.#post({ type: 'simulate', task, settings });
  }

  /** @param {ClicksView} clicks */
  #read({ files: { data, log }, load, isReading, settings }) {
    if (isReading && data && log) this.#post({ type: 'read', load, data, log, eta: settings.assumed });
  }

  /** @param {ToClicks} message */
  #post(message) {
    this.#worker?.postMessage(message);
  }
}
