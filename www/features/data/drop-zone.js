// Files dropped anywhere on the page.

import { h } from '../../ui/dom.js';
import { showAlert } from '../../store/alert-state.js';
import { openFiles } from './open-files.js';
import { ownRequest } from './data-request.js';

const LISTED = 5; // files without use that the message names

/**
 * Opens a .json file. True: it was opened; false: it was refused; null: something else was opened in the meantime.
 * @typedef {(file: File) => Promise<boolean | null>} OpenJson
 */

/**
 * @param {HTMLElement} root
 * @param {import('./data-state.js').DataStore} store
 * @param {OpenJson} openJson gets a .json file, which holds no data
 * @param {(files: File[]) => Promise<boolean>} openRatings gets the files; true: one holds ratings and is opened
 */
export function mount(root, store, openJson, openRatings) {
  const veil = h('div', { class: 'veil', hidden: true, 'aria-hidden': 'true' }, h('p', {},
    'Drop LETOR, CSV or TSV files here',
    h('small', {}, 'They never leave this device. Files named “vali” or “test” become held-out data; '
      + 'a .json file dropped alone is opened as a lesson or as kept runs.')));
  root.append(veil);
  let depth = 0;

  /** @param {DragEvent} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files') ?? false;
  /** @param {number} now */
  const setDepth = (now) => {
    depth = Math.max(0, now);
    veil.hidden = depth === 0;
  };

  document.addEventListener('dragenter', (event) => { if (hasFiles(event)) setDepth(depth + 1); });
  document.addEventListener('dragleave', (event) => { if (hasFiles(event)) setDepth(depth - 1); });
  document.addEventListener('dragover', (event) => { if (hasFiles(event)) event.preventDefault(); });
  document.addEventListener('drop', async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setDepth(0);
    // Before anything is waited for: afterwards the browser hands nothing over.
    const dropped = droppedOn(event);
    const { classifyFiles } = await import('./classify-files.js');
    const { json, train, valid, test, groups, unused } = classifyFiles(dropped);
    if (!json && train && await openRatings(dropped.flatMap(({ file }) => file ?? []))) return;
    const title = 'Not everything that was dropped is used.';
    if (json) {
      const isOpened = await openJson(json);
      if (isOpened !== null && unused.length) warn(title, `${usedOf([isOpened ? json : null])} ${listOf(unused)}`);
      return;
    }
    if (!train) return dropped.length ? warn('Nothing of what was dropped can be used.', listOf(unused)) : undefined;
    const isLoading = await openFiles(store, { train, valid, test }, (read) => (read.train
      ? ownRequest(read.train, read.valid ?? null, read.test ?? null, store.get()) : null), groups);
    if (!isLoading || !unused.length) return;
    const { loadCount } = store.get();
    // A new load takes old messages away, so this one waits for its end.
    const stop = store.subscribe(({ loadCount: now }, action) => {
      const here = action.type === 'loaded' && action.load === loadCount;
      if (here || now !== loadCount) stop();
      if (here) warn(title, `${usedOf([train, valid, test])} ${listOf(unused)}`);
    });
  });

  /** @param {string} title @param {string} detail */
  function warn(title, detail) {
    store.dispatch(showAlert(title, detail));
  }
}

/**
 * What a drop hands over; folders are recognised where the browser can tell them.
 * @param {DragEvent} event
 * @returns {import('./classify-files.js').Dropped[]}
 */
function droppedOn(event) {
  const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  return items.flatMap((item) => {
    const entry = item.webkitGetAsEntry?.();
    const file = item.getAsFile();
    const isFolder = entry?.isDirectory ?? false;
    const name = isFolder ? entry?.name : file?.name;
    return name === undefined ? [] : [{ name, file: isFolder ? null : file }];
  });
}

/** What is used. @param {(File | null)[]} files */
function usedOf(files) {
  const names = files.flatMap((file) => (file ? [file.name] : []));
  return names.length ? `Used: ${names.join(', ')}.` : '';
}

/** What is not used, and why. @param {import('./classify-files.js').Unused[]} unused */
function listOf(unused) {
  const lines = unused.slice(0, LISTED).map(({ name, why }) => `${name} is not used: ${why}.`).join(' ');
  return unused.length > LISTED ? `${lines} ${unused.length - LISTED} more are not used.` : lines;
}
