// State of lessons: the open lesson with its step and answers, and the parts of the page that are hidden. Pure.

import { openPanels } from '../../../store/panels.js';
import { newest, sameSettings } from '../../run/training/run-state.js';
import { LESSONS } from './lesson-list.js';

/** @typedef {import('./schema.js').Lesson} Lesson */
/** @typedef {import('./expressions.js').LessonSnapshot} LessonSnapshot */
/** @typedef {import('../../share/links/url.js').Fields} Fields */
/** @typedef {import('../../share/links/link-state.js').LinksState} LinksState */
/** @typedef {import('../../../core/protocol.js').TrainingSettings} TrainingSettings */

/**
 * An answer: the index of a choice, or a number.
 * @typedef {{ choice: number } | { number: number }} Answer
 */

/** @typedef {import('./order-target.js').Order} Order */

/**
 * `phase`: the page is being set up for the step · it is set up · that failed.
 * `snapshots`: of each step, and after its question; `remembered`: those with a name.
 * `packed`: the whole lesson for a link; null for lessons of the page and for lessons that are too long.
 * @typedef {{ id: string | null, lesson: Lesson, packed: string | null, step: number, phase: 'setting' | 'there'
 *   | 'failed', problem: string,
 *   answers: Record<number, Answer>, snapshots: Record<number, { now?: LessonSnapshot, after?: LessonSnapshot }>,
 *   remembered: Record<string, LessonSnapshot>, order: Order | null }} Open
 */

/**
 * The state before a lesson, to be restored. `settings` are those of the run. `next` are changed settings that were not
 * trained yet, or null. `panels` are those that were open.
 * @typedef {{ request: import('../../data/data-state.js').DataRequest, seed: number, settings: TrainingSettings,
 *   next: TrainingSettings | null, trained: number, ended: boolean,
 *   iteration: number | null, query: number | null, panels: string[], fields: Fields }} Before
 */

/**
 * `shelf`: the page's lessons, once they are read. `plan`: the lessons of a lecture that follow each other, null
 * outside of a lecture. `before`: kept while a lesson is open, and put back when the reader leaves the lesson. `hide`:
 * the parts that the link hides, and `picture` the one that it shows alone. `problems`: why a lesson could not be
 * opened. `isFaulty`: they are faults in it; otherwise it could not be read.
 * @typedef {{ shelf: { id: string, lesson: Lesson }[] | null, done: string[], plan: string[] | null, open: Open | null,
 *   before: Before | null, problems: { name: string, problems: string[], isFaulty: boolean } | null,
 *   hide: string[], embed: boolean, picture: string | null, all: boolean }} Lessons
 */

/**
 * `lessons/file` only starts other actions. `lessons/plan` begins the first lesson of a plan. `keep` of
 * `lessons/leave`: the data and the run of the lesson stay.
 * @typedef {{ type: 'lessons/library', shelf: { id: string, lesson: Lesson }[], done: string[] }
 *   | { type: 'lessons/plan', plan: string[] }
 *   | { type: 'lessons/file', file: File } | { type: 'lessons/begin', id: string }
 *   | { type: 'lessons/refused', name: string, problems: string[], isFaulty: boolean }
 *   | { type: 'lessons/open', id: string | null, lesson: Lesson, packed: string | null, step: number }
 *   | { type: 'lessons/step', step: number }
 *   | { type: 'lessons/answer', answer: Answer }
 *   | { type: 'lessons/ready', step: number, after: boolean, snapshot: LessonSnapshot }
 *   | { type: 'lessons/failed', problem: string }
 *   | ({ type: 'lessons/order' } & Order)
 *   | { type: 'lessons/done', id: string }
 *   | { type: 'lessons/leave', keep?: true }
 *   | { type: 'lessons/show all', all: boolean }} LessonAction
 */

/** @typedef {{ lessons: Lessons }} LessonsSlice */

/**
 * The slices that lessons read.
 * @typedef {LinksState & LessonsSlice & import('../../ratings/ratings-state.js').RatingsSlice
 *   & import('../../library/comparison/comparison-state.js').ComparisonSlice} LessonsState
 */
/**
 * @typedef {LessonAction | import('../../share/links/link-state.js').LinksAction
 *   | import('../../ratings/ratings-state.js').RatingsAction
 *   | import('../../library/comparison/comparison-state.js').ComparisonAction} LessonsAction
 */
/** @typedef {import('../../../store/store.js').Store<LessonsState, LessonsAction>} LessonsStore */

/** @type {Lessons} */
export const NO_LESSONS = { shelf: null, done: [], plan: null, open: null, before: null, problems: null, hide: [],
  embed: false, picture: null, all: false };

/** Returns the parts that are hidden now. @param {Lessons} lessons @returns {string[]} */
export function hidden({ hide, open, all }) {
  return all ? [] : [...new Set([...hide, ...(open?.lesson.hide ?? [])])];
}

