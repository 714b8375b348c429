// The first lines of a file, and what they are taken for in words.

import { fill, h } from '../../ui/dom.js';
import { count, plural } from '../../lib/format.js';

/** @typedef {import('../../core/reading-protocol.js').Preview} Preview */

/** What the first lines are taken for. @param {Preview} preview */
export function takenFor({ format, format_name: name, label, qid, features, documents, queries, is_whole: isWhole }) {
  if (format === 'unreadable') return ['This is not a text file with data.'];
  const parts = format === 'table'
    ? [label ? `grades from ${label}` : 'no column of grades yet', qid ? `queries from ${qid}` : 'no column of queries']
    : [];
  parts.push(plural(features, 'feature'), plural(documents, 'row'));
  if (queries) parts.push(queries === 1 ? '1 query' : `${count(queries)} queries`);
  return [h('b', {}, name), `: ${parts.join(', ')} in ${isWhole ? 'the file' : 'its first part'}.`];
}

/**
 * @param {HTMLElement} root
 * @param {Preview} preview
 */
export function previewTable(root, { columns, rows, label, qid, ignored }) {
  if (!columns.length) {
    return fill(root, h('pre', {}, rows.map(({ fields }) => fields[0]).join('\n')));
  }
  /** @param {string} name */
  const role = (name) => {
    if (name === label) return 'grade';
    if (name === qid) return 'query';
    return ignored.includes(name) ? 'left out' : 'feature';
  };
  const roles = columns.map(role);
  /** @param {number} column */
  const cell = (column) => ({ class: `of-${roles[column].replace(' ', '-')}` });
  return fill(root, h('table', {},
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Line'),
      columns.map((name, column) => h('th', { scope: 'col', ...cell(column) }, name || '(no name)',
        h('small', {}, roles[column]))))),
    h('tbody', {}, rows.map(({ line, fields }) => h('tr', {}, h('th', { scope: 'row' }, String(line)),
      columns.map((_, column) => h('td', cell(column), fields[column] ?? '')))))));
}
