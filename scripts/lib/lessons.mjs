// Generates the list of the page's lessons from the files in www/lessons/.

import { readFile, readdir, writeFile } from 'node:fs/promises';
import { at } from './project.mjs';

/** The module that the page imports. */
export const LESSON_LIST = at('www', 'features', 'learn', 'lessons', 'lesson-list.js');

/** Returns the file names in www/lessons/ without `.json`, by their field `order`, then by name. */
export async function lessonNames() {
  const folder = at('www', 'lessons');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const lessons = await Promise.all(files.map(async (file) => {
    const { order = Infinity } = JSON.parse(await readFile(`${folder}/${file}`, 'utf8'));
    return { name: file.replace(/\.json$/, ''), order };
  }));
  return lessons.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}

/** Returns the text of that module. @param {string[]} names */
export function lessonList(names) {
  return `// The page's lessons, best read in this order. Made from www/lessons/ by scripts/lib/lessons.mjs.

export const LESSONS = [
${names.map((name) => `  '${name}',`).join('\n')}
];
`;
}

/** Writes the module if it changed. */
export async function writeLessonList() {
  const text = lessonList(await lessonNames());
  if (text !== await readFile(LESSON_LIST, 'utf8').catch(() => '')) await writeFile(LESSON_LIST, text);
}
