// The entries of the glossary. Fetched when one of them is first needed.

import entries from './terms.json' with { type: 'json' };

/**
 * One entry. `short` says what the term means in at most 25 words, `long` adds two or three sentences, `where` names
 * the places on the page, and `source` is the paper or book.
 * @typedef {object} Term
 * @property {string} id
 * @property {string} group
 * @property {string} [symbol]
 * @property {string} name
 * @property {string} short
 * @property {string} long
 * @property {string} where
 * @property {string} source
 */

/** @type {readonly Term[]} */
export const TERMS = entries;

/** The groups in their order, with their titles. */
export const GROUPS = /** @type {const} */ ([
  { id: 'model', title: 'Model and loss' }, { id: 'training', title: 'Training' }, { id: 'data', title: 'Data' },
  { id: 'measures', title: 'Measures' }, { id: 'methods', title: 'Methods' }, { id: 'clicks', title: 'Clicks' },
  { id: 'theory', title: 'Theory' },
]);

/** @param {string | undefined} id */
export const termOf = (id) => TERMS.find((term) => term.id === id) ?? null;

/** The symbol and the name of a term, as one label. @param {Term} term */
export const titleOf = ({ symbol, name }) => (symbol ? `${symbol}, ${name}` : name);
