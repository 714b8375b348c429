// The worker that trains and answers the page. It handles messages in turn, and holds the data sets and the run.

import { breakdownOf, failureOf, faultOf, messageOf } from '../core/errors.js';
import { answerTo } from './answer.js';
import { appliedModel, explainedScores, followedDocuments } from './apply-model.js';
import { agreementOf } from './compare-models.js';
import { RELOAD } from '../core/reload.js';
import { DataSets } from './data-sets.js';
import { holdLifeline } from './lifeline.js';
import { takePanic } from './panic-log.js';
import { RunLoop } from './run-loop.js';
import { takeSnapshot } from './snapshot.js';

/** @typedef {import('../core/protocol.js').ToWorker} ToWorker */
/** @typedef {import('../core/protocol.js').FromWorker} FromWorker */
/** @typedef {import('../core/protocol.js').WorkerRequest} WorkerRequest */
/** @typedef {Extract<ToWorker, { type: 'go' | 'step' | 'pause' }>} Order */

/** @param {FromWorker} message */
function post(message) {
  self.postMessage(message);
}

/** Listens to the page. */
export function serveThePage() {
  const worker = new TrainingWorker();
  self.onmessage = (/** @type {MessageEvent<ToWorker>} */ { data }) => worker.handle(data);
  void holdLifeline((lock) => post({ type: 'awake', lock }));
}

class TrainingWorker {
  #loop = new RunLoop(post, (error) => this.#crashed(error));
  #data = new DataSets(post, () => this.#loop.drop());
  /** Messages are handled in order, so that a run is never prepared before its data. */
  #queue = Promise.resolve();
  /** A file is read in parallel, so that the run can meanwhile be shown, paused and restarted. */
  #reading = Promise.resolve();
  #received = 0; // messages received
  #paused = 0; // number of the newest pause message, which cancels earlier orders
  #wanted = 0; // id of the run that the page wants; work for other runs is dropped

  /** @param {ToWorker} message */
  handle(message) {
    this.#received += 1;
    const at = this.#received;
    switch (message.type) {
      case 'cancel':
        this.#data.cancel();
        return post({ type: 'alive', run: message.load });
      case 'load':
        this.#data.want(message.load);
        if (message.load !== RELOAD) return this.#read(message);
        break;
      case 'prepare':
        this.#wanted = message.run;
        post({ type: 'alive', run: message.run });
        break;
      case 'pause':
        post({ type: 'alive', run: message.run });
        if (this.#loop.run?.id === message.run) return this.#pause(at);
        break;
      default:
    }
    this.#queue = this.#queue.then(() => this.#handle(message, at)).catch((error) => this.#crashed(error));
  }

  /** @param {Extract<ToWorker, { type: 'load' }>} message */
  #read(message) {
    const before = this.#queue;
    this.#reading = this.#reading.then(() => before).then(() => this.#data.load(message))
      .catch((error) => this.#crashed(error));
  }

  /** @param {ToWorker} message @param {number} at which message it is */
  async #handle(message, at) {
    switch (message.type) {
      case 'load': return this.#data.load(message);
      case 'prepare': return this.#prepare(message);
      case 'agree': return this.#compare(message);
      case 'apply model': return this.#apply(message);
      case 'explain scores': return this.#explain(message);
      case 'follow documents': return this.#follow(message);
      case 'go': case 'step': case 'pause': return this.#order(message, at);
      case 'cancel': return undefined;
      default: return this.#reply(message);
    }
  }

  /** @param {Extract<ToWorker, { type: 'prepare' }>} message */
  #prepare(message) {
    const { sets, missing } = this.#data;
    if (!sets) {
      return post({ type: 'run failed', run: message.run, failure: { message: missing, problems: [], total: 0 } });
    }
    const isThere = this.#loop.prepare(sets, message);
    // The previous run stays and is shown again, unless another one is wanted by now.
    if (!isThere && this.#wanted === message.run) this.#wanted = this.#loop.run?.id ?? 0;
  }

  /** @param {Order} message @param {number} at */
  #order(message, at) {
    const { run } = this.#loop;
    if (run?.id !== message.run) return;
    if (message.type === 'pause') return this.#pause(at);
    if (at < this.#paused || (run.waits && !message.anyway)) return;
    if (message.type === 'go') run.go(message.pace);
    else run.step(message.steps);
    void this.#loop.work();
  }

  /** @param {number} at */
  #pause(at) {
    this.#paused = at;
    this.#loop.run?.pause();
  }

  /** @param {Extract<ToWorker, { type: 'agree' }>} message */
  #compare({ request, part, ...models }) {
    const held = this.#data.sets?.[part];
    const refuse = (/** @type {string} */ message) =>
      post({ type: 'runs/agreement', request, agreement: null, message });
    try {
      if (!held) return refuse('These data are not loaded.');
      post({ type: 'runs/agreement', request, agreement: agreementOf(held, models), message: '' });
    } catch (error) {
      if (!faultOf(error)) throw error;
      refuse(messageOf(error));
    }
  }

  /** @param {Extract<ToWorker, { type: 'apply model' }>} message */
  #apply({ request, ...question }) {
    this.#aboutModel((sets) => appliedModel(sets, question), (applied, message) =>
      post({ type: 'modelfile/applied', request, applied, message }));
  }

  /** @param {Extract<ToWorker, { type: 'explain scores' }>} message */
  #explain({ request, ...question }) {
    this.#aboutModel(({ train }) => explainedScores(train, question), (explanation, problem) =>
      post({ type: 'modelfile/explained', request, explanation, problem }));
  }

  /** @param {Extract<ToWorker, { type: 'follow documents' }>} message */
  #follow({ request, ...question }) {
    this.#aboutModel(({ train }) => followedDocuments(train, question), (value, problem) =>
      post({ type: 'modelfile/followed', request, value, problem }));
  }

  /**
   * Answers a question about the model of a file, or says why there is no answer.
   * @template T
   * @param {(sets: import('./read-data.js').Sets) => T} work
   * @param {(value: T | null, problem: string) => void} answer
   */
  #aboutModel(work, answer) {
    const { sets } = this.#data;
    try {
      if (!sets) return answer(null, 'No data are loaded.');
      answer(work(sets), '');
    } catch (error) {
      if (!faultOf(error)) throw error;
      answer(null, messageOf(error));
    }
  }

  /**
   * Answers every request. If a request fails, the reply has the reason and the run continues. A request about a run
   * that does not exist or is no longer wanted gets `request dropped`, and the page may repeat it.
   * @param {WorkerRequest} request
   */
  async #reply(request) {
    const { run } = this.#loop;
    const dropped = /** @type {const} */ ({ type: 'request dropped', run: request.run, request: request.type });
    if (run?.id !== request.run) return post(dropped);
    try {
      const { sets } = this.#data;
      if (!sets) return post(dropped);
      if (request.type !== 'snapshot') return post(answerTo(run.training, sets, request));
      const isWanted = () => this.#loop.run === run && this.#wanted === run.id;
      const snapshot = await takeSnapshot(run.id, run.training, sets.train, request, isWanted);
      post(snapshot ?? dropped);
    } catch (error) {
      if (!faultOf(error)) throw error;
      post({ type: 'request failed', run: run.id, request: request.type, failure: failureOf(error) });
    }
  }

  /** Reports an unexpected error. The state of this worker is then unknown. @param {unknown} error */
  #crashed(error) {
    this.#loop.run?.halt();
    post({ type: 'crashed', message: breakdownOf(error, takePanic()) });
  }
}
