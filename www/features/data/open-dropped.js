// Opens what was dropped on the page. Fetched when files are dropped.

import { showAlert } from '../../store/alert-state.js';
import { classifyFiles } from './classify-files.js';
import { ownRequest } from './data-request.js';
import { openFiles } from './open-files.js';
import { isPagesFile } from './pages-file.js';

const LISTED = 5; // files without use that the message names

/**
 * @param {import('./data-state.js').DataStore} store
 * @param {import('./classify-files.js').Dropped[]} dropped
 * @param {import('./file-choices.js').Documents} documents what holds no data
 * @param {(files: File[]) => Promise<boolean>} openRatings gets the files; true: one holds ratings and is opened
 * @returns {Promise<void>}
 */
export async function openDropped(store, dropped, documents, openRatings) {
  if (await documents.openAnswers(dropped.flatMap(({ file }) => file ?? []))) return;
  const { json: named, train, valid, test, groups, unused } = classifyFiles(dropped, await pagesAmong(dropped));
  // A document with another ending is recognised by its beginning.
  const json = named ?? (dropped.length === 1 && train && await documents.isDocument(train) ? train : null);
  if (!json && train && await openRatings(dropped.flatMap(({ file }) => file ?? []))) return;
  const title = 'Not everything that was dropped is used.';
  if (json) {
    const isOpened = await documents.open(json);
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

  /** @param {string} title @param {string} detail */
  function warn(title, detail) {
    store.dispatch(showAlert(title, detail));
  }
}

/** The files of pages. @param {import('./classify-files.js').Dropped[]} dropped */
async function pagesAmong(dropped) {
  const files = await Promise.all(dropped.map(async ({ file }) => (file && await isPagesFile(file) ? file : null)));
  return new Set(files.flatMap((file) => file ?? []));
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
