// Data files of the user, whatever their format. The code that looks into them is fetched when a file is chosen.

import { messageOf } from '../../core/errors.js';
import { showAlert } from '../../store/alert-state.js';

/** @typedef {import('./file-choices.js').PartFiles} PartFiles */

/**
 * Loads files. A plain LETOR file loads at once; for another format a dialog shows what it is taken for.
 * @param {import('./data-state.js').DataStore} store
 * @param {PartFiles} files
 * @param {(files: PartFiles) => import('./data-state.js').DataRequest | null} request gets the files as LETOR text
 * @param {File[]} [groups] files with sizes of groups
 * @returns {Promise<boolean>} whether the data are being loaded
 */
export async function openFiles(store, files, request, groups = []) {
  try {
    const { openChosen } = await import('./file-opening.js');
    return await openChosen(store, files, request, groups);
  } catch (error) {
    store.dispatch(showAlert('The file could not be opened.', messageOf(error)));
    return false;
  }
}
