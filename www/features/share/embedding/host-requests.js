// Carries out what the page around the frame asks for, by the actions of a user. No DOM.

import { ownRequest } from '../../data/data-request.js';
import { reachState } from '../../driver/state-driver.js';
import { answerLog } from '../../learn/lessons/answer-log.js';
import { viewOf } from '../links/url-reader.js';
import { readSettings, shown } from '../links/read-settings.js';
import { OPTIONAL } from '../links/url-settings.js';
import { runResult } from './run-result.js';

/** @typedef {import('../../learn/lessons/lesson-state.js').LessonsStore} Store */
/** @typedef {import('../../learn/lessons/lesson-state.js').LessonsAction} Action */
/** @typedef {import('./messages.js').HostMessage} HostMessage */
/** @typedef {import('../links/url.js').World} World */
/** @template {HostMessage['type']} T @typedef {Extract<HostMessage, { type: T }>} Of */
/** `open`: opens a link by its fragment. `setTheme`: of the whole page. @typedef {{ world: World,
 *   open: (fragment: string) => void, setTheme: (theme: 'system' | 'light' | 'dark') => void }} Tools */

/** Why data were not loaded, where the driver has no words for it. @type {Record<string, string>} */
const WHY = {
  user: 'other data were chosen meanwhile',
  held: 'the data are large: the reader has to confirm them on the page',
  lost: 'the worker that read the data was lost',
};
const LESSON_OF_HOST = 'the lesson of the host page';

export class HostRequests {
  #store;
  #tools;

  /** @param {Store} store @param {Tools} tools */
  constructor(store, tools) {
    this.#store = store;
    this.#tools = tools;
  }

  /** Returns the fields of the reply. Throws the reason why it cannot be done. @param {HostMessage} message */
  async answer(message) {
    switch (message.type) {
      case 'set-data': return this.#setData(message);
      case 'set-state': return message.link === null ? this.#setSettings(message) : this.#openLink(message.link);
      case 'set-theme':
        this.#tools.setTheme(message.theme);
        return {};
      case 'open-lesson': return this.#openLesson(message);
      case 'get-result': return { result: runResult(this.#store.get()) };
      default: return { statements: answerLog(this.#store).statements };
    }
  }

  /** @param {Of<'set-data'>} message */
  #setData({ letor, name, validation, test }) {
    /** @param {string | null} text @param {string} file */
    const fileOf = (text, file) => (text === null ? null : new File([text], file));
    const request = ownRequest(new File([letor], name), fileOf(validation, `${name}, validation`),
      fileOf(test, `${name}, test`), this.#store.get());
    return new Promise((resolve, reject) => reachState(this.#store, {
      request: { ...request, pasted: validation === null && test === null }, yieldsTo: 'data', isUnattended: true,
      arrived: ({ data }) => {
        const { queries, documents, features } = data?.summaries.train ?? {};
        resolve({ data: { queries, documents, features } });
      },
      givenUp: ({ why = '', problem, failure }) => {
        const [first] = failure?.problems ?? [];
        reject(new Error(first ? `line ${first.line}: ${first.problem}` : WHY[why] ?? problem));
      },
    }));
  }

  /** @param {Of<'set-state'>} message */
  #setSettings({ settings }) {
    const state = this.#store.get();
    const { defaults } = state.catalog;
    const known = [...Object.keys(defaults), ...OPTIONAL];
    const words = new Map(Object.entries(settings ?? {}).map(([key, value]) => [key,
      value === null ? 'none' : Array.isArray(value) ? value.join(' ') : String(value)]));
    const unknown = [...words.keys()].find((key) => !known.includes(key));
    if (unknown !== undefined) {
      throw new Error(`“${shown(unknown)}” is no setting; settings are ${known.join(', ')}`);
    }
    /** @type {string[]} */
    const problems = [];
    const wanted = readSettings('', state.settings, defaults, words, this.#tools.world.check,
      (key, value, why) => problems.push(`${shown(key)}: “${shown(value)}” ${why}`));
    if (problems.length) throw new Error(problems.join('; '));
    this.#store.dispatch({ type: 'settings', change: wanted });
    return { ignored: [] };
  }

  /** @param {string} fragment */
  #openLink(fragment) {
    const { world, open } = this.#tools;
    const { embed } = this.#store.get().lessons;
    const whole = embed && !/(^|&)embed=/.test(fragment) ? `${fragment}&embed=true` : fragment;
    open(whole);
    return { ignored: viewOf(whole, world).ignored };
  }

  /** @param {Of<'open-lesson'>} message */
  async #openLesson({ name, lesson, step }) {
    /** @type {Action} */
    const opening = name !== null ? { type: 'lessons/begin', id: name }
      : { type: 'lessons/file', file: new File([lesson ?? ''], LESSON_OF_HOST) };
    const opened = this.#until((action) => {
      if (action === opening) return null;
      const isOther = action.type === 'lessons/begin' || action.type === 'lessons/file'
        || (action.type === 'lessons/open' && action.id !== name);
      if (isOther) throw new Error('another lesson was opened meanwhile');
      if (action.type === 'lessons/refused' && action.name === (name ?? LESSON_OF_HOST)) {
        throw new Error(action.problems.join('; '));
      }
      if (action.type === 'lessons/leave' || action.type === 'links/open') throw new Error('the reader left it');
      if (action.type !== 'lessons/open') return null;
      return { title: action.lesson.title, steps: action.lesson.steps.length };
    });
    this.#store.dispatch(opening);
    const about = await opened;
    if (step > 1) this.#store.dispatch({ type: 'lessons/step', step: step - 1 });
    return { lesson: about };
  }

  /**
   * Follows the store until an action decides.
   * @template T
   * @param {(action: Action) => T | null} decide returns the result, or null to wait; throws if it failed
   * @returns {Promise<T>}
   */
  #until(decide) {
    return new Promise((resolve, reject) => {
      const stop = this.#store.subscribe((_state, action) => {
        try {
          const result = decide(action);
          if (result === null) return;
          resolve(result);
        } catch (error) {
          reject(error);
        }
        stop();
      });
    });
  }
}
