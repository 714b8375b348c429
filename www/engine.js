// The page's handle on the worker: turns intentions into messages and replies into actions.
// Starts the worker again when it dies or does not answer. No DOM.

import { PATIENCE, muchMemory, needOf } from './caution.js';
import { watchLifeline } from './lifeline.js';
import { paceOf } from './pace.js';
import { questionQueue } from './questions.js';
import { isWorking, newest } from './running.js';
import { sourcesOf } from './requests.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./reducer.js').Run} Run */
/** @typedef {import('./protocol.js').ToWorker} ToWorker */
/** @typedef {import('./protocol.js').FromWorker} FromWorker */
/** @typedef {import('./protocol.js').Sources} Sources */

const ANSWER = 150; // ms that the worker has to say that it is alive
const LATE = 30; // ms more, for answers that wait behind other work of the page
const START = 10_000; // ms that a worker in the place of another has to begin: its files are here already
const SETTLE = 250; // ms without a change of settings before an untrained run is made anew

/** What a question that failed was about, in words. @type {Partial<Record<import('./protocol.js').Question['type'], string>>} */
const REFUSED = {
  value: 'This ranking cannot be valued.', 'try all': 'These rankings cannot be valued.',
  motion: 'The history of this iteration cannot be shown.', certificate: 'The history of this iteration cannot be shown.',
};

/**
 * @param {Store} store
 * @param {(settings: State['settings']) => State['problem']} check
 */
