// The choice of a study: a built-in one, or a file; the data files that it needs; why it cannot be used.

import { count, plural, sentence } from '../../../lib/format.js';
import { fill, h, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { OTHERS, byPaper } from './by-paper.js';
import { galleryOf } from './figures/gallery.js';
import { galleryPart } from './figures/gallery-part.js';
import { paperOf } from './study-state.js';

/** @typedef {import('./study-state.js').StudyStore} Store */

/** @param {Store} store */
export function choosePart(store) {
  return h('section', { class: 'study-choice', 'aria-label': 'Choice of a study' }, builtIns(store), files(store),
    faults(store));
}

/** @param {Store} store */
function builtIns(store) {
  const lists = h('div', { class: 'study-lists' });
  /** @type {ReturnType<typeof galleryOf>} */
  let found = { groups: [], rest: [] };
  const gallery = galleryPart(store, () => found.groups);
  const waiting = h('p', { class: 'note', 'aria-live': 'polite' });
  /** @type {{ name: string, button: HTMLButtonElement }[]} */
  let buttons = [];
  store.watch(({ study }) => [study.builtIns, study.unlisted, study.crash], ([all, unlisted, crash]) => {
    waiting.hidden = all.length > 0 || crash !== '';
    waiting.classList.toggle('problem', unlisted !== '');
    say(waiting, unlisted
      ? `The built-in studies could not be fetched (${unlisted}): open this tab again when there is a connection.`
      : 'Fetching the list …');
  });
  store.watch(({ study }) => [study.builtIns, study.papers], ([all, papers]) => {
    found = galleryOf(all.length ? papers : [], all);
    gallery.element.hidden = !found.groups.length;
    gallery.render();
    buttons = [];
    const groups = byPaper(found.rest);
    fill(lists, groups.flatMap(({ paper, rows }) => {
      const made = rows.map((row) => ({ name: row.study.name, button: rowButton(store, row) }));
      buttons.push(...made);
      return [(groups.length > 1 || paper !== OTHERS) && h('h4', {}, paper),
        h('ul', { class: 'study-list', 'aria-label': paper }, made.map(({ button }) => h('li', {}, button)))];
    }));
  });
  store.watch(({ study }) => [study.builtIns, study.papers, paperOf(study.chosen)], ([, , chosen]) => {
    for (const { name, button } of buttons) {
      button.setAttribute('aria-pressed', String(chosen?.isBuiltIn === true && chosen.name === name));
    }
  });
  const unpictured = h('p', { class: 'note problem', 'aria-live': 'polite' });
  store.watch(({ study }) => [study.unpictured], ([reason]) => {
    unpictured.hidden = !reason;
    say(unpictured, reason && `The figures could not be fetched (${reason}): open this tab again when there is a `
      + 'connection.');
  });
  return h('div', { class: 'study-built-in' }, h('h3', {}, 'Built-in studies'), waiting, unpictured, gallery.element,
    lists);
}

/** @param {Store} store @param {import('./by-paper.js').Row} row */
function rowButton(store, { study: { name, outline: { title, trainings } }, figure }) {
  const many = plural(trainings, 'training');
  return h('button', { type: 'button', title: figure && many,
    onclick: () => store.dispatch({ type: 'study/choose', name }) },
    h('span', {}, title),
    h('small', {}, figure || count(trainings),
      h('span', { class: 'hidden' }, figure ? `, ${many}` : trainings === 1 ? ' training' : ' trainings')));
}

/** @param {Store} store */
function files(store) {
  const own = picker('Open a study…', '.json,.txt,.csv,.tsv,.gz', (chosen) => {
    store.dispatch({ type: 'study/set', change: { wanted: chosen } });
  });
  const data = picker('Add its data files…', '.txt,.dat,.gz,.letor,.csv,.tsv,.run,.trec,.ubj', (chosen) => {
    store.dispatch({ type: 'study/set', change: { wanted: chosen } });
  });
  const needed = h('p', { class: 'note', 'aria-live': 'polite' });
  store.watch(({ study }) => [study.outline, study.missing, study.chosen], ([outline, missing, chosen]) => {
    const names = outline?.files ?? [];
    // Loaded data are there already.
    data.hidden = needed.hidden = !names.length || (Boolean(chosen?.own) && !missing.length);
    say(needed, missing.length ? `The study reads ${names.join(', ')}. Still missing: ${missing.join(', ')}.`
      : names.length ? `All data files are chosen: ${names.join(', ')}.` : '');
    needed.classList.toggle('problem', missing.length > 0);
  });
  return h('div', { class: 'study-files' }, own, data, needed,
    h('p', { class: 'note' }, 'A JSON file, alone or together with its data files. Files never leave this device.'));
}

/**
 * A file input behind a button-like label.
 * @param {string} label @param {string} accept @param {(files: File[]) => void} choose
 */
function picker(label, accept, choose) {
  const id = freshId('study-file');
  const input = h('input', { id, type: 'file', accept, multiple: true, 'aria-label': label, onchange: () => {
    const chosen = [...input.files ?? []];
    if (chosen.length) choose(chosen);
    input.value = ''; // the same file can be chosen again after it was changed
  } });
  return h('label', { class: 'file', htmlFor: id }, input,
    h('span', { class: 'file-name', 'aria-hidden': 'true' }, label));
}

/** @param {Store} store */
function faults(store) {
  const fault = h('div', { class: 'study-fault', role: 'alert' });
  store.watch(({ study }) => [study.failure, study.crash], ([failure, crash]) => {
    const { faulty } = store.get().study;
    fill(fault,
      crash && h('p', { class: 'problem' }, sentence(crash),
        store.get().study.builtIns.length ? ' Choose a study to go on.'
          : ' Open the tab again when there is a connection.'),
      failure && [
        h('p', { class: 'problem' }, `${faulty} cannot be used.`),
        failure.problems.length
          ? h('ul', {}, failure.problems.map(({ line, column, problem }) =>
            h('li', {}, `Line ${count(line)}, column ${count(column)}: ${problem}`)))
          : h('p', {}, failure.message),
        failure.total > failure.problems.length && h('p', {}, `${count(failure.total)} faults in all.`)]);
  });
  return fault;
}
