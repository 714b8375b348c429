// A page for each lesson and each term of the glossary, and a page with the list of each.

import { existsSync } from 'node:fs';
import { escapedMarkup } from '../../../www/lib/escape-markup.js';
import { GROUPS, TERMS, titleOf } from '../../../www/features/learn/glossary/terms.js';
import { PATHS } from '../../../www/features/learn/lessons/paths.js';
import { plainText } from '../../../www/features/learn/lessons/plain-text.js';
import { at } from '../project.mjs';
import { element, linkTo, wayTo, wayToExplorer } from './frame.mjs';
import { termPath } from './texts.mjs';

/** @typedef {import('./frame.mjs').Page} Page */
/** @typedef {import('../teaching.mjs').OnShelf} OnShelf */
/** @typedef {import('../../../www/features/learn/glossary/terms.js').Term} Term */
/** @typedef {Awaited<ReturnType<typeof import('./texts.mjs').writtenTexts>>} Texts */

const LESSONS_PATH = 'learn/index.html';
const TERMS_PATH = 'terms/index.html';

/** @param {string} id */
export const lessonPath = (id) => `learn/${id}.html`;

/**
 * The picture of a lesson's first step, which `npm run pictures` draws: a file of the repository and of the site. A
 * lesson that is new has none yet.
 * @param {string} id
 */
export const lessonPicture = (id) => ({ path: `docs/pictures/${id}.png`, width: 848, height: 664 });

/** Every text of a lesson that a reader can open. @param {OnShelf['lesson']} lesson */
const textsOf = ({ steps, try: then = '' }) => [then, ...steps.flatMap(({ text, more = '', question }) =>
  [text, more, question?.ask ?? '', question?.reveal ?? '', question?.more ?? ''])];

