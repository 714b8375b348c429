// Carries out what the page around the frame asks for, by the actions of a user. No DOM.

import { ownRequest } from '../../data/data-request.js';
import { reachState } from '../../driver/state-driver.js';
import { isExpensive } from '../../run/training/resource-limits.js';
import { answerLog } from '../../learn/lessons/answer-log.js';
import { modelAs } from '../export/export-files.js';
import { ofRun } from '../../../lib/of-run.js';
import { viewOf } from '../links/url-reader.js';
import { readSettings, shown } from '../links/read-settings.js';
import { OPTIONAL } from '../links/url-settings.js';
import { runResult } from './run-result.js';

/** @typedef {import('./run-result.js').State} State */
/** @typedef {import('../../learn/lessons/lesson-state.js').LessonsAction} Action */
/** @typedef {import('../../../store/store.js').Store<State, Action>} Store */
/** @typedef {import('./messages.js').HostMessage} HostMessage */
/** @typedef {import('../links/url.js').World} World */
/** @template {HostMessage['type']} T @typedef {Extract<HostMessage, { type: T }>} Of */
/** `open`: opens a link by its fragment. `setTheme`: of the whole page. @typedef {{ world: World,
 *   open: (fragment: string) => void, setTheme: (theme: 'system' | 'light' | 'dark') => void,
 *   picture: (state: State) => string | null }} Tools */

/** Why data were not loaded, where the driver has no words for it. @type {Record<string, string>} */
const NOT_LOADED = {
  user: 'other data were chosen meanwhile',
  held: 'the data are large: the reader has to confirm them on the page',
  lost: 'the worker that read the data was lost',
};
/** Why a run was not trained to its end. @type {Record<string, string>} */
const NOT_TRAINED = {
  user: 'the reader took the run over: paused it, or chose other data',
  run: 'there is no run that can be trained: set data, and settings that fit them',
};
const EXPENSIVE = 'an iteration takes long: the reader has to confirm the training on the page';
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
      case 'set-state': return this.#setState(message);
      case 'set-theme':
        this.#tools.setTheme(message.theme);
        return {};
      case 'open-lesson': return this.#openLesson(message);
      case 'train': return this.#train();
      case 'get-result': return { result: runResult(this.#store.get()) };
      case 'get-model': return { model: this.#model() };
      case 'get-picture': return { svg: this.#tools.picture(this.#store.get()) };
      default: return { statements: answerLog(this.#store).statements };
    }
  }

  /** @param {Of<'set-data'>} message */
  #setData({ letor, name, validation, test }) {
    /** @param {import('./messages.js').Text | null} text @param {string} file */
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
        reject(new Error(first ? `line ${first.line}: ${first.problem}` : NOT_LOADED[why] ?? problem));
      },
    }));
  }

  /** @param {Of<'set-state'>} message */
  #setState(message) {
    if ('link' in message) return this.#openLink(message.link);
    return 'query' in message ? this.#setQuery(message.query) : this.#setSettings(message.settings);
  }

  /** @param {Record<string, unknown>} settings */
  #setSettings(settings) {
    const state = this.#store.get();
    const { defaults } = state.catalog;
    const known = [...Object.keys(defaults), ...OPTIONAL];
    const words = new Map(Object.entries(settings).map(([key, value]) => [key,
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

  /** Chooses a query by its id, null for the one with the greatest slack. @param {string | null} id */
  async #setQuery(id) {
    const row = id === null ? null : (await this.#rows()).find((one) => one.id === id);
    if (row === undefined) throw new Error(`the run uses no query “${shown(id ?? '')}”`);
    this.#store.dispatch({ type: 'query', query: row?.query ?? null });
    return { ignored: [] };
  }

  /** Returns the queries of the run, which come soon after the data. */
  #rows() {
    return this.#once(({ run, snapshot, loading }) => {
      if (!loading && (!run || run.status === 'lost')) throw new Error(NOT_TRAINED.run);
      return ofRun(snapshot, run)?.rows ?? null;
    });
  }

  /** Trains the run to its end. */
  async #train() {
    const { settings } = this.#store.get();
    const problem = this.#tools.world.check(settings);
    if (problem) throw new Error(problem.message);
    const ended = new Promise((resolve, reject) => {
      reachState(this.#store, { settings, trained: Infinity, yieldsTo: 'controls', arrived: resolve,
        givenUp: ({ why = '', problem: words }) => reject(new Error(NOT_TRAINED[why] ?? words)) });
    });
    const held = this.#once((state) => {
      if (isExpensive(state)) throw new Error(EXPENSIVE);
      return state.run?.stop ?? null;
    });
    await Promise.race([ended, held.then(() => ended)]);
    return { result: runResult(this.#store.get()) };
  }

  /** Returns the model file of the run, as the page saves it; null before its first iteration. */
  #model() {
    const state = this.#store.get();
    const model = ofRun(state.runs.latest, state.run)?.model;
    return model === undefined ? null : modelAs(state, model, 'json', 'rankscope');
  }

  /** @param {string} fragment */
  #openLink(fragment) {
    const { world, open } = this.#tools;
    const { embed, picture } = this.#store.get().lessons;
    const isSaid = /(^|&)(embed|picture)=/.test(fragment);
    const whole = fragment + (isSaid ? '' : picture ? `&picture=${picture}` : embed ? '&embed=true' : '');
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
   * Follows the state until there is a value.
   * @template T
   * @param {(state: State) => T | null} read returns the value, or null to wait; throws if it will not come
   * @returns {Promise<T>}
   */
  async #once(read) {
    return read(this.#store.get()) ?? this.#until(() => read(this.#store.get()));
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
