// Makes www/samples/town.json: short pages of a small town, and searches whose grades follow from a rule.
//
//   node scripts/make-town-sample.mjs [folder]
//
// scripts/town/ has what was written by hand: pages.txt and queries.txt, with topics that no feature sees, links.txt
// and sites.txt. A topic is a subject and what one wants to know of it, as in pool:hours. The first line of a page is
//
//   address | date | topics that it answers | topics that it answers in passing | last day on which it is right
//
// docs/data.md has the rules of grades, candidates and links.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TODAY = '2026-06-15'; // of all searches
const MOST_CANDIDATES = 24;
const COLUMNS = ['title match', 'matched terms', 'tf max', 'cosine', 'BM25', 'length', 'age', 'slashes', 'PageRank',
  'site rank'];
const ABOUT = 'Larkmere, a town that does not exist: 400 pages and 64 searches on 15 June 2026. Written for Rankscope. '
  + 'Public domain: CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/. '
  + 'Made by scripts/make-town-sample.mjs; docs/data.md has the rule of the grades.';

/** @typedef {{ place: string, url: string, date: string, answers: string[], touches: string[], until: string,
 *   title: string, text: string, words: Set<string> }} Page */

const [folder = fileURLToPath(new URL('../www/samples', import.meta.url))] = process.argv.slice(2);
const SITES = new Map(linesOf('sites.txt').map((line) => /** @type {[string, string]} */ (line.split('|'))));
const pages = textOf('pages.txt').split('\n\n').map(pageOf).sort((a, b) => (a.url < b.url ? -1 : 1));
const links = linksOf(linesOf('links.txt'));
const queries = linesOf('queries.txt').map(queryOf);

const json = ['{ "rankscope": "pages",', `"about": ${JSON.stringify(ABOUT)},`, `"columns": ${JSON.stringify(COLUMNS)},`,
  '"pages": [', pages.map((page) => JSON.stringify({ url: page.url, title: page.title, date: page.date,
    text: page.text, links: links.get(page.place) })).join(',\n'),
  '],', '"queries": [', queries.map((query) => JSON.stringify(query)).join(',\n'), ']', '}'];
writeFileSync(join(folder, 'town.json'), `${json.join('\n')}\n`);

/** @param {string} name */
function textOf(name) {
  return readFileSync(new URL(`town/${name}`, import.meta.url), 'utf8').trim();
}

/** @param {string} name */
function linesOf(name) {
  return textOf(name).split('\n');
}

/** @param {string} place as in pool/hours, behind the short name of a site */
function urlOf(place) {
  const [site] = place.split('/', 1);
  const start = SITES.get(site);
  if (!start) throw new Error(`${place}: there is no site ${site}`);
  return start + place.slice(site.length);
}

/** @param {string} paragraph @returns {Page} */
function pageOf(paragraph) {
  const [head, title, text] = paragraph.split('\n');
  const [place, date, answers, touches, until] = head.split('|');
  return { place, url: urlOf(place), date, answers: listOf(answers), touches: listOf(touches), until, title, text,
    words: new Set(wordsOf(`${title} ${text}`)) };
}

/** @param {string} text */
function listOf(text) {
  return text ? text.split(',') : [];
}

/** @param {string} text */
function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Returns the addresses that each page links to: the start of its site, the page above it, and what links.txt says,
 * where a star stands for all pages of the site.
 * @param {string[]} lines
 */
function linksOf(lines) {
  const places = new Set(pages.map(({ place }) => place));
  const written = new Map(lines.map((line) => {
    const [from, to] = line.split(' > ');
    return [from, to.split(' ').flatMap((place) => (place === '*' ? onSite(from) : [place]))];
  }));
  /** @param {string} place */
  const above = (place) => {
    const parts = place.split('/');
    return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/')).filter((one) => places.has(one)).slice(-1);
  };
  return new Map([...places].map((place) => {
    const all = new Set([`${place.split('/', 1)[0]}/`, ...above(place), ...written.get(place) ?? []]);
    const unknown = [...all].find((one) => !places.has(one));
    if (unknown !== undefined) throw new Error(`${place} links to ${unknown}, which is no page`);
    return [place, [...all].filter((one) => one !== place).map(urlOf)];
  }));
}

/** The pages of the same site. @param {string} start */
function onSite(start) {
  return pages.map(({ place }) => place).filter((place) => place.startsWith(start) && place !== start);
}

/** @param {string} line */
function queryOf(line) {
  const [query, topic, about] = line.split('|');
  const found = candidatesOf([...new Set(wordsOf(query))]);
  const grades = found.map((page) => /** @type {[string, number]} */ ([page.url, gradeOf(page, topic)]));
  return { query, id: query.replaceAll(' ', '-'), about, pages: found.map(({ url }) => url),
    grades: Object.fromEntries(grades.filter(([, grade]) => grade > 0)) };
}

/**
 * Returns the pages with a word of the query in title or text, in the order of the file. If they are too many, those
 * stay whose words have the largest sum of ln(N/df).
 * @param {string[]} words
 */
function candidatesOf(words) {
  const weights = new Map(words.map((word) =>
    [word, Math.log(pages.length / pages.filter((page) => page.words.has(word)).length)]));
  const found = pages.flatMap((page) => {
    const known = words.filter((word) => page.words.has(word));
    return known.length ? [{ page, weight: known.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) }] : [];
  });
  const first = new Set(found.sort((a, b) => b.weight - a.weight).slice(0, MOST_CANDIDATES).map(({ page }) => page));
  return pages.filter((page) => first.has(page));
}

/** @param {Page} page @param {string} topic */
function gradeOf({ answers, touches, until }, topic) {
  const isOnSubject = [...answers, ...touches].some((one) => one.split(':')[0] === topic.split(':')[0]);
  const grade = answers.includes(topic) ? 3 : touches.includes(topic) ? 2 : Number(isOnSubject);
  const isOver = until !== '' && until < TODAY;
  return Math.max(0, grade - (isOver ? 2 : 0));
}
