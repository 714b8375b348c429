// Course packages of the built page: which lessons are asked for, and the zip file.

import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { LESSONS } from '../../www/features/learn/lessons/lesson-list.js';
import { PATHS } from '../../www/features/learn/lessons/paths.js';
import { courseFiles, neededFiles } from '../../www/features/share/course/course-package.js';
import { filesUnder } from './stamps.mjs';
import { Advice } from './steps.mjs';

/** @typedef {import('../../www/features/share/course/course-package.js').Course} Course */

/** The time of all files in a package, so that the same page gives the same bytes. */
const TIME = new Date(2026, 0, 1);

/**
 * Returns the course that the words of a command name: lessons, or one path.
 * @param {string[]} words @param {(id: string) => string} textOf the JSON of a lesson of the page
 * @returns {Course}
 */
export function courseNamed(words, textOf) {
  const path = PATHS.find(({ name }) => name === words.join(' '));
  const shelf = LESSONS.map((id) => ({ id, lesson: JSON.parse(textOf(id)), text: null }));
  if (path) {
    return { id: path.name.toLowerCase().replaceAll(' ', '-'), title: `Rankscope: ${path.name}`,
      lessons: shelf.filter(({ lesson }) => lesson.path === path.name) };
  }
  const unknown = words.find((word) => !LESSONS.includes(word));
  if (unknown !== undefined || !words.length) {
    throw new Advice(`${unknown === undefined ? 'Name a lesson' : `“${unknown}” is no lesson`}. The lessons are `
      + `${LESSONS.join(', ')}; the paths are ${PATHS.map(({ name }) => `"${name}"`).join(', ')}.`);
  }
  const lessons = words.map((id) => shelf[LESSONS.indexOf(id)]);
  const title = lessons.length === 1 ? lessons[0].lesson.title : `Rankscope: ${lessons.length} lessons`;
  return { id: words.join('-').slice(0, 60), title, lessons };
}

/**
 * Returns the zip file of a course.
 * @param {Course} course @param {string} site folder of the built page
 * @param {import('../../www/features/share/course/course-package.js').Standard} standard
 */
export async function packedCourse(course, site, standard) {
  // Not before the npm packages are installed.
  const { zipSync } = await import('fflate');
  const files = neededFiles(await filesOf(site));
  /** @type {Record<string, Uint8Array>} */
  const content = {};
  for (const [name, text] of Object.entries(courseFiles(course, files, standard))) {
    content[name] = new TextEncoder().encode(text);
  }
  for (const file of files) content[file] = await readFile(join(site, ...file.split('/')));
  return zipSync(content, { level: 9, mtime: TIME });
}

/** Writes the list of the page's files, from which the page makes packages itself. @param {string} site */
export async function writeFileList(site) {
  const files = await filesOf(site);
  await writeFile(join(site, 'course', 'files.json'), JSON.stringify(files));
}

/** @param {string} site */
const filesOf = async (site) => (await filesUnder(site)).map((path) => relative(site, path).split(sep).join('/'));
