// Brings studies of files and links into the state, and follows what the user does with them.

import { messageOf } from '../../../core/errors.js';
import { lazy } from '../../../lib/lazy.js';
import { sentence } from '../../../lib/format.js';
import { isOpen } from '../../../store/panels.js';
import { download } from '../../../ui/download.js';
import { program } from '../../../wasm/rankscope.js';
import { pictureOf } from './figures/kept-picture.js';
import { openCell } from './open-cell.js';
import { openRatingsCell } from './open-ratings-cell.js';
import { chosenOn, onLoadedData, unreadable } from './own-data.js';
import { EXPORTS, fileName } from './export-files.js';
import { NOTHING_OPEN, StudyEngine } from './study-engine.js';
import { linkOf, studyOfFiles, studyOfLink } from './study-source.js';
import { paperOf } from './study-state.js';

/** @typedef {import('./study-state.js').StudyStore} Store */
/** @typedef {import('./study-state.js').Chosen} Chosen */
/** @typedef {import('./study-state.js').StudyState} State */
/** @typedef {import('./study-state.js').StudyView} StudyView */

const figures = lazy(() => import('./figures/figures.js'));

/** Starts the desk, which lives as long as the page. @param {Store} store */
export function startStudyRunner(store) {
  new StudyRunner(store).start();
}

