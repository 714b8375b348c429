// The built-in studies as data, for the page and for the npm package. The command line has the files in itself.

import { readFile } from 'node:fs/promises';
import { at } from './project.mjs';

/** The folder of the studies, and the file that lists their names. */
export const STUDY_SOURCES = [at('src', 'study', 'built_in'), at('src', 'study', 'built_in.rs')];

const [folder, list] = STUDY_SOURCES;

/**
 * Returns the built-in studies in the order of the list.
 * @returns {Promise<{ name: string, json: string }[]>}
 */
export async function builtInStudies() {
  const listed = /^pub const BUILT_IN: .* = built_in!\[$([^\]]*)^\];$/m.exec(await readFile(list, 'utf8'));
  if (!listed) throw new Error('src/study/built_in.rs has no list of studies, BUILT_IN');
  const names = [...listed[1].matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  return Promise.all(names.map(async (name) => ({ name, json: await readFile(`${folder}/${name}.json`, 'utf8') })));
}
