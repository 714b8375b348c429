// What all pages beside the explorer share: the frame in HTML, the way from one page to another, and the style sheet.
// Texts come in as they are and are escaped here; `main` is markup already.

import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { escapedMarkup } from '../../../www/lib/escape-markup.js';
import { at } from '../project.mjs';

/** A picture on the site, with its pixels. @typedef {{ path: string, width: number, height: number }} Picture */
/**
 * A page. `path`: from the top of the site. `description`: a sentence or two for search engines. `main`: markup.
 * `picture`: what other sites show with a link, if not the explorer.
 * @typedef {{ path: string, title: string, description: string, main: string, picture?: Picture }} Page
 */

export const STYLE_SHEET = 'about/pages.css';

/** The picture of the explorer. */
export const PREVIEW = { path: 'preview.png', width: 1200, height: 630 };

/** The parts of the site, in the head of every page. */
const PARTS = [['learn/index.html', 'Lessons'], ['terms/index.html', 'Glossary'], ['docs/index.html', 'Documents']];

/** An element with text. @param {string} tag @param {string} text */
export const element = (tag, text) => `<${tag}>${escapedMarkup(text)}</${tag}>`;

/** The address of a page on another one. @param {string} from @param {string} to paths from the top of the site */
export function wayTo(from, to) {
  return posix.relative(posix.dirname(from), to) || posix.basename(to);
}

/** A link to a page. @param {string} from @param {string} to @param {string} text */
export const linkTo = (from, to, text) => `<a href="${escapedMarkup(wayTo(from, to))}">${escapedMarkup(text)}</a>`;

/** The address of the explorer on a page. @param {string} from @param {string} [hash] */
export const wayToExplorer = (from, hash = '') => escapedMarkup(`${wayTo(from, '.')}/${hash}`);

/**
 * The address of a page for the world. Without a homepage there is none.
 * @param {string | null} homepage @param {string} path
 */
export function publicAddress(homepage, path) {
  if (homepage === null) return null;
  return new URL(path.replace(/(^|\/)index\.html$/, '$1'), homepage.replace(/\/*$/, '/')).href;
}

/**
 * What search engines and other sites read in the head of a page.
 * @param {Omit<Page, 'main'>} page @param {string | null} homepage
 */
export function headOf({ path, title, description, picture = PREVIEW }, homepage) {
  const [address, image] = [path, picture.path].map((one) => publicAddress(homepage, one));
  const tags = { 'og:type': 'website', 'og:site_name': 'Rankscope', 'og:title': title, 'og:description': description,
    'og:url': address, 'og:image': image, 'og:image:width': image && picture.width,
    'og:image:height': image && picture.height };
  return [
    ...address ? [`<link rel="canonical" href="${escapedMarkup(address)}">`] : [],
    ...Object.entries(tags).filter(([, value]) => value !== null)
      .map(([name, value]) => `<meta property="${name}" content="${escapedMarkup(String(value))}">`),
  ].join('\n');
}

/**
 * A page as HTML. `isAlone`: without links to the other parts, because it is where they are not.
 * @param {Page} page @param {{ homepage: string | null, isAlone?: boolean }} options
 */
export function htmlOf(page, { homepage, isAlone = false }) {
  const { path, title, description, main } = page;
  const name = title === 'Rankscope' ? title : `${title} · Rankscope`;
  const parts = PARTS.map(([to, text]) =>
    `<a href="${wayTo(path, to)}"${posix.dirname(to) === path.split('/')[0] ? ' class="here"' : ''}>${text}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapedMarkup(description)}">
<title>${escapedMarkup(name)}</title>
${headOf({ ...page, title: name }, homepage)}
<link rel="stylesheet" href="${wayTo(path, STYLE_SHEET)}">
</head>
<body>
<header>
<a class="mark" href="${wayToExplorer(path)}">rank<b>scope</b></a>
${isAlone ? '' : `<nav aria-label="Parts of the site">${parts.join(' ')}</nav>`}
</header>
${main}
</body>
</html>
`;
}

/** The colours of the explorer that the pages use. */
const COLOURS = ['background', 'card', 'well', 'line', 'control-line', 'text', 'muted', 'accent', 'on-accent',
  'accent-hover', 'accent-soft'];

/** The values of the colours in a block of the explorer's style sheet. @param {string} block */
function coloursIn(block) {
  return COLOURS.map((name) => {
    const [, value] = new RegExp(`--${name}: ([^;]+);`).exec(block) ?? [];
    if (value === undefined) throw new Error(`tokens.css has no colour --${name}`);
    return `--${name}: ${value};`;
  }).join(' ');
}

/** The style sheet of the pages. Its colours are those of the explorer. */
export function styleText() {
  const [light, dark] = readFileSync(at('www', 'styles', 'tokens.css'), 'utf8').split('prefers-color-scheme: dark');
  return `:root { color-scheme: light dark; ${coloursIn(light)} }
@media (prefers-color-scheme: dark) { :root { ${coloursIn(dark)} } }
${readFileSync(at('scripts', 'lib', 'pages', 'pages.css'), 'utf8')}`;
}
