// Shows what a file is taken for before it is loaded, with the choices as menus.

import '../../styles/dialogs.css';
import './preview.css';
import { fill, h, say } from '../../ui/dom.js';
import { freshId } from '../../ui/fields.js';
import { bytes, plural } from '../../lib/format.js';
import { messageOf } from '../../core/errors.js';
import { preview_data } from '../../wasm/rankscope.js';
import { converted, Unread } from './file-conversion.js';
import { choiceFields } from './preview-fields.js';
import { previewTable, takenFor } from './preview-table.js';

/** @typedef {import('./file-choices.js').Choices} Choices */
/** @typedef {import('./file-choices.js').Readable} Readable */
/** @typedef {import('../../core/reading-protocol.js').Preview} Preview */
/**
 * `head`: the first bytes, unpacked. `like`: names of the features of the training data, and `means` their means, for
 * gaps. `choices`: made for a file that was chosen with this one. `failure`: of the LETOR reader, which has read the
 * whole file.
 * @typedef {{ file: File, head: Uint8Array, isWhole: boolean, groups: File | null, like: string[], means: number[],
 *   choices: Choices | null, failure: import('../../core/protocol.js').Failure | null }} Question
 */

const LISTED = 5; // problems that are shown

const NO_RULES = { zero_based: false, label: '', qid: '', docid: '', ignore: [], unjudged: '', grades: '',
  missing: '' };

/**
 * Returns the file as LETOR text by the choices of the user; null if the user cancels.
 * @param {Question} question
 * @returns {Promise<Readable & { choices: Choices } | null>}
 */
export function askHow(question) {
  return new Promise((resolve, reject) => { new PreviewDialog(question, resolve).open().catch(reject); });
}

