// The references of the crate and of the Python package as parts of the site, each written by the tool of its language.

import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { at } from '../project.mjs';
import { pythonReference } from '../python.mjs';
import { run, step } from '../steps.mjs';
import { rust } from '../tools.mjs';

/** The references, in the list of documents. @type {import('./documents.mjs').Reference[]} */
export const REFERENCES = [
  { path: 'docs/rust/rankscope/index.html', title: 'The crate' },
  { path: 'docs/python/rankscope.html', title: 'The Python package' },
];

/** Where rustdoc works. Other crates that were documented before do not belong to the site. */
const WORK = at('target', 'reference');

/** Writes the references into the built page. @param {string} site folder */
export async function writeReferences(site) {
  await rust();
  await step('Documenting the crate (rustdoc; minutes the first time)', async () => {
    await rm(join(WORK, 'doc'), { recursive: true, force: true });
    await run('cargo', ['doc', '--lib', '--no-deps', '--all-features', '--locked', '--quiet', '--target-dir', WORK]);
    await replaced(join(WORK, 'doc'), join(site, 'docs', 'rust'));
  });
  const folder = at('target', 'python-reference');
  await pythonReference(folder);
  await replaced(folder, join(site, 'docs', 'python'));
}

/** @param {string} from @param {string} to folders */
async function replaced(from, to) {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
}
