// Makes a course package of this page in the browser, and saves it. Fetched when it is first wanted.

import { zipSync } from 'fflate';
import { download } from '../../../ui/download.js';
import { courseFiles, neededFiles } from './course-package.js';

/**
 * Saves a SCORM package and returns the name of its file. Throws the reason why a file of the page cannot be fetched.
 * @param {import('./course-package.js').Course} course
 */
export async function saveCourse(course) {
  const listed = await (await fetched('course/files.json')).json();
  const files = neededFiles(/** @type {string[]} */ (listed));
  /** @type {Record<string, Uint8Array>} */
  const content = {};
  for (const [name, text] of Object.entries(courseFiles(course, files, 'scorm'))) {
    content[name] = new TextEncoder().encode(text);
  }
  await Promise.all(files.map(async (file) => {
    content[file] = new Uint8Array(await (await fetched(file)).arrayBuffer());
  }));
  const name = `rankscope-${course.id}.zip`;
  download(new Uint8Array(zipSync(content)), 'application/zip', name);
  return name;
}

/** @param {string} path of a file of this page */
async function fetched(path) {
  const response = await fetch(new URL(encodeURI(path), document.baseURI)).catch(() => {
    throw new Error('the host does not answer; try again when there is a connection');
  });
  if (!response.ok) throw new Error(`the host answered ${response.status} to ${path}`);
  return response;
}
