// The dialog that hands out curves, tables, the model, and the command that reproduces the run.

import { h, say } from '../dom.js';
import { command_line, draw_figure, export_table, figure_size, figure_svg, generate_sample, modelAs } from '../core.js';
import { download } from '../download.js';
import { GENERATED, TABLES, chartsOf, commandFiles, curvesTable, figureOf, runJson } from '../exporting.js';
import { messageOf } from '../fault.js';
import { freshId, selectField } from '../fields.js';
import { sentence } from '../format.js';
import { namesOf } from '../insight.js';
import { isWorking, newest } from '../running.js';

/** @typedef {import('../store.js').Store} Store */

const FORMATS = [
  { format: 'csv', text: 'CSV', type: 'text/csv', end: 'csv' },
  { format: 'markdown', text: 'Markdown', type: 'text/markdown', end: 'md' },
  { format: 'latex', text: 'LaTeX', type: 'application/x-tex', end: 'tex' },
];
const MODELS = [
  { format: 'json', label: 'Model file', about: 'for rankscope eval, score and export', end: '' },
  { format: 'elasticsearch', label: 'Elasticsearch, OpenSearch', about: 'model/linear of the LTR plugin', end: '-elasticsearch' },
  { format: 'solr', label: 'Solr', about: 'LinearModel of the LTR plugin', end: '-solr' },
];
const ALL = ' all';
const RATIO = 2; // device pixels per CSS pixel of a picture

/** The dialog, in the document but closed. @param {Store} store */
export function exportDialog(store) {
  const title = h('h2', { id: freshId('export') }, 'Export');
  const close = h('button', { type: 'button', class: 'square', 'aria-label': 'Close', onclick: () => dialog.close() }, '✕');
  const told = h('p', { class: 'told', role: 'log', 'aria-label': 'Exported' });
  const parts = [curves(store, told), tables(store, told), models(store, told), command(store, told)];
  const dialog = h('dialog', { class: 'export', 'aria-labelledby': title.id, onclose: () => store.dispatch({ type: 'exporting', on: false }) },
    h('div', { class: 'dialog-head' }, title, close), h('p', { class: 'muted' }, 'Files are made on this device. CSV and JSON have every digit; Markdown and LaTeX are rounded for people.'),
    ...parts.map(({ element }) => element), told);
  // A press beside the dialog closes it, as Escape does.
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);

  // Closed, it costs nothing.
  store.watch((state) => [state.insight, state.run, state.look, state.data, state.comparison.table, state.settings], () => {
    if (store.get().insight.exporting) for (const { update } of parts) update(store.get());
  });
  return { open: () => {
    say(told, '');
    store.dispatch({ type: 'exporting', on: true });
    dialog.showModal();
  } };
}

/**
 * A line of the dialog: what, a few words, and buttons.
 * @param {string} label @param {string} about @param {...HTMLElement} buttons
 */
function line(label, about, ...buttons) {
  return h('div', { class: 'export-line' }, h('div', {}, h('b', {}, label), ' ', h('span', { class: 'muted' }, about)), h('div', { class: 'export-buttons' }, buttons));
}

/**
 * @param {string} text @param {string} name the accessible one, which begins with what is exported
 * @param {HTMLElement} told @param {() => void | Promise<void>} act
 */
function button(text, name, told, act) {
  return h('button', { type: 'button', 'aria-label': name, onclick: async () => {
    try {
      await act();
      say(told, `${name}: saved.`);
    } catch (error) {
      say(told, sentence(messageOf(error)));
    }
  } }, text);
}

/** What a button saves; a file of nothing is not saved. @template T @param {T | null} made @returns {T} */
function there(made) {
  if (made === null) throw new Error('There is nothing to save yet.');
  return made;
}

/** @param {Store} store @param {HTMLElement} told */
function curves(store, told) {
  const picked = selectField('Charts in the picture', (name) => { chosen = name; });
  let chosen = ALL;
  const figure = (/** @type {number} */ ratio) => {
    return there(figureOf(store.get(), chosen === ALL ? null : chosen, colourOf, ratio));
  };
  const fileName = () => (chosen === ALL ? 'rankscope-curves' : `rankscope-${chosen.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`);
  const svg = button('SVG', 'Curves as SVG', told, () => download(figure_svg(figure(1)), 'image/svg+xml', `${fileName()}.svg`));
  const png = button('PNG', 'Curves as PNG', told, async () => {
    const made = figure(RATIO);
    const [width, height] = figure_size(made);
    const canvas = h('canvas', { width, height });
    draw_figure(canvas, made);
    const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
    if (!(blob instanceof Blob)) throw new Error('The browser could not make the picture.');
    download(blob, 'image/png', `${fileName()}.png`);
  });
  const numbers = [
    button('CSV', 'Curves as CSV', told, () => download(export_table(there(curvesTable(store.get())), 'csv'), 'text/csv', 'rankscope-curves.csv')),
    button('JSON', 'Curves as JSON', told, () => download(runJson(store.get()), 'application/json', 'rankscope-run.json')),
  ];
  const element = h('section', {}, h('h3', {}, 'Curves'), picked.element, line('Pictures', 'in the colours of the page', svg, png), line('Numbers', 'of every iteration', ...numbers));
  return {
    element,
    update(/** @type {import('../reducer.js').State} */ state) {
      const names = chartsOf(state).map(({ name }) => name);
      if (!names.includes(chosen)) chosen = ALL;
      picked.update([{ value: ALL, text: 'all three' }, ...names.map((name) => ({ value: name, text: name }))], chosen, null);
      svg.disabled = png.disabled = newest(state.run) === 0;
      for (const one of numbers) one.disabled = !state.run?.reports.length;
    },
  };
}

