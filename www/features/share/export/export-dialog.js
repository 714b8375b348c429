// The export dialog: curves, tables, the model, and the command that reproduces the run.

import '../../../styles/dialogs.css';
import './export.css';
import { ofRun } from '../../../lib/of-run.js';
import { h, say } from '../../../ui/dom.js';
import { download } from '../../../ui/download.js';
import { GENERATED, TABLES, chartsOf, commandFiles, curvesTable, figureOf, hasMixedRules,
  runJson } from './export-data.js';
import { colourOf } from './curves-picture.js';
import { gapNote, modelAs, tableAs, there } from './export-files.js';
import { messageOf } from '../../../core/errors.js';
import { command_line, draw_figure, figure_size, figure_svg, generate_sample, program }
  from '../../../wasm/rankscope.js';
import { freshId, selectField } from '../../../ui/fields.js';
import { sentence } from '../../../lib/format.js';
import { namesOf } from '../../inspect/model/weight-names.js';
import { isWorking, newest } from '../../run/training/run-state.js';

/** @typedef {import('./export-state.js').ExportStore} Store */

const FORMATS = [
  { format: 'csv', text: 'CSV', type: 'text/csv', end: 'csv' },
  { format: 'markdown', text: 'Markdown', type: 'text/markdown', end: 'md' },
  { format: 'latex', text: 'LaTeX', type: 'application/x-tex', end: 'tex' },
];
const MODELS = [
  { format: 'json', label: 'Model file', about: 'for rankscope eval, score and export', end: '' },
  { format: 'card', label: 'Model card', about: 'method, data, measured values, features and limits, in words',
    end: '-card' },
  { format: 'elasticsearch', label: 'Elasticsearch, OpenSearch', about: 'linear model or trees of the LTR plugin',
    end: '-elasticsearch' },
  { format: 'solr', label: 'Solr', about: 'linear model, trees or network of the LTR plugin', end: '-solr' },
];
const ALL = ' all';
const RATIO = 2; // device pixels per CSS pixel of a picture

/** The dialog, in the document but closed. @param {Store} store */
export function exportDialog(store) {
  const title = h('h2', { id: freshId('export') }, 'Export');
  const close = h('button', { type: 'button', class: 'square', 'aria-label': 'Close', onclick: () => dialog.close() },
    '✕');
  const log = h('p', { class: 'told', role: 'log', 'aria-label': 'Exported' });
  const parts = [curves, tables, models, command].map((part) => part(store, log));
  const dialog = h('dialog',
    { class: 'export', 'aria-labelledby': title.id,
      onclose: () => store.dispatch({ type: 'exporting/open', on: false }) },
    h('div', { class: 'dialog-head' }, title, close),
    h('p', { class: 'muted' },
      'Files are made on this device. CSV and JSON have all digits. Markdown and LaTeX are rounded.'),
    ...parts.map(({ element }) => element), log);
  // A press outside the dialog closes it, as Escape does.
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);

  // A closed dialog is not updated.
  store.watch((state) => [
    state.exporting, state.model, state.run, state.snapshot, state.data, state.comparison.table, state.settings,
  ], () => {
    if (store.get().exporting.open) for (const { update } of parts) update(store.get());
  });
  return { open: () => {
    say(log, '');
    store.dispatch({ type: 'exporting/open', on: true });
    dialog.showModal();
  } };
}

/**
 * Returns a line of the dialog: a title, a note, and buttons.
 * @param {string} label @param {string} about @param {...HTMLElement} buttons
 */
function line(label, about, ...buttons) {
  return h('div', { class: 'export-line' }, h('div', {}, h('b', {}, label), ' ', h('span', { class: 'muted' }, about)),
    h('div', { class: 'export-buttons' }, buttons));
}

/**
 * @param {string} text @param {string} name the accessible one, which begins with what is exported
 * @param {HTMLElement} log @param {() => void | Promise<void>} act
 */
