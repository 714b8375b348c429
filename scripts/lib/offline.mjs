// Writes the service worker of a built page: the list of files that it keeps, with their checksums.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { at } from './project.mjs';
import { filesUnder } from './stamps.mjs';

export const SERVICE_WORKER = 'service-worker.js';

/** Samples are kept when they are first used, but for those that are as small as a picture of themselves. */
const SMALL_SAMPLE = 10_000;

/** The line of the source that the build fills in. */
const PLACE = "const FILES = { version: '', ahead: {}, later: {} };";

/** @typedef {{ version: string, ahead: Record<string, string>, later: Record<string, string> }} Kept */

/**
 * Puts the service worker of the page in `site` beside its index.html.
 * @param {string} site folder of the built page
 * @returns {Promise<Kept>}
 */
export async function writeServiceWorker(site) {
  const source = await readFile(at('www', 'offline', SERVICE_WORKER), 'utf8');
  if (source.split(PLACE).length !== 2) throw new Error(`${SERVICE_WORKER} has no single place for its files`);
  const files = await keptFiles(site, source);
  await writeFile(join(site, SERVICE_WORKER), source.replace(PLACE, () => `const FILES = ${JSON.stringify(files)};`));
  return files;
}

/** @param {string} site @param {string} source of the service worker: another one is another version */
async function keptFiles(site, source) {
  /** @type {Record<string, string>} */
  const ahead = {};
  /** @type {Record<string, string>} */
  const later = {};
  for (const file of await filesUnder(site)) {
    const path = relative(site, file).split(sep).join('/');
    // Pictures for the start screen are the system's to keep.
    if (path === SERVICE_WORKER || path.endsWith('.png') || path.endsWith('.md')) continue;
    const content = await readFile(file);
    const big = path.startsWith('samples/') && content.length > SMALL_SAMPLE;
    (big ? later : ahead)[path === 'index.html' ? '' : path] = createHash('sha256').update(content).digest('hex');
  }
  const version = createHash('sha256').update(JSON.stringify([ahead, later]) + source).digest('hex').slice(0, 12);
  return { version, ahead, later };
}
