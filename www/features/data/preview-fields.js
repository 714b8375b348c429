// The choices of a preview: columns, group sizes, and rules for what LETOR does not have.

import { fill, h, say } from '../../ui/dom.js';
import { freshId, selectField } from '../../ui/fields.js';
import { plural } from '../../lib/format.js';

/** @typedef {import('./file-choices.js').Choices} Choices */
/** @typedef {import('../../core/reading-protocol.js').Preview} Preview */
/** @typedef {(change: { settings?: Partial<Choices['settings']>, groups?: File | null }) => void} Change */
/** @typedef {(preview: Preview, settings: Required<Choices['settings']>, groups: File | null) => void} Update */

const THRESHOLDS = '0.5,1.5,2.5';
const MOST_COLUMNS = 300; // that can be left out one by one

/** @param {Change} change */
export function choiceFields(change) {
  const parts = [columnFields(change), ignoredColumns(change), groupSizes(change), rules(change), zeroBased(change)];
  const element = h('div', { class: 'preview-choices' }, parts.map((part) => part.element));
  return {
    element,
    /** @param {Preview} preview @param {Choices['settings']} settings @param {File | null} groups */
    update(preview, settings, groups) {
      const all = /** @type {Required<Choices['settings']>} */ (settings);
      for (const part of parts) part.update(preview, all, groups);
    },
  };
}

/** The columns of grades and queries. @param {Change} change */
function columnFields(change) {
  const label = selectField('Column of grades', (value) => change({ settings: { label: value } }));
  const qid = selectField('Column of queries', (value) => change({ settings: { qid: value } }));
  const element = h('div', { class: 'preview-pair' }, label.element, qid.element);
  /** @type {Update} */
  const update = ({ format, columns, label: grades, qid: queries }) => {
    element.hidden = format !== 'table';
    if (element.hidden) return;
    const named = columns.filter(Boolean).map((name) => ({ value: name, text: name }));
    label.update([...grades ? [] : [{ value: '', text: 'choose one' }], ...named], grades ?? '', null);
    const none = { value: '', text: 'none: group sizes give them' };
    qid.update([...queries ? [] : [none], ...named], queries ?? '', null);
  };
  return { element, update };
}

/** @param {Change} change */
function ignoredColumns(change) {
  const list = h('div', { class: 'preview-columns' });
  const summary = h('summary', {});
  const texts = h('button', { type: 'button' });
  const details = h('details', { class: 'more' }, summary, list);
  const element = h('div', {}, texts, details);
  /** @type {Update} */
  const update = ({ format, columns, label, qid, text_columns: words }, { ignore }) => {
    element.hidden = format !== 'table';
    if (element.hidden) return;
    texts.hidden = !words.length;
    say(texts, `Leave out ${words.length === 1 ? 'the column' : 'the columns'} without numbers: ${words.join(', ')}`);
    texts.onclick = () => change({ settings: { ignore: [...ignore, ...words] } });
    say(summary, `Columns left out: ${ignore.length ? ignore.join(', ') : 'none'}`);
    const free = columns.filter((name) => name && name !== label && name !== qid).slice(0, MOST_COLUMNS);
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement.value : null;
    fill(list, free.map((name) => h('label', { class: 'check' }, h('input', {
      type: 'checkbox', value: name, checked: ignore.includes(name),
      onchange: () => change({ settings: {
        ignore: ignore.includes(name) ? ignore.filter((other) => other !== name) : [...ignore, name] } }),
    }), ` ${name}`)));
    for (const box of list.querySelectorAll('input')) if (box.value === focused) box.focus();
  };
  return { element, update };
}

