// A source as a reader cites it.

import { h } from '../../../ui/dom.js';

/** @param {import('./schema.js').Citation} source @returns {import('../../../ui/dom.js').Child[]} */
export function citation({ authors, title, year, where }) {
  return [`${authors}. `, h('cite', {}, title), `. ${where ? `${where}, ` : ''}${year}.`];
}