class StudyRunner {
  #store;
  #engine;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    this.#engine = new StudyEngine({ get: () => this.#study, set: (change) => this.#set(change), opened() {},
      receive: (message) => this.#receive(message) });
  }

  start() {
    this.#engine.start();
    this.#store.subscribe((state, action, previous) => this.#follow(state, action, previous));
    void this.#engine.isKept().then((isKept) => this.#set({ isKept }));
    void this.#showFigures();
    const { wanted, linked } = this.#study;
    if (wanted) void this.#take(wanted);
    else if (linked) void this.#followLink(linked);
  }

  get #study() {
    return this.#store.get().study;
  }

  /** Fetches the figures of the gallery, and reads which results the device has of them. */
  async #showFigures() {
    try {
      const { PAPERS } = await figures();
      this.#set({ papers: PAPERS, unpictured: '' });
    } catch (error) {
      this.#set({ unpictured: messageOf(error) });
    }
    const kept = (await this.#engine.keptPictures()).filter((one) => one.program === program());
    const read = Object.fromEntries(kept.map((one) => [one.name, one]));
    this.#set({ pictures: { ...read, ...this.#study.pictures } });
  }

  /** Keeps what the gallery shows of the chosen study. */
  #keepPicture() {
    const picture = pictureOf(this.#study, program());
    if (!picture) return;
    this.#set({ pictures: { ...this.#study.pictures, [picture.name]: picture } });
    this.#engine.keepPicture(picture);
  }

  /** @param {Partial<StudyView>} change */
  #set(change) {
    this.#store.dispatch({ type: 'study/set', change });
    const { chosen } = this.#study;
    if (change.failure && chosen?.own) this.#refuseData(chosen.own.paper, change.failure.message);
  }

  /** Goes back to the study on its own data. @param {Chosen} paper @param {string} message */
  #refuseData(paper, message) {
    this.#engine.open(paper);
    this.#set({ refused: sentence(`This study cannot run on the loaded data: ${message.replace(/^study: /, '')}`) });
  }

  /** @param {State} state @param {import('./study-state.js').StudyPanelAction} action @param {State} previous */
  #follow(state, action, previous) {
    const [{ study: now }, { study: before }] = [state, previous];
    if (isOpen(state, 'study') && !isOpen(previous, 'study')) this.#fetchAgain();
    // A reason is about the data that were there.
    if (state.data !== previous.data && now.refused) this.#set({ refused: '' });
    if (now.measured && now.measured !== before.measured) this.#keepPicture();
    if (now.chosen !== before.chosen) void this.#nameLink(now.chosen);
    switch (action.type) {
      case 'study/choose':
        // Another press of the same study does not end its run.
        if (now.status === 'running' && isBuiltIn(now.chosen, action.name)) return;
        return void this.#followLink(action.name);
      case 'study/data': return void this.#useData(action.own);
      case 'study/run': return this.#engine.run();
      case 'study/cancel': return this.#engine.end('cancelled', 'Cancelled.');
      case 'study/queries': return this.#engine.post({ type: 'queries', row: action.row });
      case 'study/export': return this.#engine.post({ type: 'export', what: action.what });
      case 'study/forget':
        this.#engine.forget();
        this.#set({ pictures: {} });
        return now.chosen && this.#engine.open(now.chosen);
      case 'study/open': {
        const closed = now.cells?.[action.cell].closed;
        if (closed) return this.#set({ note: `This cell does not open: ${closed}.` });
        return this.#engine.post({ type: 'run', cell: action.cell });
      }
      default:
        if (now.wanted && now.wanted !== before.wanted) void this.#take(now.wanted);
        if (now.linked && now.linked !== before.linked) void this.#followLink(now.linked);
    }
  }

  /** Says how a link holds the chosen study. @param {Chosen | null} chosen */
  async #nameLink(chosen) {
    const link = chosen && await linkOf(chosen);
    if (this.#study.chosen === chosen && this.#study.link !== link) this.#set({ link });
  }

  /** Fetches the worker or the built-in studies if they could not be fetched. */
  #fetchAgain() {
    if (this.#study.unpictured) void this.#showFigures();
    if (this.#study.builtIns.length) return;
    if (!this.#engine.hasDesk) {
      this.#set({ crash: '' });
      this.#engine.start();
    } else if (this.#study.unlisted) this.#list();
  }

  #list() {
    this.#set({ unlisted: '' });
    this.#engine.post({ type: 'list' });
  }

  /** Reads chosen files: a study, data of the study, or both. @param {File[]} files */
  async #take(files) {
    this.#set({ wanted: null });
    const { chosen, refused } = await studyOfFiles(files, paperOf(this.#study.chosen));
    if (chosen) this.#engine.open(chosen);
    else if (refused) this.#refuse(refused);
  }

  /** Opens the chosen study on its own data, or on the loaded data. @param {boolean} own */
  async #useData(own) {
    const { chosen } = this.#study;
    const paper = paperOf(chosen);
    if (!paper) return;
    if (!own) return this.#engine.open(paper);
    this.#set({ refused: '' });
    const found = onLoadedData(paper.text, this.#store.get());
    if ('refused' in found) return this.#set(found);
    try {
      const onData = await chosenOn(paper, found.data, found.text);
      if (this.#study.chosen === chosen) this.#engine.open(onData);
    } catch (error) {
      if (this.#study.chosen === chosen) this.#set({ refused: unreadable(error) });
    }
  }

  /** Opens the study of a link, a built-in one once their names are known. @param {string} linked */
  async #followLink(linked) {
    if (!linked.startsWith('~') && !this.#study.builtIns.length) return;
    this.#set({ linked: null });
    const { chosen, refused } = await studyOfLink(linked, this.#study.builtIns);
    if (chosen) this.#engine.open(chosen);
    else if (refused) this.#refuse(refused);
  }

  #followWaiting() {
    if (this.#study.linked) void this.#followLink(this.#study.linked);
  }

  /** @param {import('./study-source.js').Refused} refused */
  #refuse({ name, message }) {
    this.#engine.stop();
    this.#set({ ...NOTHING_OPEN, chosen: { name, isBuiltIn: false, text: '', files: [] }, faulty: name,
      failure: { message, problems: [], total: 0 } });
  }

  /** @param {import('../../../core/study-protocol.js').FromStudy} message */
  #receive(message) {
    switch (message.type) {
      case 'awake':
        if (!this.#study.builtIns.length) this.#list();
        return this.#followWaiting();
      case 'listed':
        this.#set({ builtIns: message.builtIns });
        return this.#followWaiting();
      case 'unlisted': return this.#set({ unlisted: message.message });
      case 'queries': return this.#set({ listed: { row: message.row, queries: message.queries } });
      case 'exported': {
        const { type, extension } = EXPORTS[message.what];
        return download(message.text, type, fileName(this.#study, message.what, extension));
      }
      case 'run': return openCell(this.#store, message);
      case 'ratings': return openRatingsCell(this.#store, message);
      default:
    }
  }
}

/** @param {Chosen | null} chosen @param {string} built name of a built-in study */
function isBuiltIn(chosen, built) {
  const paper = paperOf(chosen);
  return paper?.isBuiltIn === true && paper.name === built;
}
