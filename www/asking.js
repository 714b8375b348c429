// Questions to the worker beside the look: two documents explained, another decay profile tried, the model.
// One of each kind at a time, always the newest, and only while somebody looks at the answer.

import { decayKey, pairOf, previewSettings } from './insight.js';
import { isOpen, isWorking, newest } from './reducer.js';
import { decayKind, heeds, methodOf } from './settings.js';

/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./protocol.js').Question} Question */

const REST = 120; // least ms between two questions of a kind while training

/** @type {{ answer: import('./protocol.js').Answer['type'], wanted: (state: State, run: import('./reducer.js').Run) => Question | null }[]} */
const KINDS = [
  {
    answer: 'explained',
    wanted(state, run) {
      const { look, cursor, insight } = state;
      if (!isOpen(state, 'explanation') || look?.run !== run.id || look.iteration !== cursor.iteration) return null;
      const pair = pairOf(insight, look.inspection);
      return pair && { type: 'explain', run: run.id, iteration: cursor.iteration, ...pair };
    },
  },
  {
    answer: 'previewed',
    wanted(state, run) {
      const { look, cursor, catalog } = state;
      const settings = previewSettings(state);
      if (!settings || decayKind(settings.decay) !== 'list' || !heeds(methodOf(catalog, run.settings), 'decay')) return null;
      if (look?.run !== run.id || look.iteration !== cursor.iteration || !look.inspection) return null;
      return { type: 'preview', run: run.id, iteration: cursor.iteration, query: look.inspection.query, settings, decay: decayKey(settings) };
    },
  },
  {
    answer: 'modelled',
    wanted: ({ insight }, run) => (insight.exporting ? { type: 'model', run: run.id, until: isWorking(run) ? -1 : newest(run) } : null),
  },
];

/**
 * @param {import('./store.js').Store} store
 * @param {(message: Question) => void} post
 */
export function startAsking(store, post) {
  // `waiting`: the run that was asked about; the worker forgets questions about runs that are gone.
  const kinds = KINDS.map((kind) => ({ ...kind, sent: '', waiting: 0, notBefore: 0 }));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const consider = () => {
    const state = store.get();
    const { run, cursor } = state;
    if (!run?.reports[cursor.iteration] || run.status === 'lost') return;
    for (const kind of kinds) {
      const question = kind.waiting === run.id ? null : kind.wanted(state, run);
      const key = question ? JSON.stringify(question) : '';
      if (!question || key === kind.sent) continue;
      const wait = isWorking(run) ? kind.notBefore - performance.now() : 0;
      if (wait > 0) {
        clearTimeout(timer);
        timer = setTimeout(consider, wait);
        continue;
      }
      Object.assign(kind, { sent: key, waiting: run.id, notBefore: performance.now() + REST });
      post(question);
    }
  };

  store.subscribe((_state, action) => {
    const kind = kinds.find(({ answer }) => answer === action.type);
    if (kind && 'run' in action && action.run === kind.waiting) kind.waiting = 0;
    consider();
  });
  return {
    /** Forgets what was asked of a worker that is gone. */
    clear() {
      for (const kind of kinds) Object.assign(kind, { sent: '', waiting: 0 });
    },
  };
}
