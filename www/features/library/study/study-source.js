// Reads studies from files and links, and makes links to studies. No DOM, no worker.

import { messageOf } from '../../../core/errors.js';
import { pack, unpack } from '../../../lib/compress-text.js';
import { LONGEST_LESSON } from '../../share/links/url.js';

/** @typedef {import('./study-state.js').Chosen} Chosen */
/** @typedef {{ name: string, message: string }} Refused */
/** A study, or why there is none; neither where nothing is to be opened. @typedef {{ chosen?: Chosen,
 *   refused?: Refused }} Taken */

const MOST_TEXT = 2_000_000; // bytes of a study's file

/** @param {File} file */
const pathOf = (file) => file.webkitRelativePath || file.name;

/**
 * Reads chosen files: a study, data of the study before, or both.
 * @param {File[]} files @param {Chosen | null} before @returns {Promise<Taken>}
 */
export async function studyOfFiles(files, before) {
  const file = files.find(({ name }) => /\.json$/i.test(name));
  const data = files.filter((one) => one !== file);
  if (!file) {
    // A file that was changed takes the place of the one before.
    const isOther = (/** @type {File} */ old) => data.every((one) => pathOf(one) !== pathOf(old));
    return before && data.length ? { chosen: { ...before, files: [...data, ...before.files.filter(isOther)] } } : {};
  }
  const { name } = file;
  if (file.size > MOST_TEXT) return { refused: { name, message: 'It is too long for a study.' } };
  const text = await file.text().catch(() => null);
  if (text === null) return { refused: { name, message: 'It could not be read. Choose it again.' } };
  return { chosen: { name, isBuiltIn: false, text, files: data } };
}

/**
 * Reads what a link says of a study: the name of a built-in one, or a packed text after a ~.
 * @param {string} linked @param {import('./study-state.js').StudyView['builtIns']} builtIns @returns {Promise<Taken>}
 */
export async function studyOfLink(linked, builtIns) {
  if (!linked.startsWith('~')) {
    const built = builtIns.find(({ name }) => name === linked);
    return built ? { chosen: { name: built.name, isBuiltIn: true, text: built.json, files: [] } }
      : { refused: { name: `The study “${linked}”`, message: 'This page has no such built-in study.' } };
  }
  const name = 'The study of this link';
  try {
    const text = await (await unpack(linked.slice(1))).text();
    return { chosen: { name, isBuiltIn: false, text, files: [] } };
  } catch (error) {
    return { refused: { name, message: `It could not be unpacked: ${messageOf(error)}` } };
  }
}

/**
 * Returns what a link says of a study: the name of a built-in one, or its packed text after a ~; null where the text is
 * too long.
 * @param {Chosen} chosen @returns {Promise<string | null>}
 */
export async function linkOf({ name, isBuiltIn, text }) {
  if (isBuiltIn) return name;
  const packed = await pack(new Blob([text]), LONGEST_LESSON);
  return packed && `~${packed}`;
}