function button(text, name, log, act) {
  return h('button', { type: 'button', 'aria-label': name, onclick: async () => {
    try {
      await act();
      say(log, `${name}: saved.`);
    } catch (error) {
      say(log, sentence(messageOf(error)));
    }
  } }, text);
}

/** @param {Store} store @param {HTMLElement} log */
function curves(store, log) {
  const picked = selectField('Charts in the picture', (name) => { chosen = name; });
  let chosen = ALL;
  const figure = (/** @type {number} */ ratio) => {
    return there(figureOf(store.get(), chosen === ALL ? null : chosen, colourOf, ratio));
  };
  const fileName = () =>
    (chosen === ALL ? 'rankscope-curves' : `rankscope-${chosen.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`);
  const svg = button('SVG', 'Curves as SVG', log,
    () => download(figure_svg(figure(1)), 'image/svg+xml', `${fileName()}.svg`));
  const png = button('PNG', 'Curves as PNG', log, async () => {
    const picture = figure(RATIO);
    const [width, height] = figure_size(picture);
    const canvas = h('canvas', { width, height });
    draw_figure(canvas, picture);
    const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
    if (!(blob instanceof Blob)) throw new Error('The browser could not make the picture.');
    download(blob, 'image/png', `${fileName()}.png`);
  });
  const numbers = [
    button('CSV', 'Curves as CSV', log,
      () => download(tableAs(store.get(), curvesTable, 'csv'), 'text/csv', 'rankscope-curves.csv')),
    button('JSON', 'Curves as JSON', log,
      () => download(runJson(store.get(), program()), 'application/json', 'rankscope-run.json')),
  ];
  const element = h('section', {}, h('h3', {}, 'Curves'), picked.element,
    line('Pictures', 'in the colours of the page', svg, png), line('Numbers', 'of every iteration', ...numbers));
  return {
    element,
    update(/** @type {import('./export-state.js').ExportState} */ state) {
      const names = chartsOf(state).map(({ name }) => name);
      if (!names.includes(chosen)) chosen = ALL;
      picked.update([{ value: ALL, text: 'all three' }, ...names.map((name) => ({ value: name, text: name }))], chosen,
        null);
      svg.disabled = png.disabled = newest(state.run) === 0;
      for (const one of numbers) one.disabled = !state.run?.reports.length;
    },
  };
}

/** @param {Store} store @param {HTMLElement} log */
function tables(store, log) {
  const lines = TABLES.filter(({ key }) => key !== 'curves').concat(TABLES.filter(({ key }) => key === 'curves'))
    .map((choice) => {
    const formats = FORMATS.filter(({ format }) => choice.key !== 'curves' || format !== 'csv');
    const buttons = formats.map(({ format, text, type, end }) => button(text, `${choice.label} as ${text}`, log,
      () => download(tableAs(store.get(), choice.table, format), type,
        `rankscope-${choice.key}.${end}`)));
    return { choice, buttons, element: line(choice.label, choice.about, ...buttons) };
  });
  return {
    element: h('section', {}, h('h3', {}, 'Tables'), lines.map(({ element }) => element)),
    update(/** @type {import('./export-state.js').ExportState} */ state) {
      for (const { choice, buttons, element } of lines) {
        const has = choice.table(state) !== null;
        for (const one of buttons) one.disabled = !has;
        element.hidden = choice.key === 'comparison' && !has;
      }
    },
  };
}

