// Asks the worker for everything that panels show of an iteration: one question at a time, of each kind always the newest, only
// while somebody looks at the answer, and while training never so often that training would suffer. No DOM.

import { decayKey, pairOf, previewSettings } from './insight.js';
import { ownRanking } from './microscope.js';
import { isOpen } from './reducer.js';
import { isWorking, newest } from './running.js';
import { decayKind, heeds, methodOf } from './settings.js';

/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./reducer.js').Run} Run */
/** @typedef {import('./protocol.js').Question} Question */
/** @typedef {import('./protocol.js').Inspection} Inspection */

/** @typedef {{ run: Run, iteration: number, inspection: Inspection | null }} Shown the iteration that all panels show */

/**
 * `answer`: the message that answers it. `key`: what the answer depends on, where that is not the question itself.
 * @typedef {{ type: Question['type'], answer: import('./protocol.js').FromWorker['type'],
 *   wanted: (state: State, shown: Shown) => Question | null, key?: (question: Question, state: State) => string }} Kind
 */

const REST = 120; // least ms between two questions while training
const SHARE = 5; // training gets at least this many times the duration of a question

/** The look leads: all others are about the iteration and the query that it shows. @type {Kind} */
const LOOK = {
  type: 'look', answer: 'look',
  wanted({ cursor, query, look, data, inspectorTab }, { run }) {
    const rows = !look?.rows || look.run !== run.id || look.iteration !== cursor.iteration;
    return { type: 'look', run: run.id, iteration: cursor.iteration, query, rows, pictures: Boolean(data?.request.picture), tab: inspectorTab };
  },
  key: (question) => JSON.stringify({ ...question, rows: null }),
};

/** @type {Kind[]} */
const OTHERS = [
  {
    type: 'value', answer: 'own valued',
    wanted(state, { run, iteration, inspection }) {
      const ranking = ownRanking(state);
      return state.inspectorTab === 'own' && inspection && ranking ? { type: 'value', run: run.id, iteration, query: inspection.query, ranking } : null;
    },
  },
  {
    type: 'try all', answer: 'tried all',
    wanted: ({ microscope: { own } }, { run, iteration, inspection }) => (own.trying && inspection ? { type: 'try all', run: run.id, iteration, query: inspection.query } : null),
  },
  {
    type: 'motion', answer: 'motion',
    wanted: (state, { run, iteration, inspection }) => (isOpen(state, 'slow-motion') && inspection ? { type: 'motion', run: run.id, iteration, query: inspection.query } : null),
    // The QP and the update are known once the next iteration is.
    key: (question, { run }) => JSON.stringify(question) + ('iteration' in question && run?.reports[question.iteration + 1] ? ' whole' : ''),
  },
  {
    type: 'certificate', answer: 'certificate',
    wanted: (state, { run, iteration }) => (isOpen(state, 'certificate') ? { type: 'certificate', run: run.id, iteration, page: state.travel.page } : null),
  },
  {
    type: 'explain', answer: 'explained',
    wanted(state, { run, iteration, inspection }) {
      const pair = isOpen(state, 'explanation') ? pairOf(state.insight, inspection) : null;
      return pair && { type: 'explain', run: run.id, iteration, ...pair };
    },
  },
  {
    type: 'preview', answer: 'previewed',
    wanted(state, { run, iteration, inspection }) {
      const settings = previewSettings(state);
      if (!settings || !inspection || decayKind(settings.decay) !== 'list' || !heeds(methodOf(state.catalog, run.settings), 'decay')) return null;
      return { type: 'preview', run: run.id, iteration, query: inspection.query, settings, decay: decayKey(settings) };
    },
  },
  {
    type: 'model', answer: 'modelled',
    wanted: ({ insight }, { run }) => (insight.exporting ? { type: 'model', run: run.id, until: isWorking(run) ? -1 : newest(run) } : null),
  },
];

/**
 * @param {import('./store.js').Store} store
 * @param {(question: Question) => void} post
 */
export function questionQueue(store, post) {
  const kinds = [LOOK, ...OTHERS].map((kind) => ({ ...kind, sent: '' }));
  /** The open question; one about a run that is gone keeps no other waiting. @type {{ run: number, type: Question['type'], began: number } | null} */
  let open = null;
  let notBefore = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const consider = () => {
    const state = store.get();
    const { run, cursor, look } = state;
    if (!run?.reports[cursor.iteration] || run.gone) return;
    const shown = look?.run === run.id ? { run, iteration: look.iteration, inspection: look.inspection } : null;
    for (const kind of kinds) {
      const question = kind.answer === 'look' ? kind.wanted(state, { run, iteration: cursor.iteration, inspection: null }) : shown && kind.wanted(state, shown);
      const key = question ? kind.key?.(question, state) ?? JSON.stringify(question) : '';
      // What nobody looks at any more may be asked again.
      if (!question) kind.sent = '';
      if (!question || key === kind.sent || open?.run === run.id) continue;
      const now = performance.now();
      const wait = isWorking(run) && cursor.iteration === newest(run) ? notBefore - now : 0;
      clearTimeout(timer);
      if (wait > 0) {
        timer = setTimeout(consider, wait);
        return;
      }
      kind.sent = key;
      open = { run: run.id, type: question.type, began: now };
      // Next time the others come first, so that none waits for ever.
      kinds.push(...kinds.splice(kinds.indexOf(kind), 1));
      post(question);
      return;
    }
  };

  return {
    consider,
    /** A message came that may be the answer. @param {import('./protocol.js').FromWorker} message */
    arrived(message) {
      if (!open) return;
      const kind = kinds.find(({ type }) => type === open?.type);
      const unanswered = (message.type === 'question failed' || message.type === 'question dropped') && message.question === open.type;
      if (message.type !== kind?.answer && !unanswered) return;
      const run = message.type === 'look' ? message.look.run : 'run' in message ? message.run : open.run;
      if (run !== open.run) return;
      const now = performance.now();
      notBefore = now + Math.max(REST, SHARE * (now - open.began));
      open = null;
      // Should its run come back, it is asked once more.
      if (kind && message.type === 'question dropped') kind.sent = '';
    },
    /** Forgets what was asked of a worker that is gone. */
    clear() {
      open = null;
      for (const kind of kinds) kind.sent = '';
    },
  };
}
