// The list of terms in docs/glossary.md, made from the glossary of the page.

import { readFile, writeFile } from 'node:fs/promises';
import { at } from './project.mjs';
import { GROUPS, TERMS } from '../../www/features/learn/glossary/terms.js';

/** The file that is generated. */
export const GLOSSARY = at('docs', 'glossary.md');

/** The text of that file. */
export function glossaryText() {
  const groups = GROUPS.map(({ id, title }) => {
    const rows = TERMS.filter((term) => term.group === id)
      .map(({ symbol = '', name, short, long, source }) => [symbol, name, `${short} ${long}`, source])
      .map((row) => `| ${row.map(cell).join(' | ')} |`);
    return `## ${title}\n\n| symbol | term | meaning | source |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Glossary

<!-- Written by \`UPDATE_README=1 node --test tests/scripts/glossary.test.mjs\` from www/features/learn/glossary/terms.json. -->

${groups.join('\n')}`;
}

/** A text as Markdown shows it unchanged. @param {string} text */
function cell(text) {
  return text.replace(/[*|_<]/g, '\\$&');
}

/** Whether the file is up to date. */
export async function isUpToDate() {
  return await readFile(GLOSSARY, 'utf8').catch(() => '') === glossaryText();
}

/** Brings the file up to date. */
export const writeGlossary = () => writeFile(GLOSSARY, glossaryText());
