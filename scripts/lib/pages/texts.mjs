// Texts of lessons and formulas as markup, by the code that shows them in the explorer: it makes elements in a document
// of its own, and the elements are written out.

import { formula } from '../../../www/ui/formula.js';
import { citation } from '../../../www/features/learn/lessons/citation.js';
import { inline, paragraphs } from '../../../www/features/learn/lessons/text.js';
import { termOf } from '../../../www/features/learn/glossary/terms.js';
import { linkTo } from './frame.mjs';

/** @typedef {import('../../../www/ui/dom.js').Child} Child */
/** @typedef {import('../../../www/features/learn/lessons/schema.js').Citation} Citation */

/** @param {string} id */
export const termPath = (id) => `terms/${id}.html`;

/**
 * Returns what writes texts as markup on a page. `path` is the page, from the top of the site.
 * @returns {Promise<{ paragraphs: (text: string, path: string) => string, line: (text: string, path: string) => string,
 *   formula: (text: string) => string, citation: (source: Citation) => string }>}
 */
export async function writtenTexts() {
  // Scripts that only need names run before the packages are installed.
  const { Window } = await import('happy-dom');
  const window = new Window();
  /** @param {() => Child[]} make */
  const markup = (make) => {
    const globals = { document: window.document, Node: window.Node };
    Object.assign(globalThis, globals);
    try {
      const box = window.document.createElement('div');
      box.append(.../** @type {any[]} */ (make()));
      return box.innerHTML;
    } finally {
      for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
    }
  };
  return {
    paragraphs: (text, path) => withLinks(markup(() => paragraphs(withoutMarks(text), {}, NO_RUN)), path),
    line: (text, path) => withLinks(markup(() => inline(withoutMarks(text), {}, NO_RUN)), path),
    formula: (text) => markup(() => formula(text)),
    citation: (source) => markup(() => citation(source)),
  };
}

/** No run: its figures stand as dots. @type {any} */
const NO_RUN = {};

/** The marks name parts of a picture. @param {string} text */
const withoutMarks = (text) => text.replaceAll(/\[\d\]\s*/g, '');

/** In the explorer a term is a button that explains itself; here it leads to its page. */
const TERM = /<button type="button" class="term" data-term="([\w-]+)">(.*?)<\/button>/g;

/** @param {string} markup @param {string} path */
function withLinks(markup, path) {
  return markup.replaceAll(TERM, (_all, id, words) => {
    if (!termOf(id)) throw new Error(`${path}: no term has the name ${id}`);
    return linkTo(path, termPath(id), '').replace('><', () => `>${words}<`);
  });
}
