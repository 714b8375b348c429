// The pages beside the explorer as files of dist/: lessons, terms and documents to read, and what search engines look
// for.

import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { escapedMarkup } from '../../../www/lib/escape-markup.js';
import { SOURCE, factsOf } from '../metadata.mjs';
import { at } from '../project.mjs';
import { say } from '../steps.mjs';
import { SHELF } from '../teaching.mjs';
import { allDocuments, documentPages } from './documents.mjs';
import { PREVIEW, STYLE_SHEET, headOf, htmlOf, publicAddress, styleText } from './frame.mjs';
import { lessonPages, termPages } from './learn.mjs';
import { writtenTexts } from './texts.mjs';

/** @typedef {import('./documents.mjs').Reference} Reference */
/** `homepage`, `repository`: addresses, null without one. `formulas`: by the names of methods and measures. */
/** @typedef {{ homepage: string | null, repository: string | null, formulas?: Record<string, string>,
 *   references?: Reference[] }} About */

/**
 * Whether a file of dist/ is of these pages. Neither a first visit nor a course package needs them.
 * @param {string} path
 */
export const isReadingPage = (path) =>
  /^(?:(?:docs|learn|terms)\/.*|robots\.txt|sitemap\.xml|preview\.png)$/.test(path);

/**
 * The files by their paths in dist/: texts, and the pictures as files of the repository.
 * @param {About} about
 * @returns {Promise<{ texts: Record<string, string>, pictures: Record<string, string> }>}
 */
export async function siteFiles({ homepage, repository, formulas = {}, references = [] }) {
  const texts = await writtenTexts();
  const { pages: documents, pictures } = await documentPages(allDocuments(), { repository, references });
  /** @type {import('./frame.mjs').Page[]} */
  const pages = [...lessonPages(SHELF, texts), ...termPages(SHELF, formulas, texts), ...documents];
  const html = pages.map((page) => [page.path, htmlOf(page, { homepage, isAlone: page.path.startsWith('about/') })]);
  const paths = ['index.html', ...pages.map(({ path }) => path), ...references.map(({ path }) => path)];
  return {
    texts: { ...Object.fromEntries(html), [STYLE_SHEET]: styleText(), ...forSearchEngines(paths, homepage) },
    pictures: { [PREVIEW.path]: 'docs/preview.png', ...Object.fromEntries(
      [...pictures, ...pages.flatMap(({ picture }) => picture?.path ?? [])].map((file) => [file, file])) },
  };
}

/** @param {string[]} paths of all pages @param {string | null} homepage @returns {Record<string, string>} */
function forSearchEngines(paths, homepage) {
  const robots = 'User-agent: *\nAllow: /\n';
  if (homepage === null) return { 'robots.txt': robots };
  const addresses = paths.map((path) =>
    `  <url><loc>${escapedMarkup(String(publicAddress(homepage, path)))}</loc></url>`);
  return {
    'robots.txt': `${robots}Sitemap: ${publicAddress(homepage, 'sitemap.xml')}\n`,
    'sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('\n')}\n</urlset>\n`,
  };
}

/**
 * index.html for search engines, and with a way to the pages for readers without scripts.
 * @param {string} html @param {string | null} homepage
 */
export function withHead(html, homepage) {
  const [, description] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
  if (description === undefined || !html.includes('</noscript>')) {
    throw new Error('index.html has no description or no <noscript>');
  }
  const head = headOf({ path: 'index.html', title: 'Rankscope', description }, homepage);
  return html.replace('</head>', () => `${head}\n</head>`).replace('</p></noscript>', () =>
    ' Without it you can read the <a href="./learn/index.html">lessons</a>, the'
    + ' <a href="./terms/index.html">glossary</a> and the <a href="./docs/index.html">documents</a>.</p></noscript>');
}

/**
 * Writes the pages into the built page.
 * @param {string} site folder @param {Reference[]} [references] parts of the site that are there already
 */
export async function writePages(site, references = []) {
  const { homepage, repository } = factsOf(readFileSync(at(SOURCE), 'utf8'));
  if (homepage === null) {
    say(`  ${SOURCE} has no homepage, so the site has no sitemap.xml, no canonical addresses and no picture for other`
      + ' sites. "npm run metadata -- --homepage https://HOST/PATH/" sets it.');
  }
  const { texts, pictures } = await siteFiles({ homepage, repository, references, formulas: await coreFormulas() });
  const paths = [...Object.keys(texts), ...Object.keys(pictures)];
  const folders = new Set(paths.map((path) => dirname(join(site, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(texts)) await writeFile(join(site, path), text);
  for (const [path, file] of Object.entries(pictures)) await copyFile(at(file), join(site, path));
  const index = join(site, 'index.html');
  const html = await readFile(index, 'utf8');
  if (!html.includes('property="og:title"')) await writeFile(index, withHead(html, homepage));
}

/** The formulas of methods, measures and settings by their names, as the compiled core declares them. */
async function coreFormulas() {
  const { catalog, initSync } = await import('../../../www/wasm/rankscope.js');
  initSync({ module: readFileSync(at('www', 'wasm', 'rankscope_bg.wasm')) });
  const { methods, measures } = catalog();
  return Object.fromEntries([...measures, ...methods].map(({ label, formula }) => [label.toLowerCase(), formula]));
}
