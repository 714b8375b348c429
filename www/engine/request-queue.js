// Sends the requests of the panels to the worker, one at a time. Of each kind only the newest request is sent, and only
// while its panel is open. During training the requests take a limited share of the time. While the time line is
// dragged there are a few snapshots a second, because drawing one takes most of a frame. No DOM.

import { isWorking, newest } from '../features/run/training/run-state.js';

/** @typedef {import('../core/protocol.js').WorkerRequest} WorkerRequest */
/** @typedef {import('../core/protocol.js').FromWorker} FromWorker */
/** @typedef {import('../features/run/training/training-state.js').TrainingState} TrainingState */

const LEAST_PAUSE = 120; // least ms between two requests during training
const SHARE = 5; // training gets at least this many times the duration of a request
const QUICK = 100; // ms between two moves of the cursor that belong to a drag, on a busy machine too
const MOVES = 4; // that make a drag
const APART = 120; // least ms between two snapshots of a drag

/**
 * @template {TrainingState} State
 * @param {{ get: () => State }} store
 * @param {(request: WorkerRequest) => void} post
 * @param {import('../core/protocol.js').RequestKind<State>[]} requests all kinds, the snapshot first
 */
export function requestQueue(store, post, requests) {
  const kinds = requests.map((kind) => ({ ...kind, sent: '' }));
  /**
   * The request without a reply. A request about an earlier run does not delay others.
   * @type {{ run: number, type: WorkerRequest['type'], began: number } | null}
   */
  let open = null;
  let notBefore = 0;
  const drag = new Drag();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const consider = () => {
    const state = store.get();
    const { run, cursor, snapshot } = state;
    drag.follow(cursor);
    if (!run?.reports.at(cursor.iteration) || run.workerLost) return;
    const place = snapshot?.run === run.id ? shownBy(run, snapshot) : null;
    for (const kind of kinds) {
      const request = kind.answer === 'snapshot'
        ? kind.wanted(state, { run, iteration: cursor.iteration, inspection: null, query: null })
        : place && kind.wanted(state, place);
      const key = request ? kind.key?.(request, state) ?? JSON.stringify(request) : '';
      // A panel that was closed sends its request again when it opens.
      if (!request) kind.sent = '';
      if (!request || key === kind.sent || open?.run === run.id) continue;
      const now = performance.now();
      const wait = isWorking(run) && cursor.iteration === newest(run) ? notBefore - now
        : kind.answer === 'snapshot' ? drag.wait(now) : 0;
      clearTimeout(timer);
      if (wait > 0) {
        timer = setTimeout(consider, wait);
        return;
      }
      if (kind.answer === 'snapshot') drag.asked = now;
      kind.sent = key;
      open = { run: run.id, type: request.type, began: now };
      // The other kinds come first next time, so that none waits forever.
      kinds.push(...kinds.splice(kinds.indexOf(kind), 1));
      post(request);
      return;
    }
  };

  return {
    consider,
    /** A message came that may be the answer. @param {FromWorker} message */
    arrived(message) {
      if (!open) return;
      const kind = kinds.find(({ type }) => type === open?.type);
      const unanswered = (message.type === 'request failed' || message.type === 'request dropped')
        && message.request === open.type;
      if (message.type !== kind?.answer && !unanswered) return;
      const run = message.type === 'snapshot' ? message.snapshot.run : 'run' in message ? message.run : open.run;
      if (run !== open.run) return;
      const now = performance.now();
      notBefore = now + Math.max(LEAST_PAUSE, SHARE * (now - open.began));
      open = null;
      // If its run becomes current again, the request is sent again.
      if (kind && message.type === 'request dropped') kind.sent = '';
    },
    /** Forgets the requests to a worker that was replaced. */
    clear() {
      open = null;
      for (const kind of kinds) kind.sent = '';
    },
  };
}

/** Whether the user moves the cursor in every frame, and how long the next snapshot waits then. */
class Drag {
  #iteration = -1;
  #moved = -Infinity;
  #moves = 0; // one after the other
  /** When the last snapshot was requested. */
  asked = -Infinity;

  /** @param {import('../features/run/training/training-state.js').TrainingState['cursor']} cursor */
  follow({ iteration, follow }) {
    if (iteration === this.#iteration) return;
    const now = performance.now();
    this.#moves = !follow && now - this.#moved < QUICK ? this.#moves + 1 : 0;
    [this.#iteration, this.#moved] = [iteration, now];
  }

  /** @param {number} now */
  wait(now) {
    return this.#moves >= MOVES ? this.asked + APART - now : 0;
  }
}

/**
 * @param {import('../core/protocol.js').Shown['run']} run
 * @param {import('../core/protocol.js').Snapshot} snapshot
 * @returns {import('../core/protocol.js').Shown}
 */
function shownBy(run, { iteration, inspection, pulls }) {
  return { run, iteration, inspection, query: inspection?.query ?? pulls?.query ?? null };
}
