// The documents about the page as files of the built page: docs/*.md as HTML without scripts.

import { readFileSync } from 'node:fs';
import { at } from './project.mjs';

/** The documents, by their names in docs/. */
export const ABOUT = ['privacy', 'accessibility'];

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1.25rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.125rem; margin-top: 2rem }
table { border-collapse: collapse; font-size: 0.875rem }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; border-bottom: 1px solid; text-align: left; vertical-align: top }
`;

/** Returns the files by their paths in dist/. */
export async function aboutFiles() {
  const pages = ABOUT.map(async (name) =>
    [`about/${name}.html`, await pageOf(readFileSync(at('docs', `${name}.md`), 'utf8'))]);
  return Object.fromEntries([...await Promise.all(pages), ['about/about.css', STYLE]]);
}

/** Returns a document as a page that loads nothing but its style sheet. @param {string} markdown */
export async function pageOf(markdown) {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? [];
  if (title === undefined) throw new Error('a document begins with "# Title"');
  // Scripts that only need the names run before the packages are installed.
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      // Other documents are not beside the page.
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const [, name] = /^(\w+)\.md$/.exec(href) ?? [];
        return ABOUT.includes(name) ? `<a href="${name}.html">${words}</a>` : words;
      },
    },
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Rankscope</title>
<link rel="stylesheet" href="about.css">
</head>
<body>
<main>
${marked.parse(markdown, { async: false })}</main>
<p><a href="../">Rankscope</a></p>
</body>
</html>
`;
}
