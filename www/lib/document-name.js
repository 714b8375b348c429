// Short names of documents, for tables. Pure.

/** A document as far as its name goes: the comment of its line in the file. @typedef {{ comment: string }} Named */

/**
 * Returns the docid if the comment has one, a word or a text in quotes, else the whole comment.
 * @param {Named} document
 * @param {number} index
 */
export function documentName({ comment }, index) {
  const [, quoted, word] = /\bdocid\s*=\s*(?:"([^"]+)"|(\S+))/i.exec(comment) ?? [];
  return quoted ?? word ?? (comment || `doc ${index + 1}`);
}

/** The comment of a document, where a docid at its start has a line of its own. @param {Named} document */
export function documentNote({ comment }) {
  return comment.replace(/^docid = (?:"([^"]+)"|(\S+))\s*/, (_, quoted, word) => `${quoted ?? word}\n`).trimEnd();
}

const SHORT = 8; // letters; such names have room everywhere

/**
 * Returns the length of the common beginning of all names. Every name keeps at least one letter without it. If the
 * names share whole words, the beginning ends with a word: "page 161-39" becomes "161-39". Short names stay whole.
 * @param {string[]} names
 */
export function commonStart(names) {
  if (names.every((name) => name.length <= SHORT)) return 0;
  const [first = '', ...others] = names;
  let length = first.length - 1;
  for (const name of others) {
    length = Math.min(length, name.length - 1);
    while (length > 0 && !name.startsWith(first.slice(0, length))) length -= 1;
  }
  const words = first.slice(0, Math.max(0, length)).lastIndexOf(' ') + 1;
  return others.length ? words || Math.max(0, length) : 0;
}

/**
 * Returns the names without their common beginning, for narrow tables.
 * @param {Named[]} documents
 * @returns {typeof documentName}
 */
export function shortNames(documents) {
  const common = commonStart(documents.map(documentName));
  return common > 2 ? (document, index) => `…${documentName(document, index).slice(common)}` : documentName;
}
