// Brings the page to where a step of a lesson wants it, by the same intentions as a person's, one after the other; then keeps what is seen.
// Reads lessons from beside the page, from files and from links. No DOM.

import { LONGEST_LESSON } from './address.js';
import { greedyOf } from './core.js';
import { messageOf } from './fault.js';
import { told } from './labels.js';
import { LONGEST_FILE, readLesson, viewOfWish, wishAt } from './lesson-format.js';
import { LESSONS, fetchLesson, savedDone, saveDone } from './lessons.js';
import { pack, unpack } from './packing.js';
import { TO_THE_END, isWorking, newest, sameSettings } from './running.js';
import { ownRequest } from './requests.js';
import { FIRST_SAMPLE, SAMPLES, sampleRequest } from './samples.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./reducer.js').Action} Action */
/** @typedef {import('./reducer.js').Request} Request */
/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */

/**
 * Where the page is to be brought. `trained`: iterations, infinite for all of them; `iteration` null: the last.
 * `data` tells whether the data that are there will do.
 * @typedef {{ data: string, request: Request, seed: number, settings: TrainingSettings, trained: number, iteration: number | null, query: number | null,
 *   panels: string[], fields: Partial<import('./reducer.js').State>, arrived: () => void }} Target
 */

/** Intentions of a person that end the way to a step: somebody has taken over. */
const OTHERS = new Set(['load', 'train', 'pause', 'open link']);
/** Those after which a lesson that is still being read is not wished for any more. */
const WISHES = new Set(['open link', 'open lesson', 'lesson file', 'leave lesson', 'restore']);

