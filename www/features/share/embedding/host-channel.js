// Talks to the page around the frame. Says nothing before that page has greeted, and then only to that page's origin.
// No DOM.

import { answerLog } from '../../learn/lessons/answer-log.js';
import { PROTOCOL, VERSION } from '../../../lib/host-protocol.js';
import { HostRequests } from './host-requests.js';
import { UNDERSTOOD, readHello, readMessage } from './messages.js';
import { watchChanges } from './page-changes.js';

/** @typedef {import('./host-requests.js').Store} Store */
/** `watchHeight`: calls a function with the height that the page needs, now and after every change.
 * @typedef {import('./host-requests.js').Tools & { watchHeight: (tell: (height: number) => void) => void }} Tools */

/**
 * Waits for the greeting of the page around this one.
 * @param {Store} store @param {Tools} tools
 */
export function startHostChannel(store, tools) {
  const channel = new HostChannel(store, tools);
  addEventListener('message', (event) => channel.receive(event));
}

class HostChannel {
  #requests;
  #store;
  #tools;
  /** Tells the host what has changed. @type {() => void} */
  #tellChanges = () => {};
  /** The agreed origin, as the browser reported it: "null" for a host without one. @type {string | null} */
  #origin = null;

  /** @param {Store} store @param {Tools} tools */
  constructor(store, tools) {
    this.#requests = new HostRequests(store, tools);
    this.#store = store;
    this.#tools = tools;
    // From now on, so that the host also gets what the reader did before it asked.
    answerLog(store).watch((statement) => {
      if (this.#origin !== null) this.#post({ type: 'statement', statement });
    });
  }

  /** @param {MessageEvent} event */
  receive({ source, origin, data }) {
    // Only the page around the frame is the host, not another frame or window.
    if (source !== parent) return;
    const hello = readHello(data);
    if (hello) return this.#greet(hello, origin);
    if (origin !== this.#origin) return;
    const message = readMessage(data);
    if ('problem' in message) return this.#refuse(message.type, message.id, message.problem);
    const { type, id } = message;
    this.#requests.answer(message).then(
      (reply) => {
        // What the host has caused is told before it is called done.
        this.#tellChanges();
        this.#post({ type: 'done', to: type, id, ...reply });
      },
      (error) => this.#refuse(type, id, error instanceof Error ? error.message : String(error)));
  }

  /** @param {import('./messages.js').Hello} hello @param {string} origin */
  #greet({ id, version, opaque }, origin) {
    // Anyone could read what is sent to a host without an origin, so it has to ask for that.
    if (origin === 'null' && !opaque) return;
    if (this.#origin !== null && origin !== this.#origin) return;
    if (version !== VERSION) {
      const problem = `version ${VERSION} of the protocol is understood, and no other`;
      return this.#send({ type: 'error', to: 'hello', id, problem, understood: UNDERSTOOD }, origin);
    }
    // A host greets until it is answered, so its greetings may cross the welcome, with which it starts.
    if (this.#origin !== null) return this.#post({ type: 'done', to: 'hello', id });
    this.#origin = origin;
    this.#post({ type: 'welcome', understood: UNDERSTOOD });
    this.#tellChanges = watchChanges(this.#store, (changed) => this.#post({ type: 'changed', ...changed }));
    this.#tools.watchHeight((height) => this.#post({ type: 'height', height }));
  }

  /** @param {string} type @param {import('./messages.js').Id} id @param {string} problem */
  #refuse(type, id, problem) {
    this.#post({ type: 'error', to: type, id, problem, understood: UNDERSTOOD });
  }

  /** @param {Record<string, unknown>} message */
  #post(message) {
    if (this.#origin !== null) this.#send(message, this.#origin);
  }

  /** @param {Record<string, unknown>} message @param {string} origin */
  #send(message, origin) {
    parent.postMessage({ protocol: PROTOCOL, version: VERSION, ...message }, origin === 'null' ? '*' : origin);
  }
}
