// Runs a comparison: as a study, whose results the core reads as a table of methods. No DOM.

import { messageOf, problemOf } from '../../../core/errors.js';
import { isOpen } from '../../../store/panels.js';
import { fileChecksums } from '../../data/data-state.js';
import { StudyEngine } from '../study/study-engine.js';
import { NO_STUDY } from '../study/study-state.js';
import { obstacle } from './comparison-plan.js';
import { studyFiles, studyText } from './comparison-study.js';

/** @typedef {import('./comparison-state.js').ComparisonStore} Store */
/** @typedef {import('./comparison-state.js').ComparisonState} State */
/** @typedef {import('./comparison-state.js').Working} Working */
/** @typedef {import('../study/study-state.js').StudyView} StudyView */

/** @param {Store} store */
export function startComparisonRunner(store) {
  new ComparisonRunner(store).start();
}

class ComparisonRunner {
  #store;
  #engine;
  /** @type {StudyView} */
  #view = NO_STUDY;
  /** The comparison that the engine runs. */
  #id = 0;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    this.#engine = new StudyEngine({ get: () => this.#view, set: (change) => this.#set(change),
      opened: () => this.#opened(), receive() {} });
  }

  start() {
    const store = this.#store;
    store.subscribe((state, action, previous) => {
      if (action.type === 'comparison/start') void this.#begin(state);
      else if (state.comparison.status !== 'running' && previous.comparison.status === 'running') this.#engine.close();
    });
    // The plan is checked only while the panel is open.
    store.watch((state) => [
      isOpen(state, 'comparison'), state.comparison.choices, state.settings, state.data, state.comparison.ranker,
    ], ([open]) => {
      if (open) store.dispatch({ type: 'comparison/problem', problem: whyNot(store.get()) });
    });
    // The start of a comparison may have had this file fetched.
    if (store.get().comparison.status === 'running') void this.#begin(store.get());
  }

  /** @param {State} state */
  async #begin(state) {
    const { data, comparison: { id } } = state;
    this.#id = id;
    try {
      const text = studyText(state);
      const files = await studyFiles(state);
      const { comparison } = this.#store.get();
      if (!data || comparison.id !== id || comparison.status !== 'running') return;
      const { train = '', valid = '', test = '' } = fileChecksums(data) ?? {};
      this.#engine.open({ name: 'comparison', isBuiltIn: false, text, files,
        checksums: [train, valid ?? '', test ?? ''] });
    } catch (error) {
      this.#fail(id, messageOf(error));
    }
  }

  /** @param {number} id @param {string} message */
  #fail(id, message) {
    this.#store.dispatch({ type: 'comparison/failed', id, message });
  }

  #opened() {
    const jobs = (this.#view.cells ?? []).reduce((sum, { trainings }) => sum + trainings, 0);
    this.#engine.run();
    this.#store.dispatch({ type: 'comparison/planned', id: this.#id, jobs, workers: this.#view.workers });
  }

  /** @param {Partial<StudyView>} change */
  #set(change) {
    this.#view = { ...this.#view, ...change };
    const [store, id] = [this.#store, this.#id];
    const { crash, failure, faulty, note } = this.#view;
    if (change.crash || change.failure || change.status === 'failed') {
      const why = crash || (failure ? `${faulty}: ${failure.message}` : note);
      return this.#fail(id, `The comparison cannot go on. ${why}`);
    }
    if (change.measured?.comparison) store.dispatch({ type: 'comparison/table', id, ...change.measured.comparison });
    if (change.marks) store.dispatch({ type: 'comparison/working', id, working: this.#working() });
  }

  /** @returns {Working[]} */
  #working() {
    const { outline } = this.#view;
    return this.#engine.atWork.map(({ cell: { place, candidate, trainings }, trained }) => ({
      // The first axis is the data, the second the methods.
      row: place[1], trained, of: trainings,
      name: [outline?.axes[1].levels[place[1]], candidate.replace(/^c /, 'C ')].filter(Boolean).join(', ') }));
  }
}

/** Why nothing can be compared, or null. @param {State} state */
function whyNot(state) {
  const problem = obstacle(state);
  if (problem) return problem;
  try {
    studyText(state);
    return null;
  } catch (error) {
    return problemOf(error);
  }
}