/** @param {Store} store @param {HTMLElement} told */
function tables(store, told) {
  const lines = TABLES.filter(({ key }) => key !== 'curves').concat(TABLES.filter(({ key }) => key === 'curves')).map((choice) => {
    const formats = FORMATS.filter(({ format }) => choice.key !== 'curves' || format !== 'csv');
    const buttons = formats.map(({ format, text, type, end }) => button(text, `${choice.label} as ${text}`, told,
      () => download(export_table(there(choice.table(store.get())), format), type, `rankscope-${choice.key}.${end}`)));
    return { choice, buttons, element: line(choice.label, choice.about, ...buttons) };
  });
  return {
    element: h('section', {}, h('h3', {}, 'Tables'), lines.map(({ element }) => element)),
    update(/** @type {import('../reducer.js').State} */ state) {
      for (const { choice, buttons, element } of lines) {
        const has = choice.table(state) !== null;
        for (const one of buttons) one.disabled = !has;
        element.hidden = choice.key === 'comparison' && !has;
      }
    },
  };
}

/** @param {Store} store @param {HTMLElement} told */
function models(store, told) {
  const id = freshId('model');
  const name = h('input', { id, type: 'text', value: 'rankscope', spellcheck: false, autocomplete: 'off', oninput: () => update(store.get()) });
  const about = h('p', { class: 'muted' });
  const lines = MODELS.map(({ format, label, about: words, end }) => {
    const save = button('JSON', `${label} as JSON`, told, () => {
      const made = written(store.get(), format, name.value);
      if ('problem' in made) throw new Error(made.problem);
      download(made.text, 'application/json', `rankscope-model${end}.json`);
    });
    const why = h('p', { class: 'note problem' });
    return { format, save, why, element: h('div', {}, line(label, words, save), why) };
  });
  /** @param {import('../reducer.js').State} state */
  function update(state) {
    const { run, insight } = state;
    const ready = insight.model?.run === run?.id && insight.model?.json;
    const names = run?.overview ? namesOf(state, run.overview.features) : [];
    const given = names.filter(Boolean).length;
    const scaled = run && ['minmax', 'standard'].includes(run.settings.scale) ? ' Scaling is folded into the weights; the constant it leaves is the same for every document.' : '';
    say(about, ready ? `The best w so far${run && isWorking(run) ? ', while training goes on' : ''}. Features are called ${given === 0 ? 'f1, f2, …' : given < names.length ? 'by their names, the others f1, f2, …' : 'by their names'}.${scaled}` : insight.model?.problem || 'The model comes with the first iteration.');
    for (const { format, save, why } of lines) {
      const made = ready ? written(state, format, name.value) : null;
      save.disabled = !made || 'problem' in made;
      say(why, made && 'problem' in made ? made.problem : '');
    }
  }
  return {
    element: h('section', {}, h('h3', {}, 'Model'), about, h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Name of the model'), name), lines.map(({ element }) => element)),
    update,
  };
}

/**
 * @param {import('../reducer.js').State} state
 * @param {string} format
 * @param {string} name
 * @returns {{ text: string } | { problem: string }}
 */
function written(state, format, name) {
  const json = state.insight.model?.json;
  if (!json) return { problem: 'The model is not there yet.' };
  try {
    return { text: modelAs(json, format, namesOf(state, state.run?.overview?.features ?? 0), name) };
  } catch (error) {
    return { problem: sentence(messageOf(error)) };
  }
}

/** @param {Store} store @param {HTMLElement} told */
function command(store, told) {
  const id = freshId('command');
  const text = h('textarea', { id, readOnly: true, rows: 3, spellcheck: false, onfocus: () => text.select() });
  const about = h('p', { class: 'muted' });
  const copy = h('button', { type: 'button', onclick: async () => {
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
      say(told, 'Command: copied.');
    } catch {
      // Without permission the selected text can still be copied by hand.
      say(told, 'The browser does not allow copying: the command is selected, copy it by the keyboard.');
    }
  } }, 'Copy command');
  const sample = button('Generated data', 'Generated data as a file', told, () => {
    const train = store.get().data?.request.train;
    if (train?.kind === 'generated') download(new Uint8Array(generate_sample(train.queries, train.documents, train.seed)), 'text/plain', GENERATED);
  });
  return {
    element: h('section', {}, h('h3', {}, 'Command'), about, h('label', { class: 'hidden', htmlFor: id }, 'Command that reproduces the run'), text, h('div', { class: 'export-buttons' }, copy, sample)),
    update(/** @type {import('../reducer.js').State} */ state) {
      const files = commandFiles(state);
      const { run, data } = state;
      sample.hidden = data?.request.train.kind !== 'generated';
      text.value = files && run && !run.refused ? command_line(run.settings, files) : '';
      copy.disabled = !text.value;
      const where = data?.request.train.kind === 'url' ? ' The files lie in the program’s source.' : sample.hidden ? '' : ' The generated data have to be saved first.';
      say(about, `The same run on the command line, to its end, with the same bits.${where}`);
    },
  };
}

/** A CSS variable of the page's colours as #rrggbb. @param {string} variable */
function colourOf(variable) {
  const value = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  return short ? `#${short.slice(1).map((digit) => digit + digit).join('')}` : value;
}