/** @param {Store} store @param {HTMLElement} log */
function models(store, log) {
  const id = freshId('model');
  const name = h('input',
    { id, type: 'text', value: 'rankscope', spellcheck: false, autocomplete: 'off',
      oninput: () => update(store.get()) });
  const about = h('p', { class: 'muted' });
  const gaps = h('p', { class: 'note' });
  const lines = MODELS.map(({ format, label, about: words, end }) => {
    const [text, type, ending] = format === 'card' ? ['Markdown', 'text/markdown', 'md']
      : ['JSON', 'application/json', 'json'];
    const save = button(text, `${label} as ${text}`, log, () => {
      const file = written(store.get(), format, name.value);
      if ('problem' in file) throw new Error(file.problem);
      download(file.text, type, `rankscope-model${end}.${ending}`);
    });
    const why = h('p', { class: 'note problem' });
    return { format, save, why, element: h('div', {}, line(label, words, save), why) };
  });
  /** @param {import('./export-state.js').ExportState} state */
  function update(state) {
    const { run, exporting: { model } } = state;
    const ready = ofRun(model, run)?.json;
    const names = run?.overview ? namesOf(state, run.overview.features) : [];
    say(about, run && ready ? modelText(run, names)
      : model?.problem || 'The model can be saved after the first iteration.');
    say(gaps, ready && !('problem' in written(state, 'json', name.value)) ? gapNote(state, ready) : '');
    for (const { format, save, why } of lines) {
      const file = ready ? written(state, format, name.value) : null;
      save.disabled = !file || 'problem' in file;
      say(why, file && 'problem' in file ? file.problem : '');
    }
  }
  return {
    element: h('section', {}, h('h3', {}, 'Model'), about,
      h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Name of the model'), name),
      lines.map(({ element }) => element), gaps),
    update,
  };
}

/**
 * Returns what the model file holds, in words.
 * @param {import('../../run/training/run-state.js').Run} run
 * @param {(string | undefined)[]} names of the features
 */
function modelText(run, names) {
  const named = names.filter(Boolean).length;
  const called = named === 0 ? 'f1, f2, …' : named < names.length ? 'by their names, the others f1, f2, …'
    : 'by their names';
  const scaled = ['minmax', 'standard'].includes(run.settings.scale)
    ? ' The exported numbers include the scaling.' : '';
  const when = isWorking(run) ? '; training continues' : '';
  return `The best model so far${when}. Features are called ${called}.${scaled}`;
}

/**
 * @param {import('./export-state.js').ExportState} state
 * @param {string} format
 * @param {string} name
 * @returns {{ text: string } | { problem: string }}
 */
function written(state, format, name) {
  const json = state.exporting.model?.json;
  if (!json) return { problem: 'There is no model yet. Train first.' };
  try {
    return { text: modelAs(state, json, format, name) };
  } catch (error) {
    return { problem: sentence(messageOf(error)) };
  }
}

/** @param {Store} store @param {HTMLElement} log */
function command(store, log) {
  const id = freshId('command');
  const text = h('textarea', { id, readOnly: true, rows: 3, spellcheck: false, onfocus: () => text.select() });
  const about = h('p', { class: 'muted' });
  const copy = h('button', { type: 'button', onclick: async () => {
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
      say(log, 'Command: copied.');
    } catch {
      // Without permission the user can still copy the selected text.
      say(log, 'The browser does not allow copying. The command is selected: copy it with the keyboard.');
    }
  } }, 'Copy command');
  const sample = button('Generated data', 'Generated data as a file', log, () => {
    const train = store.get().data?.request.train;
    if (train?.kind === 'generated') {
      download(new Uint8Array(generate_sample(train.queries, train.documents, train.seed)), 'text/plain',
        GENERATED);
    }
  });
  return {
    element: h('section', {}, h('h3', {}, 'Command'), about,
      h('label', { class: 'hidden', htmlFor: id }, 'Command that reproduces the run'), text,
      h('div', { class: 'export-buttons' }, copy, sample)),
    update(/** @type {import('./export-state.js').ExportState} */ state) {
      const files = commandFiles(state);
      const { run, data } = state;
      sample.hidden = data?.request.train.kind !== 'generated';
      const isMixed = Boolean(data && hasMixedRules(data.request));
      text.value = files && run && !run.refused && !isMixed ? command_line(run.settings, files) : '';
      copy.disabled = !text.value;
      if (isMixed) return say(about, 'The files were read by different rules, which no single command can say.');
      const where = data?.request.train.kind === 'url' ? ' The files are in the source code of Rankscope.'
        : sample.hidden ? ''
        : ' Save the generated data first.';
      return say(about, `Repeats the whole run on the command line, with identical numbers.${where}`);
    },
  };
}
