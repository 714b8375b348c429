// The lesson that is open, how far somebody has got in it, and what lessons and links leave out of the page. Pure.

import { INITIAL_FIELDS } from './address.js';
import { newest, sameSettings } from './running.js';

/** @typedef {import('./lesson-format.js').Lesson} Lesson */
/** @typedef {import('./lesson-figures.js').Shot} Shot */
/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */

/** What somebody answered: the number of a choice, or a number of theirs. @typedef {{ choice: number } | { number: number }} Answer */

/**
 * `phase`: the page is being brought to where the step wants it · it is there · it could not be.
 * `shots`: what was seen in each step, and after its question; `remembered`: those with a name.
 * `packed`: the whole lesson as a link holds it, null for lessons of the page and for those too long.
 * @typedef {{ id: string | null, lesson: Lesson, packed: string | null, step: number, phase: 'setting' | 'there' | 'failed', problem: string,
 *   answers: Record<number, Answer>, shots: Record<number, { now?: Shot, after?: Shot }>, remembered: Record<string, Shot> }} Open
 */

/**
 * What was there before a lesson, to be put back. `settings` are those of the run, `next` those that were changed but not trained yet, null where there were none.
 * `panels` that were open.
 * @typedef {{ request: import('./reducer.js').Request, seed: number, settings: TrainingSettings, next: TrainingSettings | null, trained: number, ended: boolean,
 *   iteration: number | null, query: number | null, panels: string[], fields: Partial<State> }} Before
 */

/**
 * `shelf`: the page's own lessons, once they were read. `wanted`: how often to open the chooser was asked for.
 * `before`: kept while a lesson is open; `left`: whether to put it back is being asked. `hide`: what the link leaves out.
 * @typedef {{ shelf: { id: string, lesson: Lesson }[] | null, choosing: boolean, done: string[], open: Open | null, before: Before | null, left: boolean,
 *   problems: { name: string, problems: string[] } | null, hide: string[], embed: boolean, all: boolean }} Lessons
 */

/**
 * `lesson file` and `restore` are intentions that change little by themselves.
 * @typedef {{ type: 'lessons', choosing: boolean }
 *   | { type: 'lesson shelf', shelf: { id: string, lesson: Lesson }[], done: string[] }
 *   | { type: 'lesson file', file: File }
 *   | { type: 'lesson refused', name: string, problems: string[] }
 *   | { type: 'open lesson', id: string | null, lesson: Lesson, packed: string | null, step: number }
 *   | { type: 'lesson step', step: number }
 *   | { type: 'lesson answer', answer: Answer }
 *   | { type: 'lesson there', step: number, after: boolean, shot: Shot }
 *   | { type: 'lesson failed', problem: string }
 *   | { type: 'lesson done', id: string }
 *   | { type: 'leave lesson' } | { type: 'restore', restore: boolean }
 *   | { type: 'lesson view', panels: string[], fields: Partial<State>, seed: number }
 *   | { type: 'show all', all: boolean }} LessonAction
 */

/** @type {Lessons} */
export const NO_LESSONS = { shelf: null, choosing: false, done: [], open: null, before: null, left: false, problems: null, hide: [], embed: false, all: false };

/** What is left out of the page now. @param {Lessons} lessons @returns {string[]} */
export function hidden({ hide, open, all }) {
  return all ? [] : [...new Set([...hide, ...(open?.lesson.hide ?? [])])];
}

/** Whether the question of a step has been answered, and what it asked for is there. @param {Open} open @param {number} [step] */
export function isRevealed({ step: present, answers, shots }, step = present) {
  return answers[step] !== undefined && shots[step]?.after !== undefined;
}

/**
 * @param {State} state
 * @param {LessonAction | Extract<import('./linking.js').LinkAction, { type: 'open link' }>} action
 * @returns {State}
 */
export function reduceLessons(state, action) {
  const old = state.lessons;
  switch (action.type) {
    case 'open link': return { ...state, lessons: { ...old, hide: action.view.hide, embed: action.view.embed, all: false, open: null, before: null, left: false } };
    case 'lesson view': return { ...state, ...INITIAL_FIELDS, ...action.fields, seed: action.seed, panels: Object.fromEntries(action.panels.map((panel) => [panel, true])) };
    case 'open lesson': {
      const { id, lesson, packed, step } = action;
      const open = { id, lesson, packed, step: within(lesson, step), phase: /** @type {const} */ ('setting'), problem: '', answers: {}, shots: {}, remembered: {} };
      return { ...state, lessons: { ...old, open, before: old.before ?? beforeOf(state), left: false, choosing: false, problems: null, all: false } };
    }
    default: return { ...state, lessons: reduced(old, action) };
  }
}

/** @param {Lessons} old @param {Exclude<LessonAction, { type: 'lesson view' | 'open lesson' }>} action @returns {Lessons} */
function reduced(old, action) {
  const { open } = old;
  switch (action.type) {
    case 'lessons': return { ...old, choosing: action.choosing, problems: null };
    case 'lesson shelf': return { ...old, shelf: action.shelf, done: action.done };
    case 'lesson refused': return { ...old, problems: { name: action.name, problems: action.problems }, choosing: true };
    case 'lesson done': return old.done.includes(action.id) ? old : { ...old, done: [...old.done, action.id] };
    case 'show all': return { ...old, all: action.all };
    case 'leave lesson': return open ? { ...old, open: null, left: old.before !== null, all: false } : old;
    case 'restore': return { ...old, before: null, left: false };
    case 'lesson step': return open ? { ...old, open: { ...open, step: within(open.lesson, action.step), phase: 'setting', problem: '' } } : old;
    case 'lesson answer': return open ? { ...old, open: { ...open, phase: 'setting', problem: '', answers: { ...open.answers, [open.step]: action.answer } } } : old;
    case 'lesson failed': return open ? { ...old, open: { ...open, phase: 'failed', problem: action.problem } } : old;
    case 'lesson there': {
      if (!open) return old;
      const { shot, step, after } = action;
      const { remember, question } = open.lesson.steps[step];
      const name = after ? question?.remember : remember;
      const seen = { ...open.shots[step], [after ? 'after' : 'now']: shot };
      return { ...old, open: { ...open, phase: step === open.step && (after || open.answers[step] === undefined) ? 'there' : open.phase, shots: { ...open.shots, [step]: seen }, remembered: name ? { ...open.remembered, [name]: shot } : open.remembered } };
    }
    default: return old;
  }
}

/** @param {Lesson} lesson @param {number} step */
function within({ steps }, step) {
  return Math.min(steps.length - 1, Math.max(0, Math.trunc(step) || 0));
}

/** @param {State} state @returns {Before | null} */
function beforeOf({ data, run, settings, cursor, query, panels, shown, inspectorTab }) {
  if (!data) return null;
  const trained = run && !run.refused ? run.settings : settings;
  return {
    request: data.request, seed: data.seed, settings: trained, next: sameSettings(settings, trained) ? null : settings, trained: newest(run), ended: Boolean(run?.stop),
    iteration: cursor.follow ? null : cursor.iteration, query, panels: Object.keys(panels).filter((panel) => panels[panel]), fields: { shown, inspectorTab },
  };
}
