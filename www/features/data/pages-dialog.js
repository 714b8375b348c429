// Shows pages and queries as columns, before they are loaded or later: a table for each query, and the formula of a
// cell with its numbers.

import '../../styles/dialogs.css';
import './preview.css';
import './pages.css';
import { PageColumns } from '../../wasm/rankscope.js';
import { messageOf } from '../../core/errors.js';
import { bytes, plural } from '../../lib/format.js';
import { fill, h, say } from '../../ui/dom.js';
import { download } from '../../ui/download.js';
import { freshId, selectField } from '../../ui/fields.js';
import { converted } from './file-conversion.js';
import { contentOf } from './pages-content.js';
import { columnTable } from './pages-table.js';

/** @typedef {import('./file-choices.js').Readable} Readable */
/** @typedef {import('../../wasm/rankscope.js').PageRow} PageRow */
/** @typedef {Parameters<typeof contentOf>[0]} Pages */

const SHOWN = 50; // candidates of a query

/**
 * Returns the pages as LETOR text; null if the user cancels.
 * @param {File} file plain or gzip
 * @returns {Promise<Readable & { choices: null } | null>}
 */
export function askPages(file) {
  return new Promise((resolve, reject) => { new PagesDialog(file, resolve).open().catch(reject); });
}

/** Shows the pages of the loaded data. @param {Pages} pages */
export async function showPages(pages) {
  await new PagesDialog(pages, null).open();
}

