// Opens links and keeps the address in step with the page. Never adds to the history.

import { LONGEST_LINES, PARTS, addressOf, sampleChecksum, viewOf } from './address.js';
import { checksumOf } from './core.js';
import { messageOf } from './fault.js';
import { pack, unpack } from './packing.js';
import { TO_THE_END, isWorking, newest } from './running.js';
import { ownRequest } from './requests.js';
import { FIRST_SAMPLE, SAMPLES, sampleRequest } from './samples.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./reducer.js').Action} Action */
/** @typedef {import('./reducer.js').Request} Request */
/** @typedef {import('./address.js').View} View */

const WRITE = 400; // least ms between two changes of the address: Safari refuses more than 100 in 30 s

/** Intentions that end the opening of a link: somebody has taken over. */
const OTHERS = new Set(['load', 'cancel load', 'train', 'pause', 'step', 'reset', 'cursor', 'settings', 'query']);

/**
 * @param {Store} store
 * @param {import('./address.js').Check} check
 */
export function startLinks(store, check) {
  const world = { catalog: store.get().catalog, check, samples: SAMPLES, first: FIRST_SAMPLE };
  /** @type {{ view: View, ignored: string[], load: number, here: boolean, begun: boolean, trained: boolean, seen: boolean } | null} The link being opened. */
  let opening = null;
  /** @type {{ view: View, ignored: string[], offers: Map<import('./protocol.js').Part, import('./linking.js').Offer> } | null} The link that waits for files. */
  let waiting = null;
  /** @type {{ blob: Blob, text: string | null } | null} The pasted lines, packed. */
  let packed = null;
  /** @type {WeakSet<Action>} What this file dispatched itself. */
  const mine = new WeakSet();
  let written = -WRITE;
  let opened = 0; // links so far
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;

  /** @param {Action} action */
  const dispatch = (action) => {
    mine.add(action);
    store.dispatch(action);
  };
  /** @param {string} title @param {string} detail */
  const warn = (title, detail) => dispatch({ type: 'alert', alert: { title, detail, problems: [], total: 0 } });

  /** The address of what is shown now. */
  const address = () => {
    const { data } = store.get();
    const source = data?.request.pasted ? data.request.train : null;
    return addressOf(store.get(), source?.kind === 'blob' && packed?.blob === source.blob ? packed.text : null, world);
  };

  const write = () => {
    clearTimeout(later);
    later = undefined;
    if (opening || waiting) return;
    const fragment = address();
    if (fragment === null || `#${fragment}` === (location.hash || '#')) return;
    written = performance.now();
    history.replaceState(history.state, '', fragment ? `#${fragment}` : location.pathname + location.search);
  };
  const schedule = () => { later ??= setTimeout(write, Math.max(0, written + WRITE - performance.now())); };

  /** @param {View} view @param {string[]} ignored @param {Request} request */
  const load = (view, ignored, request) => {
    waiting = null;
    opening = { view, ignored, load: store.get().loads + 1, here: false, begun: false, trained: view.trained === 0, seen: view.query === null };
    dispatch({ type: 'link closed' });
    dispatch({ type: 'load', request: { ...request, settings: view.settings } });
  };

  /** @param {string} fragment */
  const open = async (fragment) => {
    const { view, ignored } = viewOf(fragment, world);
    opening = waiting = null;
    opened += 1;
    const turn = opened;
    dispatch({ type: 'open link', view });
    if (view.lesson) return tell(ignored);
    if (view.files.length) {
      waiting = { view, ignored, offers: new Map() };
      const first = sampleRequest(FIRST_SAMPLE);
      if (!store.get().data && first) dispatch({ type: 'load', request: first });
      return;
    }
    let request = view.sample === null ? null : sampleRequest(view.sample);
    if (view.lines) {
      try {
        request = { ...ownRequest(new File([await unpack(view.lines)], 'pasted lines'), null, null, store.get()), pasted: true, holdOut: false };
      } catch (error) {
        ignored.push(`lines: they cannot be unpacked. ${messageOf(error)}`);
      }
      if (turn !== opened) return;
    }
    request ??= sampleRequest(FIRST_SAMPLE);
    if (request) load(view, ignored, { ...request, holdOut: view.holdOut ?? request.holdOut });
  };

  /** Files were chosen for a link that waits for them. @param {File[]} files */
  const offered = async (files) => {
    const asked = waiting;
    if (!asked) return;
    const { wanted } = store.get().link;
    dispatch({ type: 'link refused', refused: [], anyhow: false, note: 'Reading …' });
    try {
      const { isRight, placed } = await import('./placing.js');
      const read = await Promise.all(files.map(async (file) => ({ file, checksum: await checksumOf(file) })));
      if (waiting !== asked) return;
      const { offers, unused } = placed(wanted, asked.offers, read);
      asked.offers = offers;
      if (wanted.every((one) => isRight(one, offers.get(one.part)))) return take();
      const refused = wanted.flatMap((one) => {
        const offer = offers.get(one.part);
        return offer && !isRight(one, offer) ? [{ name: offer.file.name, checksum: offer.checksum }] : [];
      });
      const missing = wanted.filter(({ part }) => !offers.has(part)).map(({ name }) => name);
      const notes = [missing.length && `Still needed: ${missing.join(', ')}.`, unused.length && `Not used: ${unused.map(({ file }) => file.name).join(', ')}.`];
      dispatch({ type: 'link refused', refused, anyhow: !missing.length, note: notes.filter(Boolean).join(' ') });
    } catch (error) {
      if (waiting === asked) dispatch({ type: 'link refused', refused: [], anyhow: false, note: `It could not be read: ${messageOf(error)}` });
    }
  };

  /** Loads the files that were offered, whatever their checksums. */
  const take = () => {
    if (!waiting) return;
    const { view, ignored, offers } = waiting;
    const base = view.sample === null ? null : sampleRequest(view.sample);
    const [train, valid, test] = PARTS.map((part) => offers.get(part)?.file ?? null);
    /** @param {File | null} file @returns {import('./protocol.js').Source | null} */
    const source = (file) => file && { kind: 'blob', name: file.name, blob: file };
    const request = train ? ownRequest(train, valid, test, store.get())
      : base && { ...base, sample: null, valid: source(valid) ?? base.valid, test: source(test) ?? base.test };
    if (request) load(view, ignored, { ...request, holdOut: view.holdOut ?? Boolean(base?.holdOut) });
  };

  /** @param {string[]} ignored @param {string} [changed] the name of a sample that is not what it was */
  const tell = (ignored, changed) => {
    const passed = ignored.length ? ignored.slice(0, 6).join('; ') + (ignored.length > 6 ? `; and ${ignored.length - 6} more.` : '.') : '';
    if (changed) warn('This link was made with other data.', `The sample ${changed} has changed since then, so figures differ from those that were shared.${passed && ` Parts of the link were passed over: ${passed}`}`);
    else if (passed) warn('Parts of this link were passed over.', passed);
  };

  /** Goes on with the link being opened, as far as the last action allows. @param {Action} action */
  const goOn = (action) => {
    if (!opening) return;
    const { run, loading, look, data, alert, loads } = store.get();
    const { view } = opening;
    if (action.type === 'load failed' && !loading && loads === opening.load) {
      opening = null;
      // A page without data is no page.
      const first = data ? null : sampleRequest(FIRST_SAMPLE);
      if (!first) return schedule();
      const load = store.get().loads + 1;
      const stop = store.subscribe((_state, later) => {
        if (later.type !== 'loaded' || later.load !== load) return;
        stop();
        if (alert) dispatch({ type: 'alert', alert });
      });
      return dispatch({ type: 'load', request: first });
    }
    if (action.type === 'loaded' && action.load === opening.load) {
      opening.here = true;
      const changed = view.checksum !== null && data !== null && sampleChecksum(data) !== view.checksum;
      return tell(opening.ignored, changed ? data.request.name : undefined);
    }
    // Until then the run is that of the old data.
    if (!opening.here) return;
    if (run?.refused || run?.gone || run?.status === 'lost') {
      opening = null;
      return schedule();
    }
    // Iteration 0 is there: train as far as the run had got.
    if (run?.status === 'ready' && !opening.trained && !opening.begun) {
      opening.begun = true;
      return dispatch({ type: 'step', steps: view.ended ? TO_THE_END : view.trained, whole: true });
    }
    if ((action.type === 'paused' || action.type === 'stopped') && run && !isWorking(run) && newest(run) > 0) opening.trained = true;
    if (action.type === 'look' && look?.rows && !opening.seen && view.query !== null) {
      opening.seen = true;
      if (look.rows.some(({ query }) => query === view.query)) {
        dispatch({ type: 'query', query: view.query });
        if (view.pair) dispatch({ type: 'pair', pair: { query: view.query, first: view.pair[0], second: view.pair[1] } });
      } else tell([...opening.ignored, `query: number ${view.query} is not among the queries that this run uses`]);
    }
    if (!opening.trained || !opening.seen) return;
    opening = null;
    if (view.iteration !== null && view.iteration !== newest(run)) dispatch({ type: 'cursor', iteration: view.iteration });
    if (Object.keys(view.next).length) dispatch({ type: 'settings', change: view.next });
    schedule();
  };

  store.subscribe((state, action, previous) => {
    if (action.type === 'link files') void offered(action.files);
    if (action.type === 'link anyhow') take();
    if (action.type === 'link closed' && !mine.has(action)) waiting = null;
    if (!mine.has(action) && OTHERS.has(action.type)) {
      opening = null;
      if (action.type === 'load' && waiting) {
        waiting = null;
        dispatch({ type: 'link closed' });
      }
    }
    if (state.data !== previous.data && state.data?.request.pasted && state.data.request.train.kind === 'blob') {
      const { blob } = state.data.request.train;
      void pack(blob, LONGEST_LINES).then((text) => {
        packed = { blob, text };
        schedule();
      });
    }
    goOn(action);
    schedule();
  });
  addEventListener('hashchange', () => {
    const fragment = location.hash.slice(1);
    // The page's own anchors are no links to a state.
    if (fragment && !document.getElementById(fragment)) void open(fragment);
    else schedule();
  });

  return {
    /** Opens the link in the address, if there is one. */
    start() {
      const fragment = location.hash.slice(1);
      const request = sampleRequest(FIRST_SAMPLE);
      if (fragment && !document.getElementById(fragment)) void open(fragment);
      else if (request) dispatch({ type: 'load', request });
    },
    /** The whole address of what is shown now, which the address bar then shows too. */
    link() {
      write();
      const fragment = address();
      return location.href.replace(/#.*$/s, '') + (fragment ? `#${fragment}` : '');
    },
  };
}
