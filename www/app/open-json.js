// Recognises and opens files that hold no data: studies, models and runs of any program, kept runs, lessons. No DOM.

import { addRunsFile } from '../features/library/runs/add-runs-file.js';
import { beginsPages } from '../features/data/pages-file.js';
import { isModelFile } from '../features/share/model-file/is-model-file.js';
import { isRunsFile } from '../features/library/runs/runs-file.js';
import { isStudyFile } from '../features/library/study/study-plan.js';
import { showAlert, showNotFetched } from '../store/alert-state.js';

/**
 * Returns whether a file is opened as a document: by its name, or because it begins as one. Pages are data.
 * @param {File} file
 * @returns {Promise<boolean>} false where the file cannot be read
 */
export async function isDocument(file) {
  const start = await file.slice(0, 200).text().catch(() => '');
  if (beginsPages(start)) return false;
  if (/\.json$/i.test(file.name)) return true;
  return /^\s*\{\s*"(?:format|rankscope)"\s*:\s*"/.test(start) || isModelFile(file).catch(() => false);
}

/**
 * Opens the file as what it begins as. A file that cannot be read counts as a lesson, whose reader reports the reason.
 * @param {import('./reducer.js').AppStore} store
 * @param {File} file
 * @returns {Promise<boolean | null>} true: it was opened; false: it was refused; null: something else was opened in the
 *   meantime
 */
export async function openJson(store, file) {
  if (await isStudyFile(file).catch(() => false)) {
    store.dispatch({ type: 'study/set', change: { wanted: [file] } });
    store.dispatch({ type: 'panel', panel: 'study', open: true });
    return true;
  }
  if (await isModelFile(file).catch(() => false)) return openModel(store, file);
  if (!await isRunsFile(file).catch(() => false)) return openLesson(store, file);
  const { isAdded, text } = await addRunsFile(store, file);
  store.dispatch({ type: 'panel', panel: 'runs', open: true });
  const title = isAdded ? 'The dropped runs are in the Runs panel.' : 'The dropped runs could not be added.';
  store.dispatch(showAlert(title, text));
  return isAdded;
}

/**
 * What reads models is fetched with the first one.
 * @param {import('./reducer.js').AppStore} store
 * @param {File} file
 */
async function openModel(store, file) {
  try {
    const { openModelFile } = await import('../features/share/model-file/read-model-file.js');
    const isOpened = await openModelFile(store, file);
    store.dispatch({ type: 'panel', panel: 'modelfile', open: true });
    return isOpened;
  } catch (error) {
    store.dispatch(showNotFetched('The model could not be opened.', 'Drop it again', error));
    return false;
  }
}

/**
 * @param {import('./reducer.js').AppStore} store
 * @param {File} file
 * @returns {Promise<boolean | null>} settles when the first step is ready, or the lesson is refused or left
 */
function openLesson(store, file) {
  return new Promise((resolve) => {
    const opening = /** @type {const} */ ({ type: 'lessons/file', file });
    // A file that is too long is refused at once.
    const stop = store.subscribe((_state, action) => {
      if (action === opening || !Object.hasOwn(OUTCOMES, action.type)) return;
      stop();
      resolve(OUTCOMES[action.type]);
    });
    store.dispatch(opening);
  });
}

/** The result that an action reports for a lesson that is being opened. @type {Record<string, boolean | null>} */
const OUTCOMES = {
  'lessons/ready': true, 'lessons/failed': true, 'lessons/refused': false,
  'lessons/leave': null, 'lessons/file': null, 'links/open': null,
};
