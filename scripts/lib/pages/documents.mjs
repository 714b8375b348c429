// The documents of the repository as pages without scripts: README.md and others at its top, and docs/.

import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { escapedMarkup } from '../../../www/lib/escape-markup.js';
import { plainText } from '../../../www/features/learn/lessons/plain-text.js';
import { at } from '../project.mjs';
import { element, linkTo, wayTo } from './frame.mjs';

/** @typedef {import('./frame.mjs').Page} Page */
/** A document. `file`: in the repository. `path`: on the site. `group`: in the list of documents, null if not in it. */
/** @typedef {{ file: string, path: string, group: string | null, title: string, text: string }} Document */
/** A part of the site that other tools write, such as the documentation of the crate. */
/** @typedef {{ path: string, title: string }} Reference */

/** The documents about the page, by their names in docs/. The page opens them, also without a connection. */
export const ABOUT = ['privacy', 'accessibility'];

/** Documents outside of docs/, with their names on the site. @type {Record<string, string>} */
const TOP = { 'README.md': 'index', 'ARCHITECTURE.md': 'architecture', 'BENCHMARKS.md': 'benchmarks',
  'CHANGELOG.md': 'changelog', 'python/README.md': 'python' };

/** The list of documents has these groups, and the references behind the second. */
const GROUPS = /** @type {Record<string, string>} */ ({ '.': 'Rankscope', 'docs': 'Guides', 'docs/teaching': 'Teaching',
  'docs/contributing': 'Contributing', 'docs/decisions': 'Decisions' });

/** Students find what the site has. */
const LEFT_OUT = ['docs/teaching/exam-key.md'];

/** Other pages say what these documents say. */
const ELSEWHERE = [{ file: 'docs/glossary.md', path: 'terms/index.html' },
  { file: 'CONTRIBUTING.md', path: 'docs/contributing/index.html' }];

/** The documents of the site. @returns {Document[]} */
export function allDocuments() {
  const inDocs = readdirSync(at('docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`).sort();
  const others = [...LEFT_OUT, ...ELSEWHERE.map(({ file }) => file)];
  return [...Object.keys(TOP), ...inDocs].filter((file) => !others.includes(file))
    .map((file) => documentOf(file, readFileSync(at(...file.split('/')), 'utf8')));
}

/** @param {string} file in the repository @param {string} text in Markdown @returns {Document} */
export function documentOf(file, text) {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`${file}: a document begins with "# Title"`);
  const name = posix.basename(file, '.md');
  const isAbout = file === `docs/${name}.md` && ABOUT.includes(name);
  const folder = posix.dirname(file);
  const path = file in TOP ? `docs/${TOP[file]}.html`
    : isAbout ? `about/${name}.html` : `${folder}/${name === 'README' ? 'index' : name}.html`;
  return { file, path, title, text, group: file in TOP ? GROUPS['.'] : GROUPS[folder] ?? null };
}

/**
 * The pages of documents. `pictures` names the files that they show. Documents about the page link to each other alone,
 * because they are also where the others are not.
 * @param {Document[]} documents
 * @param {{ repository: string | null, references?: Reference[] }} options
 * @returns {Promise<{ pages: Page[], pictures: string[] }>}
 */
export async function documentPages(documents, { repository, references = [] }) {
  // Scripts that only need the names run before the packages are installed.
  const { Marked } = await import('marked');
  /** @type {Set<string>} */
  const pictures = new Set();
  const pages = documents.map((one) => {
    const isAlone = one.path.startsWith('about/');
    const known = isAlone ? documents.filter(({ path }) => path.startsWith('about/')) : [...documents, ...ELSEWHERE];
    /** The address of what a document links to; null if it is nowhere. @param {string} href */
    const addressOf = (href) => {
      if (/^(?:https?:|#)/.test(href)) return href;
      const [target, heading] = href.split('#');
      const file = posix.join(posix.dirname(one.file), target);
      const found = known.find((other) => other.file === file);
      if (found) return wayTo(one.path, found.path) + (heading ? `#${heading}` : '');
      return repository && !isAlone ? `${repository}/blob/main/${file}` : null;
    };
    /** @type {Record<string, number>} how often the words of a heading came before */
    const before = {};
    const marked = new Marked({
      renderer: {
        heading({ tokens, depth, text }) {
          const id = headingId(text);
          before[id] = (before[id] ?? -1) + 1;
          const own = before[id] ? `${id}-${before[id]}` : id;
          return `<h${depth} id="${own}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
        },
        link({ href, tokens }) {
          const [words, address] = [this.parser.parseInline(tokens), addressOf(href)];
          return address === null ? words : `<a href="${escapedMarkup(address)}">${words}</a>`;
        },
        image({ href, text }) {
          const file = posix.join(posix.dirname(one.file), href);
          pictures.add(file);
          return `<img src="${escapedMarkup(wayTo(one.path, file))}" alt="${escapedMarkup(text)}">`;
        },
      },
    });
    const markup = marked.parse(one.text.replaceAll(/<!--[\s\S]*?-->\n?/g, ''), { async: false })
      // What can be wider than the window scrolls by keys too.
      .replaceAll(/<table>[\s\S]*?<\/table>/g, '<div class="wide" tabindex="0">$&</div>')
      .replaceAll('<pre>', '<pre tabindex="0">');
    const main = `<main>\n${markup}</main>`;
    return { path: one.path, title: plainText(one.title), description: firstSentences(one.text),
      main: isAlone ? main : `<div class="two">\n${main}\n${listFor(one, documents, references)}\n</div>` };
  });
  return { pages, pictures: [...pictures] };
}

/** The anchor of a heading, as hosts of repositories name it. @param {string} words in Markdown */
const headingId = (words) => words.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');

/** The most characters of a description. */
const LONGEST = 200;

/** The sentences that a document begins with. @param {string} text in Markdown */
function firstSentences(text) {
  const paragraph = text.split(/\n\s*\n/).find((one) => /^[\p{L}*`[]/u.test(one)) ?? '';
  const plain = paragraph.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`\\]/g, '')
    .replaceAll(/\s+/g, ' ');
  const [first, ...sentences] = plain.trim().split(/(?<=[.!?]) /);
  let all = first;
  for (const one of sentences) {
    if (all.length + one.length >= LONGEST) break;
    all += ` ${one}`;
  }
  return all;
}

/**
 * The list of documents beside one of them.
 * @param {Document} own @param {Document[]} documents @param {Reference[]} references
 */
function listFor(own, documents, references) {
  const link = (/** @type {Reference} */ { path, title }) => {
    const here = linkTo(own.path, path, title);
    return `<li>${path === own.path ? here.replace(' ', ' aria-current="page" ') : here}</li>`;
  };
  const groups = Object.values(GROUPS).map((group) => ({ group, items: documents
    .filter((one) => one.group === group).map(({ path, title }) => ({ path, title: plainText(title) })) }));
  groups.splice(2, 0, { group: 'Reference', items: references });
  const lists = groups.filter(({ items }) => items.length)
    .map(({ group, items }) => `${element('b', group)}\n<ul>\n${items.map(link).join('\n')}\n</ul>`);
  return `<nav class="documents" aria-label="Documents">\n${lists.join('\n')}\n</nav>`;
}
