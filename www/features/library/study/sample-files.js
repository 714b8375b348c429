// The sample files that built-in studies read. They lie beside the page.

import { messageOf } from '../../../core/errors.js';
import { fileAddress } from '../../../lib/file-address.js';

/**
 * Fetches some of them. Throws with the name of one that cannot be fetched.
 * @param {string[]} names @returns {Promise<File[]>}
 */
export function fetchSampleFiles(names) {
  return Promise.all(names.map(async (name) => {
    try {
      const response = await fetch(fileAddress(`samples/${name}`));
      if (!response.ok) throw new Error(`the server answers ${response.status}`);
      return new File([await response.blob()], name);
    } catch (error) {
      throw new Error(`${name} could not be fetched: ${messageOf(error)}. Choose the study again when there is a `
        + 'connection.');
    }
  }));
}