/** The names of the terms that a lesson explains, in their order. @param {OnShelf} one */
const termsOf = ({ lesson }) => [...new Set(textsOf(lesson).flatMap((text) =>
  [...text.matchAll(/\{term:([\w-]+)/g)].map(([, id]) => id)))];

/** @param {[string, string][]} rows names, and markup */
const rowsOf = (rows) => `<dl class="rows">\n${rows.filter(([, markup]) => markup)
  .map(([name, markup]) => `${element('dt', name)}<dd>${markup}</dd>`).join('\n')}\n</dl>`;

/**
 * The pages of lessons.
 * @param {OnShelf[]} shelf in their order @param {Texts} texts @returns {Page[]}
 */
export function lessonPages(shelf, texts) {
  return [lessonList(shelf), ...shelf.map((_one, place) => lessonPage(shelf, place, texts))];
}

/** @param {OnShelf[]} shelf @returns {Page} */
function lessonList(shelf) {
  const minutes = shelf.reduce((sum, { lesson }) => sum + lesson.minutes, 0);
  const groups = [undefined, ...PATHS].map((path) => {
    const items = shelf.map((one, place) => ({ ...one, place })).filter(({ lesson }) => lesson.path === path?.name)
      .map(({ id, lesson, place }) => `<li>${linkTo(LESSONS_PATH, lessonPath(id), `${place + 1} ${lesson.title}`)}
<p>${escapedMarkup(plainText(lesson.summary))} <span class="muted">${lesson.minutes} min</span></p></li>`);
    const heading = path ? `${element('h2', path.name)}\n<p class="muted">${escapedMarkup(path.about)}</p>\n` : '';
    return items.length ? `${heading}<ul class="cards">\n${items.join('\n')}\n</ul>` : '';
  });
  const description = `${shelf.length} lessons of ${minutes} minutes in all about learning to rank. Each runs in the `
    + 'browser: guess first, then train.';
  return { path: LESSONS_PATH, title: 'Lessons', description,
    main: `<main>\n<h1>Lessons</h1>\n${element('p', description)}
<p><a class="button" href="${wayToExplorer(LESSONS_PATH, '#v=1&open=lessons')}">Open the map of lessons</a></p>
${groups.join('\n')}\n</main>` };
}

/** @param {OnShelf[]} shelf @param {number} place @param {Texts} texts @returns {Page} */
function lessonPage(shelf, place, texts) {
  const { id, lesson } = shelf[place];
  const path = lessonPath(id);
  const { title, summary, after = '', minutes, topic = '', path: name, needs = [], steps, sources = [] } = lesson;
  const lessonLink = (/** @type {number} */ at) =>
    linkTo(path, lessonPath(shelf[at].id), `${at + 1}\u00a0${shelf[at].lesson.title}`);
  const links = (/** @type {OnShelf[]} */ lessons) => lessons.map((one) => lessonLink(shelf.indexOf(one))).join(', ');
  const others = { before: shelf.filter((one) => needs.includes(one.id)),
    behind: shelf.filter((one) => one.lesson.needs?.includes(id)) };
  const [picture] = [lessonPicture(id)].filter((one) => existsSync(at(...one.path.split('/'))));
  const hasDots = steps.some(({ text, more = '' }) => /\{\{\w+\}\}/.test(text + more));
  const main = `<main>
<p class="facts">${linkTo(path, LESSONS_PATH, 'Lessons')} · ${[`Lesson ${place + 1}`, ...name ? [name] : [],
  `${minutes} min`, `${steps.length} steps`].map(escapedMarkup).join(' · ')}</p>
${element('h1', title)}
<p class="lead">${texts.line(summary, path)}</p>
<p><a class="button" href="${wayToExplorer(path, `#v=1&lesson=${id}`)}">Start</a></p>
${rowsOf([['After it you can', `${texts.line(after, path)}.`], ['Subject', `${texts.line(topic, path)}.`],
  ['Before it', links(others.before) || 'nothing'], ['It leads to', links(others.behind)],
  ['Terms', termsOf(shelf[place]).map((term) => linkTo(path, termPath(term), nameOf(term))).join(', ')]])}
<p class="muted">The pictures move, and the answers come from a run, when the lesson is started.${
  hasDots ? ' … stands for a number that the run computes.' : ''}</p>
<ol class="steps">
${steps.map((step, number) => stepItem(step, number, path, texts, number ? undefined : picture)).join('\n')}
</ol>
${lesson.try ? `<h2>Try it</h2>\n${texts.paragraphs(lesson.try, path)}` : ''}
${sources.length ? `<h2>Sources</h2>\n<ul>\n${
  sources.map((source) => `<li>${texts.citation(source)}</li>`).join('\n')}\n</ul>` : ''}
<p class="turn"><span>${place > 0 ? `← ${lessonLink(place - 1)}` : ''}</span> <span>${
  place + 1 < shelf.length ? `${lessonLink(place + 1)} →` : ''}</span></p>
</main>`;
  return { path, title, description: plainText(summary), main, ...picture && { picture } };
}

/**
 * @param {OnShelf['lesson']['steps'][number]} step @param {number} at @param {string} path @param {Texts} texts
 * @param {import('./frame.mjs').Picture} [picture]
 */
function stepItem({ title, text, more, question }, at, path, texts, picture) {
  const choices = (question?.choices ?? []).map((choice) => `<li>${texts.line(choice.text, path)}</li>`).join('\n');
  // The answers are left to the lesson.
  return `<li>
<h2><span>${at + 1}</span>${texts.line(title, path)}</h2>
${texts.paragraphs(text, path)}
${picture ? `<p><img src="${wayTo(path, picture.path)}" width="${picture.width}" height="${picture.height}"
  alt="${escapedMarkup(`The picture of this step, ${plainText(title)}, before the answer`)}"></p>` : ''}
${more ? `<details><summary>More</summary>\n${texts.paragraphs(more, path)}\n</details>` : ''}
${question ? `<p class="ask">${texts.line(question.ask, path)}</p>` : ''}
${choices ? `<ul class="choices">\n${choices}\n</ul>` : ''}
</li>`;
}

/** @param {string} id */
const nameOf = (id) => {
  const term = TERMS.find((one) => one.id === id);
  if (!term) throw new Error(`no term of the glossary has the name ${id}`);
  return term.name;
};

/**
 * The pages of terms. `formulas`: by the names of methods and measures, as the core declares them.
 * @param {OnShelf[]} shelf @param {Record<string, string>} formulas @param {Texts} texts @returns {Page[]}
 */
export function termPages(shelf, formulas, texts) {
  const named = new Map(TERMS.map((term) => [term.id, namedIn(term)]));
  const explains = shelf.map((one) => ({ ...one, terms: termsOf(one) }));
  return [termList(texts), ...TERMS.map((term) => {
    const path = termPath(term.id);
    // Terms such as document are named everywhere.
    const related = TERMS.filter(({ id, group }) => group === term.group && named.get(id)?.includes(term.id));
    const lessons = explains.filter(({ terms }) => terms.includes(term.id));
    const formula = formulas[term.name.toLowerCase()];
    const main = `<main>
<p class="facts">${linkTo(path, TERMS_PATH, 'Glossary')} · ${escapedMarkup(groupOf(term).title)}</p>
<h1>${symbolOf(term, texts)}${escapedMarkup(term.name)}</h1>
<p class="lead">${linked(term, 'short')}</p>
<p>${linked(term, 'long')}</p>
${formula ? `<p class="formula">${texts.formula(formula)}</p>` : ''}
${rowsOf([['Lessons', lessons.map(({ id, lesson }) => linkTo(path, lessonPath(id), lesson.title)).join(', ')],
  ['Related', related.map(({ id, name }) => linkTo(path, termPath(id), name)).join(', ')],
  ['In Rankscope', escapedMarkup(term.where)], ['Source', escapedMarkup(term.source)]])}
<p><a class="button" href="${lessons.length ? wayToExplorer(path, `#v=1&lesson=${lessons[0].id}`)
  : wayToExplorer(path)}">${lessons.length ? `Start the lesson <i>${escapedMarkup(lessons[0].lesson.title)}</i>`
  : 'Open Rankscope'}</a></p>
