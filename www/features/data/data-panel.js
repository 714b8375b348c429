// Where the documents come from: samples, files, pasted lines; how they are split and scaled.

import { showNotFetched } from '../../store/alert-state.js';
import { h, fill, say } from '../../ui/dom.js';
import { fetchedPart } from '../../ui/fetched-part.js';
import { handOn } from '../../ui/focus.js';
import { freshId, moreSettings, panel, restOf, selectField } from '../../ui/fields.js';
import { bytes, plural } from '../../lib/format.js';
import { openFiles } from './open-files.js';
import { ownRequest } from './data-request.js';
import { pagesOf } from './pages-content.js';
import { SAMPLES, sampleRequest } from './samples.js';
import { lineWithButton } from '../../ui/line-with-button.js';
import { offText } from './data-state.js';
import { visibleText } from '../../lib/visible-text.js';

/** @typedef {import('./data-state.js').DataStore} Store */
/** @typedef {import('./data-state.js').DataRequest} DataRequest */

const OWN = 'own';
const ACCEPT = '.txt,.dat,.letor,.svm,.libsvm,.csv,.tsv,.gz,.json';

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} rest the place of what is rarely set
 * @param {Store} store
 * @param {import('./file-choices.js').Documents} documents such as models
 */
export function mount(root, rest, store, documents) {
  /** @param {(file: File) => Promise<unknown>} load @returns {(file: File) => Promise<unknown>} */
  const orOpen = (load) => async (file) => {
    if (!await documents.isDocument(file)) return load(file);
    return documents.open(file).catch((error) =>
      store.dispatch(showNotFetched('The file could not be opened.', 'Choose it again', error)));
  };
  const sample = selectField('Sample data', (id) => {
    const request = sampleRequest(id);
    if (request) store.dispatch({ type: 'load', request });
  });
  const letor = filePicker('LETOR file', 'Choose or drop a file',
    orOpen((file) => openFiles(store, { train: file }, ownTraining(store))));
  const valid = filePicker('Validation file', 'Validation', orOpen((file) => addPart(store, 'valid', file)), true);
  const test = filePicker('Test file', 'Test', orOpen((file) => addPart(store, 'test', file)), true);
  const progress = loadingBar(store, sample.select);
  const holdOut = selectField('Hold out', (value) => reload(store, value === 'split'));
  const scaling = selectField('Scaling', (scale) => store.dispatch({ type: 'settings', change: { scale } }));

  const off = lineWithButton('features-off', 'Switch all on', () => store.dispatch({ type: 'leave out', without: [] }),
    () => sample.select);
  store.watch(({ data, without }) => [data, without], ([, without]) =>
    off.update(offText(store.get()), without.length > 0));

  // The heading says it.
  sample.element.querySelector('label')?.classList.add('hidden');
  const more = moreSettings('Own file, hold-out, scaling …',
    h('div', { class: 'drop' }, letor.element, h('p', {}, 'It never leaves this device.'),
      h('div', { class: 'pair' }, valid.element, test.element)),
    fileFormat(store), pasteBox(store),
    h('div', { class: 'group-choice inline' }, holdOut.element, holdOut.note, scaling.element, scaling.note));
  root.append(panel('data', 'Data', sample.element, progress, sample.note, pagesButton(store), off.element,
    warnings(store)));
  rest.append(restOf('data', more.element));

  store.watch(({ data, loading }) => [data, loading?.load, loading?.request], ([data, _load, pending]) => {
    const request = pending ?? data?.request ?? null;
    const options = SAMPLES.map(({ id, name }) => ({ value: id, text: name }));
    const own = request && request.sample === null;
    if (own) options.push({ value: OWN, text: request.name });
    const chosen = SAMPLES.find(({ id }) => id === request?.sample);
    const readAs = request?.readAs?.train;
    const about = chosen ? [chosen.about, chosen.credit].filter(Boolean).join(' ')
      : own ? `Your own data, read on this device${readAs ? ` as ${readAs.text}` : ''}.` : '';
    sample.update(options, own ? OWN : request?.sample ?? '', { summary: about });
    valid.name(request?.valid && request.sample === null ? request.valid.name : null);
    test.name(request?.test && request.sample === null ? request.test.name : null);
    letor.name(own && request.train.kind === 'blob' ? request.train.name : null);

    const heldOut = request?.valid || request?.test;
    holdOut.select.disabled = Boolean(heldOut) || !request;
    holdOut.update(
      [{ value: 'none', text: 'nothing' }, { value: 'split', text: '20 % + 20 %' }],
      request?.holdOut && !heldOut ? 'split' : 'none',
      { summary: heldOut ? 'The validation and test files are the held-out data.'
        : 'Whole queries for validation and test, drawn by a fixed seed.' });
  });
  store.watch(({ settings, catalog, problem }) => [
    settings.scale, catalog, problem,
  ], ([scale, { scalings }, problem]) => {
    const choice = scalings.find(({ name }) => name === scale);
    scaling.update(scalings.map(({ name, label }) => ({ value: name, text: label })), scale, choice ?? null,
      problem?.field === 'scale' ? problem.message : null);
    more.openIfAtFault();
  });
}

/** What is being loaded, else what is there: files chosen in quick succession belong together. @param {Store} store */
function wanted(store) {
  const { loading, data, without } = store.get();
  return loading?.request ?? (data && { ...data.request, without });
}

