// Writes the service worker of a built page, with the list of its cached files and their checksums.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isReadingPage } from './pages/site-pages.mjs';
import { at } from './project.mjs';
import { filesUnder } from './stamps.mjs';

export const SERVICE_WORKER = 'service-worker.js';

/** What the page reads as data: the samples, and JSON with a hash in its name. */
const DATA = /^samples\/|^later\/.*\.json$/;

/** Largest data file in bytes that is cached at once. Larger ones are fetched when the page rests, or at first use. */
const SMALL_DATA = 5_000;

/** The file of the sample that the page opens with. It is cached at once, whatever its size. */
export const FIRST_FILE = 'samples/town.json';

/** The line of the source that the build replaces. */
const PLACE = "const FILES = { version: '', ahead: {}, later: {} };";

/** @typedef {{ version: string, ahead: Record<string, string>, later: Record<string, string> }} Kept */

/**
 * Writes the service worker of the page in `site` beside its index.html.
 * @param {string} site folder of the built page
 * @returns {Promise<Kept>}
 */
export async function writeServiceWorker(site) {
  const source = await readFile(at('www', 'features', 'share', 'offline', SERVICE_WORKER), 'utf8');
  if (source.split(PLACE).length !== 2) throw new Error(`${SERVICE_WORKER} has no single place for its files`);
  const lists = await keptFiles(site);
  // A changed service worker is a new version too.
  const files = { version: createHash('sha256').update(JSON.stringify(lists) + source).digest('hex').slice(0, 12),
    ...lists };
  await writeFile(join(site, SERVICE_WORKER), source.replace(PLACE, () => `const FILES = ${JSON.stringify(files)};`));
  return files;
}

/**
 * Returns the files of a built page by relative path, the page itself as '', with the checksums of their contents.
 * @param {string} site
 */
export async function keptFiles(site) {
  /** @type {Record<string, string>} */
  const ahead = {};
  /** @type {Record<string, string>} */
  const later = {};
  for (const file of await filesUnder(site)) {
    const path = relative(site, file).split(sep).join('/');
    // The system stores pictures for the start screen.
    if (path === SERVICE_WORKER || path.endsWith('.png') || path.endsWith('.md')) continue;
    // Course packages are made with a connection, pages to read are found with one, and other pages fetch the element.
    if (/^(course|embed)\//.test(path) || isReadingPage(path)) continue;
    const content = await readFile(file);
    const big = DATA.test(path) && content.length > SMALL_DATA && path !== FIRST_FILE;
    (big ? later : ahead)[path === 'index.html' ? '' : path] = createHash('sha256').update(content).digest('hex');
  }
  return { ahead, later };
}

/**
 * Returns the compressed bytes of the files that a first visit fetches before the page is usable. Lessons, documents
 * and files in later/ do not count, because they are fetched later.
 * @param {string} site
 */
export async function firstVisit(site) {
  let size = 0;
  for (const path of Object.keys((await keptFiles(site)).ahead)) {
    if (/^(lessons|later|about)\//.test(path)) continue;
    size += gzipSync(await readFile(join(site, path || 'index.html'))).length;
  }
  return size;
}
