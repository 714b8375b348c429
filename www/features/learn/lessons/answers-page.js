// The answers of a reader as a page of its own, to read, save and print. It has no script and needs no other file.
// Pure.

import { escapedMarkup } from '../../../lib/escape-markup.js';
import { plainText } from './plain-text.js';

/** @typedef {import('./answer-log.js').OwnAnswers} OwnAnswers */
/** @typedef {import('./statements.js').Statement} Statement */
/** What a statement of an answer tells. @typedef {{ name: { en: string }, description: { en: string },
 *   choices?: { id: string, description: { en: string } }[], correctResponsesPattern?: string[] }} Definition */

const STYLE = `body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif;
color-scheme: light dark; } h2 { margin: 2rem 0 0; font-size: 1.1rem; break-after: avoid; } section { break-inside: avoid; }
li { margin: 0.2rem 0; } .about { opacity: 0.75; }`;

/** @param {OwnAnswers} own @returns {string} HTML */
export function answersPage({ lesson, statements }) {
  /** @type {Map<string, Statement[]>} */
  const questions = new Map();
  for (const one of statements.filter(({ verb }) => verb.display.en === 'answered')) {
    questions.set(one.object.id, [...questions.get(one.object.id) ?? [], one]);
  }
  const first = [...questions.values()].map(([one]) => one);
  const decided = first.filter(({ result }) => result.success !== undefined);
  const right = decided.filter(({ result }) => result.success).length;
  const title = escapedMarkup(lesson.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>My answers: ${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>My answers · Rankscope · ${right} of ${decided.length} right at first.</p>
${[...questions.values()].map(questionPart).join('\n')}
</body>
</html>
`;
}

/** @param {Statement[]} answers to one question, the first one first */
function questionPart(answers) {
  const [{ object, result, timestamp }] = answers;
  const { name, description, choices = [], correctResponsesPattern: rights = [] } =
    /** @type {Definition} */ (object.definition);
  const mark = result.success === undefined ? 'The run could not decide.' : result.success ? 'Right.' : 'Wrong.';
  const lines = choices.map(({ id, description: { en } }) =>
    `<li>${words(en)}${id === result.response ? ' <b>← my answer</b>' : ''}${rights.includes(id) ? ' ✓' : ''}</li>`);
  const own = choices.length ? '' : `<p>My answer: ${escapedMarkup(result.response ?? '')}. Measured: `
    + `${escapedMarkup(rights.join(', ') || '–')}.</p>`;
  return `<section>
<h2>${words(name.en)}</h2>
<p>${words(description.en)}</p>
${lines.length ? `<ul>${lines.join('')}</ul>` : own}
<p>${mark} <span class="about">${escapedMarkup(timestamp.slice(0, 16).replace('T', ' '))} UTC${
  answers.length > 1 ? `; answered ${answers.length} times, the first answer is shown` : ''}</span></p>
</section>`;
}

/** @param {string} text of a lesson */
const words = (text) => escapedMarkup(plainText(text));