/** @param {Store} store @param {import('./address.js').Check} check */
export function startLessons(store, check) {
  const world = { catalog: store.get().catalog, check, samples: SAMPLES, first: FIRST_SAMPLE };
  /** @type {Target | null} */
  let target = null;
  /** @type {{ data: string, request: Request } | null} What this file loaded last. */
  let own = null;
  /** @type {Action | null} What was dispatched, until it has been heard. */
  let pending = null;
  let viewed = false;
  /** How often somebody has wished for a lesson or something else: a lesson that comes after another wish comes too late. */
  let wishes = 0;

  /** @param {Action} action */
  const dispatch = (action) => {
    pending = action;
    store.dispatch(action);
  };
  /** @param {Target} wanted */
  const pursue = (wanted) => {
    target = wanted;
    viewed = false;
    goOn();
  };

  /** The next intention on the way to the target, if it is not there yet. */
  const goOn = () => {
    if (!target || pending) return;
    const { data, loading, run, cursor, query, look, settings } = store.get();
    const { trained, iteration } = target;
    if (!viewed) {
      viewed = true;
      return dispatch({ type: 'lesson view', panels: target.panels, fields: target.fields, seed: target.seed });
    }
    if (!data || data.request !== own?.request || own.data !== target.data) {
      if (loading && loading.request === own?.request && own.data === target.data) return;
      own = { data: target.data, request: { ...target.request, settings: target.settings } };
      return dispatch({ type: 'load', request: own.request });
    }
    // Settings that the page had before do not matter: those of the step are put in their place.
    const problem = check(target.settings);
    if (!run || run.refused || run.status === 'lost' || problem) return fail(problem ? told(store.get().catalog, problem) : 'The data cannot be trained with the settings of this step.');
    if (run.status === 'preparing' || run.gone) return;
    if (!sameSettings(settings, target.settings)) return dispatch({ type: 'settings', change: { decay_cut: undefined, cut_off: undefined, ...target.settings } });
    const last = newest(run);
    const ended = run.status === 'stopped';
    if (!sameSettings(run.settings, target.settings) || (last > trained) || (run.status === 'running' && trained !== Infinity)) return dispatch({ type: 'reset' });
    if (isWorking(run)) return;
    if (last < trained && !ended) return dispatch({ type: 'step', steps: trained === Infinity ? TO_THE_END : trained - last, whole: true });
    if (!run.reports[last]) return;
    if (cursor.iteration !== Math.min(iteration ?? last, last)) return dispatch({ type: 'cursor', iteration: iteration ?? last });
    if (query !== target.query) return dispatch({ type: 'query', query: target.query });
    if (look?.run !== run.id || look.iteration !== cursor.iteration || !look.rows || (query !== null && look.inspection && look.inspection.query !== query)) return;
    const { arrived } = target;
    target = null;
    arrived();
  };

  /** @param {string} problem */
  const fail = (problem) => {
    target = null;
    dispatch({ type: 'lesson failed', problem });
  };

  /** What the page shows now. @returns {import('./lesson-figures.js').Shot | null} */
  const shot = () => {
    const { run, look, cursor } = store.get();
    if (!run || !look) return null;
    return {
      reports: run.reports, stop: run.stop, overview: run.overview, iteration: cursor.iteration, inspection: look.inspection, rows: look.rows ?? [],
      weights: look.weights, settings: run.settings, greedy: look.inspection && greedyOf(run.settings, look.inspection),
    };
  };

  /** Brings the page to the present step. */
  const play = () => {
    const { open } = store.get().lessons;
    if (!open) return;
    const { lesson } = open;
    const owed = owedBefore(open);
    const step = owed?.step ?? open.step;
    const after = owed?.after ?? open.answers[step] !== undefined;
    const wish = wishAt(lesson, step, after);
    const { view } = viewOfWish(wish, world);
    const lines = Array.isArray(wish.data) ? wish.data.join('\n') : wish.data;
    const sample = sampleRequest(view.sample ?? FIRST_SAMPLE);
    /** @type {Request | null} */
    const request = typeof lines === 'string' ? { ...ownRequest(new File([`${lines}\n`], 'lines of the lesson'), null, null, store.get()), pasted: true, holdOut: false }
      : sample && { ...sample, holdOut: view.holdOut ?? sample.holdOut };
    if (!request) return;
    pursue({
      data: JSON.stringify([lines ?? view.sample, request.holdOut, view.seed]), request, seed: view.seed, settings: view.settings,
      trained: view.ended ? Infinity : view.trained, iteration: view.iteration, query: view.query, panels: view.panels, fields: view.fields,
      arrived() {
        const seen = shot();
        if (seen) store.dispatch({ type: 'lesson there', step, after, shot: seen });
        if (owed) play();
      },
    });
  };

  /** @param {string} name @param {string} text @param {string | null} id @param {number} step @param {string | null} packed */
  const open = (name, text, id, step, packed) => {
    const { lesson, problems } = readLesson(text, world);
    if (!lesson) return refuse(name, problems);
    store.dispatch({ type: 'open lesson', id, lesson, packed, step });
  };
  /** @param {string} name @param {string[]} problems */
  const refuse = (name, problems) => {
    store.dispatch({ type: 'lesson refused', name, problems });
    // A page without data is no page.
    const first = sampleRequest(FIRST_SAMPLE);
    if (!store.get().data && !store.get().loading && first) store.dispatch({ type: 'load', request: first });
  };

  /** @param {File} file */
  const readFile = async (file) => {
    if (file.size > 4 * LONGEST_FILE) return refuse(file.name, [`the file has ${file.size.toLocaleString('en-US')} bytes; a lesson has at most ${LONGEST_FILE.toLocaleString('en-US')} characters`]);
    const wish = wishes;
    try {
      const text = await file.text();
      const packed = await packLesson(text);
      if (wish === wishes) open(file.name, text, null, 0, packed);
    } catch (error) {
      if (wish === wishes) refuse(file.name, [`it could not be read: ${messageOf(error)}`]);
    }
  };

  /** A lesson that a link names or holds. @param {string} named @param {number} step */
  const fromLink = async (named, step) => {
    const wish = wishes;
    const held = named.startsWith('~');
    const name = held ? 'the lesson of this link' : named;
    try {
      const text = held ? await (await unpack(named.slice(1))).text() : await fetchLesson(named);
      if (wish === wishes) open(name, text, held ? null : named, step, held ? named : null);
    } catch (error) {
      if (wish === wishes) refuse(name, [`it could not be read: ${messageOf(error)}`]);
    }
  };

  const readShelf = async () => {
    const read = await Promise.allSettled(LESSONS.map(async (id) => ({ id, ...readLesson(await fetchLesson(id), world) })));
    const shelf = read.flatMap((one) => (one.status === 'fulfilled' && one.value.lesson ? [{ id: one.value.id, lesson: one.value.lesson }] : []));
    store.dispatch({ type: 'lesson shelf', shelf, done: savedDone() });
    const wrong = read.flatMap((one, at) => (one.status === 'rejected' ? [`${LESSONS[at]}: ${messageOf(one.reason)}`] : one.value.problems.map((problem) => `${LESSONS[at]}: ${problem}`)));
    if (wrong.length) store.dispatch({ type: 'lesson refused', name: 'Some lessons of this page', problems: wrong });
  };

  store.subscribe((state, action, previous) => {
    if (action === pending) pending = null;
    else if (OTHERS.has(action.type) && target) fail('You took over the controls before this step was ready.');
    const { lessons } = state;
    const { before } = previous.lessons;
    if (WISHES.has(action.type)) wishes += 1;
    if (action.type === 'lessons' && action.choosing && !lessons.shelf) void readShelf();
    if (action.type === 'lesson file') void readFile(action.file);
    if (action.type === 'open link' && action.view.lesson) void fromLink(action.view.lesson, action.view.step);
    if (action.type === 'open lesson' || action.type === 'lesson step' || action.type === 'lesson answer') play();
    if (action.type === 'leave lesson') target = null;
    if (action.type === 'lesson done') saveDone(lessons.done);
    if (action.type === 'load failed' && target && !state.loading) fail(action.failure.message);
    if (action.type === 'restore' && action.restore && before) {
      pursue({
        data: 'before', request: before.request, seed: before.seed, settings: before.settings, trained: before.ended ? Infinity : before.trained, iteration: before.iteration,
        query: before.query, panels: before.panels, fields: before.fields, arrived() {
          if (before.next) store.dispatch({ type: 'settings', change: { decay_cut: undefined, cut_off: undefined, ...before.next } });
        },
      });
    }
    goOn();
  });
}

/**
 * The first earlier step whose run should have been remembered and was not: a link may open a lesson in the middle.
 * @param {import('./lesson-state.js').Open} open
 */
function owedBefore({ lesson, step: present, remembered, answers }) {
  for (const [step, { remember, question }] of lesson.steps.slice(0, present + 1).entries()) {
    // What a question of the present step remembers comes when it is answered.
    if (remember && !remembered[remember] && (step < present || answers[step] !== undefined)) return { step, after: false };
    if (question?.remember && !remembered[question.remember] && step < present) return { step, after: true };
  }
  return null;
}

/** A lesson as a link holds it; null where it is too long. @param {string} text */
async function packLesson(text) {
  const packed = await pack(new Blob([text]), LONGEST_LESSON);
  return packed && `~${packed}`;
}
