// Reads lessons from the page's files, from a teacher's file and from links. A lesson that arrives after a newer action
// of the user is dropped. Fetched when a lesson is first wanted.

import { LONGEST_FILE, LONGEST_LESSON } from '../../share/links/url.js';
import { messageOf } from '../../../core/errors.js';
import { whyUnreadable } from '../../../lib/file-problem.js';
import { LESSONS } from './lesson-list.js';
import { fetchLesson, savedDone, saveDone } from './library.js';
import { refuseLesson } from './refuse-lesson.js';

/** @typedef {import('./lesson-state.js').LessonsStore} Store */
/** @typedef {import('./lesson-state.js').LessonsAction} Action */
/** @typedef {import('./schema-values.js').LessonWorld} World */
/**
 * `id`: of a lesson of the page. `packed`: the whole lesson, for links; null if it is too long or not needed.
 * @typedef {{ id: string | null, step: number, packed: string | null }} Origin
 */

/** Actions after which a lesson that is still being read is no longer wanted. */
const INTENTS = new Set(['links/open', 'lessons/begin', 'lessons/plan', 'lessons/open', 'lessons/file',
  'lessons/leave']);

export class LessonSource {
  #store;
  #world;
  #readLesson;
  #intents = 0; // number of such actions so far
  #isReadingLibrary = false;

  /** @param {Store} store @param {World} world @param {typeof import('./schema.js').readLesson} readLesson */
  constructor(store, world, readLesson) {
    this.#store = store;
    this.#world = world;
    this.#readLesson = readLesson;
  }

  /** @param {Action} action @param {boolean} opensMap whether it opens the map of lessons */
  follow(action, opensMap) {
    if (INTENTS.has(action.type)) this.#intents += 1;
    const { lessons } = this.#store.get();
    const isWhole = lessons.shelf?.length === LESSONS.length;
    if (opensMap && !isWhole) void this.#readLibrary();
    if (action.type === 'lessons/plan' && lessons.plan) void this.#readLink(lessons.plan[0], 0);
    if (action.type === 'lessons/begin') void this.#readLink(action.id, 0);
    if (action.type === 'lessons/file') void this.#readFile(action.file);
    if (action.type === 'links/open' && action.view.lesson) void this.#readLink(action.view.lesson, action.view.step);
    // A lesson of a link may be done before the list has been read.
    if (action.type === 'lessons/done') saveDone([...new Set([...savedDone(), ...lessons.done])]);
  }

  /** @param {File} file */
  async #readFile(file) {
    if (file.size > 4 * LONGEST_FILE) {
      const [size, most] = [file.size, LONGEST_FILE].map((number) => number.toLocaleString('en-US'));
      return refuseLesson(this.#store, file.name,
        [`the file has ${size} bytes; a lesson has at most ${most} characters`]);
    }
    return this.#read(file.name, async () => {
      const problem = await whyUnreadable(file);
      if (problem) throw new Error(problem);
      const text = await file.text();
      return { text, id: null, step: 0, packed: await packLesson(text) };
    });
  }

  /** A lesson that a link names or holds. @param {string} named @param {number} step */
  async #readLink(named, step) {
    if (!named.startsWith('~')) {
      return this.#read(named, async () => ({ text: await fetchLesson(named), id: named, step, packed: null }));
    }
    return this.#read('the lesson of this link', async () => {
      const { unpack } = await import('../../../lib/compress-text.js');
      const text = await (await unpack(named.slice(1))).text();
      return { text, id: null, step, packed: named };
    });
  }

  /**
   * Opens a lesson when it has been read, unless it is no longer wanted.
   * @param {string} name
   * @param {() => Promise<{ text: string } & Origin>} get
   */
  async #read(name, get) {
    const intent = this.#intents;
    try {
      const { text, ...origin } = await get();
      const { lesson, problems } = this.#readLesson(text, this.#world);
      if (intent !== this.#intents) return;
      if (lesson) this.#store.dispatch({ type: 'lessons/open', lesson, ...origin });
      else refuseLesson(this.#store, name, problems);
    } catch (error) {
      if (intent === this.#intents) refuseLesson(this.#store, name, [messageOf(error)], false);
    }
  }

  /** The page's own lessons, for their map. */
  async #readLibrary() {
    if (this.#isReadingLibrary) return;
    this.#isReadingLibrary = true;
    const read = await Promise.allSettled(
      LESSONS.map(async (id) => ({ id, ...this.#readLesson(await fetchLesson(id), this.#world) })));
    const shelf = read.flatMap((one) => {
      if (one.status === 'rejected' || !one.value.lesson) return [];
      const { id, lesson } = one.value;
      return [{ id, lesson }];
    });
    this.#isReadingLibrary = false;
    this.#store.dispatch({ type: 'lessons/library', shelf, done: savedDone() });
    const problems = read.flatMap((one, at) => {
      const problems = one.status === 'rejected' ? [messageOf(one.reason)] : one.value.problems;
      return problems.map((problem) => `${LESSONS[at]}: ${problem}`);
    });
    const isFaulty = read.every(({ status }) => status === 'fulfilled');
    const { lessons, panels } = this.#store.get();
    // The reason why a lesson was refused stays, and nobody is led back to a map that was left.
    if (problems.length && !lessons.problems && panels.lessons) {
      this.#store.dispatch({ type: 'lessons/refused', name: 'Some lessons of this page', problems, isFaulty });
    }
  }
}

/** A lesson as a link holds it; null where it is too long. @param {string} text */
export async function packLesson(text) {
  const { pack } = await import('../../../lib/compress-text.js');
  const packed = await pack(new Blob([text]), LONGEST_LESSON);
  return packed && `~${packed}`;
}