/**
 * @param {Store} store
 * @param {boolean} holdOut
 */
function reload(store, holdOut) {
  const request = wanted(store);
  if (request) store.dispatch({ type: 'load', request: { ...request, settings: {}, holdOut } });
}

/**
 * @param {Store} store
 * @param {'valid' | 'test'} part
 * @param {File} file
 */
function addPart(store, part, file) {
  return openFiles(store, { [part]: file }, ({ [part]: read }) => {
    const request = wanted(store);
    return request && read
      ? { ...request, settings: {}, sample: null, [part]: { kind: 'blob', name: read.name, blob: read } } : null;
  });
}

/** @param {Store} store @returns {(files: import('./file-choices.js').PartFiles) => DataRequest | null} */
function ownTraining(store) {
  return ({ train }) => (train ? ownRequest(train, null, null, store.get()) : null);
}

/**
 * A file input behind a button-like label; the input itself keeps focus and name.
 * @param {string} label
 * @param {string} text
 * @param {(file: File) => unknown} choose
 * @param {boolean} [short] whether a chosen file is ticked rather than named
 */
function filePicker(label, text, choose, short = false) {
  const id = freshId('file');
  const caption = h('span', { class: 'file-name', 'aria-hidden': 'true' }, text);
  const input = h('input', {
    id, type: 'file', accept: ACCEPT, 'aria-label': label,
    onchange: () => {
      const file = input.files?.[0];
      if (file) choose(file);
      input.value = ''; // the same file can be chosen again after it was changed
    },
  });
  const element = h('label', { class: 'file', htmlFor: id, title: label }, input, caption);
  return {
    element,
    /** @param {string | null} name */
    name(name) {
      say(caption, name === null ? text : short ? `${text} ✓` : name);
      element.title = visibleText(name ?? label);
      caption.classList.toggle('given', name !== null);
    },
  };
}

/** Shows the pages that the data were made of, with their features. @param {Store} store */
function pagesButton(store) {
  const open = async () => {
    const pages = pagesOf(store.get());
    if (pages) await (await import('./pages-dialog.js')).showPages(pages);
  };
  const button = h('button', { type: 'button', class: 'quiet', onclick: () => void open().catch((error) =>
    store.dispatch(showNotFetched('The pages could not be fetched.', 'Press the button again', error))) },
  'Pages and features');
  store.watch((state) => [pagesOf(state)], ([pages]) => { button.hidden = !pages; });
  return button;
}

/** The format of the files, behind a link of its own. @param {Store} store */
function fileFormat(store) {
  const part = fetchedPart(async () => (await import('./file-format.js')).fileFormat(), (error) =>
    store.dispatch(showNotFetched('The description of the format could not be fetched.', 'Open it again', error)));
  const element = h('details', { class: 'more format', ontoggle: () => { if (element.open) part.update(); } },
    h('summary', {}, 'File format'), part.element);
  return element;
}

/** @param {Store} store */
function pasteBox(store) {
  const id = freshId('paste');
  const area = h('textarea',
    { id, rows: 1, spellcheck: false, autocomplete: 'off', wrap: 'off', placeholder: '2 qid:1 1:0.5 2:0.1',
      oninput: () => {
    button.disabled = !area.value.trim();
  } });
  const button = h('button', {
    type: 'button', disabled: true,
    onclick: () => {
      const file = new File([area.value], 'pasted lines');
      const own = ownTraining(store);
      void openFiles(store, { train: file }, (files) => {
        const request = own(files);
        return request && { ...request, pasted: true };
      });
    },
  }, 'Load lines');
  return h('div', { class: 'field paste' }, h('label', { htmlFor: id }, 'Paste LETOR lines'), area, button);
}

/** What the reader noticed without refusing the file. @param {Store} store */
function warnings(store) {
  const summary = h('summary', {});
  const list = h('ul', { class: 'note' });
  const element = h('details', { class: 'more' }, summary, list);
  store.watch((state) => [state.data], ([data]) => {
    const { warnings: listed = [], n_warnings: total = 0 } = data?.summaries.train ?? {};
    element.hidden = total === 0;
    say(summary, plural(total, 'warning'));
    fill(list, listed.map(({ line, problem }) => h('li', {}, `line ${line}: ${problem}`)),
      total > listed.length && h('li', {}, `and ${total - listed.length} more`));
  });
  return element;
}

/** @param {Store} store @param {Element} before where the focus goes when it is done */
function loadingBar(store, before) {
  const bar = h('progress', { 'aria-label': 'Reading data' });
  const text = h('span', {});
  const cancel = h('button', { type: 'button', class: 'quiet', onclick: () => store.dispatch({ type: 'cancel load' }) },
    'Cancel');
  const element = h('div', { class: 'loading' }, bar, text, cancel);
  let since = 0;
  store.watch(({ loading }) => [loading], ([loading]) => {
    handOn(element, () => { element.hidden = !loading; }, before);
    if (!loading) {
      since = 0;
      return fill(text);
    }
    since ||= performance.now();
    // What is there in a blink needs no bar.
    element.classList.toggle('slow', performance.now() - since > 250);
    if (loading.of) {
      bar.max = loading.of;
      bar.value = loading.done;
    } else bar.removeAttribute('value');
    say(text, `${loading.name}: ${bytes(loading.done)}${loading.of ? ` of ${bytes(loading.of)}` : ''}, `
        + `${plural(loading.documents, 'document')}`);
  });
  return element;
}

