// What the pictures of the stage say of themselves. Pure, no DOM.

import { PICTURES } from '../lessons/stage/picture-list.js';

/** @typedef {import('../lessons/stage/picture.js').PictureDescription} PictureDescription */
/** By the names that lessons use. @typedef {Readonly<Record<string, PictureDescription>>} PictureDescriptions */

/** Fetches all pictures for their descriptions. @returns {Promise<PictureDescriptions>} */
export async function fetchDescriptions() {
  return Object.fromEntries(await Promise.all(Object.entries(PICTURES).map(async ([name, fetchPicture]) =>
    [name, (await fetchPicture()).description])));
}

/** What a part is called in the editor. @param {PictureDescription | undefined} description @param {string} part */
export function partName(description, part) {
  const [first, ...more] = description?.parts[part]?.split(/, | (?=\()/) ?? [part];
  const note = more.find((one) => one.startsWith('('));
  return note ? `${first} ${note}` : first;
}

/** The words of which a text must have one to explain a part. @param {PictureDescription} description
 * @param {string} part */
export function wordsOfPart({ parts }, part) {
  return (parts[part] ?? part).replace(/ ?\(.*?\)/g, '').split(/, /).filter(Boolean);
}