export function startEngine(store, check) {
  /** @type {Worker} */
  let worker;
  /** @type {Sources | null} What is loaded, to load it again in a new worker. */
  let loaded = null;
  /** Wishes under way; those that nobody has yet agreed to are not sent. @type {Map<number, { sources: Sources, sent: boolean }>} */
  const asked = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let overdue;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let starting;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;
  /** The runs that the present worker was told to prepare. */
  let prepared = new Set();
  // A worker that is still being fetched and compiled has no duty to answer.
  let awake = false;
  // Until it holds its lifeline, its end would not be heard of.
  let watched = false;
  // Fetched beside the worker, not with the page, and not when a file is chosen: then nothing is asked of the network.
  const estimating = import('./estimate.js');
  estimating.catch(() => {});
  const questions = questionQueue(store, (message) => post(message));

  /** @param {ToWorker} message */
  const post = (message) => {
    if (message.type === 'prepare') prepared.add(message.run);
    worker.postMessage(message);
  };

  /** What a data set will be trained with first. @param {import('./reducer.js').Request} request */
  const settingsFor = (request) => ({ ...store.get().settings, ...request.settings });

  const spawn = () => {
    worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    const mine = worker;
    worker.onmessage = ({ data }) => { if (mine === worker) receive(data); };
    worker.onerror = (event) => {
      event.preventDefault();
      if (mine === worker) lose(event.message || 'The worker could not be started.');
    };
    questions.clear();
    prepared = new Set();
    awake = watched = false;
    // Load 0 is nobody's: its replies are dropped, the data are simply there again.
    if (loaded) post({ type: 'load', load: 0, sources: loaded, settings: null });
    const { loading } = store.get();
    if (loading && asked.get(loading.load)?.sent) send(loading);
    const { run } = store.get();
    if (run?.gone && run.status !== 'lost') revive(run);
    askAgreement(store.get());
  };

  /** Has the worker read what is asked for. @param {import('./reducer.js').Loading} loading */
  const send = ({ load, request }) => {
    const wish = asked.get(load);
    if (!wish) return;
    wish.sent = true;
    post({ type: 'load', load, sources: wish.sources, settings: settingsFor(request) });
  };

  /** Looks at the head of files first: what takes much memory waits until somebody agrees. @param {import('./reducer.js').Loading} loading */
  const weigh = async (loading) => {
    const wish = asked.get(loading.load);
    const files = [wish?.sources.train, wish?.sources.valid, wish?.sources.test].flatMap((source) => (source?.kind === 'blob' ? [source] : []));
    if (!files.length) return send(loading);
    const copies = { split: Boolean(wish?.sources.holdOut), scaled: settingsFor(loading.request).scale !== 'none' };
    let held = null;
    try {
      const { estimateOf } = await estimating;
      const all = await Promise.all(files.map(async ({ name, blob }) => {
        const estimate = await estimateOf(blob);
        return { name, ...estimate, ...needOf(estimate, copies) };
      }));
      const [largest] = all.toSorted((a, b) => b.bytes - a.bytes);
      const bytes = all.reduce((sum, one) => sum + one.bytes, 0);
      if (bytes > muchMemory(/** @type {{ deviceMemory?: number }} */ (navigator).deviceMemory)) held = { ...largest, bytes };
    } catch {
      // A file that cannot be read is told by the worker, with its name.
    }
    const { loading: now } = store.get();
    if (now?.load !== loading.load) return asked.delete(loading.load);
    if (held) store.dispatch({ type: 'load held', load: loading.load, held });
    else send(loading);
  };

  /** Asks what two kept models agree on, if somebody waits for the answer. @param {State} state */
  const askAgreement = ({ archive: { agreement } }) => {
    if (agreement?.status !== 'working') return;
    const { question, first, second, part, measure, p } = agreement;
    post({ type: 'agree', question, first, second, part, measure, p });
  };

  const respawn = () => {
    clearTimeout(overdue);
    clearTimeout(starting);
    const had = awake;
    worker.terminate();
    spawn();
    // Ended before it held its lifeline, it could not be missed otherwise. Once only: what never begins is not begun for ever.
    if (had && navigator.locks) starting = setTimeout(() => { if (!watched) lose('The new one did not begin.'); }, START);
  };

  /** Another worker for the same data and run. */
  const replace = () => {
    store.dispatch({ type: 'worker replaced' });
    respawn();
    const { run } = store.get();
    if (run?.status === 'lost' && !run.reports.length && !run.refused) store.dispatch({ type: 'reset' });
  };

  /** @param {string} message */
  const lose = (message) => {
    store.dispatch({ type: 'worker lost', message });
    respawn();
  };

  /**
   * Posts, and gives the worker a moment to answer before it is replaced.
   * @param {ToWorker} message
   * @param {() => void} otherwise
   */
  const postOrElse = (message, otherwise) => {
    clearTimeout(overdue);
    // What is handled late by a busy page was not answered late.
    if (awake) overdue = setTimeout(() => { overdue = setTimeout(otherwise, LATE); }, ANSWER);
    post(message);
  };

  /** @param {FromWorker} message */
  const receive = (message) => {
    awake = true;
    questions.arrived(message);
    switch (message.type) {
      case 'awake': {
        const mine = worker;
        watched = true;
        return watchLifeline(message.lock, () => { if (mine === worker) lose('The browser ended it, perhaps because memory is short.'); });
      }
      case 'alive': return clearTimeout(overdue);
      case 'question failed':
        if (message.question === 'try all') store.dispatch({ type: 'own failed' });
        if (message.run === store.get().run?.id) store.dispatch({ type: 'alert', alert: { title: REFUSED[message.question] ?? 'This iteration cannot be shown.', detail: message.failure.message, problems: message.failure.problems, total: message.failure.total } });
        return;
      case 'question dropped': return questions.consider();
      case 'run failed': {
        store.dispatch(message);
        // The run before came back, but the worker that had it was replaced.
        const { run } = store.get();
        if (!run || prepared.has(run.id)) return;
        store.dispatch({ type: 'worker replaced' });
        const back = store.get().run;
        return back && revive(back);
      }
      case 'crashed': return lose(message.message);
      case 'progress': return store.dispatch({ ...message, type: 'loading' });
      case 'loaded':
        // It was done a moment before it was cancelled, or before something else was chosen: now it has what nobody wants.
        if (message.load !== 0 && message.load !== store.get().loading?.load) return replace();
        loaded = asked.get(message.load)?.sources ?? loaded;
        asked.delete(message.load);
        return store.dispatch(message);
      default: return store.dispatch(message);
    }
  };

  /** @param {Run} run */
  const begin = (run) => {
    const message = /** @type {const} */ ({ type: 'prepare', run: run.id, settings: run.settings, again: -1, patience: PATIENCE });
    postOrElse(message, () => {
      respawn();
      post(message);
      goOn(store.get().run);
    });
    goOn(run);
  };

  /** @param {Run | null} run */
  const goOn = (run) => {
    // Who presses Train once the page has told what it takes knows.
    const anyway = Boolean(run?.overview);
    if (run?.status === 'running') post({ type: 'go', run: run.id, pace: paceOf(store.get().pace), anyway });
    if (run?.status === 'stepping') post({ type: 'step', run: run.id, steps: run.steps ?? 1, anyway });
  };

  /** Has the iterations of the reports made again, so that they can be looked at and gone on with. @param {Run} run */
  const revive = (run) => {
    post({ type: 'prepare', run: run.id, settings: run.settings, again: run.reports.length - 1, patience: Infinity });
    goOn(run);
  };

  spawn();
  store.subscribe((state, action, previous) => {
    const { run } = state;
    if (action.type === 'load' && state.loading) {
      asked.clear();
      asked.set(state.loading.load, { sources: sourcesOf(state.loading.request, state.loading.seed), sent: false });
      void weigh(state.loading);
    }
    if (action.type === 'load anyway' && state.loading) send(state.loading);
    if (action.type === 'cancel load' && previous.loading) {
      const sent = asked.get(previous.loading.load)?.sent;
      asked.clear();
      if (sent) postOrElse({ type: 'cancel', load: previous.loading.load }, replace);
    }
    if (state.settings !== previous.settings) {
      const problem = check(state.settings);
      store.dispatch({ type: 'problem', problem });
      clearTimeout(settling);
      if (run && run === previous.run && newest(run) === 0 && !isWorking(run) && !problem) {
        settling = setTimeout(() => { if (newest(store.get().run) === 0 && !isWorking(store.get().run)) store.dispatch({ type: 'reset' }); }, SETTLE);
      }
    }
    // A run that came back after a failed one is still the worker's.
    if (run && run.id !== previous.run?.id && run.id === state.runs && action.type !== 'run failed') begin(run);
    else if (run && (action.type === 'train' || action.type === 'step') && run.status !== previous.run?.status) (previous.run?.status === 'lost' ? revive : goOn)(run);
    if (action.type === 'pace') goOn(run?.status === 'running' ? run : null);
    if (action.type === 'pause' && run && run.status !== previous.run?.status) post({ type: 'pause', run: run.id });
    if (state.archive.agreement?.question !== previous.archive.agreement?.question) askAgreement(state);
    questions.consider();
  });
}