class PreviewDialog {
  #question;
  #done;
  #abort = new AbortController();
  /** @type {Choices} */
  #choices;
  /** @type {Uint8Array} */
  #groupBytes = new Uint8Array();
  #isReading = false;
  /** What the worker said about the whole file. @type {{ text: string, problems: string[] } | null} */
  #fault = null;
  #title = h('h2', { id: freshId('preview') });
  #taken = h('p', { class: 'preview-taken' });
  #table = h('div', { class: 'preview-rows', tabIndex: 0, role: 'region', 'aria-label': 'First lines of the file' });
  #problems = h('div', { class: 'preview-problems', role: 'status' });
  #load = h('button', { type: 'button', class: 'primary', onclick: () => void this.#read() }, 'Load');
  #cancel = h('button', { type: 'button', onclick: () => this.#dialog.close() }, 'Cancel');
  #fields = choiceFields((change) => this.#change(change));
  #dialog = h('dialog', { class: 'preview', 'aria-labelledby': this.#title.id },
    h('div', { class: 'dialog-head' }, this.#title), this.#taken, this.#table, this.#fields.element, this.#problems,
    h('p', { class: 'muted preview-links' }, 'The choices belong to this visit. A link to a run names the file, but '
      + 'not the choices: make the same ones when the link asks for the file.'),
    h('div', { class: 'preview-buttons' }, this.#cancel, this.#load));

  /**
     * @param {Question} question
   * @param {(read: Readable & { choices: Choices } | null) => void} done
   */
  constructor(question, done) {
    this.#question = question;
    this.#done = done;
    const { choices, groups } = question;
    this.#choices = { settings: { ...NO_RULES, ...choices?.settings }, groups };
  }

  async open() {
    const { file, choices, like, failure } = this.#question;
    say(this.#title, `Read ${file.name}`);
    if (failure) this.#fault = this.#faultOf(failure);
    this.#dialog.addEventListener('close', () => this.#end(null), { once: true });
    document.body.append(this.#dialog);
    await this.#takeGroups();
    const preview = this.#show();
    // A further file is read like the first; the dialog stays closed unless that fails.
    const isSame = choices && preview && !faultsOf(preview).length && (preview.format !== 'table' || like.length);
    if (isSame && await this.#read()) return;
    this.#dialog.showModal();
    if (!this.#load.disabled) this.#load.focus();
  }

  /** @param {{ settings?: Partial<Choices['settings']>, groups?: File | null }} change */
  async #change({ settings, groups }) {
    this.#fault = null;
    this.#choices = { settings: { ...this.#choices.settings, ...settings },
      groups: groups === undefined ? this.#choices.groups : groups };
    if (groups !== undefined) await this.#takeGroups();
    this.#show();
  }

  async #takeGroups() {
    const { groups } = this.#choices;
    // A file that cannot be read counts as absent; the problem asks for group sizes then.
    const buffer = await groups?.arrayBuffer().catch(() => null);
    this.#groupBytes = new Uint8Array(buffer ?? new ArrayBuffer(0));
  }

  /** Shows what the choices make of the first lines. @returns {Preview | null} */
  #show() {
    const { head, isWhole } = this.#question;
    const { settings, groups } = this.#choices;
    /** @type {Preview | null} */
    let preview = null;
    /** @type {string[]} */
    let problems = [];
    try {
      preview = preview_data(head, isWhole, settings, this.#groupBytes);
      problems = faultsOf(preview);
    } catch (error) {
      problems = [messageOf(error)];
    }
    if (preview) {
      fill(this.#taken, takenFor(preview));
      previewTable(this.#table, preview);
      this.#fields.update(preview, settings, groups);
    }
    const { text, problems: further } = this.#fault ?? { text: '', problems: [] };
    const listed = [...new Set([...problems, ...further])];
    fill(this.#problems, text && h('p', {}, text),
      listed.length > 0 && h('ul', {}, listed.slice(0, LISTED).map((problem) => h('li', {}, problem)),
        listed.length > LISTED && h('li', {}, `and ${listed.length - LISTED} more`)));
    this.#problems.classList.toggle('problem', listed.length > 0 || Boolean(this.#fault));
    this.#load.disabled = problems.length > 0 || this.#isReading;
    return preview;
  }

  /** Has the whole file read. Returns whether it was. */
  async #read() {
    const { file, like, means } = this.#question;
    this.#isReading = true;
    this.#fault = null;
    this.#show();
    try {
      const { letor, readAs: text, rules, checksum, names } = await converted(
        { blob: file, settings: { ...this.#choices.settings, means }, groups: this.#groupBytes, like },
        ({ done, of, documents }) => fill(this.#problems,
          h('p', {}, `Reading: ${bytes(done)} of ${bytes(of)}, ${plural(documents, 'document')}`)),
        this.#abort.signal);
      const { groups } = this.#choices;
      this.#end({ file: new File([letor], file.name), names, choices: this.#choices,
        readAs: { text, checksum, reading: { rules, group_sizes: groups?.name } } });
      return true;
    } catch (error) {
      if (this.#abort.signal.aborted) return true;
      this.#fault = this.#faultOf(error instanceof Unread ? error.failure
        : { message: messageOf(error), problems: [], total: 0 });
      this.#isReading = false;
      this.#show();
      return false;
    }
  }

  /** @param {import('../../core/protocol.js').Failure} failure */
  #faultOf({ message, problems, total }) {
    const more = total > problems.length ? ` It has ${plural(total, 'fault')}.` : '';
    return { text: `${this.#question.file.name} could not be read by these choices.${more}`,
      problems: problems.length ? problems.map(worded) : message.split('\n').map(withoutOptions) };
  }

  /** @param {Readable & { choices: Choices } | null} read */
  #end(read) {
    this.#abort.abort();
    this.#dialog.remove();
    this.#done(read);
  }
}

/** What keeps a file from being read. @param {Preview} preview */
function faultsOf({ problems, refusal }) {
  return refusal === null || refusal === undefined ? problems.map(worded) : [withoutOptions(refusal)];
}

/**
 * Leaves out what the message says about the command line, because the menus stand beside it.
 * @param {string} problem
 */
function withoutOptions(problem) {
  return problem.replace(/; [^;]*--[a-z].*$/s, '');
}

/** @param {{ line: number, problem: string }} problem */
function worded({ line, problem }) {
  return `line ${line}: ${withoutOptions(problem)}`;
}