/**
 * Returns whether the question of a step is answered and the run for its reveal is ready.
 * @param {Open} open
 * @param {number} [step]
 */
export function isRevealed({ step: present, answers, snapshots }, step = present) {
  return answers[step] !== undefined && snapshots[step]?.after !== undefined;
}

/**
 * @template {LessonsState} S
 * @param {S} state
 * @param {LessonAction | Extract<import('../../share/links/link-state.js').LinkAction, { type: 'links/open' }>} action
 * @returns {S}
 */
export function reduceLessons(state, action) {
  const old = state.lessons;
  switch (action.type) {
    case 'links/open': return { ...state,
      lessons: { ...old, hide: action.view.hide, embed: action.view.embed, picture: action.view.picture, all: false,
        open: null, before: null, problems: null, plan: planOf(action.view.plan) } };
    case 'lessons/open': {
      const { id, lesson, packed, step } = action;
      const open = { id, lesson, packed, step: within(lesson, step), phase: /** @type {const} */ ('setting'),
        problem: '', answers: {}, snapshots: {}, remembered: {}, order: null };
      return { ...withoutMap(state),
        lessons: { ...old, open, before: old.before ?? beforeOf(state), problems: null, all: false,
          // A lesson beside the plan ends the lecture.
          plan: id !== null && old.plan?.includes(id) ? old.plan : null } };
    }
    case 'lessons/step': return { ...withoutMap(state), lessons: reduced(old, action) };
    default: return { ...state, lessons: reduced(old, action) };
  }
}

/** The step of a lesson stands in the place of the map. @template {LessonsState} S @param {S} state @returns {S} */
function withoutMap(state) {
  return state.panels.lessons ? { ...state, panels: { ...state.panels, lessons: false } } : state;
}

/**
 * @param {Lessons} old
 * @param {LessonAction} action
 * @returns {Lessons}
 */
function reduced(old, action) {
  const { open } = old;
  switch (action.type) {
    case 'lessons/library': return { ...old, shelf: action.shelf, done: action.done };
    case 'lessons/refused': {
      const { name, problems, isFaulty } = action;
      return { ...old, problems: { name, problems, isFaulty } };
    }
    case 'lessons/done': return old.done.includes(action.id) ? old : { ...old, done: [...old.done, action.id] };
    case 'lessons/show all': return { ...old, all: action.all };
    case 'lessons/plan': return { ...old, plan: planOf(action.plan) };
    case 'lessons/leave': return open ? { ...old, open: null, before: null, all: false } : old;
    case 'lessons/step': return open
      ? { ...old, open: { ...open, step: within(open.lesson, action.step), phase: 'setting', problem: '' } } : old;
    case 'lessons/answer': return open
      ? { ...old,
      open: { ...open, phase: 'setting', problem: '', answers: { ...open.answers, [open.step]: action.answer } } }
      : old;
    case 'lessons/order': return open
      ? { ...old, open: { ...open, order: { list: action.list, values: action.values } } } : old;
    case 'lessons/failed': return open ? { ...old, open: { ...open, phase: 'failed', problem: action.problem } } : old;
    case 'lessons/ready': {
      if (!open) return old;
      const { snapshot, step, after } = action;
      const { remember, question } = open.lesson.steps[step];
      const name = after ? question?.remember : remember;
      const seen = { ...open.snapshots[step], [after ? 'after' : 'now']: snapshot };
      return { ...old,
        open: { ...open,
          phase: step === open.step && (after || open.answers[step] === undefined) ? 'there' : open.phase,
          snapshots: { ...open.snapshots, [step]: seen },
          remembered: name ? { ...open.remembered, [name]: snapshot } : open.remembered } };
    }
    default: return old;
  }
}

/**
 * Returns the lessons of the page in a plan, each once; null without any.
 * @param {string[]} plan
 */
function planOf(plan) {
  const known = [...new Set(plan)].filter((id) => LESSONS.includes(id));
  return known.length ? known : null;
}

/** The lesson after the open one, in the plan or on the page; undefined after the last. @param {Lessons} lessons */
export function lessonAfter({ open, plan }) {
  const order = plan ?? LESSONS;
  return open?.id == null ? undefined : order[order.indexOf(open.id) + 1];
}

/** @param {Lesson} lesson @param {number} step */
function within({ steps }, step) {
  return Math.min(steps.length - 1, Math.max(0, Math.trunc(step) || 0));
}

/** @param {LessonsState} state @returns {Before | null} */
function beforeOf(state) {
  const { data, run, settings, cursor, query, shown, inspectorTab, onePerGroup } = state;
  if (!data) return null;
  const trained = run && !run.refused ? run.settings : settings;
  return {
    request: data.request, seed: data.seed, settings: trained, next: sameSettings(settings, trained) ? null : settings,
    trained: newest(run), ended: Boolean(run?.stop),
    iteration: cursor.follow ? null : cursor.iteration, query, panels: openPanels(state),
    fields: { shown, inspectorTab, onePerGroup },
  };
}