class PagesDialog {
  #pages;
  #done;
  #abort = new AbortController();
  /** @type {PageColumns | null} */
  #columns = null;
  #query = 0;
  /** @type {PageRow[]} */
  #rows = [];
  #title = h('h2', { id: freshId('pages') });
  #taken = h('p', { class: 'preview-taken' });
  #queries = selectField('Query', (value) => this.#choose(Number(value)));
  #table = columnTable((row, column) => this.#explain(row, column));
  #formula = h('div', { role: 'status' });
  #content = h('div', { class: 'pages-content', hidden: true }, this.#queries.element, this.#table.element,
    h('div', { class: 'pages-formula', tabIndex: 0, role: 'region', 'aria-label': 'Formula of the cell' },
      this.#formula));
  #problem = h('div', { class: 'preview-problems', role: 'status' });
  #save = h('button', { type: 'button', class: 'quiet pages-save', disabled: true,
    onclick: () => void this.#download() }, 'Download as LETOR');
  #load = h('button', { type: 'button', class: 'primary', disabled: true, onclick: () => void this.#read() }, 'Load');
  #cancel = h('button', { type: 'button', onclick: () => this.#dialog.close() }, 'Cancel');
  #dialog = h('dialog', { class: 'preview pages', 'aria-labelledby': this.#title.id },
    h('div', { class: 'dialog-head' }, this.#title), this.#taken, this.#content, this.#problem,
    h('div', { class: 'preview-buttons' }, this.#save, this.#cancel, this.#load));

  /**
   * @param {Pages} pages a file, unless they are loaded
   * @param {((read: Readable & { choices: null } | null) => void) | null} done null if the pages are loaded already
   */
  constructor(pages, done) {
    this.#pages = pages;
    this.#done = done;
    this.#load.hidden = this.#save.hidden = !done;
    say(this.#cancel, done ? 'Cancel' : 'Close');
  }

  async open() {
    say(this.#title, this.#done ? `Read ${this.#pages.name}` : `Pages of ${this.#pages.name}`);
    say(this.#taken, 'Reading the pages.');
    this.#dialog.addEventListener('close', () => this.#end(null), { once: true });
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    try {
      this.#columns = new PageColumns(await contentOf(this.#pages));
    } catch (error) {
      say(this.#taken, 'The pages could not be read.');
      return this.#fail(messageOf(error));
    }
    // The user has cancelled in the meantime.
    if (this.#abort.signal.aborted) return this.#free();
    this.#show();
    return undefined;
  }

  /** Shows what the file has, and its first query. */
  #show() {
    const { pages, columns, queries, links_outside: outside } = this.#outline();
    fill(this.#taken, h('b', {}, 'Pages'), `: ${plural(pages, 'page')}, ${plural(queries.length, 'query', 'queries')}, `
      + `${plural(columns.length, 'column')}.`,
    outside > 0 && ` ${plural(outside, 'link')} to other pages left out.`);
    this.#content.hidden = false;
    this.#load.disabled = this.#save.disabled = false;
    this.#choose(0);
    (this.#done ? this.#load : this.#queries.select).focus();
  }

  #outline() {
    return /** @type {PageColumns} */ (this.#columns).outline();
  }

  /** @param {number} query */
  #choose(query) {
    this.#query = query;
    const { columns, queries } = this.#outline();
    const { about, candidates, judged } = queries[query];
    const parts = [`${plural(candidates, 'candidate')}, ${judged} with a grade`];
    if (judged < candidates) parts.push('the others get grade 0');
    if (candidates > SHOWN) parts.push(`the first ${SHOWN} are shown`);
    this.#queries.update(queries.map(({ text }, place) => ({ value: String(place), text })), String(query),
      { summary: `${about ? `${about} ` : ''}${parts.join('; ')}.` });
    this.#rows = /** @type {PageColumns} */ (this.#columns).rows(query, SHOWN);
    this.#table.update(columns, this.#rows);
    fill(this.#formula, h('p', { class: 'muted' }, 'Point at a number, or press Tab and the arrow keys, '
      + 'to see its formula.'));
  }

  /** @param {number} row @param {number} column */
  #explain(row, column) {
    const { column: name, formula, numbers } = /** @type {PageColumns} */ (this.#columns)
      .explain(this.#query, row, column);
    const { page, name: title, beginning } = this.#rows[row];
    fill(this.#formula, h('p', {}, h('b', {}, name), ` of page ${page}: `, formula),
      beginning && h('p', { class: 'muted' }, `${title}: ${beginning}`), h('p', { class: 'pages-figures' }, numbers));
  }

  /** Loads the data. */
  async #read() {
    const pages = this.#pages;
    const made = await this.#make();
    if (!made || !(pages instanceof File)) return;
    const { letor, readAs: text, rules, checksum, names } = made;
    this.#end({ file: new File([letor], pages.name), names, choices: null,
      readAs: { text, checksum, reading: { rules }, pages } });
  }

  /** Offers the data as a file. */
  async #download() {
    const made = await this.#make();
    if (!made) return;
    download(made.letor, 'text/plain', letorName(this.#pages.name));
    this.#load.disabled = this.#save.disabled = false;
    fill(this.#problem);
  }

  /** Has a worker make the data; null where that fails or is cancelled. */
  async #make() {
    if (!(this.#pages instanceof File)) return null;
    this.#load.disabled = this.#save.disabled = true;
    this.#problem.classList.remove('problem');
    try {
      return await converted(
        { blob: this.#pages, settings: /** @type {any} */ ({}), groups: new Uint8Array(), like: [] },
        ({ done, of }) => fill(this.#problem, h('p', {}, `Reading: ${bytes(done)} of ${bytes(of)}`)),
        this.#abort.signal);
    } catch (error) {
      if (this.#abort.signal.aborted) return null;
      this.#load.disabled = this.#save.disabled = false;
      this.#fail(messageOf(error));
      return null;
    }
  }

  /** @param {string} message */
  #fail(message) {
    this.#problem.classList.add('problem');
    fill(this.#problem, h('ul', {}, message.split('\n').map((line) => h('li', {}, line))));
    this.#cancel.focus();
  }

  #free() {
    this.#columns?.free();
    this.#columns = null;
  }

  /** @param {Readable & { choices: null } | null} read */
  #end(read) {
    this.#abort.abort();
    this.#dialog.remove();
    this.#free();
    this.#done?.(read);
  }
}

/** The name of the data as LETOR text. @param {string} name of the file of pages */
const letorName = (name) => `${name.replace(/\.gz$/i, '').replace(/\.json$/i, '')}.txt`;