</main>`;
    return { path, title: titleOf(term), description: term.short, main };
  })];
}

/** @param {Term} term */
function groupOf({ id, group }) {
  const found = GROUPS.find((one) => one.id === group);
  if (!found) throw new Error(`the term ${id} is in no group`);
  return found;
}

/** @param {Term} term @param {Texts} texts */
const symbolOf = ({ symbol }, texts) => (symbol ? `<span class="symbol">${texts.formula(symbol)}</span>` : '');

/** @param {Texts} texts @returns {Page} */
function termList(texts) {
  const groups = GROUPS.map(({ id, title }) => {
    const items = TERMS.filter(({ group }) => group === id).map((term) =>
      `<li>${linkTo(TERMS_PATH, termPath(term.id), term.name)} ${symbolOf(term, texts)}
${element('p', term.short)}</li>`);
    return `${element('h2', title)}\n<ul class="cards">\n${items.join('\n')}\n</ul>`;
  });
  const description = `${TERMS.length} terms of learning to rank in short sentences, with their sources.`;
  return { path: TERMS_PATH, title: 'Glossary', description,
    main: `<main>\n<h1>Glossary</h1>\n${element('p', description)}\n${groups.join('\n')}\n</main>` };
}

/** Where a text names other terms than `own`, from left to right. @param {string} text @param {string} own */
function placesOf(text, own) {
  const all = TERMS.flatMap(({ id, name }) => {
    // A name in small letters can begin a sentence.
    const flags = /\p{Lu}/u.test(name) ? 'gu' : 'giu';
    const pattern = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    return [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}-])${pattern}(?:e?s)?(?![\\p{L}\\p{N}-])`, flags))]
      .map(({ index, 0: word }) => ({ id, from: index, to: index + word.length }));
  }).sort((a, b) => a.from - b.from || b.to - a.to);
  // The gap in "duality gap" is no other term.
  let end = 0;
  return all.filter(({ from, to }) => {
    const isFree = from >= end;
    if (isFree) end = to;
    return isFree;
  }).filter(({ id }) => id !== own);
}

/** The other terms that the text of a term names. @param {Term} term */
const namedIn = ({ id, short, long }) => [short, long].flatMap((text) => placesOf(text, id).map((place) => place.id));

/** A text of a term, with a link where it names another one first. @param {Term} term @param {'short' | 'long'} part */
function linked(term, part) {
  const text = term[part];
  const before = part === 'long' ? placesOf(term.short, term.id).map(({ id }) => id) : [];
  let end = 0;
  const pieces = placesOf(text, term.id).flatMap(({ id, from, to }) => {
    if (before.includes(id)) return [];
    before.push(id);
    const piece = escapedMarkup(text.slice(end, from)) + linkTo(termPath(term.id), termPath(id), text.slice(from, to));
    end = to;
    return [piece];
  });
  return `${pieces.join('')}${escapedMarkup(text.slice(end))}`;
}