/** @param {Change} change */
function groupSizes(change) {
  const id = freshId('groups');
  const name = h('span', { class: 'file-name', 'aria-hidden': 'true' });
  const input = h('input', { id, type: 'file', 'aria-label': 'File of group sizes',
    onchange: () => change({ groups: input.files?.[0] ?? null }) });
  const element = h('div', { class: 'field' }, h('label', { class: 'file', htmlFor: id }, input, name),
    h('div', { class: 'note' },
      'The number of documents of each query, one per line, as LightGBM (.query) and XGBoost (.group) write it.'));
  /** @type {Update} */
  const update = ({ format, qid }, _settings, groups) => {
    element.hidden = !(format === 'without-queries' || (format === 'table' && !qid) || groups);
    say(name, groups ? `Group sizes: ${groups.name}` : 'Choose a file of group sizes');
  };
  return { element, update };
}

/** @typedef {{ value: string, text: string }} Option */

/**
 * `seen`: the count of the preview that the rule is for.
 * @type {{ key: 'unjudged' | 'grades' | 'missing', seen: 'unjudged' | 'fractional' | 'missing', title: string,
 *   what: string, options: Option[] }[]}
 */
const RULES = [
  { key: 'unjudged', seen: 'unjudged', title: 'Unjudged documents', what: 'grade −1 or none', options: [
    { value: '', text: 'refuse' }, { value: 'drop', text: 'leave out' }, { value: 'zero', text: 'grade 0' }] },
  { key: 'grades', seen: 'fractional', title: 'Labels that are not whole', what: 'such as 0.5', options: [
    { value: '', text: 'refuse' }, { value: 'round', text: 'round' }, { value: 'floor', text: 'round down' },
    { value: 'ceil', text: 'round up' }, { value: THRESHOLDS, text: 'thresholds' }] },
  { key: 'missing', seen: 'missing', title: 'Missing values', what: 'an empty cell, NaN or NA', options: [
    { value: '', text: 'refuse' }, { value: 'zero', text: '0' }, { value: 'mean', text: 'mean of the feature' },
    { value: 'query-mean', text: 'mean in the query' }] },
];

/** @param {Change} change */
function rules(change) {
  const fields = RULES.map((rule) => ({ ...rule,
    field: selectField(rule.title, (value) => change({ settings: { [rule.key]: value } })) }));
  const id = freshId('thresholds');
  const thresholds = h('input', { id, type: 'text', spellcheck: false, autocomplete: 'off',
    onchange: () => change({ settings: { grades: thresholds.value.trim() || THRESHOLDS } }) });
  const limits = h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Thresholds'), thresholds,
    h('div', { class: 'note' }, 'The grade is the number of thresholds that a label reaches.'));
  const element = h('div', { class: 'preview-pair' }, fields.map(({ field }) => field.element), limits);
  /** @type {Update} */
  const update = ({ format, seen, documents }, settings) => {
    element.hidden = format === 'unreadable';
    for (const { key, seen: kind, what, options, field } of fields) {
      const n = seen[kind];
      const value = options.some((option) => option.value === settings[key]) ? settings[key] : THRESHOLDS;
      field.update(options, value, { summary: n ? `${plural(n, key === 'missing' ? 'value' : 'row')} seen (${what})`
        : `none seen in ${plural(documents, 'row')} (${what})` });
    }
    limits.hidden = !/\d/.test(settings.grades);
    if (!limits.hidden && document.activeElement !== thresholds) thresholds.value = settings.grades;
  };
  return { element, update };
}

/** @param {Change} change */
function zeroBased(change) {
  const box = h('input', { type: 'checkbox', onchange: () => change({ settings: { zero_based: box.checked } }) });
  const note = h('span', { class: 'muted' });
  const element = h('label', { class: 'check' }, box, ' Feature indices start at 0 ', note);
  /** @type {Update} */
  const update = ({ format, seen }, settings) => {
    element.hidden = format !== 'letor' && format !== 'without-queries';
    box.checked = settings.zero_based;
    say(note, seen.zero_indices ? `(index 0 is seen ${plural(seen.zero_indices, 'time')})` : '(index 0 is not seen)');
  };
  return { element, update };
}
